// Opens a connection pool of the `postgres` driver for a database address. Everyone who opens one calls this,
// because the driver by itself does not understand the address of a unix socket (postgres://user@%2Ffolder/name),
// which is what the embedded database has.

import type { Socket } from 'node:net';
import postgres from 'postgres';

export type ConnectOptions = Omit<postgres.Options<Record<string, never>>, 'types'> & {
  /** Connected already; the driver has this option, its types do not. */
  socket?: () => Socket;
};

/** Answers what database.ts calls `Sql`: amounts are bigint. */
export function connectPostgres(databaseUrl: string, options: ConnectOptions = {}) {
  const typed = { ...options, types: { bigint: postgres.BigInt } };
  const url = new URL(databaseUrl);
  const host = decodeURIComponent(url.hostname);
  if (!host.startsWith('/')) return postgres(databaseUrl, typed);
  return postgres({
    host,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    database: decodeURIComponent(url.pathname.slice(1)),
    ssl: false,
    ...typed,
  });
}

/** host:port/database, for messages: never the user's password. */
export function describeDatabase(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  return `${decodeURIComponent(url.hostname)}:${url.port || 5432}${decodeURIComponent(url.pathname)}`;
}
