// Writes steps of captures in groups (contract 16): the capture, its pay-in's authorisation and status, its transfer
// and its webhooks become durable together or not at all. The lock of the opening protects each decision, so of many
// captures at once each sees those before it. The key of a step protects it against everything that does not take that
// lock, such as a void: then the group is written again. Called by capture-store.ts.
import type { Dispute } from '../../domain/after-end/dispute.ts';
import type { AuditActor, AuditEntry } from '../../domain/audit/audit.ts';
import type { Capture, CaptureChange } from '../../domain/captures/capture.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Change } from '../../domain/transactions/transition.ts';
import type { WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import { type AuditHeads, insertAudit, lockAuditHeads } from '../audit/audit-log.ts';
import {
  type AnyTransaction,
  inPipeline,
  type Pipeline,
  retryAfterConnectionLoss,
  send,
  withRetries,
} from '../database/database.ts';
import { byKey } from '../database/row-order.ts';
import { givenRows, insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';
import { type ApplyJob, insertTraces } from '../transactions/apply-changes.ts';
import { CAPTURE_COLUMNS, CAPTURES, fromCaptureRow, toCaptureRow } from '../transactions/capture-row.ts';
import { DISPUTE_COLUMNS, fromDisputeRow } from '../transactions/dispute-row.ts';
import { COLUMNS, fromRow } from '../transactions/transaction-row.ts';
import { insertReturns, insertSteps, isLostRace } from '../transactions/write-steps.ts';
import { insertWebhookEvents } from '../webhooks/webhook-store.ts';

export interface CaptureWrite {
  change: CaptureChange;
  /** In the order of their sequence. `taken`: this process sends the event itself. */
  events: { event: WebhookEvent; taken: boolean }[];
  audit: AuditEntry | null;
}

/** The current state, read under the lock. */
export interface CaptureStanding {
  transaction: Transaction;
  /** The job's own capture; null: it does not exist yet. */
  capture: Capture | null;
  /** The pay-in's capture under the job's reference. */
  first: Capture | null;
  /** The pay-in's disputes, if the job reads them; else none. */
  disputes: Dispute[];
}

export interface CaptureJob {
  merchantId: string;
  transactionId: string;
  captureId: string;
  captureReference: string | null;
  /** Who makes the capture, for the audit log; null for its later steps, which providers decide. */
  by: AuditActor | null;
  /** The step may take captured money back, so it must see the disputes. */
  readsDisputes?: boolean;
  /** The step to commit, or null for none. Called again if the commit must be repeated. */
  decide(standing: CaptureStanding): CaptureWrite | null;
}

/** A void or the end of the authorisation may come at the same moment; each can come only once. */
const MOST_RACES = 5;

export async function writeCaptures(
  pipeline: Pipeline,
  jobs: CaptureJob[],
): Promise<(CaptureWrite | null)[]> {
  for (let race = 1; ; race++) {
    try {
      return await retryAfterConnectionLoss(() =>
        withRetries(() => inPipeline(pipeline, (tx) => writeGroup(tx, jobs))),
      );
    } catch (error) {
      if (race >= MOST_RACES || !isLostRace(error)) throw error;
    }
  }
}

interface State {
  transactions: Map<string, Transaction>;
  captures: Map<string, Capture>;
  disputes: Dispute[];
  heads: AuditHeads;
}

async function writeGroup(tx: AnyTransaction, jobs: CaptureJob[]) {
  const state = await lockState(tx, jobs);
  const written: CaptureWrite[] = [];
  const answer = jobs.map((job) => {
    const write = job.decide(standingOf(state, job));
    if (!write) return null;
    const { after, capture } = write.change;
    state.transactions.set(after.id, after);
    state.captures.set(capture.id, capture);
    written.push(write);
    return write;
  });
  if (written.length === 0) return { last: [], answer };
  return { last: await write(tx, state, written), answer };
}

/** All steps of the group, then everything that belongs to them. */
async function write(tx: AnyTransaction, state: State, written: readonly CaptureWrite[]) {
  const changes = written.map(({ change }) => change).filter(({ before, after }) => before !== after);
  // Several steps of one transaction are several versions, so they cannot share a statement of `insertSteps`.
  const rounds = Map.groupBy(changes, (change) => placeOf(changes, change));
  const steps = [...rounds.values()].map((round) => insertSteps(tx, round.map(asChange), 'fails'));
  const latest = new Map(written.map(({ change }) => [change.capture.id, change.capture]));
  const jobs = [...rounds.values()].flatMap((round) => round.map(asJob));
  const events = written.flatMap((one) => one.events);
  const audits = written.flatMap(({ audit }) => audit ?? []);
  return [
    ...steps,
    checkSums(tx, changes),
    upsertCaptures(tx, [...latest.values()]),
    ...tracesOf(tx, jobs),
    insertReturns(tx, changes),
    events.length > 0 ? insertWebhookEvents(tx, events) : Promise.resolve(),
    ...insertAudit(tx, state.heads, audits),
  ];
}

/** How many changes of the same transaction come before it. */
const placeOf = (changes: readonly CaptureChange[], { before, after }: CaptureChange): number =>
  changes.filter((one) => one.after.id === after.id && one.after.version <= before.version).length;

const asChange = ({ before, after, entry, movements }: CaptureChange): Change => ({
  before,
  after,
  entry,
  movements,
  declinedAttempt: null,
});

const asJob = (change: CaptureChange): ApplyJob => ({ change: asChange(change), event: null, taken: false });

/** Work, listing, transfers and saved cards. If a transaction has several steps, the last one decides its work. */
function tracesOf(tx: AnyTransaction, jobs: ApplyJob[]): Promise<unknown>[] {
  if (jobs.length === 0) return [];
  const byTransaction = Map.groupBy(jobs, ({ change }) => change.after.id);
  const whole = [...byTransaction.values()].map((own) => {
    const last = own.at(-1)!;
    const movements = own.flatMap(({ change }) => change.movements);
    return { ...last, change: { ...last.change, before: own[0]!.change.before, movements } };
  });
  return insertTraces(tx, whole);
}

async function lockState(tx: AnyTransaction, jobs: CaptureJob[]): Promise<State> {
  const state: State = { transactions: new Map(), captures: new Map(), disputes: [], heads: new Map() };
  const merchants = [...Map.groupBy(jobs, (job) => job.merchantId)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [merchantId, own] of merchants) {
    const key = [merchantId, own.map((job) => job.transactionId)];
    const disputed = own.filter((job) => job.readsDisputes).map((job) => job.transactionId);
    const which = 'where merchant_id = $1 and id = any($2::uuid[])';
    // Sent together, they run one after the other: both queries read what the last holder of the lock left.
    const [, rows, captures, disputes] = await Promise.all([
      send(tx, `select 1 from openings ${which} order by id for update`, key),
      send(tx, `select ${COLUMNS} from transactions ${which}`, key),
      send(
        tx,
        `select ${CAPTURE_COLUMNS} from captures where merchant_id = $1 and transaction_id = any($2::uuid[])`,
        key,
      ),
      disputed.length === 0
        ? []
        : send(
            tx,
            `select ${DISPUTE_COLUMNS} from disputes where merchant_id = $1 and transaction_id = any($2::uuid[])`,
            [merchantId, disputed],
          ),
    ]);
    for (const row of rows) state.transactions.set(row.id, fromRow(row));
    for (const row of captures) state.captures.set(row.id, fromCaptureRow(row));
    state.disputes.push(...disputes.map(fromDisputeRow));
  }
  state.heads = await lockAuditHeads(
    tx,
    jobs.filter(({ by }) => by !== null),
  );
  return state;
}

function standingOf({ transactions, captures, disputes }: State, job: CaptureJob): CaptureStanding {
  const transaction = transactions.get(job.transactionId);
  if (!transaction) throw new Error(`transaction ${job.transactionId} has vanished`);
  const first =
    job.captureReference === null
      ? undefined
      : [...captures.values()].find(
          (one) => one.transactionId === job.transactionId && one.captureReference === job.captureReference,
        );
  return {
    transaction,
    capture: captures.get(job.captureId) ?? null,
    first: first ?? null,
    disputes: disputes.filter((one) => one.transactionId === job.transactionId),
  };
}

/** A final status is final, except that a completed capture may fail after all. */
function upsertCaptures(tx: AnyTransaction, captures: readonly Capture[]) {
  const after = `on conflict (merchant_id, transaction_id, id) do update set status = excluded.status,
       answered_status = excluded.answered_status, answered_capturable_minor = excluded.answered_capturable_minor,
       error_code = excluded.error_code, provider_reference = excluded.provider_reference,
       inquiries = excluded.inquiries, due_at = excluded.due_at, updated_at = excluded.updated_at,
       completed_at = excluded.completed_at
     where captures.status = 'PENDING' or captures.status = excluded.status
       or captures.status = 'COMPLETED' and excluded.status = 'FAILED'`;
  return insertRows(tx, { into: 'captures', after }, CAPTURES, captures.map(toCaptureRow).sort(byKey));
}

const SUMS = new Recordset({
  merchant_id: 'uuid',
  id: 'uuid',
  authorized_minor: 'bigint',
  captured_minor: 'bigint',
  pending_minor: 'bigint',
});

/**
 * Checks the sums again, in spite of the lock. The statement itself must fail, because the commit is sent together with
 * it. A cast of a value from a row can fail without a new function; a constant would fail when the statement is
 * planned.
 */
function checkSums(tx: AnyTransaction, changes: readonly CaptureChange[]) {
  const rows = changes.map(({ after: { merchantId, id, authorized } }) => ({
    merchant_id: merchantId,
    id,
    authorized_minor: authorized!.amountMinor,
    captured_minor: authorized!.capturedMinor,
    pending_minor: authorized!.pendingMinor,
  }));
  if (rows.length === 0) return Promise.resolve();
  const { from, sameMerchant, parameters } = givenRows(tx, SUMS, rows);
  return send(
    tx,
    `select case when o.type = 'PAYIN' and r.authorized_minor <= o.amount_minor and r.captured_minor >= 0
         and r.pending_minor >= 0 and r.captured_minor + r.pending_minor <= r.authorized_minor
       then 1 else cast('captured more than authorised of a ' || o.type as integer) end
     from ${from} join openings o on ${sameMerchant('o.merchant_id')} and o.id = r.id`,
    parameters,
  );
}
