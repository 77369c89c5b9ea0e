// Checks that the database of DATABASE_URL answers and is new enough, before anything else uses it. A start waits for
// the database without a limit, unless a person must correct something (decision 68). The messages name the host, port,
// user and database, never the password.

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { readDatabaseAddress } from '../wire/address.ts';
import { connectPostgres, describeDatabase } from './connect.ts';
import { notePooler } from './pooled.ts';
import { lookForPooler } from './pooler.ts';

export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError';
}

const OLDEST_MAJOR = 15;
/** Number of checks without `waits`. */
const LOOKS = 4;
const PAUSE_MS = 1_000;
/** After this many checks the pauses are longer. */
const QUICK_LOOKS = 10;
const LONG_PAUSE_MS = 5_000;
const TELL_AGAIN_MS = 10_000;

export type Reaching = Readonly<{
  log: Pick<Logger, 'info' | 'warn'>;
  /** Wait without a limit, and report it in the log. */
  waits: boolean;
  signal?: AbortSignal | undefined;
}>;

type Fault = Readonly<{
  words: string;
  /** The fault may end without a person. */
  passing: boolean;
}>;

/** Rejects with the reason of `signal` if it is aborted. */
export async function reachDatabase(databaseUrl: string, { log, waits, signal }: Reaching): Promise<void> {
  const { hosts } = readDatabaseAddress(databaseUrl);
  const where = `DATABASE_URL (${describeDatabase(databaseUrl)})`;
  const beganAt = performance.now();
  let toldAt = Number.NEGATIVE_INFINITY;
  /** How many checks in a row found a lasting fault. Each check uses the next host. */
  let lasting = 0;
  for (let look = 1; ; look++) {
    const fault = await unlessAborted(lookAt(databaseUrl), signal);
    const now = performance.now();
    if (fault === null) {
      if (look > 1) log.info({ waitedMs: Math.round(now - beganAt) }, `${where}: the database answers`);
      return;
    }
    lasting = fault.passing ? 0 : lasting + 1;
    if (lasting === hosts.length || (!waits && look >= Math.max(LOOKS, hosts.length))) {
      throw new DatabaseUnreachableError(`${where}: ${fault.words}`);
    }
    if (waits && now - toldAt >= TELL_AGAIN_MS) {
      log.warn(`waiting for the database: ${where}: ${fault.words}`);
      toldAt = now;
    }
    await sleep(look < QUICK_LOOKS ? PAUSE_MS : LONG_PAUSE_MS, undefined, { signal });
  }
}

/** A check in a silent network takes seconds and then ends. */
async function unlessAborted<T>(look: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return await look;
  signal.throwIfAborted();
  const over = new AbortController();
  const aborted = once(signal, 'abort', { signal: over.signal }).then(() => signal.throwIfAborted());
  aborted.catch(() => {});
  try {
    return (await Promise.race([look, aborted])) as T;
  } finally {
    over.abort();
  }
}

async function lookAt(databaseUrl: string): Promise<Fault | null> {
  let sql: ReturnType<typeof connectPostgres> | undefined;
  try {
    sql = connectPostgres(databaseUrl, {
      max: 1,
      connect_timeout: 5,
      silenceMs: 5_000,
      onnotice: () => {},
    });
    const [row] = await sql<{ version: number; name: string }[]>`
      select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as name`;
    if (row!.version >= OLDEST_MAJOR) return await lookAtPooler(databaseUrl);
    return { words: `this is PostgreSQL ${row!.name}; ${OLDEST_MAJOR} or newer is needed`, passing: false };
  } catch (error) {
    // Without a pool, the settings of the address are unusable, such as a certificate file that does not exist.
    if (sql === undefined) return unexplained(error as NodeJS.ErrnoException, { passing: false });
    return explain(error as NodeJS.ErrnoException, databaseUrl);
  } finally {
    await sql?.end({ timeout: 1 });
  }
}

/** Remembers a pooler for all who connect later. */
async function lookAtPooler(databaseUrl: string): Promise<Fault | null> {
  const pooling = await lookForPooler(databaseUrl);
  if (pooling.mode !== 'direct') notePooler(databaseUrl);
  return pooling.keepsStatements ? null : { words: NO_STATEMENTS, passing: false };
}

/** The message of the start and of the doctor. */
export const NO_STATEMENTS =
  'a pooler in transaction mode answers there, and it does not keep prepared statements; use session mode, or pgbouncer 1.21 or newer with max_prepared_statements';

function explain(error: NodeJS.ErrnoException & { hostname?: string }, databaseUrl: string): Fault {
  const { url } = readDatabaseAddress(databaseUrl);
  const user = decodeURIComponent(url.username);
  switch (error.code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return {
        words: 'nothing listens there; is the database running, and are host and port right?',
        passing: true,
      };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { words: `there is no host named ${error.hostname}`, passing: true };
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'CONNECT_TIMEOUT':
      return {
        words: 'no answer; is the address right, and does the network let us through?',
        passing: true,
      };
    case '28P01':
      return { words: `it refuses the password of user ${user}`, passing: false };
    case '28000':
      return { words: `it refuses user ${user}: ${error.message}`, passing: false };
    case '3D000':
      return { words: 'there is no such database; create it first', passing: false };
    case 'CONNECTION_UNFIT':
      return { words: error.message, passing: true };
    // The server does not know a parameter of the address, or a pooler does not pass it on.
    case '42704':
    case '22023':
    case '08P01':
      return {
        words: `it refuses a parameter of the address: ${error.message}; take it out of DATABASE_URL`,
        passing: false,
      };
    case '57P03':
    case '57P02':
    case '57P01':
    case '53300':
      return { words: `it is not ready: ${error.message}`, passing: true };
    default:
      return unexplained(error, { passing: LOSSES.has(error.code ?? '') });
  }
}

/** The connection or the network was lost during a check. */
const LOSSES = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENETDOWN',
  'EHOSTDOWN',
  'CONNECTION_LOST',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
]);

const unexplained = (error: NodeJS.ErrnoException, { passing }: { passing: boolean }): Fault => ({
  words: `${error.message} (${error.code ?? error.name})`,
  passing,
});
