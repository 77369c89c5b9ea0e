// What the commits of payments write about mandates (contract 16): a mandate is made in the commit of the outcome with
// which its payer agreed, and the answer to a later charge marks its mandate in the commit of that answer. Called by
// apply-changes.ts.
import type { MandateUse } from '../../domain/mandates/later-charge.ts';
import type { Mandate } from '../../domain/mandates/mandate.ts';
import { type AnyTransaction, send } from '../database/database.ts';
import { byKey } from '../database/row-order.ts';
import { givenRows, insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';
import { MANDATES, toMandateRow } from './mandate-row.ts';

/** The mandates of pay-ins that were just authorised or paid. */
export async function insertMandates(tx: AnyTransaction, mandates: readonly Mandate[]): Promise<void> {
  if (mandates.length === 0) return;
  const rows = mandates.map(toMandateRow).sort(byKey);
  await insertRows(
    tx,
    { into: 'mandates', after: 'on conflict (merchant_id, id) do nothing' },
    MANDATES,
    rows,
  );
}

const USES = new Recordset({
  merchant_id: 'uuid',
  id: 'uuid',
  at: 'timestamptz',
  failed: 'boolean',
  withdrawn: 'boolean',
});

/**
 * Notes answers to later charges. If the issuer will never pay again, or the mandate was withdrawn at the provider, it
 * is marked here, and a worker makes it FAILED or REVOKED if this process dies before it does so itself.
 */
export async function noteMandateUses(tx: AnyTransaction, uses: readonly MandateUse[]): Promise<void> {
  if (uses.length === 0) return;
  const byMandate = Map.groupBy(uses, ({ merchantId, id }) => `${merchantId} ${id}`);
  const rows = [...byMandate.values()].map((own) => ({
    merchant_id: own[0]!.merchantId,
    id: own[0]!.id,
    at: new Date(Math.max(...own.map(({ at }) => at.getTime()))),
    failed: own.some(({ ends }) => ends === 'FAILED'),
    withdrawn: own.some(({ ends }) => ends === 'REVOKED'),
  }));
  const { from, sameMerchant, parameters } = givenRows(tx, USES, rows.sort(byKey));
  await send(
    tx,
    `update mandates m set last_used_at = greatest(m.last_used_at, r.at),
       failed_at = case when r.failed then coalesce(m.failed_at, r.at) else m.failed_at end,
       revoked_at = case when r.withdrawn and m.status = 'ACTIVE' then coalesce(m.revoked_at, r.at) else m.revoked_at end,
       due_at = case when (r.failed or r.withdrawn) and m.status = 'ACTIVE' then r.at else m.due_at end
     from ${from} where ${sameMerchant('m.merchant_id')} and m.id = r.id`,
    parameters,
  );
}
