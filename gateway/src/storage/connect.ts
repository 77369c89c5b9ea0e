// Opens a connection pool of the `postgres` driver for a database address. Everyone who opens one calls this,
// because the driver by itself does not understand the address of a unix socket (postgres://user@%2Ffolder/name),
// which is what the embedded database has.

import { connect, type Socket } from 'node:net';
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

/**
 * A pool of one connection that sends what is written in one turn of the event loop at once. The driver writes to its
 * socket each kilobyte, and each write wakes the server: at half load that was a fifth of the gateway's time.
 * `flushSoon` is to be called after the statements have been handed to the driver.
 */
export function connectCoalescing(databaseUrl: string, options: ConnectOptions) {
  let socket: Socket | undefined;
  let corked = false;
  let turn: NodeJS.Immediate | undefined;
  let opened = 0;
  const uncork = () => {
    corked = false;
    socket?.uncork();
  };
  const sql = connectPostgres(databaseUrl, {
    ...options,
    // The driver hands over what it made of the address and the environment.
    socket: (parsed: { path?: string | false; host: string[]; port: number[] }) => {
      const turnOfHost = opened++ % parsed.host.length;
      socket = parsed.path
        ? connect(parsed.path)
        : connect(parsed.port[turnOfHost]!, parsed.host[turnOfHost]!);
      corked = false;
      // What the driver wants to know of it where it greets with TLS.
      Object.assign(socket, { host: parsed.host[turnOfHost], port: parsed.port[turnOfHost] });
      // Heard by the driver as well, but only a moment later.
      socket.on('error', () => {});
      return socket;
    },
  } as ConnectOptions);
  const flushSoon = () => {
    if (!corked) socket?.cork();
    corked = true;
    // Behind the driver's own immediate, which writes the last piece.
    clearImmediate(turn);
    turn = setImmediate(uncork);
  };
  return { sql, flushSoon };
}

/** host:port/database, for messages: never the user's password. */
export function describeDatabase(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  return `${decodeURIComponent(url.hostname)}:${url.port || 5432}${decodeURIComponent(url.pathname)}`;
}
