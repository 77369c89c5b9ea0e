// Commits status changes in groups: the new status, its timeline entry, its ledger transfers, its webhook event and
// the idempotent answer become durable together or not at all (architecture, "How a card pay-in walks through it").
// Called by transaction-store.ts. A change whose transaction has moved meanwhile is lost and writes nothing.
import type { AuditEntry } from '../domain/audit.ts';
import type { Movement } from '../domain/ledger.ts';
import { balanceEffect } from '../domain/ledger.ts';
import type { AttemptCheck, CountedDecline, RiskRule } from '../domain/risk.ts';
import { mayMove, STATUSES, type Status } from '../domain/transaction.ts';
import type { Change } from '../domain/transition.ts';
import type { WebhookEvent } from '../domain/webhook-event.ts';
import { insertAudit, lockAuditHeads } from './audit-log.ts';
import {
  inFewTrips,
  keepPlans,
  runsOnCitus,
  type Sql,
  type SqlTransaction,
  send,
  survivingConnectionLoss,
  withRetries,
} from './database.ts';
import { insertBalanceChanges, insertTransfers } from './ledger-store.ts';
import { noteChanges } from './listing/note-changes.ts';
import { insertPayoutRecipients } from './payout-recipients.ts';
import { countAttempts, insertDeclines } from './risk-counters.ts';
import { byKey, onlyMerchantOf } from './row-order.ts';
import { toBytea, toChangedRow } from './transaction-row.ts';
import { insertWebhookEvents } from './webhook-store.ts';

export interface ApplyJob {
  change: Change;
  /** null where the status stays. `taken`: this process sends it itself. */
  event: WebhookEvent | null;
  taken: boolean;
  /** Somebody decided it: a row of the audit log, in the same commit. */
  audit?: AuditEntry | null;
  /** Of an attempt that begins with this change, where the risk rules look at it. */
  check?: AttemptCheck | null;
  /** What it adds to their counts. */
  declines?: CountedDecline[];
}

/** `refusedBy`: applied, but no provider may be asked. */
export type Applied = 'applied' | 'lost' | { refusedBy: RiskRule };
/** By transaction; of those that were written, which risk rule refuses their attempt. */
type Written = Map<string, RiskRule | null>;

export async function applyGroup(sql: Sql, lane: Sql, jobs: ApplyJob[]): Promise<Applied[]> {
  const ids = new Set(jobs.map((job) => job.change.after.id));
  return ids.size === jobs.length
    ? await applyDistinct(sql, lane, jobs)
    : await applyInTurns(sql, lane, jobs);
}

/** Two changes of one transaction must not share a statement: one row would be updated for both. */
async function applyInTurns(sql: Sql, lane: Sql, jobs: ApplyJob[]): Promise<Applied[]> {
  const answers: Applied[] = [];
  let rest = jobs.map((job, index) => ({ job, index }));
  while (rest.length > 0) {
    const ids = new Set<string>();
    const turn = rest.filter(({ job }) => !ids.has(job.change.after.id) && ids.add(job.change.after.id));
    const applied = await applyDistinct(
      sql,
      lane,
      turn.map((one) => one.job),
    );
    for (const [i, one] of turn.entries()) answers[one.index] = applied[i]!;
    rest = rest.filter((one) => !turn.includes(one));
  }
  return answers;
}

async function applyDistinct(sql: Sql, lane: Sql, jobs: ApplyJob[]): Promise<Applied[]> {
  let tries = 0;
  const winners = await survivingConnectionLoss(() => {
    tries++;
    return withRetries(() => writeGroup(lane, jobs));
  });
  return Promise.all(
    jobs.map(async (job) => {
      const { id } = job.change.after;
      if (!winners.has(id) && !(await wasWrittenBefore(sql, job, tries > 1))) return 'lost';
      const refusedBy = winners.has(id) ? winners.get(id) : await countAgain(sql, job);
      return refusedBy ? { refusedBy } : 'applied';
    }),
  );
}

/**
 * Everything in one trip: a change that was lost fails the group, which is then written once more, with the losers left
 * out. Lost races are rare, and waiting for the update's answer before the rest was sent held the lane for nearly half
 * of the time (docs/decisions/0024).
 */
async function writeGroup(lane: Sql, jobs: ApplyJob[]): Promise<Written> {
  if (jobs.some((job) => job.audit)) return await writeDecisions(lane, jobs);
  try {
    return await inFewTrips(lane, async (tx) => {
      const moved = updateTransactions(tx, jobs, 'fails');
      const answer = countAll(tx, jobs);
      return { last: [moved, answer, ...insertTraces(tx, jobs)], answer };
    });
  } catch (error) {
    if ((error as { code?: string }).code !== LOST_RACE) throw error;
  }
  return await inFewTrips(lane, async (tx) => {
    const moved = await updateTransactions(tx, jobs, 'is left out');
    const winners = new Set(moved.map((row) => row.id));
    const won = jobs.filter((job) => winners.has(job.change.after.id));
    const answer = countAll(tx, won);
    return { last: [answer, ...insertTraces(tx, won)], answer };
  });
}

/** The audit log is locked before it is written, so here the update's answer costs no trip of its own. */
async function writeDecisions(lane: Sql, jobs: ApplyJob[]): Promise<Written> {
  return await inFewTrips(lane, async (tx) => {
    const [moved, heads] = await Promise.all([
      updateTransactions(tx, jobs, 'is left out'),
      lockAuditHeads(tx, auditsOf(jobs)),
    ]);
    const winners = new Set(moved.map((row) => row.id));
    const won = jobs.filter((job) => winners.has(job.change.after.id));
    const answer = countAll(tx, won);
    return { last: [answer, ...insertAudit(tx, heads, auditsOf(won)), ...insertTraces(tx, won)], answer };
  });
}

export const auditsOf = (jobs: ApplyJob[]): AuditEntry[] => jobs.flatMap(({ audit }) => audit ?? []);

/** Those that begin an attempt are counted, and told what the risk rules say; the others simply are written. */
async function countAll(tx: SqlTransaction, jobs: ApplyJob[]): Promise<Written> {
  const refusals = await countAttempts(
    tx,
    jobs.flatMap((job) => job.check ?? []),
  );
  return new Map(jobs.map(({ change: { after } }) => [after.id, refusals.get(after.id) ?? null]));
}

/** Of an attempt whose commit was not acknowledged: the same answer again, because it is counted once. */
async function countAgain(sql: Sql, { check }: ApplyJob): Promise<RiskRule | null> {
  if (!check) return null;
  const refusals = await withRetries(() => sql.begin((tx) => countAttempts(tx, [check])));
  return refusals.get(check.transactionId) ?? null;
}

/**
 * What a change leaves behind, the last statements of its commit. `balances`: noted to be folded in, or set already by who
 * holds their lock.
 */
export function insertTraces(
  tx: SqlTransaction,
  jobs: ApplyJob[],
  balances: 'are noted' | 'are set' = 'are noted',
): Promise<unknown>[] {
  return [
    keepPlans(tx),
    insertTimeline(tx, jobs),
    noteChanges(
      tx,
      jobs.map(({ change }) => change.after),
    ),
    insertDeclinedAttempts(tx, jobs),
    insertMovements(tx, jobs, balances),
    insertEvents(tx, jobs),
    insertCards(tx, jobs),
    insertPayoutRecipients(
      tx,
      jobs.map((job) => job.change),
    ),
    insertDeclines(
      tx,
      jobs.flatMap((job) => job.declines ?? []),
    ),
  ];
}

/** The transition table, asked once more by the database (contract 4), and nobody was here since we looked. */
const UNMOVED = 't.status = any(r.allowed_from) and t.version = r.expected_version';
/** invalid_text_representation: how a row that has moved ends a statement without a function of our own. */
const LOST_RACE = '22P02';

export async function updateTransactions(
  tx: SqlTransaction,
  jobs: ApplyJob[],
  lost: 'fails' | 'is left out',
) {
  const rows = jobs.map(({ change: { before, after } }) => ({
    ...toChangedRow(after),
    expected_version: before.version,
    allowed_from: allowedFrom(before.status, after.status),
  }));
  rows.sort(byKey);
  const merchantId = runsOnCitus(tx) ? onlyMerchantOf(rows) : null;
  const version =
    lost === 'fails'
      ? `case when ${UNMOVED} then r.version else cast('moved meanwhile, now ' || t.status as integer) end`
      : 'r.version';
  return await send(
    tx,
    `update transactions t set
       status = r.status, sequence = r.sequence, version = ${version}, 
       reference_country = coalesce(r.reference_country, t.reference_country), country = r.country, option_id = r.option_id,
       details = coalesce(r.details, t.details),
       card = r.card, recipient = r.recipient, card_key = coalesce(r.card_key, t.card_key), pan_sealed = r.pan_sealed, payment_data_sealed = r.payment_data_sealed,
       money_reserved = r.money_reserved, three_ds = r.three_ds, result_type = r.result_type,
       status_code = r.status_code, result = r.result, error_code = r.error_code, provider = r.provider,
       provider_reference = r.provider_reference, late_success = r.late_success,
       answer = coalesce(t.answer, r.answer), inquiries = r.inquiries, attempts = r.attempts,
       attempted_at = r.attempted_at, cashier_token_hash = r.cashier_token_hash,
       cashier_expires_at = r.cashier_expires_at, due_at = r.due_at,
       expires_at = r.expires_at, updated_at = r.updated_at, completed_at = r.completed_at
     from json_to_recordset($1::text::json) as r (
       merchant_id uuid, id uuid, expected_version integer, allowed_from text[], status text, sequence integer, version integer,
       reference_country text, country text, option_id uuid, details jsonb, card jsonb, recipient jsonb, card_key bytea, pan_sealed bytea, payment_data_sealed bytea, money_reserved boolean, three_ds jsonb, result_type text,
       status_code integer, result jsonb, error_code text, provider text, provider_reference text,
       late_success boolean, answer text, inquiries integer, attempts integer, attempted_at timestamptz,
       cashier_token_hash bytea, cashier_expires_at timestamptz, due_at timestamptz, expires_at timestamptz,
       updated_at timestamptz, completed_at timestamptz)
     where t.merchant_id = ${merchantId ? '$2::uuid' : 'r.merchant_id'} and t.id = r.id ${lost === 'fails' ? '' : `and ${UNMOVED}`}
     returning t.id`,
    [JSON.stringify(rows), ...(merchantId ? [merchantId] : [])],
  );
}

/** Nothing was written: the country of this change would claim a reference that another payment has there (contract 3). */
export function isReferenceTaken(error: unknown): boolean {
  const { code, constraint_name } = (error ?? {}) as { code?: string; constraint_name?: string };
  // Citus adds the number of a shard to the name.
  return code === '23505' && constraint_name?.startsWith('transactions_by_reference') === true;
}

/** The statuses from which this move is legal. */
function allowedFrom(from: Status, to: Status): Status[] {
  // A late success (contract 4) was decided by domain/transition.ts; it comes from DECLINED and nowhere else.
  if (from === to || from === 'DECLINED') return [from];
  return STATUSES.filter((status) => mayMove(status, to));
}

async function insertTimeline(tx: SqlTransaction, jobs: ApplyJob[]): Promise<void> {
  const rows = [];
  for (const { change } of jobs) {
    if (!change.entry) continue;
    const { sequence, at, from, to, actor, reason } = change.entry;
    rows.push({
      merchant_id: change.after.merchantId,
      transaction_id: change.after.id,
      sequence,
      at,
      from_status: from,
      to_status: to,
      actor,
      reason,
    });
  }
  if (rows.length === 0) return;
  await send(
    tx,
    `insert into timeline (merchant_id, transaction_id, sequence, at, from_status, to_status, actor, reason)
     select merchant_id, transaction_id, sequence, at, from_status, to_status, actor, reason
     from json_populate_recordset(null::timeline, $1::text::json)`,
    [JSON.stringify(rows)],
  );
}

async function insertDeclinedAttempts(tx: SqlTransaction, jobs: ApplyJob[]): Promise<void> {
  const rows = [];
  for (const { change } of jobs) {
    if (!change.declinedAttempt) continue;
    const { attempt, sequence, at, optionId, errorCode, actor } = change.declinedAttempt;
    rows.push({
      merchant_id: change.after.merchantId,
      transaction_id: change.after.id,
      attempt,
      sequence,
      at,
      option_id: optionId,
      error_code: errorCode,
      actor,
    });
  }
  if (rows.length === 0) return;
  await send(
    tx,
    `insert into declined_attempts (merchant_id, transaction_id, attempt, sequence, at, option_id, error_code, actor)
     select merchant_id, transaction_id, attempt, sequence, at, option_id, error_code, actor
     from json_populate_recordset(null::declined_attempts, $1::text::json)`,
    [JSON.stringify(rows)],
  );
}

async function insertMovements(
  tx: SqlTransaction,
  jobs: ApplyJob[],
  balances: 'are noted' | 'are set',
): Promise<void> {
  const moves: { change: Change; movement: Movement }[] = [];
  for (const { change } of jobs) for (const movement of change.movements) moves.push({ change, movement });
  if (moves.length === 0) return;
  const effects = new Map<
    string,
    { merchantId: string; brandId: string; currency: string; availableMinor: bigint; reservedMinor: bigint }
  >();
  for (const { change, movement } of moves) {
    const { merchantId, brandId, currency } = change.after;
    const key = `${brandId} ${currency}`;
    const sum = effects.get(key) ?? { merchantId, brandId, currency, availableMinor: 0n, reservedMinor: 0n };
    const effect = balanceEffect(movement);
    sum.availableMinor += effect.availableMinor;
    sum.reservedMinor += effect.reservedMinor;
    effects.set(key, sum);
  }
  await Promise.all([
    insertTransfers(
      tx,
      moves.map(({ change: { after }, movement }) => ({
        merchantId: after.merchantId,
        brandId: after.brandId,
        transactionId: after.id,
        currency: after.currency,
        movement,
        at: after.updatedAt,
      })),
    ),
    balances === 'are noted' && insertBalanceChanges(tx, [...effects.values()]),
  ]);
}

async function insertEvents(tx: SqlTransaction, jobs: ApplyJob[]): Promise<void> {
  const rows = [];
  for (const { event, taken } of jobs) if (event) rows.push({ event, taken });
  if (rows.length > 0) await insertWebhookEvents(tx, rows);
}

/** A card payment that completed and named a user leaves its card behind, under its token (contract 5). */
async function insertCards(tx: SqlTransaction, jobs: ApplyJob[]): Promise<void> {
  const rows = new Map<string, object>();
  for (const {
    change: { before, after },
  } of jobs) {
    if (after.status !== 'COMPLETED' || !after.card?.token || !before.panSealed) continue;
    rows.set(`${after.brandId} ${after.card.token}`, {
      merchant_id: after.merchantId,
      brand_id: after.brandId,
      token: after.card.token,
      user_id: after.userId,
      pan_sealed: toBytea(before.panSealed),
      card: after.card,
      created_at: after.updatedAt,
    });
  }
  if (rows.size === 0) return;
  const sorted = [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  // The same card again: its expiry may be newer.
  await send(
    tx,
    `insert into cards (merchant_id, brand_id, token, user_id, pan_sealed, card, created_at)
     select merchant_id, brand_id, token, user_id, pan_sealed, card, created_at
     from json_populate_recordset(null::cards, $1::text::json)
     on conflict (merchant_id, brand_id, token) do update set card = excluded.card
       where cards.card is distinct from excluded.card`,
    [JSON.stringify(sorted)],
  );
}

/**
 * A commit whose acknowledgement was lost: its event is there under its own id. A change that keeps the status has no event;
 * its version, its moment and what is due then are there. Not known again it would be made twice: one question about an
 * unknown outcome would count as several, and the next one come an hour later.
 */
export async function wasWrittenBefore(
  sql: Sql,
  { event, change: { after } }: ApplyJob,
  /** Only then may a change without an event be ours. */
  isRepeated: boolean,
): Promise<boolean> {
  if (!event && !isRepeated) return false;
  const rows = event
    ? await sql`select 1 from webhook_events where merchant_id = ${event.merchantId}
        and transaction_id = ${event.transactionId} and sequence = ${event.sequence} and event_id = ${event.eventId}`
    : await sql`select 1 from transactions where merchant_id = ${after.merchantId} and id = ${after.id}
        and version = ${after.version} and status = ${after.status} and updated_at = ${after.updatedAt}
        and due_at is not distinct from ${after.dueAt}::timestamptz`;
  return rows.length > 0;
}
