// What this package needs of a PostgreSQL driver: one connection, made by the caller's function, so that nothing here
// depends on how the caller connects. The gateway gives its connectPostgres.

import type { Socket } from 'node:net';

/**
 * Opens one connection over `socket`, and never a second one. Its loss must not end the process; then `onLoss` is
 * called. A fault of the server rejects the query with the SQLSTATE as `code`, a fault of the socket with the system's
 * code.
 */
export type Connect = (databaseUrl: string, options: ConnectOptions) => Connection;

/** Named as in the package `postgres`, except onLoss. */
type ConnectOptions = {
  max: 1;
  max_lifetime: null;
  /** In seconds. */
  connect_timeout: number;
  connection: { application_name: string };
  onnotice: () => void;
  socket: () => Socket;
  onLoss: () => void;
};

export type Connection = Readonly<{
  unsafe(query: string, parameters?: string[]): PromiseLike<readonly Readonly<Record<string, unknown>>[]>;
  /** In seconds. */
  end(options: { timeout: number }): Promise<void>;
}>;
