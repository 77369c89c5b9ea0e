// What this package needs of a driver of PostgreSQL: one connection, handed in by the caller, so that nothing here depends on
// how the caller connects. The gateway hands in its connectPostgres.

import type { Socket } from 'node:net';

/**
 * Opens one connection over `socket`, and never a second one. Losing it must not end the process; `onLoss` is called once it is
 * lost. A fault of the server rejects the query with the SQLSTATE as `code`, a fault of the socket with the system's code.
 */
export type Connect = (databaseUrl: string, options: ConnectOptions) => Connection;

/** As the package `postgres` names them, but for `onLoss`. */
export type ConnectOptions = {
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
