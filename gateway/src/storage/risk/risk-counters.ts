// The counts of the risk rules (domain/risk/risk.ts, docs/decisions/0037). Both statements join commits that are needed
// anyway. The opening or the submission counts an attempt (open-transactions.ts, apply-changes.ts), and the answer is
// known before any call to a provider; the commit of an outcome counts a decline. Times come from the caller, never
// from the database. It never counts for a brand whose rules are off.
import { isDeepStrictEqual } from 'node:util';
import { DECLINE_RULES, type RiskRule } from '../../domain/risk/risk.ts';
import {
  type AttemptCheck,
  type CountedDecline,
  markBoundary,
} from '../../domain/transactions/counted-attempt.ts';
import { type AnyTransaction, inKeyOrder, isOnCitus, type Sql, send } from '../database/database.ts';
import { eachMerchant, type GivenRows, givenRows, insertRows } from '../database/row-statements.ts';
import { formatArray } from '../pipeline/array-types.ts';
import { Recordset, type RowOf } from '../pipeline/recordset.ts';

/**
 * Counts attempts, and answers the rule that refuses each, by transaction. It does not count refused attempts or
 * attempts that were not stored, because others could use up a card's attempts with them. It never counts an attempt
 * twice.
 */
export async function countAttempts(
  tx: AnyTransaction,
  checks: AttemptCheck[],
): Promise<Map<string, RiskRule | null>> {
  const refusals = new Map<string, RiskRule | null>();
  await Promise.all(
    splitIntoTurns(checks).map(async (turn) => {
      const byCard = new Map(turn.map((check) => [cardOf(check), check.transactionId]));
      for (const row of await countOneOfEach(tx, turn)) {
        refusals.set(byCard.get(row.card)!, row.refused_by);
      }
    }),
  );
  return refusals;
}

/**
 * A statement has one set of limits, and must not change a row twice. So attempts of one card go into separate
 * statements. Brands stay in the order of their keys, so that rows are locked in that order (row-order.ts); neighbours
 * with the same limits share a statement.
 */
function splitIntoTurns(checks: AttemptCheck[]): AttemptCheck[][] {
  const runs: AttemptCheck[][] = [];
  for (const check of checks.toSorted(byBrand)) {
    const run = runs.at(-1);
    if (run && isDeepStrictEqual(run[0]!.limits, check.limits)) run.push(check);
    else runs.push([check]);
  }
  return runs.flatMap(oneOfEachCard);
}

function byBrand(a: AttemptCheck, b: AttemptCheck): number {
  if (a.merchantId !== b.merchantId) return a.merchantId < b.merchantId ? -1 : 1;
  if (a.brandId === b.brandId) return 0;
  return a.brandId < b.brandId ? -1 : 1;
}

function oneOfEachCard(checks: AttemptCheck[]): AttemptCheck[][] {
  const turns: AttemptCheck[][] = [];
  const seen = new Map<string, number>();
  for (const check of checks) {
    const card = cardOf(check);
    const turn = seen.get(card) ?? 0;
    seen.set(card, turn + 1);
    if (turn === turns.length) turns.push([]);
    turns[turn]!.push(check);
  }
  return turns;
}

const ATTEMPT = {
  merchant_id: 'uuid',
  brand_id: 'uuid',
  transaction_id: 'uuid',
  card_key: 'bytea',
  mark: 'uuid',
  // Sent as the text of an array: PostgreSQL would merge arrays within an array into one.
  subjects: 'text',
} as const;
const ATTEMPTS = new Recordset(ATTEMPT);

/** `place`: the index of the rule in DECLINE_RULES. A count is never over a limit that is null. */
const isOver = (sameMerchant: string) => (rule: string, place: number) =>
  `
        when (select count(*) from risk_declines d where ${sameMerchant} and d.brand_id = r.brand_id
          and d.subject = (r.subjects::text[])[${place}] and d.at > under.begins[${place}]) >= under.limits[${place}] then '${rule}'`;

/** `sameMerchant`: a condition for the declines `d`. */
const JUDGE = (sameMerchant: string) =>
  DECLINE_RULES.map((rule, i) => isOver(sameMerchant)(rule, i + 1)).join('');

/** Marks are sorted by time: the position of a mark is the number of older ones. */
const placeOf = (mark: string) => `width_bucket(${mark}, kept.marks)`;
const [PAST, PLACE] = [placeOf('excluded.since'), placeOf('excluded.marks[1]')];

const UNDER = (place: number) =>
  `json_to_record($${place}::text::json) as under (limits integer[], begins timestamptz[], since uuid, most integer,
      expires_at timestamptz)`;

const COUNTED = `on conflict (merchant_id, brand_id, card_key) do update set
    marks = case
      when kept.marks @> excluded.marks then kept.marks
      when cardinality(kept.marks) - ${PAST} < excluded.most
        then kept.marks[${PAST} + 1 : ${PLACE}] || excluded.marks || kept.marks[greatest(${PAST}, ${PLACE}) + 1 :]
      else kept.marks[${PAST} + 1 :]
    end,
    refused_by = case
      when kept.marks @> excluded.marks or cardinality(kept.marks) - ${PAST} < excluded.most then excluded.refused_by
      else 'attemptsPerCard'
    end,
    since = excluded.since, most = excluded.most, expires_at = greatest(kept.expires_at, excluded.expires_at)
  returning encode(card_key, 'hex') as card, refused_by`;

/**
 * `join openings` skips attempts that were not opened. It is needed on Citus too, which refuses the subqueries without
 * a table of the merchant beside them. `under` reads the limits once; as casts of a parameter they would be read again
 * for each counted decline. A subject has few declines, because the gateway accepts no further attempt once the limit
 * is reached. `offset 0` stops the planner from counting again for each use of `refused_by`. It locks rows in key
 * order, like every writer. If an attempt comes after a younger one of another process, its mark goes to its place in
 * the order of time, and the row stays until the youngest no longer counts.
 */
const COUNT_ATTEMPTS = `
  insert into risk_attempts as kept (merchant_id, brand_id, card_key, marks, since, most, refused_by, expires_at)
  select merchant_id, brand_id, card_key,
    case when refused_by is null and most > 0 then array[mark] else '{}'::uuid[] end,
    since, most, refused_by, expires_at
  from (
    select r.merchant_id, r.brand_id, r.card_key, r.mark, under.since, under.most, under.expires_at,
      case${JUDGE('d.merchant_id = t.merchant_id')} end as refused_by
    from ${UNDER(ATTEMPTS.width + 1)}
    cross join ${ATTEMPTS.rows}
    join openings t on t.merchant_id = r.merchant_id and t.id = r.transaction_id
    offset 0
  ) judged
  order by merchant_id, brand_id, card_key
  ${COUNTED}`;

/** The decline rule that refuses each attempt. */
const judgement = ({ from, sameMerchant }: GivenRows, under: number) => `
  select encode(r.card_key, 'hex') as card, case${JUDGE(sameMerchant('d.merchant_id'))} end as refused_by
  from openings t cross join ${UNDER(under)} cross join ${from}
  where ${sameMerchant('t.merchant_id')} and t.id = r.transaction_id`;

/**
 * All attempts have the same limits. It counts as of the latest of them: they are within milliseconds of each other.
 */
async function countOneOfEach(
  tx: AnyTransaction,
  checks: AttemptCheck[],
): Promise<{ card: string; refused_by: RiskRule | null }[]> {
  const { limits } = checks[0]!;
  const atMs = Math.max(...checks.map(({ at }) => at.getTime()));
  const secondsBefore = (seconds: number) => new Date(atMs - seconds * 1_000);
  const rows = checks.map((check) => ({
    merchant_id: check.merchantId,
    brand_id: check.brandId,
    transaction_id: check.transactionId,
    card_key: check.cardKey,
    mark: check.mark,
    subjects: formatArray(check.subjects),
  }));
  const declineLimits = DECLINE_RULES.map((rule) => limits[rule]);
  const { limit = 0, windowSeconds = 0 } = limits.attemptsPerCard ?? {};
  const under = {
    limits: declineLimits.map((one) => one?.limit ?? null),
    begins: declineLimits.map((one) => one && secondsBefore(one.windowSeconds)),
    since: markBoundary(secondsBefore(windowSeconds)),
    most: limit,
    expires_at: secondsBefore(-windowSeconds),
  };
  const given = [...ATTEMPTS.parameters(rows), JSON.stringify(under)];
  if (!isOnCitus(tx)) return (await send(tx, COUNT_ATTEMPTS, given)) as never;
  return (await countOnCitus(tx, rows, under)) as never;
}

const JUDGED = new Recordset(
  {
    merchant_id: 'uuid',
    brand_id: 'uuid',
    card_key: 'bytea',
    marks: 'text',
    since: 'uuid',
    most: 'integer',
    refused_by: 'text',
    expires_at: 'timestamptz',
  },
  { marks: 'uuid[]' },
);

/**
 * Citus would send rows that an insert selects through every node, so this judges them first. The caller knows that all
 * are stored.
 */
async function countOnCitus(
  tx: AnyTransaction,
  rows: (RowOf<typeof ATTEMPT> & { card_key: Buffer; mark: string; subjects: string })[],
  under: { limits: (number | null)[]; since: string; most: number; expires_at: Date },
) {
  const given = givenRows(tx, ATTEMPTS, rows);
  const refusals = new Map<string, string | null>();
  if (under.limits.some((limit) => limit !== null)) {
    const judged = await send(tx, judgement(given, given.parameters.length + 1), [
      ...given.parameters,
      JSON.stringify(under),
    ]);
    for (const row of judged) refusals.set(row.card, row.refused_by);
  }
  const counted = rows.map((row) => {
    const refused_by = refusals.get(row.card_key.toString('hex')) ?? null;
    const marks = refused_by === null && under.most > 0 ? [row.mark] : [];
    const { since, most, expires_at } = under;
    return { ...row, marks: formatArray(marks), since, most, refused_by, expires_at };
  });
  counted.sort((a, b) =>
    a.brand_id! < b.brand_id! || (a.brand_id === b.brand_id && a.card_key < b.card_key) ? -1 : 1,
  );
  return await insertRows(tx, { into: 'risk_attempts as kept', after: COUNTED }, JUDGED, counted);
}

const cardOf = ({ cardKey }: AttemptCheck) => cardKey.toString('hex');

const DECLINES = new Recordset({
  merchant_id: 'uuid',
  brand_id: 'uuid',
  subject: 'text',
  transaction_id: 'uuid',
  attempt: 'integer',
  at: 'timestamptz',
  expires_at: 'timestamptz',
});

/** Appends declines. If a row exists, the same change wrote it before. */
export async function insertDeclines(tx: AnyTransaction, declines: CountedDecline[]): Promise<void> {
  if (declines.length === 0) return;
  const rows = declines.map((one) => ({
    merchant_id: one.merchantId,
    brand_id: one.brandId,
    subject: one.subject,
    transaction_id: one.transactionId,
    attempt: one.attempt,
    at: one.at,
    expires_at: one.expiresAt,
  }));
  const known = 'on conflict (merchant_id, brand_id, subject, transaction_id, attempt) do nothing';
  await insertRows(tx, { into: 'risk_declines', after: known }, DECLINES, rows);
}

const KEYS = {
  risk_attempts: 'merchant_id uuid, brand_id uuid, card_key bytea',
  risk_declines: 'merchant_id uuid, brand_id uuid, subject text, transaction_id uuid, attempt integer',
};

/** Deletes up to `limit` rows of each kind that no longer count, and answers the larger number of rows found. */
export async function deleteOldCounts(sql: Sql, now: Date, limit: number): Promise<number> {
  const attempts = await deleteOld(sql, 'risk_attempts', now, limit);
  const declines = await deleteOld(sql, 'risk_declines', now, limit);
  return Math.max(attempts, declines);
}

/**
 * In the order of the keys, because attempts wait for these rows. It uses no index: each attempt would have to write an
 * index on the times, and this rarely reads a table that holds only some hours.
 */
async function deleteOld(sql: Sql, table: keyof typeof KEYS, now: Date, limit: number): Promise<number> {
  const names = KEYS[table].split(', ').map((column) => column.split(' ')[0]!);
  const key = sql.unsafe(names.join(', '));
  const rows = await sql<{ merchant_id: string; key: string }[]>`
    select merchant_id, row_to_json(old)::text as key
    from (select ${key} from ${sql(table)} where expires_at <= ${now} limit ${limit}) old order by ${key}`;
  const isOld = names.map((name) => `counted.${name} = old.${name}`).join(' and ');
  await eachMerchant(sql, rows, async (own) => {
    const keys = `[${own.map((row) => row.key).join(',')}]`;
    const { merchant_id: merchantId } = own[0]!;
    // The condition is repeated: a card that was used meanwhile counts again.
    await inKeyOrder(
      sql,
      (tx) => tx`
        delete from ${tx(table)} counted
        using json_to_recordset(${keys}::text::json) as old (${tx.unsafe(KEYS[table])})
        where ${tx.unsafe(isOld)} and counted.expires_at <= ${now}
          ${isOnCitus(tx) ? tx`and counted.merchant_id = ${merchantId}` : tx``}`,
    );
    return [];
  });
  return rows.length;
}
