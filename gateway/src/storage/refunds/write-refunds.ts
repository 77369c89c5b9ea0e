// Commits steps of refunds in groups (contract 8, 10): the refund, its pay-in's amountRefunded, the money and the
// webhook event are one commit. Other changes of a status can lose a race, but a step of a refund is decided under the
// lock of its pay-in, so a hundred refunds of one payment all get their answers in one turn. All code takes locks in
// one order: balances, transactions, heads of the audit log, each by their keys (approve-payouts.ts does it too;
// apply-changes.ts locks no balance).

import type { Dispute } from '../../domain/after-end/dispute.ts';
import type { AuditActor, AuditEntry } from '../../domain/audit/audit.ts';
import { balanceEffect } from '../../domain/ledger/ledger.ts';
import type { Refund, RefundChange } from '../../domain/refunds/refund.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
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
import { insertRows } from '../database/row-statements.ts';
import {
  type BalanceChangeRow,
  foldBalance,
  insertBalanceChanges,
  insertTransfers,
  setBalance,
} from '../ledger/ledger-store.ts';
import { noteChanges } from '../listing/note-changes.ts';
import { DISPUTE_COLUMNS, fromDisputeRow } from '../transactions/dispute-row.ts';
import { fromRefundRow, REFUND_COLUMNS, REFUNDS, toRefundRow } from '../transactions/refund-row.ts';
import { COLUMNS, fromRow } from '../transactions/transaction-row.ts';
import { insertStepsAfterEnd } from '../transactions/write-steps.ts';
import { insertWebhookEvents } from '../webhooks/webhook-store.ts';

export interface RefundWrite {
  change: RefundChange;
  /** null if the step has no event. `taken`: this process sends the event itself. */
  event: WebhookEvent | null;
  taken: boolean;
  audit: AuditEntry | null;
}

/** The current state, read under locks. */
export interface RefundStanding {
  transaction: Transaction;
  /** The disputes of the pay-in, if the job spends; other jobs do not need them. */
  disputes: readonly Dispute[];
  /** The job's own refund; null: it does not exist yet. */
  refund: Refund | null;
  /** The brand's refund under the job's reference. */
  first: Refund | null;
  /** 0 if the job does not spend. */
  availableMinor: bigint;
}

export interface RefundJob {
  merchantId: string;
  brandId: string;
  currency: string;
  transactionId: string;
  refundId: string;
  refundReference: string | null;
  /** The job takes money from the available balance, so the write folds and locks the balance first. */
  spends: boolean;
  /** Who makes the refund, for the audit log; null for its later steps, which providers decide. */
  by: AuditActor | null;
  /** The step to commit, or null for none. Called again if the commit must be repeated. */
  decide(standing: RefundStanding): RefundWrite | null;
}

/** From the unique index of references: another request has just stored the same one. The next try will find it. */
const REFERENCE_TAKEN = '23505';

export async function writeRefunds(pipeline: Pipeline, jobs: RefundJob[]): Promise<(RefundWrite | null)[]> {
  const decided = new Map<RefundJob, RefundWrite>();
  const write = () => withRetries(() => inPipeline(pipeline, (tx) => writeGroup(tx, jobs, decided)));
  return await retryAfterConnectionLoss(async () => {
    try {
      return await write();
    } catch (error) {
      if ((error as { code?: string }).code !== REFERENCE_TAKEN) throw error;
      return await write();
    }
  });
}

async function writeGroup(tx: AnyTransaction, jobs: RefundJob[], decided: Map<RefundJob, RefundWrite>) {
  const state = await lockGroupState(tx, jobs);
  const done = await committedBefore(tx, decided);
  const written = new Map<RefundJob, RefundWrite>();
  const answer: (RefundWrite | null)[] = [];
  for (const job of jobs) {
    const before = done.get(job);
    const write = before ?? job.decide(standingOf(state, job));
    answer.push(write);
    if (before || !write) continue;
    decided.set(job, write);
    written.set(job, write);
    applyToState(state, job, write.change);
  }
  if (written.size === 0) return { last: [], answer };
  const writes = [...written.values()];
  const events = writes.flatMap(({ event, taken }) => (event ? [{ event, taken }] : []));
  return {
    last: [
      writeSteps(tx, writes),
      upsertRefunds(tx, writes),
      noteChanges(
        tx,
        writes.map(({ change }) => change.after),
      ),
      ...moveMoney(tx, state, written),
      ...(events.length > 0 ? [insertWebhookEvents(tx, events)] : []),
      ...insertAudit(
        tx,
        state.heads,
        writes.flatMap(({ audit }) => audit ?? []),
      ),
    ],
    answer,
  };
}

interface LockedBalance {
  merchantId: string;
  brandId: string;
  currency: string;
  availableMinor: bigint;
  reservedMinor: bigint;
}

/** Everything that the jobs of a group read; each job updates it for the next. */
interface GroupState {
  balances: Map<string, LockedBalance>;
  transactions: Map<string, Transaction>;
  /** By transaction. */
  disputes: Map<string, Dispute[]>;
  refunds: Map<string, Refund>;
  byReference: Map<string, Refund>;
  heads: AuditHeads;
}

const balanceKey = ({
  merchantId,
  brandId,
  currency,
}: Pick<LockedBalance, 'merchantId' | 'brandId' | 'currency'>) => `${merchantId} ${brandId} ${currency}`;
const referenceKey = (brandId: string, reference: string) => `${brandId} ${reference}`;
const byEntry = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

async function lockGroupState(tx: AnyTransaction, jobs: RefundJob[]): Promise<GroupState> {
  const state: GroupState = {
    balances: new Map(),
    transactions: new Map(),
    disputes: new Map(),
    refunds: new Map(),
    byReference: new Map(),
    heads: new Map(),
  };
  const spending = new Map(jobs.filter((job) => job.spends).map((job) => [balanceKey(job), job]));
  for (const [key, { merchantId, brandId, currency }] of [...spending].sort(byEntry)) {
    const { availableMinor, reservedMinor } = await foldBalance(tx, merchantId, brandId, currency);
    state.balances.set(key, { merchantId, brandId, currency, availableMinor, reservedMinor });
  }
  const merchants = Map.groupBy(jobs, (job) => job.merchantId);
  for (const [merchantId, own] of [...merchants].sort(byEntry)) {
    const ids = own.map((job) => job.transactionId);
    const which = 'where merchant_id = $1 and id = any($2::uuid[])';
    // Both are sent together and run one after the other: the query reads the row after the lock, as its last holder
    // left it.
    const [, rows] = await Promise.all([
      send(tx, `select 1 from openings ${which} order by id for update`, [merchantId, ids]),
      send(tx, `select ${COLUMNS} from transactions ${which}`, [merchantId, ids]),
    ]);
    for (const row of rows) state.transactions.set(row.id, fromRow(row));
  }
  const made = jobs.filter((job) => job.by !== null);
  const reading = [...merchants].flatMap(([merchantId, own]) => [
    readRefunds(tx, state, merchantId, own),
    readDisputes(tx, state, merchantId, own),
  ]);
  const [heads] = await Promise.all([lockAuditHeads(tx, made), ...reading]);
  state.heads = heads;
  return state;
}

/** Rows read after the locks stay unchanged until the commit. */
async function readRefunds(tx: AnyTransaction, state: GroupState, merchantId: string, jobs: RefundJob[]) {
  const transactionIds = [...new Set(jobs.map((job) => job.transactionId))];
  const references = jobs.flatMap((job) => job.refundReference ?? []);
  const found = await send(
    tx,
    `select ${REFUND_COLUMNS} from refunds
     where merchant_id = $1 and transaction_id = any($2::uuid[]) and id = any($3::uuid[])
     union all
     select ${REFUND_COLUMNS} from refunds
     where merchant_id = $1 and brand_id = any($4::uuid[]) and refund_reference = any($5::text[])`,
    [merchantId, transactionIds, jobs.map((job) => job.refundId), jobs.map((job) => job.brandId), references],
  );
  for (const row of found) remember(state, fromRefundRow(row));
}

/**
 * Steps of disputes need the same lock of the opening (storage/after-end/write-after-end.ts), so the disputes stay as
 * read.
 */
async function readDisputes(tx: AnyTransaction, state: GroupState, merchantId: string, jobs: RefundJob[]) {
  const ids = [...new Set(jobs.filter((job) => job.spends).map((job) => job.transactionId))];
  if (ids.length === 0) return;
  const which = 'where merchant_id = $1 and transaction_id = any($2::uuid[]) order by created_at, id';
  const rows = await send(tx, `select ${DISPUTE_COLUMNS} from disputes ${which}`, [merchantId, ids]);
  state.disputes = Map.groupBy(
    [...[...state.disputes.values()].flat(), ...rows.map(fromDisputeRow)],
    ({ transactionId }) => transactionId,
  );
}

function remember(state: GroupState, refund: Refund): void {
  state.refunds.set(refund.id, refund);
  if (refund.refundReference !== null) {
    state.byReference.set(referenceKey(refund.brandId, refund.refundReference), refund);
  }
}

function standingOf(state: GroupState, job: RefundJob): RefundStanding {
  const { brandId, refundReference } = job;
  const transaction = state.transactions.get(job.transactionId);
  if (!transaction) throw new Error(`transaction ${job.transactionId} has vanished`);
  const first =
    refundReference === null ? null : state.byReference.get(referenceKey(brandId, refundReference));
  return {
    transaction,
    disputes: state.disputes.get(job.transactionId) ?? [],
    refund: state.refunds.get(job.refundId) ?? null,
    first: first ?? null,
    availableMinor: job.spends ? state.balances.get(balanceKey(job))!.availableMinor : 0n,
  };
}

/** The state after this step: the next job of the group starts from it. */
function applyToState(state: GroupState, job: RefundJob, { after, refund, movements }: RefundChange): void {
  state.transactions.set(after.id, after);
  remember(state, refund);
  if (!job.spends) return;
  const balance = state.balances.get(balanceKey(job))!;
  for (const movement of movements) {
    const effect = balanceEffect(movement);
    balance.availableMinor += effect.availableMinor;
    balance.reservedMinor += effect.reservedMinor;
  }
}

/** Finds steps of a commit whose acknowledgement was lost: their events exist under their ids. */
async function committedBefore(
  tx: AnyTransaction,
  decided: ReadonlyMap<RefundJob, RefundWrite>,
): Promise<Map<RefundJob, RefundWrite>> {
  const done = new Map<RefundJob, RefundWrite>();
  for (const [job, write] of decided) {
    if (!write.event) continue;
    const { merchantId, transactionId, sequence, eventId } = write.event;
    const found = await send(
      tx,
      `select 1 from webhook_events
       where merchant_id = $1 and transaction_id = $2 and sequence = $3 and event_id = $4`,
      [merchantId, transactionId, sequence, eventId],
    );
    if (found.length > 0) done.set(job, write);
  }
  return done;
}

/** One step for each refund that changes the pay-in. */
async function writeSteps(tx: AnyTransaction, writes: RefundWrite[]): Promise<void> {
  const changes = writes.map((write) => write.change).filter(({ before, after }) => before !== after);
  if (changes.length > 0) await insertStepsAfterEnd(tx, changes);
}

/** A final status is final, except that a COMPLETED refund may fail after all (contract 13). */
async function upsertRefunds(tx: AnyTransaction, writes: RefundWrite[]): Promise<void> {
  const latest = new Map(writes.map(({ change }) => [change.refund.id, toRefundRow(change.refund)]));
  const after = `on conflict (merchant_id, transaction_id, id) do update set status = excluded.status,
       error_code = excluded.error_code, provider_reference = excluded.provider_reference,
       inquiries = excluded.inquiries, due_at = excluded.due_at, updated_at = excluded.updated_at,
       completed_at = excluded.completed_at
     where refunds.status = 'PENDING' or refunds.status = 'COMPLETED' and excluded.status = 'FAILED'`;
  await insertRows(tx, { into: 'refunds', after }, REFUNDS, [...latest.values()].sort(byKey));
}

/**
 * Writes transfers for each step. A step with a locked balance sets it; the end of a refund writes a balance change for
 * a later fold.
 */
function moveMoney(
  tx: AnyTransaction,
  { balances }: GroupState,
  writes: ReadonlyMap<RefundJob, RefundWrite>,
): Promise<unknown>[] {
  const transfers: Parameters<typeof insertTransfers>[1][number][] = [];
  const notes = new Map<string, BalanceChangeRow>();
  for (const [job, { change }] of writes) {
    const { after, refund, movements } = change;
    const { merchantId, id: transactionId, brandId, currency } = after;
    for (const movement of movements) {
      transfers.push({ merchantId, brandId, transactionId, currency, movement, at: refund.updatedAt });
      if (job.spends) continue;
      const key = balanceKey(job);
      const note = notes.get(key) ?? { merchantId, brandId, currency, availableMinor: 0n, reservedMinor: 0n };
      const effect = balanceEffect(movement);
      note.availableMinor += effect.availableMinor;
      note.reservedMinor += effect.reservedMinor;
      notes.set(key, note);
    }
  }
  return [
    insertTransfers(tx, transfers),
    insertBalanceChanges(tx, [...notes.values()]),
    ...[...balances.values()].map((balance) => setBalance(tx, balance, balance)),
  ];
}
