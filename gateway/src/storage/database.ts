// The gateway's connection pool, and which faults of the database are worth a second try. Opened by gateway.ts;
// the rest of storage/ receives `Sql`. Holds no SQL of the business.
import type postgres from 'postgres';
import { type ConnectOptions, connectPool } from './connect.ts';
import { openRenewingPool, type RenewingPool } from './renewing-pool.ts';
import { ONE_BY_ONE } from './row-order.ts';

/** Whole numbers of eight bytes are bigint on both sides: an amount is never a float in between. */
export type Sql = postgres.Sql<{ bigint: bigint }>;
export type SqlTransaction = postgres.TransactionSql<{ bigint: bigint }>;

/** `patient`: an answer may take an hour, for work that lifts the deadline of its own statements. */
export function openDatabase(
  databaseUrl: string,
  options: { maxConnections?: number; patient?: boolean } = {},
): Sql {
  const companions: Sql[] = [];
  const settings = options.patient ? { ...SETTINGS, silenceMs: PATIENCE_MS } : SETTINGS;
  const make = (onLoss: () => void) =>
    connectPool(databaseUrl, { ...settings, max: options.maxConnections ?? MAX_CONNECTIONS, onLoss });
  const pool = openRenewingPool(make, companions);
  pools.set(pool.sql, { ...pool, databaseUrl, companions });
  return pool.sql;
}

const MAX_CONNECTIONS = 16;
const STATEMENT_TIMEOUT_MS = 30_000;
const SETTINGS = {
  connect_timeout: 5,
  onnotice: () => {},
  connection: {
    application_name: 'tollgate',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  },
} satisfies ConnectOptions;
const PATIENCE_MS = 3_600_000;

/**
 * Groups are planned anew each time. A plan kept from when a table was young reads all of it, by a sequential scan or
 * by the wrong index, until the next analyze: 24 million rows for 9,000 payments in one run. Planning costs 3 % here.
 * And their rows are looked up one by one, so that they are locked in the order of their keys (row-order.ts).
 */
const OF_GROUPS = { plan_cache_mode: 'force_custom_plan', enable_hashjoin: 'off', enable_mergejoin: 'off' };
/** For lanes that only read. */
export const OF_READERS = { plan_cache_mode: 'auto', enable_hashjoin: 'on', enable_mergejoin: 'on' };

/**
 * One connection of its own beside a pool, for a lane of groups: one group is not in the way of another one's.
 * Ends with the pool. `own`: what differs from the settings of the pool, and of groups.
 */
export function openLane(sql: Sql, own: ConnectOptions = {}): Sql {
  const pool = poolOf(sql);
  const connection = { ...SETTINGS.connection, ...OF_GROUPS, ...own.connection };
  const lane = openRenewingPool(
    (onLoss) =>
      connectPool(pool.databaseUrl, { ...SETTINGS, ...own, connection, max: 1, coalescing: true, onLoss }),
    [],
  );
  pools.set(lane.sql, {
    ...lane,
    databaseUrl: pool.databaseUrl,
    companions: [],
    onCitus: pool.onCitus === true,
  });
  pool.companions.push(lane.sql);
  return lane.sql;
}

/** All its connections and those of its lanes, which else are opened when they are needed, stand from now on. */
export async function openAllConnections(sql: Sql): Promise<void> {
  const { companions } = poolOf(sql);
  const ofPool = Array.from({ length: MAX_CONNECTIONS }, () => sql);
  await Promise.all([...ofPool, ...companions].map((one) => one`select 1`));
}

/** Asks once whether this is a Citus cluster, before the first lane is opened (onlyMerchantOf). */
export async function askForCitus(sql: Sql): Promise<void> {
  const [found] = await sql`select 1 from pg_extension where extname = 'citus'`;
  poolOf(sql).onCitus = found !== undefined;
}

/** Work that lifts the deadline of its statements, beside a pool, on a patient connection of its own. */
export async function withPatience<T>(sql: Sql, work: (patient: Sql) => Promise<T>): Promise<T> {
  const patient = openDatabase(poolOf(sql).databaseUrl, { maxConnections: 1, patient: true });
  try {
    return await work(patient);
  } finally {
    await patient.end({ timeout: 1 });
  }
}

interface Pool extends RenewingPool {
  databaseUrl: string;
  companions: Sql[];
  onCitus?: boolean;
}
const pools = new WeakMap<object, Pool>();

function poolOf(sql: Sql): Pool {
  const pool = pools.get(sql);
  if (!pool) throw new Error('this is not a pool that openDatabase or openLane made');
  return pool;
}

/** Serialisation failure, deadlock: the same work may simply be done again (PostgreSQL and Citus both). */
function isRetryable(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code;
  return code === '40001' || code === '40P01';
}

/** The connection broke, or there is none: whether a commit happened is unknown until we look. */
export function isConnectionLoss(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code ?? '';
  return (
    // The driver's words, and the operating system's of a socket or a name (EPIPE, EHOSTUNREACH, ENOTFOUND …).
    /^CONNECT(ION)?_|^E(?!RR_)[A-Z_]+$/.test(code) ||
    // Server shutting down, crashed, not accepting yet, or it closed an idle transaction.
    ['57P01', '57P02', '57P03', '08006', '08003', '25P03'].includes(code)
  );
}

/**
 * The connection is there and the database does not do its work now: it is read-only (a failover), has no disk, memory or
 * connection left, or somebody else's lock or load let the statement run out of time. Later it may.
 */
export function isRefusedForNow(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code ?? '';
  return /^53...$/.test(code) || ['25006', '55P03', '57014', '58030'].includes(code);
}

/** Runs `work` again, a few times, where the database asks for it. */
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
 * Runs `work` again after a broken connection. Only for work that can tell, when it is repeated, that it was
 * already done: the first commit may have happened without its acknowledgement.
 */
export async function survivingConnectionLoss<T>(work: () => Promise<T>, attempts = 4): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !isConnectionLoss(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
    }
  }
}

/**
 * For the statements after it in its transaction, where they only insert what they are given: they have one plan, whatever
 * the tables hold, and making it anew would cost a fifth of them. A statement that looks anything up comes before it.
 */
export async function keepPlans(tx: SqlTransaction): Promise<void> {
  await send(tx, 'set local plan_cache_mode = auto', []);
}

/** For a statement that changes several rows, given by their keys in order (row-order.ts), outside the lanes of groups. */
export async function inKeyOrder<T>(sql: Sql, work: (tx: SqlTransaction) => Promise<T>): Promise<T> {
  const answer = await withRetries(() =>
    sql.begin(async (tx) => {
      for (const setting of ONE_BY_ONE) await tx.unsafe(setting);
      return await work(tx);
    }),
  );
  return answer as T;
}

/**
 * One database transaction in as few round trips as it has questions: `begin` travels with the first statements, and
 * the last ones travel with `commit`. `work` awaits only what it must know, and hands back the statements that
 * nobody waits for. Should one of those fail, the server turns the commit into a rollback, and its error comes here.
 * Statements go out in the order in which they were made, if each is started at once: use `send`. `lane` is a pool of
 * one connection (openLane): what is lost with it needs no rollback, the server has done that.
 */
export async function inFewTrips<T>(
  lane: Sql,
  work: (tx: SqlTransaction) => Promise<{ last: Promise<unknown>[]; answer: T }>,
): Promise<T> {
  const pool = poolOf(lane);
  return await pool.whileThere(async () => {
    const connection = await lane.reserve();
    const tx = connection as unknown as SqlTransaction;
    flushers.set(tx, pool.flushSoon);
    if (pool.onCitus) onCitus.add(tx);
    try {
      pool.flushSoon();
      const begun = tx.unsafe('begin').simple().execute();
      // Its failure is that of the statements after it.
      begun.catch(() => {});
      const { last, answer } = await work(tx);
      await Promise.all([begun, ...last, send(tx, 'commit', [])]);
      return answer;
    } catch (error) {
      // A lost connection refuses it, and needs none: the server has done that.
      await send(tx, 'rollback', []).catch(() => {});
      throw error;
    } finally {
      connection.release();
    }
  });
}

/** How to hurry what is sent in a transaction or on a lane; a pool's statements go as they come. */
const flushers = new WeakMap<object, () => void>();

const onCitus = new WeakSet<object>();

/** Does this transaction of a lane run on a Citus cluster? */
export const runsOnCitus = (tx: SqlTransaction): boolean => onCitus.has(tx);

/** Sends a prepared statement now: a plain `await` would start it some microtasks later, behind its successors. */
export function send(
  tx: Pick<SqlTransaction, 'unsafe'>,
  statement: string,
  parameters: postgres.ParameterOrJSON<never>[],
): Promise<postgres.RowList<postgres.Row[]>> {
  const flushSoon = flushers.get(tx);
  flushSoon?.();
  const sent = tx.unsafe(statement, parameters, { prepare: true }).execute();
  flushSoon?.();
  return sent;
}
