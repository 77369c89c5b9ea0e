// Commits a step after the end of a transaction (contract 13): the dispute or the return, its transfers and its webhook
// event are one commit. The lock of the opening protects the decision, as for a step of a refund
// (storage/refunds/write-refunds.ts), so the decision sees every earlier step. It never locks balances. Nobody can
// refuse what happens after the end, so it writes a balance change for a later fold.
import type { Dispute } from '../../domain/after-end/dispute.ts';
import type { AuditEntry } from '../../domain/audit/audit.ts';
import { balanceEffect, type Movement } from '../../domain/ledger/ledger.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import { appendAudit } from '../audit/audit-log.ts';
import { type Sql, type SqlTransaction, send, withRetries } from '../database/database.ts';
import { insertRows } from '../database/row-statements.ts';
import { insertBalanceChanges, insertTransfers } from '../ledger/ledger-store.ts';
import { noteChanges } from '../listing/note-changes.ts';
import { DISPUTE_COLUMNS, DISPUTES, fromDisputeRow, toDisputeRow } from '../transactions/dispute-row.ts';
import { COLUMNS, fromRow } from '../transactions/transaction-row.ts';
import { insertReturns, insertStepsAfterEnd } from '../transactions/write-steps.ts';
import { insertWebhookEvents } from '../webhooks/webhook-store.ts';
import { insertEvidence } from './response-store.ts';

/** The present state, read under the lock. */
export interface AfterEndStanding {
  transaction: Transaction;
  /** Oldest first. */
  disputes: Dispute[];
}

export interface AfterEndWrite {
  before: Transaction;
  after: Transaction;
  /** null: the step belongs to no dispute. */
  dispute: Dispute | null;
  movements: Movement[];
  /** The evidence of a new response to the dispute, sealed; absent: none. */
  evidenceSealed?: Buffer | null;
  /** null: only the dispute's response changes, and nobody is told. */
  event: WebhookEvent | null;
  /** This process sends the event itself. */
  taken: boolean;
  audit: AuditEntry | null;
  /** More to write in the same commit. If it throws, nothing is written. */
  also?: (tx: SqlTransaction) => Promise<void>;
}

/** Commits what `decide` answers; null: there is nothing to write. A repeated commit calls `decide` again. */
export async function writeAfterEnd(
  sql: Sql,
  { merchantId, id }: Pick<Transaction, 'merchantId' | 'id'>,
  decide: (standing: AfterEndStanding) => AfterEndWrite | null,
): Promise<AfterEndWrite | null> {
  return await withRetries(() =>
    sql.begin(async (tx) => {
      const write = decide(await lockStanding(tx, merchantId, id));
      if (!write) return null;
      const { before, after, dispute, evidenceSealed, event, taken, audit, also } = write;
      if (event) await insertStepsAfterEnd(tx, [{ before, after }], 'provider');
      if (dispute) await upsertDispute(tx, dispute);
      if (dispute && evidenceSealed) await insertEvidence(tx, dispute, evidenceSealed);
      if (event) {
        await insertReturns(tx, [write]);
        await noteChanges(tx, [after]);
        await moveMoney(tx, write);
        await insertWebhookEvents(tx, [{ event, taken }]);
      }
      await also?.(tx);
      if (audit) await appendAudit(tx, audit);
      return write;
    }),
  );
}

/**
 * Writes a step without a webhook event: the provider's id of the payment became known. `decide` answers the changed
 * transaction, or the same one. Returns the transaction as it is afterwards.
 */
export async function writeReference(
  sql: Sql,
  { merchantId, id }: Pick<Transaction, 'merchantId' | 'id'>,
  decide: (transaction: Transaction) => Transaction,
): Promise<Transaction> {
  return await withRetries(() =>
    sql.begin(async (tx) => {
      const { transaction: before } = await lockStanding(tx, merchantId, id);
      const after = decide(before);
      if (after === before) return before;
      await insertStepsAfterEnd(tx, [{ before, after }], 'provider');
      await noteChanges(tx, [after]);
      return after;
    }),
  );
}

async function lockStanding(tx: SqlTransaction, merchantId: string, id: string): Promise<AfterEndStanding> {
  const key = [merchantId, id];
  await send(tx, 'select 1 from openings where merchant_id = $1 and id = $2 for update', key);
  const [row] = await send(tx, `select ${COLUMNS} from transactions where merchant_id = $1 and id = $2`, key);
  if (!row) throw new Error(`transaction ${id} has vanished`);
  const disputes = await send(
    tx,
    `select ${DISPUTE_COLUMNS} from disputes where merchant_id = $1 and transaction_id = $2 order by created_at, id`,
    key,
  );
  return { transaction: fromRow(row), disputes: disputes.map(fromDisputeRow) };
}

async function upsertDispute(tx: SqlTransaction, dispute: Dispute): Promise<void> {
  const after = `on conflict (merchant_id, transaction_id, id) do update set status = excluded.status,
       amount_minor = excluded.amount_minor, funds_withheld = excluded.funds_withheld, reason = excluded.reason,
       deadline = excluded.deadline, provider_reference = excluded.provider_reference,
       updated_at = excluded.updated_at, steps = excluded.steps, response = excluded.response,
       response_due_at = excluded.response_due_at`;
  await insertRows(tx, { into: 'disputes', after }, DISPUTES, [toDisputeRow(dispute)]);
}

async function moveMoney(tx: SqlTransaction, { after, movements }: AfterEndWrite): Promise<void> {
  const { merchantId, brandId, currency, id: transactionId, updatedAt: at } = after;
  const ofTransaction = { merchantId, brandId, currency, transactionId, at };
  await insertTransfers(
    tx,
    movements.map((movement) => ({ ...ofTransaction, movement })),
  );
  const changes = movements.map((movement) => ({ ...ofTransaction, ...balanceEffect(movement) }));
  await insertBalanceChanges(tx, changes);
}
