// The checks of the ledger for what changed since the last proof (docs/decisions/0089). The statements are those of the
// whole proof. Each runs behind a `with`, in which every table has only the rows of some transactions of one merchant.
// $1 is the merchant, $2 the ids of these transactions, $3 the mark. Transfers between the ids $3 and $4 are always
// read, even if no change of their transaction has their time. It only reads.

import { firstIdAt, timeOfId } from '../../domain/transactions/time-ordered-id.ts';
import { archivedMonths } from '../archive/closed-months.ts';
import { oneSnapshotOfEachNode, type Sql, type SqlTransaction } from '../database/database.ts';
import { type Fault, type LedgerCheck, type ReadByCheck, withoutArchivedMonths } from './ledger-checks.ts';
import { idAt, millisecondsOf, TRANSFERS_OF, timesOfChanges } from './list-transfers.ts';
import { FROM_THE_BEGINNING } from './proof-marks.ts';

const DAY_MS = 86_400_000;
const OWN = 'merchant_id = $1::uuid and transaction_id = any($2::uuid[])';

const NEW_TRANSFERS = 'select * from transfers where merchant_id = $1 and id >= $3::uuid and id < $4::uuid';
/** Above every id. */
const TO_THE_END = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The rows of each table for the transactions. */
const OF_TRANSACTIONS: Readonly<Record<string, string>> = {
  transactions: 'select * from transactions where merchant_id = $1 and id = any($2)',
  openings: 'select * from openings where merchant_id = $1 and id = any($2)',
  listing: 'select * from listing where merchant_id = $1 and id = any($2)',
  transfers: `${TRANSFERS_OF}
    union select * from (${NEW_TRANSFERS}) as fresh where transaction_id = any($2)`,
  ...Object.fromEntries(
    [
      'steps',
      'timeline',
      'webhook_events',
      'captures',
      'refunds',
      'disputes',
      'declined_attempts',
      'open_work',
    ].map((table) => [table, `select * from ${table} where ${OWN}`]),
  ),
  mandates: 'select * from mandates where merchant_id = $1 and first_transaction_id = any($2)',
  facets: 'select * from facets where merchant_id = $1',
  transaction_changes: 'select * from transaction_changes where merchant_id = $1',
};

/** The rows of each table for the merchant's books. Transfers below the mark are read as sums. */
const OF_BOOKS: Readonly<Record<string, string>> = {
  transfers: `select merchant_id, null::uuid as id, brand_id, null::uuid as transaction_id, currency, from_account, to_account,
      amount_minor, null::timestamptz as created_at, nullif(kind, '') as kind from proved_movements where merchant_id = $1
    union all select merchant_id, id, brand_id, transaction_id, currency, from_account, to_account, amount_minor, created_at, kind
      from transfers where merchant_id = $1 and id >= $3`,
  balances: 'select * from balances where merchant_id = $1',
  balance_changes: 'select * from balance_changes where merchant_id = $1',
};
/** Transfers without a transaction are few and have an index. */
const OF_FUNDINGS: Readonly<Record<string, string>> = {
  transfers: `select * from transfers where merchant_id = $1 and transaction_id is null union ${NEW_TRANSFERS}`,
  fundings: 'select * from fundings where merchant_id = $1',
};
/** Days that ended after the mark, or up to a day before it. The mark itself is older than the proof. */
const OF_NEW_DAYS: Readonly<Record<string, string>> = {
  settlement_days: `select * from settlement_days where merchant_id = $1 and ${idAt(`ends_at + interval '1 day'`)} >= $3`,
  // Each table names the merchant, for Citus. Each day reads its range of the primary key.
  transfers: 'select * from transfers where merchant_id = $1',
  openings: 'select * from openings where merchant_id = $1',
};
const OF_DAYS: Readonly<Record<string, string>> = {
  settlement_days: 'select * from settlement_days where merchant_id = $1',
};
/** From the day of the mark on. Here the mark is the first id of that day. */
const OF_LATEST_TOTALS: Readonly<Record<string, string>> = {
  listing: 'select * from listing where merchant_id = $1 and id >= $3',
  facets: 'select * from facets where merchant_id = $1',
  daily_totals: `select * from daily_totals where merchant_id = $1 and day >= ${millisecondsOf('$3')} / ${DAY_MS}`,
  quarter_totals: `select * from quarter_totals
    where merchant_id = $1 and begins >= to_timestamp(${millisecondsOf('$3')} / 1000)`,
};
/** For a merchant without a mark: the tables for the checks of `all`, which the other kinds do not cover. */
const OF_ALL: Readonly<Record<string, string>> = {
  settlement_days: 'select * from settlement_days where merchant_id = $1',
  transfers: 'select * from transfers where merchant_id = $1',
};

const TABLES: Readonly<Record<ReadByCheck, Readonly<Record<string, string>>>> = {
  transactions: OF_TRANSACTIONS,
  books: OF_BOOKS,
  fundings: OF_FUNDINGS,
  'closed days': OF_NEW_DAYS,
  'chain of days': OF_DAYS,
  'latest totals': OF_LATEST_TOTALS,
  all: OF_ALL,
};

/** The check as SQL, after a `with` that limits the tables that it names. */
function limited({ query, of }: LedgerCheck): string {
  const named = Object.entries(TABLES[of]).filter(([table]) => new RegExp(`\\b${table}\\b`).test(query));
  // If all of the merchant's rows are wanted, the planner reads the table itself. Other parts are read once, however
  // often the check names them.
  const isWhole = (rows: string) => rows.endsWith('where merchant_id = $1');
  const shadows = named.map(
    ([table, rows]) => `${table} as ${isWhole(rows) ? 'not ' : ''}materialized (${rows})`,
  );
  // Names every parameter, so that all statements have the same four.
  return `with given as (select $1::uuid, $2::uuid[], $3::uuid, $4::uuid), ${shadows.join(', ')} ${query}`;
}

async function behindTables(tx: SqlTransaction, checks: readonly LedgerCheck[]): Promise<LedgerCheck[]> {
  const away = await archivedMonths(tx);
  return checks
    .map((check) => withoutArchivedMonths(check, away))
    .map((one) => ({ ...one, query: limited(one) }));
}

/** The counts and faults of one merchant's proof. */
export interface ProofResult {
  merchantId: string;
  transactions: number;
  transfers: number;
  balances: number;
  days: number;
  found: { proves: string; total: number; faults: Fault[] }[];
}

/** Transactions in one statement. */
const BATCH = 1_000;
const MOST_SHOWN = 20;

/** Proves all merchants with these checks, one after the other, in one snapshot. */
export async function proveChanges(sql: Sql, checks: readonly LedgerCheck[]): Promise<ProofResult[]> {
  return (await sql.begin('isolation level repeatable read read only', async (tx) => {
    await oneSnapshotOfEachNode(tx);
    await tx`set local statement_timeout = 0`;
    const own = await behindTables(tx, checks);
    const merchants = await tx`select merchant_id, coalesce(through_id, ${FROM_THE_BEGINNING}) as mark
      from merchants left join proof_marks using (merchant_id) order by merchant_id`;
    const changed = await changedTransactions(
      tx,
      merchants.map(({ mark }) => mark as string),
    );
    const proved: ProofResult[] = [];
    for (const { merchant_id: merchantId, mark } of merchants)
      proved.push(await proveMerchant(tx, own, { merchantId, mark, changed: changed.get(merchantId) ?? [] }));
    return proved;
  })) as ProofResult[];
}

/**
 * Transactions with a step since the earliest mark, and unfinished transactions, by merchant. Merchants without a mark
 * do not affect the earliest mark, because their proof reads everything.
 */
async function changedTransactions(
  tx: SqlTransaction,
  marks: readonly string[],
): Promise<Map<string, string[]>> {
  const since = marks.filter((mark) => mark !== FROM_THE_BEGINNING).sort()[0];
  const rows = await tx.unsafe(
    `${since === undefined ? '' : 'select distinct merchant_id, transaction_id from steps where updated_at >= $1 union'}
     select merchant_id, transaction_id from open_work`,
    since === undefined ? [] : [timeOfId(since)],
  );
  const found = new Map<string, string[]>();
  for (const { merchant_id, transaction_id } of rows) {
    const own = found.get(merchant_id);
    if (own) own.push(transaction_id);
    else found.set(merchant_id, [transaction_id]);
  }
  return found;
}

/** One merchant's transactions that were opened or moved money since the mark. */
const NEW_ONES = `select id from openings where merchant_id = $1 and id >= $2::uuid
  union select transaction_id from transfers where merchant_id = $1 and id >= $2 and transaction_id is not null`;
const WITH_TRANSACTION = [
  'steps',
  'open_work',
  'events',
  'captures',
  'refunds',
  'disputes',
  'declined_attempts',
];
/**
 * One merchant's transactions that were opened in a period, moved money in it, or left rows of it, even if the
 * transaction itself is missing.
 */
const ONES_OF_TIME = `select id from openings where merchant_id = $1 and id >= $2::uuid and id < $3::uuid
  union select transaction_id from transfers
    where merchant_id = $1 and id >= $2 and id < $3 and transaction_id is not null ${WITH_TRANSACTION.map(
      (table) => `union select transaction_id from ${table}
    where merchant_id = $1 and transaction_id >= $2 and transaction_id < $3`,
    ).join(' ')} order by id`;
/** The first such transaction with this id or a later one. */
const NEXT_ONE = `select id from (${[
  ...['openings', 'transfers'].map((table) => [table, 'id']),
  ...WITH_TRANSACTION.map((table) => [table, 'transaction_id']),
]
  .map(
    ([table, id]) =>
      `(select ${id} as id from ${table} where merchant_id = $1 and ${id} >= $2::uuid order by ${id} limit 1)`,
  )
  .join(' union all ')}) as first_ones order by id limit 1`;

/**
 * Transfers of a month that the checks of their transactions do not read, because no change of these transactions has
 * their time.
 */
const STRAY_OF_MONTH = `select format('transfer %s of transaction %s has the time of no change of it', id, transaction_id) as fault
  from transfers as t where merchant_id = $1 and id >= $2::uuid and id < $3::uuid and transaction_id is not null
    and not exists (select 1 from (${timesOfChanges('= t.transaction_id')}) as changes
      where ${idAt('at')} <= t.id and t.id < ${idAt("at + interval '1 millisecond'")})`;

async function proveMerchant(
  tx: SqlTransaction,
  checks: readonly LedgerCheck[],
  { merchantId, mark, changed }: { merchantId: string; mark: string; changed: readonly string[] },
): Promise<ProofResult> {
  const isWhole = mark === FROM_THE_BEGINNING;
  const dayOfMark = firstIdAt(startOfDay(mark));
  const marks = (of: ReadByCheck) => (of === 'latest totals' ? dayOfMark : mark);
  const own = checks.filter(({ of }) => of !== 'all' || isWhole);
  const run = newRun(tx, { merchantId, marks });
  await run.once(own);
  let transactions = 0;
  if (isWhole)
    for await (const { ids, first, next } of daysOf(tx, merchantId)) {
      await run.each(own, ids, { from: first, to: next });
      transactions += ids.filter((id) => id >= first && id < next).length;
    }
  else {
    const rows = await tx.unsafe(NEW_ONES, [merchantId, mark]);
    const ids = [...new Set([...changed, ...rows.map(({ id }) => id as string)])].sort();
    await run.each(own, ids, { from: mark, to: TO_THE_END });
    transactions = ids.length;
  }
  const [counts] = await tx.unsafe(COUNTS, [merchantId, mark]);
  return { merchantId, transactions, ...counts, found: run.found() } as unknown as ProofResult;
}

const startOfDay = (id: string) => new Date(Math.floor(timeOfId(id).getTime() / DAY_MS) * DAY_MS);

/**
 * All transactions of a merchant without a mark, by the days on which they were opened or moved money. The ids of the
 * day lie between `first` and `next`. All at once would need too much memory.
 */
async function* daysOf(
  tx: SqlTransaction,
  merchantId: string,
): AsyncGenerator<{ ids: string[]; first: string; next: string }> {
  for (let first = FROM_THE_BEGINNING; ; ) {
    const [one] = await tx.unsafe(NEXT_ONE, [merchantId, first]);
    if (!one) return;
    const next = firstIdAt(new Date(startOfDay(one.id).getTime() + DAY_MS));
    const rows = await tx.unsafe(ONES_OF_TIME, [merchantId, first, next]);
    yield { ids: rows.map(({ id }) => id as string), first, next };
    first = next;
  }
}

/** Runs checks for one merchant and keeps each fault once. */
function newRun(
  tx: SqlTransaction,
  { merchantId, marks }: { merchantId: string; marks: (of: ReadByCheck) => string },
) {
  const found = new Map<string, ProofResult['found'][number]>();
  const run = async ({ proves, query }: LedgerCheck, ids: readonly string[], { from, to }: Times) => {
    const rows = await tx.unsafe(`select merchant_id as "merchantId", fault from (${query}) as faults`, [
      merchantId,
      ids as string[],
      from,
      to,
    ]);
    if (rows.length === 0) return;
    const sofar = found.get(proves) ?? { proves, total: 0, faults: [] };
    const known = new Set(sofar.faults.map(({ fault }) => fault));
    const fresh = (rows as unknown as Fault[]).filter(({ fault }) => !known.has(fault));
    sofar.total += fresh.length;
    sofar.faults.push(...fresh.slice(0, MOST_SHOWN - sofar.faults.length));
    found.set(proves, sofar);
  };
  return {
    found: () => [...found.values()],
    /** Runs the checks that are not about transactions. */
    async once(checks: readonly LedgerCheck[]): Promise<void> {
      for (const check of checks)
        if (check.of !== 'transactions') await run(check, [], { from: marks(check.of), to: TO_THE_END });
    },
    /** Runs the checks about transactions, for these ids. */
    async each(checks: readonly LedgerCheck[], ids: readonly string[], times: Times): Promise<void> {
      for (let start = 0; start < ids.length; start += BATCH)
        for (const check of checks)
          if (check.of === 'transactions') await run(check, ids.slice(start, start + BATCH), times);
    },
  };
}

/** Ids: from `from` on, and below `to`. */
interface Times {
  from: string;
  to: string;
}

/**
 * Everything that the checks say about the transactions and transfers of a month, and about the days since its
 * beginning. The books of the merchants are checked as every night. It uses one snapshot.
 */
export async function proveMonth(
  sql: Sql,
  checks: readonly LedgerCheck[],
  { first, next }: { first: string; next: string },
): Promise<{ transactions: number; faults: string[] }> {
  const ofMonth = checks.filter(({ of }) => of !== 'all' && of !== 'latest totals');
  return (await sql.begin('isolation level repeatable read read only', async (tx) => {
    await oneSnapshotOfEachNode(tx);
    await tx`set local statement_timeout = 0`;
    const own = await behindTables(tx, ofMonth);
    const merchants = await tx`select merchant_id, coalesce(through_id, ${FROM_THE_BEGINNING}) as mark
      from merchants left join proof_marks using (merchant_id) order by merchant_id`;
    const faults: string[] = [];
    let transactions = 0;
    for (const { merchant_id: merchantId, mark } of merchants) {
      const rows = await tx.unsafe(ONES_OF_TIME, [merchantId, first, next]);
      const ids = rows.map(({ id }) => id as string);
      const marks = (of: ReadByCheck) => (['closed days', 'fundings'].includes(of) ? first : mark);
      const run = newRun(tx, { merchantId, marks });
      await run.once(own);
      await run.each(own, ids, { from: first, to: next });
      const stray = await tx.unsafe(`${STRAY_OF_MONTH} limit ${MOST_SHOWN}`, [merchantId, first, next]);
      const ofChecks = run.found().flatMap((one) => one.faults);
      faults.push(...[...ofChecks, ...stray].map(({ fault }) => fault as string));
      transactions += ids.length;
    }
    return { transactions, faults };
  })) as { transactions: number; faults: string[] };
}

const COUNTS = `select
  (select count(*)::integer from transfers where merchant_id = $1 and id >= $2::uuid) as transfers,
  (select count(*)::integer from (
    select brand_id, currency from balances where merchant_id = $1
    union select brand_id, currency from balance_changes where merchant_id = $1) as both_kinds) as balances,
  (select count(distinct (brand_id, day))::integer from settlement_days
   where merchant_id = $1 and ${idAt(`ends_at + interval '1 day'`)} >= $2) as days`;
