// The gateway's connection pool, and which faults of the database are worth a second try. Opened by gateway.ts;
// the rest of storage/ receives `Sql`. Holds no SQL of the business.
import type postgres from 'postgres';
import { type ConnectOptions, connectCoalescing, connectPostgres } from './connect.ts';
import { openRenewingPool, type RenewingPool } from './renewing-pool.ts';

/** Whole numbers of eight bytes are bigint on both sides: an amount is never a float in between. */
export type Sql = postgres.Sql<{ bigint: bigint }>;
export type SqlTransaction = postgres.TransactionSql<{ bigint: bigint }>;

export function openDatabase(databaseUrl: string, options: { maxConnections?: number } = {}): Sql {
  const companions: Sql[] = [];
  const make = (onLoss: () => void) =>
    connectPostgres(databaseUrl, settings(options.maxConnections ?? 16, onLoss));
  const pool = openRenewingPool(make, companions);
  pools.set(pool.sql, { ...pool, databaseUrl, companions, flushSoon: () => {} });
  return pool.sql;
}

function settings(maxConnections: number, onLoss: () => void): ConnectOptions {
  return {
    max: maxConnections,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    // The driver would close a connection of a certain age even while it is reserved for a transaction.
    max_lifetime: null,
    onnotice: () => {},
    onclose: onLoss,
    connection: {
      application_name: 'tollgate',
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    },
  };
}

/**
 * One connection of its own beside a pool, for a lane of groups: when it is lost, the lane knows that it is this one.
 * Ends with the pool. `own`: what differs from the pool's settings.
 */
export function openLane(sql: Sql, own: ConnectOptions = {}): Sql {
  const pool = pools.get(sql);
  if (!pool) throw new Error('a lane goes beside a pool that openDatabase made');
  let flushSoon = () => {};
  const lane = openRenewingPool((onLoss) => {
    const { connection, ...rest } = settings(1, onLoss);
    const connected = connectCoalescing(pool.databaseUrl, {
      ...rest,
      ...own,
      connection: { ...connection, ...own.connection },
    });
    flushSoon = connected.flushSoon;
    return connected.sql;
  }, []);
  pools.set(lane.sql, {
    ...lane,
    databaseUrl: pool.databaseUrl,
    companions: [],
    flushSoon: () => flushSoon(),
  });
  pool.companions.push(lane.sql);
  return lane.sql;
}

const CONNECT_TIMEOUT_SECONDS = 5;
const STATEMENT_TIMEOUT_MS = 30_000;
/** Longer than the server lets a statement run: who has not answered by then is not there any more. */
const SILENCE_MS = 40_000;
const ASK_SILENCE_MS = 10_000;
/** For the driver to report, of its own, what was under way on a connection that was lost. */
const GRACE_MS = 1_500;
interface Pool extends RenewingPool {
  databaseUrl: string;
  companions: Sql[];
  /** After statements were sent on a lane (connect.ts). */
  flushSoon(): void;
}
const pools = new WeakMap<object, Pool>();
/** The lane a reserved connection belongs to, and whether it may still be used; see renewing-pool.ts. */
const reserved = new WeakMap<object, { stillThere(): boolean; flushSoon(): void }>();

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
 * Groups are planned anew each time. A plan kept from when a table was young reads all of it, by a sequential scan or
 * by the wrong index, until the next analyze: 24 million rows for 9,000 payments in one run. Planning costs 3 % here.
 */
const BEGIN = 'begin; set local plan_cache_mode = force_custom_plan';

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
  const pool = pools.get(lane);
  const generation = pool?.generation();
  const connection = await reserve(lane, pool);
  const tx = connection as unknown as SqlTransaction;
  if (pool) {
    const stillThere = () => pool.generation() === generation;
    reserved.set(tx, { stillThere, flushSoon: pool.flushSoon });
  }
  let lost = false;
  try {
    pool?.flushSoon();
    const begun = tx.unsafe(BEGIN).simple().execute();
    // Its failure is that of the statements after it.
    begun.catch(() => {});
    return await withinSilence(
      pool,
      async () => {
        const { last, answer } = await work(tx);
        await Promise.all([begun, ...last, send(tx, 'commit', [])]);
        return answer;
      },
      SILENCE_MS,
    );
  } catch (error) {
    // A connection that does not answer the rollback is as good as lost.
    lost = isConnectionLoss(error) || !(await settles(send(tx, 'rollback', []), ROLLBACK_DEADLINE_MS));
    if (lost && pool?.generation() === generation) pool?.renew();
    throw error;
  } finally {
    if (!lost) connection.release();
  }
}

/**
 * One question in one trip, without a transaction, for a lane that nobody reserves. Given up sooner than a group: nothing
 * hangs on it but those who ask.
 */
export async function ask(
  lane: Sql,
  statement: string,
  parameters: postgres.ParameterOrJSON<never>[],
): Promise<postgres.RowList<postgres.Row[]>> {
  const pool = pools.get(lane);
  const generation = pool?.generation();
  try {
    return await withinSilence(pool, () => send(lane, statement, parameters), ASK_SILENCE_MS);
  } catch (error) {
    // At once: the driver tells of a loss a moment before it closes, and the next question is not to go there too.
    if (isConnectionLoss(error) && pool?.generation() === generation) pool?.renew();
    throw error;
  }
}

/** A connection that breaks while it greets is tried again by the driver, for ever; after a while a new pool is tried. */
async function reserve(lane: Sql, pool: RenewingPool | undefined) {
  const generation = pool?.generation();
  const reserving = lane.reserve();
  const late = () => {
    reserving.then((connection) => connection.release()).catch(() => {});
    if (pool?.generation() === generation) pool?.renew();
  };
  return await withinSilence(pool, () => reserving, CONNECT_TIMEOUT_SECONDS * 1_000, late);
}

function connectionLost(message: string): Error {
  return Object.assign(new Error(message), { code: 'CONNECTION_CLOSED' });
}

/**
 * Work on a connection that may die without a word: given up after `silenceMs`, and soon after the connection is known
 * to be lost, because the driver forgets statements that it sent into a broken one.
 */
async function withinSilence<T>(
  pool: RenewingPool | undefined,
  work: () => Promise<T>,
  silenceMs: number,
  onSilence = () => {},
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let unlisten = () => {};
  const silence = new Promise<never>((_, reject) => {
    const giveUp = () => {
      reject(connectionLost('the database fell silent'));
      onSilence();
    };
    timer = setTimeout(giveUp, silenceMs);
    unlisten =
      pool?.onRenewal(() => {
        clearTimeout(timer);
        timer = setTimeout(giveUp, GRACE_MS);
      }) ?? unlisten;
  });
  try {
    return await Promise.race([work(), silence]);
  } finally {
    clearTimeout(timer);
    unlisten();
  }
}

const ROLLBACK_DEADLINE_MS = 2_000;

async function settles(work: Promise<unknown>, deadlineMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, deadlineMs, false);
  });
  const done = work.then(
    () => true,
    (error) => !isConnectionLoss(error),
  );
  const settled = await Promise.race([done, late]);
  clearTimeout(timer);
  return settled;
}

/** Sends a prepared statement now: a plain `await` would start it some microtasks later, behind its successors. */
export function send(
  tx: Pick<SqlTransaction, 'unsafe'>,
  statement: string,
  parameters: postgres.ParameterOrJSON<never>[],
): Promise<postgres.RowList<postgres.Row[]>> {
  const lane = reserved.get(tx);
  if (lane?.stillThere() === false) return Promise.reject(connectionLost('the connection was lost'));
  lane?.flushSoon();
  const sent = tx.unsafe(statement, parameters, { prepare: true }).execute();
  lane?.flushSoon();
  return sent;
}
