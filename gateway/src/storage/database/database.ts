// The gateway's connection pool, and which faults of the database deserve a second try. The rest of storage/ receives
// `Sql`. This file never contains SQL of the business.
import type postgres from 'postgres';
import { MOST_PARAMETERS_KEPT } from '../pipeline/connection.ts';
import { Pipeline, type Writer } from '../pipeline/pipeline.ts';
import { PipelineTransaction, type PlaceOf, type Work } from '../pipeline/pipeline-transaction.ts';
import { ColumnArray } from '../pipeline/recordset.ts';
import { addressAt, type ConnectOptions, connectPool, isAddressOf, readServer } from './connect.ts';
import { PoolUse } from './pool-use.ts';
import { isPooled } from './pooled.ts';
import { openRenewingPool } from './renewing-pool.ts';
import { ONE_BY_ONE } from './row-order.ts';
import { ShardPlaces } from './shard-places.ts';

/** Eight-byte integers are bigint on both sides, so an amount is never a float in between. */
export type Sql = postgres.Sql<{ bigint: bigint }>;
export type SqlTransaction = postgres.TransactionSql<{ bigint: bigint }>;
/** A transaction on the pool or on a pipeline. */
export type AnyTransaction = SqlTransaction | PipelineTransaction;
export type { Pipeline, PipelineTransaction, Writer };

/**
 * `patient`: an answer may take an hour. For work that removes the deadline of its own statements, or has none.
 * `planLifetimeMs`: how long the pool's pipelines keep a plan. Absent: the lifetime of connection.ts.
 */
export function openDatabase(
  databaseUrl: string,
  options: { maxConnections?: number; patient?: boolean | Patience; planLifetimeMs?: number } = {},
): Sql {
  const companions: Pipeline[] = [];
  const settings = greeted(databaseUrl, settingsOf(options.patient));
  const max = options.maxConnections ?? MAX_CONNECTIONS;
  const connect = (onLoss: () => void) => connectPool(databaseUrl, { ...settings, max, onLoss });
  const use = new PoolUse(max);
  const { planLifetimeMs } = options;
  const pool: Pool = { databaseUrl, companions, planLifetimeMs, places: null, use };
  const sql = openRenewingPool(connect, { companions, use, onBegin: (tx) => pools.set(tx, pool) });
  pools.set(sql, pool);
  return sql;
}

function settingsOf(patient: boolean | Patience = false): ConnectOptions {
  if (patient === false) return SETTINGS;
  const hasNone = patient !== true && patient.deadlines === 'none';
  const connection = { ...SETTINGS.connection, ...(hasNone && NO_DEADLINES) };
  return { ...SETTINGS, connection, silenceMs: PATIENCE_MS };
}

const MAX_CONNECTIONS = 16;
/** The longest time a statement may run. connect.ts derives from it how long a connection may be silent. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** If a request waits longer for another writer's lock, it gets 503. */
const LOCK_TIMEOUT_MS = 5_000;
/** Other work waits in the same pipeline, so work that meets a lock leaves the pipeline (lock-lines.ts). */
const PIPELINE_LOCK_TIMEOUT_MS = 300;
/**
 * Behind a pooler, the limit of silence is this much longer than the deadline of statements, which the server itself
 * applies.
 */
const SILENCE_BEHIND_POOLER_MS = 5_000;
/**
 * The settings that the gateway makes in each connection. Behind a pooler the database user must have them
 * (docs/decisions/0095).
 */
export const SESSION_SETTINGS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  // The server would compile queries that it takes for expensive. For the portal's queries, compiling takes longer than
  // the query.
  jit: 'off',
} as const;
const SETTINGS = {
  connect_timeout: 5,
  onnotice: () => {},
  connection: {
    application_name: 'tollgate',
    ...SESSION_SETTINGS,
  },
} satisfies ConnectOptions;
const NO_DEADLINES = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 };
/** A patient connection counts as lost after this silence. */
export const PATIENCE_MS = 3_600_000;

/**
 * A pipeline keeps a plan for a quarter of a second (docs/decisions/0021). A plan must look up rows one after the other
 * by an index. Then it locks rows in the order of their keys (row-order.ts), and a plan made while a table was nearly
 * empty does not read the whole table later.
 */
const OF_GROUPS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_material: 'off',
  lock_timeout: PIPELINE_LOCK_TIMEOUT_MS,
};
/**
 * Citus finds the shard of a statement when it knows the parameters, so it plans each statement anew. A `set local`
 * must reach the workers too, because the locks are there.
 */
const OF_GROUPS_ON_CITUS = { ...OF_GROUPS, plan_cache_mode: 'auto', 'citus.propagate_set_commands': 'local' };
const PLAN_LIFETIME_OF_SHARDS_MS = 1_000;
/** For pipelines whose work cannot go elsewhere while it waits for a lock. */
export const LONG_LOCK_TIMEOUT = { lock_timeout: LOCK_TIMEOUT_MS };

/**
 * One separate connection beside a pool, for a pipeline of groups: groups in different pipelines do not delay each
 * other. It ends with the pool. `own`: settings that differ from those of the pool and of groups.
 */
export function openPipeline(sql: Sql, own: ConnectOptions = {}): Pipeline {
  const pool = poolOf(sql);
  const ofGroups = pool.places ? OF_GROUPS_ON_CITUS : OF_GROUPS;
  const connection = { ...SETTINGS.connection, ...ofGroups, ...own.connection };
  const server = readServer(pool.databaseUrl, greeted(pool.databaseUrl, { ...SETTINGS, ...own, connection }));
  const opening = pool.places ? [`set local lock_timeout = ${connection.lock_timeout}`] : [];
  if (isPooled(pool.databaseUrl)) opening.push(asStatement(connection));
  const { planLifetimeMs } = pool;
  const pipeline = new Pipeline({ server: { ...server, planLifetimeMs }, placeOf: placesOf(sql), opening });
  pool.companions.push(pipeline);
  return pipeline;
}

/** How busy a pool is, without its pipelines. */
export const useOfPool = (sql: Sql): PoolUse => poolOf(sql).use;

/**
 * A pooler refuses settings in the greeting. Behind it, a pool has the settings of its database user, and a pipeline
 * sets its own in each transaction.
 */
function greeted<T extends ConnectOptions>(databaseUrl: string, options: T): ConnectOptions {
  if (!isPooled(databaseUrl)) return options;
  const { application_name } = SETTINGS.connection;
  return {
    silenceMs: STATEMENT_TIMEOUT_MS + SILENCE_BEHIND_POOLER_MS,
    ...options,
    connection: { application_name },
  };
}

/** One statement that makes these settings for its transaction. */
function asStatement(settings: object): string {
  const calls = Object.entries(settings)
    .filter(([name]) => name !== 'application_name')
    .map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return `select ${calls.join(', ')}`;
}

/**
 * A pipeline to a worker of the cluster, for the tables of its shards: plain PostgreSQL. A statement has a separate
 * text for each shard, so each text is used less often, and its plan is kept longer.
 */
export function openWorkerPipeline(
  sql: Sql,
  node: { host: string; port: number },
  own: ConnectOptions = {},
): Pipeline {
  const { databaseUrl, companions } = poolOf(sql);
  const connection = { ...SETTINGS.connection, ...OF_GROUPS, ...own.connection };
  const server = readServer(addressAt(databaseUrl, node), { ...SETTINGS, ...own, connection });
  const pipeline = new Pipeline({
    server: { ...server, planLifetimeMs: PLAN_LIFETIME_OF_SHARDS_MS },
    placeOf: null,
  });
  companions.push(pipeline);
  return pipeline;
}

/** Opens all connections of the pool and its pipelines now. Otherwise each opens at its first use. */
export async function openAllConnections(sql: Sql): Promise<void> {
  const { companions } = poolOf(sql);
  const ofPool = Array.from({ length: MAX_CONNECTIONS }, () => sql`select 1`);
  await Promise.all([...ofPool, ...companions.map((pipeline) => pipeline.connect())]);
}

/** Asks once whether this is a Citus cluster. Call it before the first pipeline and the first store are opened. */
export async function askForCitus(sql: Sql): Promise<void> {
  const [found] = await sql`select 1 from pg_extension where extname = 'citus'`;
  if (!found) return;
  const pool = poolOf(sql);
  pool.places = new ShardPlaces(sql, (coordinator) => isAddressOf(pool.databaseUrl, coordinator));
}

export interface Patience {
  /** 'none': its statements have no deadline. Behind a pooler they keep the deadline of the database user. */
  deadlines?: 'none';
}

/** Runs work that removes the deadline of its statements, on a separate, patient connection. */
export async function withPatientConnection<T>(
  sql: Sql,
  work: (patient: Sql) => Promise<T>,
  patience: Patience = {},
): Promise<T> {
  const patient = openPatientConnection(sql, patience);
  try {
    return await work(patient);
  } finally {
    await patient.end({ timeout: 1 });
  }
}

/** A separate patient connection; the caller ends it. */
export function openPatientConnection(sql: Sql, patience: Patience = {}): Sql {
  const { databaseUrl, places } = poolOf(sql);
  const beside = openDatabase(databaseUrl, { maxConnections: 1, patient: patience });
  poolOf(beside).places = places;
  return beside;
}

interface Pool {
  databaseUrl: string;
  /** Pipelines that end with the pool. */
  companions: Pipeline[];
  /** How long its pipelines keep a plan. */
  planLifetimeMs: number | undefined;
  /** null: this is not Citus. */
  places: ShardPlaces | null;
  use: PoolUse;
}
/** By pool, and by transaction on a pool. */
const pools = new WeakMap<object, Pool>();

function poolOf(sql: Sql): Pool {
  const pool = pools.get(sql);
  if (!pool) throw new Error('this is not a pool that openDatabase made');
  return pool;
}

const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? '';

/** Serialisation failure, deadlock: the same work can simply be repeated (PostgreSQL and Citus). */
const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/** Another writer holds a lock that this work needs; nothing was written. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/**
 * This index already has a row with the same key. A month's index has the month in its name, and on Citus the shard
 * number behind that.
 */
export function violates(error: unknown, index: string): boolean {
  if (codeOf(error) !== '23505') return false;
  const { constraint_name: given, message } = error as { constraint_name?: string; message?: string };
  const name = given ?? /unique constraint "([^"]*)"/.exec(message ?? '')?.[1];
  return name?.replace(/_(other|\d{4}_\d{2})(?=_)/, '').replace(/_\d+$/, '') === index;
}

/** The connection broke, or there is none. Whether a commit happened is unknown until somebody checks. */
export function isConnectionLoss(error: unknown): boolean {
  const code = codeOf(error);
  return (
    isNodeLoss(error) ||
    // The driver's codes, and the operating system's for a socket or a name (EPIPE, EHOSTUNREACH, ENOTFOUND …).
    /^CONNECT(ION)?_|^E(?!RR_)[A-Z_]+$/.test(code) ||
    // The server shuts down, crashed, does not accept connections yet, or closed an idle transaction.
    ['57P01', '57P02', '57P03', '08006', '08003', '25P03'].includes(code)
  );
}

/**
 * A node of a Citus cluster went away during a transaction. Before the transaction, the error has a connection code.
 */
const isNodeLoss = (error: unknown): boolean =>
  codeOf(error) === 'XX000' &&
  /failure on connection|connection (not open|to the remote node)|could not (commit|prepare) transaction/.test(
    (error as Error).message,
  );

/**
 * A fault of the database itself, whatever the request: it is away, accepts no connection (28, 3D000, 53300), may not
 * write (25006), has no space (53), was too slow (57014) or has a disk fault (58). Repeating the work job by job does
 * not help.
 */
export function isDatabaseTrouble(error: unknown): boolean {
  // Anything that ends a connection, such as a database that accepts no connections.
  const isFatal = (error as { severity?: string } | null)?.severity === 'FATAL';
  return isFatal || isConnectionLoss(error) || /^(08|28|53|57|58)|^(25006|3D000)$/.test(codeOf(error));
}

/** The server could not make a file longer. */
export const isDiskFull = (error: unknown): boolean => codeOf(error) === '53100';

/** Worth repeating in a moment: a fault of the database, or another writer held the lock the whole time. */
export const isUnavailable = (error: unknown): boolean =>
  isDatabaseTrouble(error) || isLockTimeout(error) || isRetryable(error);

/** Repeats `work` a few times after an error that allows a repetition. */
export async function withRetries<T>(work: () => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempt * Math.random()));
    }
  }
}

/**
 * Repeats `work` after a broken connection. Only for work that, when repeated, can find out that it was already done:
 * the first commit may have happened without its acknowledgement. Or the commit may still be in progress. Then its
 * locks block the repetition, and the answer that nothing was written would be wrong.
 */
export async function retryAfterConnectionLoss<T>(work: () => Promise<T>, attempts = 4): Promise<T> {
  let loss: unknown = null;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isLoss = isConnectionLoss(error);
      if (!isLoss && (loss === null || !isLockTimeout(error))) throw error;
      if (isLoss) loss = error;
      if (attempt >= attempts) throw loss;
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
    }
  }
}

/** For work that runs in turns on a pool: it leaves locked rows for a later turn. */
export async function shortenLockTimeout(tx: SqlTransaction): Promise<void> {
  await propagateSettings(tx);
  await tx.unsafe(`set local lock_timeout = ${PIPELINE_LOCK_TIMEOUT_MS}`);
}

/**
 * For a statement that changes several rows, given by their keys in order (row-order.ts), and runs outside the
 * pipelines of groups.
 */
export async function inKeyOrder<T>(sql: Sql, work: (tx: SqlTransaction) => Promise<T>): Promise<T> {
  const answer = await withRetries(() =>
    sql.begin(async (tx) => {
      await propagateSettings(tx);
      for (const setting of ONE_BY_ONE) await tx.unsafe(setting);
      return await work(tx);
    }),
  );
  return answer as T;
}

/**
 * From here on, what a transaction sets also holds on the workers of Citus. They have the locks, the plans that decide
 * the order of locks, and the text of rows.
 */
export async function propagateSettings(tx: SqlTransaction): Promise<void> {
  if (isOnCitus(tx)) await tx.unsafe("set local citus.propagate_set_commands = 'local'");
}

/**
 * For a transaction of one snapshot. On Citus each connection to a node has its own snapshot, so this allows one
 * connection to each node.
 */
export async function oneSnapshotOfEachNode(tx: SqlTransaction): Promise<void> {
  if (isOnCitus(tx)) await tx.unsafe('set local citus.max_adaptive_executor_pool_size = 1');
}

/** One database transaction in as few round trips as possible (pipeline/pipeline-transaction.ts). */
export const inPipeline = <T>(pipeline: Writer, work: Work<T>): Promise<T> => pipeline.transaction(work);

/** Is this database a Citus cluster? */
export const isOnCitus = (tx: Sql | Pipeline | AnyTransaction): boolean => placesOf(tx) !== null;

/** Tells the shard of a Citus cluster that a merchant is on (shard-places.ts); null: this is not Citus. */
export function placesOf(tx: Sql | Pipeline | AnyTransaction): PlaceOf | null {
  if (tx instanceof PipelineTransaction || tx instanceof Pipeline) return tx.placeOf;
  const places = pools.get(tx)?.places;
  return places ? (merchantId) => places.placeOf(merchantId) : null;
}

/** The shards of a cluster; null: this is not Citus. */
export const shardsOf = (sql: Sql): ShardPlaces | null => pools.get(sql)?.places ?? null;

/**
 * Sends a prepared statement now. A plain `await` of the driver would start it some microtasks later, after the
 * statements that follow.
 */
export function send(
  tx: Pipeline | AnyTransaction | Pick<SqlTransaction, 'unsafe'>,
  statement: string,
  parameters: readonly unknown[],
): Promise<postgres.Row[]> {
  if (tx instanceof PipelineTransaction || tx instanceof Pipeline) return tx.send(statement, parameters);
  const plain = parameters.map((one) => (one instanceof ColumnArray ? one.asText() : one));
  const prepare = parameters.length <= MOST_PARAMETERS_KEPT;
  return tx.unsafe(statement, plain as postgres.ParameterOrJSON<never>[], { prepare }).execute();
}
