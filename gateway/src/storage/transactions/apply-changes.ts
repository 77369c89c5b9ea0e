// Commits changes of transactions in groups: the step with its status, timeline entry and idempotent answer, its ledger
// transfers and its webhook event become durable together or not at all (docs/ARCHITECTURE.md). Called by
// transaction-store.ts. If the transaction has changed meanwhile, the change is lost and writes nothing.
import type { AuditEntry } from '../../domain/audit/audit.ts';
import type { Movement } from '../../domain/ledger/ledger.ts';
import { balanceEffect } from '../../domain/ledger/ledger.ts';
import type { MandateUse } from '../../domain/mandates/later-charge.ts';
import type { Mandate } from '../../domain/mandates/mandate.ts';
import type { RiskRule } from '../../domain/risk/risk.ts';
import type { AttemptCheck, CountedDecline } from '../../domain/transactions/counted-attempt.ts';
import type { Change } from '../../domain/transactions/transition.ts';
import type { WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import { insertAudit, lockAuditHeads } from '../audit/audit-log.ts';
import {
  type AnyTransaction,
  inPipeline,
  isOnCitus,
  retryAfterConnectionLoss,
  type Sql,
  type Writer,
  withRetries,
} from '../database/database.ts';
import { insertRows } from '../database/row-statements.ts';
import { insertBalanceChanges, insertTransfers } from '../ledger/ledger-store.ts';
import { noteChanges } from '../listing/note-changes.ts';
import { Recordset } from '../pipeline/recordset.ts';
import { countAttempts, insertDeclines } from '../risk/risk-counters.ts';
import { insertWebhookEvents } from '../webhooks/webhook-store.ts';
import { insertBankPayouts } from './bank-payouts.ts';
import { keepAnswers } from './idempotency-keys.ts';
import { insertMandates, noteMandateUses } from './mandate-traces.ts';
import { insertPayoutRecipients } from './payout-recipients.ts';
import { insertSteps, isLostRace, moveClaims, moveWork } from './write-steps.ts';

export interface ApplyJob {
  change: Change;
  /** null if the status stays. `taken`: this process sends the event itself. */
  event: WebhookEvent | null;
  taken: boolean;
  /** For a change that a person decided: a row of the audit log, in the same commit. */
  audit?: AuditEntry | null;
  /** For an attempt that begins with this change, if the risk rules check it. */
  check?: AttemptCheck | null;
  /** What the change adds to the counts of declines. */
  declines?: CountedDecline[];
  /** The answer to the caller, kept for replays if the call had an idempotency key and has no answer yet. */
  answer?: string | null;
  /** The mandate to which the payer agreed with this change. */
  mandate?: Mandate | null;
  /** What the change, a step of a later charge, says of its mandate. */
  use?: MandateUse | null;
}

/** `refusedBy`: applied, but no provider may be asked. */
export type Applied = 'applied' | 'lost' | { refusedBy: RiskRule };
/** For each transaction that was written: the risk rule that refuses its attempt. */
type Written = Map<string, RiskRule | null>;

export async function applyGroup(sql: Sql, pipeline: Writer, jobs: ApplyJob[]): Promise<Applied[]> {
  const ids = new Set(jobs.map((job) => job.change.after.id));
  return ids.size === jobs.length
    ? await applyDistinct(sql, pipeline, jobs)
    : await applyInTurns(sql, pipeline, jobs);
}

/** Two changes of one transaction must not share a statement: their steps would have the same key. */
async function applyInTurns(sql: Sql, pipeline: Writer, jobs: ApplyJob[]): Promise<Applied[]> {
  const answers: Applied[] = [];
  let rest = jobs.map((job, index) => ({ job, index }));
  while (rest.length > 0) {
    const ids = new Set<string>();
    const turn = rest.filter(({ job }) => !ids.has(job.change.after.id) && ids.add(job.change.after.id));
    const applied = await applyDistinct(
      sql,
      pipeline,
      turn.map((one) => one.job),
    );
    for (const [i, one] of turn.entries()) answers[one.index] = applied[i]!;
    rest = rest.filter((one) => !turn.includes(one));
  }
  return answers;
}

async function applyDistinct(sql: Sql, pipeline: Writer, jobs: ApplyJob[]): Promise<Applied[]> {
  let tries = 0;
  const winners = await retryAfterConnectionLoss(() => {
    tries++;
    return withRetries(() => writeGroup(pipeline, jobs));
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
 * Everything in one round trip. A lost change fails the group; then the group is written again without the lost
 * changes. Lost races are rare. Waiting for the answer of the steps before sending the rest kept the pipeline busy for
 * nearly twice the time (bench/MEASUREMENTS.md).
 */
async function writeGroup(pipeline: Writer, jobs: ApplyJob[]): Promise<Written> {
  if (jobs.some((job) => job.audit)) return await writeDecisions(pipeline, jobs);
  try {
    return await inPipeline(pipeline, async (tx) => {
      const moved = insertSteps(tx, changesOf(jobs), 'fails');
      const answer = countAll(tx, jobs);
      if (isOnCitus(tx)) await answer;
      return { last: [moved, answer, ...insertTraces(tx, jobs)], answer };
    });
  } catch (error) {
    if (!isLostRace(error)) throw error;
  }
  return await inPipeline(pipeline, async (tx) => {
    const winners = await insertSteps(tx, changesOf(jobs), 'is left out');
    const won = jobs.filter((job) => winners.has(job.change.after.id));
    const answer = countAll(tx, won);
    if (isOnCitus(tx)) await answer;
    return { last: [answer, ...insertTraces(tx, won)], answer };
  });
}

/**
 * The audit log must be locked before it is written, so here the answer of the steps costs no additional round trip.
 */
async function writeDecisions(pipeline: Writer, jobs: ApplyJob[]): Promise<Written> {
  return await inPipeline(pipeline, async (tx) => {
    const [winners, heads] = await Promise.all([
      insertSteps(tx, changesOf(jobs), 'is left out'),
      lockAuditHeads(tx, auditsOf(jobs)),
    ]);
    const won = jobs.filter((job) => winners.has(job.change.after.id));
    const answer = countAll(tx, won);
    if (isOnCitus(tx)) await answer;
    return { last: [answer, ...insertAudit(tx, heads, auditsOf(won)), ...insertTraces(tx, won)], answer };
  });
}

export const changesOf = (jobs: ApplyJob[]): Change[] => jobs.map(({ change }) => change);
export const auditsOf = (jobs: ApplyJob[]): AuditEntry[] => jobs.flatMap(({ audit }) => audit ?? []);

/** Counts attempts that begin, and checks them against the risk rules; it only writes other changes. */
async function countAll(tx: AnyTransaction, jobs: ApplyJob[]): Promise<Written> {
  const refusals = await countAttempts(
    tx,
    jobs.flatMap((job) => job.check ?? []),
  );
  return new Map(jobs.map(({ change: { after } }) => [after.id, refusals.get(after.id) ?? null]));
}

/** For an attempt whose commit was not acknowledged: it counts only once, so the answer is the same again. */
async function countAgain(sql: Sql, { check }: ApplyJob): Promise<RiskRule | null> {
  if (!check) return null;
  const refusals = await withRetries(() => sql.begin((tx) => countAttempts(tx, [check])));
  return refusals.get(check.transactionId) ?? null;
}

/**
 * What a change adds to other tables; the last statements of its commit. `balances`: the commit writes balance changes
 * for a later fold, or its caller holds the lock and has set the balances.
 */
export function insertTraces(
  tx: AnyTransaction,
  jobs: ApplyJob[],
  balances: 'are noted' | 'are set' = 'are noted',
): Promise<unknown>[] {
  return [
    moveWork(tx, changesOf(jobs)),
    moveClaims(tx, changesOf(jobs)),
    noteChanges(
      tx,
      jobs.map(({ change }) => change.after),
    ),
    insertDeclinedAttempts(tx, jobs),
    keepAnswers(tx, answersOf(jobs)),
    insertMovements(tx, jobs, balances),
    insertEvents(tx, jobs),
    insertCards(tx, jobs),
    insertPayoutRecipients(
      tx,
      jobs.map((job) => job.change),
    ),
    insertBankPayouts(tx, changesOf(jobs)),
    insertDeclines(
      tx,
      jobs.flatMap((job) => job.declines ?? []),
    ),
    insertMandates(
      tx,
      jobs.flatMap((job) => job.mandate ?? []),
    ),
    noteMandateUses(
      tx,
      jobs.flatMap((job) => job.use ?? []),
    ),
  ];
}

const answersOf = (jobs: ApplyJob[]) =>
  jobs.flatMap(({ change, answer }) => (answer ? [{ transaction: change.after, answer }] : []));

const DECLINED = new Recordset({
  merchant_id: 'uuid',
  transaction_id: 'uuid',
  attempt: 'integer',
  sequence: 'integer',
  at: 'timestamptz',
  option_id: 'uuid',
  error_code: 'text',
  actor: 'text',
});

async function insertDeclinedAttempts(tx: AnyTransaction, jobs: ApplyJob[]): Promise<void> {
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
  await insertRows(tx, { into: 'declined_attempts' }, DECLINED, rows);
}

async function insertMovements(
  tx: AnyTransaction,
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

async function insertEvents(tx: AnyTransaction, jobs: ApplyJob[]): Promise<void> {
  const rows = [];
  for (const { event, taken } of jobs) if (event) rows.push({ event, taken });
  if (rows.length > 0) await insertWebhookEvents(tx, rows);
}

const CARDS = new Recordset({
  merchant_id: 'uuid',
  brand_id: 'uuid',
  token: 'text',
  user_id: 'text',
  pan_sealed: 'bytea',
  card: 'jsonb',
  created_at: 'timestamptz',
  began_at: 'timestamptz',
});

/**
 * For a card that is saved already: its expiry may be newer. A payment saves a removed card again only if it began
 * after the removal.
 */
const SAVED_BEFORE = `on conflict (merchant_id, brand_id, user_id, token) do update set
    card = excluded.card, pan_sealed = excluded.pan_sealed, began_at = excluded.began_at, removed_at = null,
    created_at = case when cards.removed_at is null then cards.created_at else excluded.created_at end
  where cards.removed_at < excluded.began_at
    or (cards.removed_at is null and cards.card is distinct from excluded.card)`;

/** A completed card payment that names a user saves its card under its token (contract 5). */
async function insertCards(tx: AnyTransaction, jobs: ApplyJob[]): Promise<void> {
  const rows = jobs.flatMap(({ change: { before, after } }) => {
    if (after.status !== 'COMPLETED' || !after.card?.token || !before.panSealed) return [];
    const row = {
      merchant_id: after.merchantId,
      brand_id: after.brandId,
      token: after.card.token,
      user_id: after.userId,
      pan_sealed: before.panSealed,
      card: after.card,
      created_at: after.updatedAt,
      began_at: after.attemptedAt ?? after.createdAt,
    };
    return [[`${row.brand_id} ${row.user_id} ${row.token}`, row] as const];
  });
  if (rows.length === 0) return;
  // If a card comes twice, the last one counts.
  const sorted = [...new Map(rows)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await insertRows(tx, { into: 'cards', after: SAVED_BEFORE }, CARDS, sorted);
}

/**
 * For a commit whose acknowledgement was lost: its event exists under its id. A change that keeps the status has no
 * event; its step exists, with its version, its time and its number of inquiries. Without this check the change would
 * be written twice: one inquiry about an unknown outcome would count as several, and the next inquiry would come an
 * hour later.
 */
export async function wasWrittenBefore(
  sql: Sql,
  { event, change: { after } }: ApplyJob,
  /** Only then can a change without an event be ours. */
  isRepeated: boolean,
): Promise<boolean> {
  if (!event && !isRepeated) return false;
  const rows = event
    ? await sql`select 1 from webhook_events where merchant_id = ${event.merchantId}
        and transaction_id = ${event.transactionId} and sequence = ${event.sequence} and event_id = ${event.eventId}`
    : await sql`select 1 from steps where merchant_id = ${after.merchantId} and transaction_id = ${after.id}
        and version = ${after.version} and status = ${after.status} and updated_at = ${after.updatedAt}
        and inquiries = ${after.inquiries}`;
  return rows.length > 0;
}
