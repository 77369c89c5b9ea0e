// Writes the steps of mandates (contract 16). Each is a commit of its own, under the lock of the mandate's first
// pay-in: the mandate, its place in the sequence and its webhook become durable together or not at all.
// transactions/mandate-traces.ts has what the commits of payments write about mandates.
import type { AuditEntry } from '../../domain/audit/audit.ts';
import type { Mandate } from '../../domain/mandates/mandate.ts';
import type { MandateChange, MandateStanding } from '../../domain/mandates/mandate-step.ts';
import type { WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import { appendAudit } from '../audit/audit-log.ts';
import { type Sql, type SqlTransaction, send, withRetries } from '../database/database.ts';
import { givenRows } from '../database/row-statements.ts';
import { noteChanges } from '../listing/note-changes.ts';
import { fromMandateRow, MANDATE_COLUMNS, MANDATES, toMandateRow } from '../transactions/mandate-row.ts';
import { COLUMNS, fromRow } from '../transactions/transaction-row.ts';
import { insertSteps, isLostRace } from '../transactions/write-steps.ts';
import { insertWebhookEvents } from '../webhooks/webhook-store.ts';

export interface MandateWrite {
  change: MandateChange;
  event: WebhookEvent;
  /** This process sends the event itself. */
  taken: boolean;
  /** Set if a person caused the step. */
  audit: AuditEntry | null;
}

type Key = Pick<Mandate, 'merchantId' | 'id' | 'firstTransactionId'>;

/** Other writers of the first pay-in do not all take the lock; each can change it only a few times. */
const MOST_RACES = 8;

/** Commits what `decide` answers; null: there is nothing to write. A repeated commit calls `decide` again. */
export async function writeMandate(
  sql: Sql,
  mandate: Key,
  decide: (standing: MandateStanding) => MandateWrite | null,
): Promise<MandateWrite | null> {
  for (let race = 1; ; race++) {
    try {
      return await withRetries(() => sql.begin((tx) => writeOnce(tx, mandate, decide)));
    } catch (error) {
      if (race >= MOST_RACES || !isLostRace(error)) throw error;
    }
  }
}

async function writeOnce(
  tx: SqlTransaction,
  key: Key,
  decide: (standing: MandateStanding) => MandateWrite | null,
): Promise<MandateWrite | null> {
  const write = decide(await lockStanding(tx, key));
  if (!write) return null;
  const { change, event, taken, audit } = write;
  const { before, after } = change;
  await insertSteps(tx, [{ before, after, entry: null, declinedAttempt: null, movements: [] }], 'fails');
  await updateMandate(tx, change);
  await noteChanges(tx, [after]);
  await insertWebhookEvents(tx, [{ event, taken }]);
  if (audit) await appendAudit(tx, audit);
  return write;
}

async function lockStanding(
  tx: SqlTransaction,
  { merchantId, id, firstTransactionId }: Key,
): Promise<MandateStanding> {
  const first = [merchantId, firstTransactionId];
  await send(tx, 'select 1 from openings where merchant_id = $1 and id = $2 for update', first);
  const [row] = await send(
    tx,
    `select ${COLUMNS} from transactions where merchant_id = $1 and id = $2`,
    first,
  );
  const [own] = await send(
    tx,
    `select ${MANDATE_COLUMNS} from mandates where merchant_id = $1 and id = $2 for update`,
    [merchantId, id],
  );
  if (!row || !own) throw new Error(`mandate ${id} has vanished`);
  return { transaction: fromRow(row), mandate: fromMandateRow(own) };
}

const CHANGED = MANDATE_COLUMNS.split(', ').filter(
  (column) => !['merchant_id', 'id', 'brand_id', 'first_transaction_id', 'created_at'].includes(column),
);

/** Only a mandate in force changes, and never back to PENDING. */
async function updateMandate(tx: SqlTransaction, { former, mandate }: MandateChange): Promise<void> {
  const { from, sameMerchant, parameters } = givenRows(tx, MANDATES, [toMandateRow(mandate)]);
  const written = await send(
    tx,
    `update mandates m set ${CHANGED.map((column) => `${column} = r.${column}`).join(', ')}
     from ${from}
     where ${sameMerchant('m.merchant_id')} and m.id = r.id and r.status <> 'PENDING'
       and (m.status = 'PENDING' or m.status = 'ACTIVE' and r.status <> 'ACTIVE') and m.steps + 1 = r.steps
     returning m.id`,
    parameters,
  );
  if (written.length !== 1)
    throw new Error(`mandate ${mandate.id} cannot go from ${former.status} to ${mandate.status}`);
}
