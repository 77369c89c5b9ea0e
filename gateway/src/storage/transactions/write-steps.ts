// Writes a change of transactions: its row of steps, the remaining work in open_work, and the claims of the opening
// that a shopper's choice changes. The key of a step is the transaction and its version, so only one of two changes
// based on the same version is written, and what domain/transactions/transition.ts decided about that version holds. It
// never changes a step.
import { type Actor, capturedMinor } from '../../domain/transactions/transaction.ts';
import type { Change } from '../../domain/transactions/transition.ts';
import { type AnyTransaction, isOnCitus, send, violates } from '../database/database.ts';
import { byKey } from '../database/row-order.ts';
import { givenRows, insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';
import { STEP_COLUMNS, toStep, toWork } from './transaction-row.ts';

const STEPS = new Recordset(STEP_COLUMNS);

/** Answers the transactions whose step was written. The changes must all be of different transactions. */
export async function insertSteps(
  tx: AnyTransaction,
  changes: readonly Change[],
  lost: 'fails' | 'is left out',
): Promise<Set<string>> {
  const rows = changes.map((change) => ({ id: change.after.id, ...toStep(change) })).sort(byKey);
  const known = lost === 'fails' ? '' : 'on conflict do nothing';
  const written = await insertRows(
    tx,
    { into: 'steps', after: `${known} returning transaction_id` },
    STEPS,
    rows,
  );
  return new Set(written.map((row) => row.transaction_id));
}

/** The transaction has changed since it was read: its next version exists already. */
export function isLostRace(error: unknown): boolean {
  return violates(error, 'steps_pkey');
}

/**
 * Nothing was written: this change would claim its reference for a country in which another payment has it (contract
 * 3).
 */
export function isReferenceTaken(error: unknown): boolean {
  return violates(error, 'openings_by_reference');
}

/**
 * Writes steps after the end, decided under the lock of their opening; several steps of one transaction are in their
 * order. A statement checks them again in spite of the lock: only a COMPLETED transaction has such steps, never over
 * the amount, and a payout has no refunds. The statement itself must fail if a check fails, because the commit is sent
 * together with it. A cast can fail without a new function.
 */
export async function insertStepsAfterEnd(
  tx: AnyTransaction,
  changes: readonly Pick<Change, 'before' | 'after'>[],
  /** null: the step is from a refund, whose own row has the actor. */
  actor: Actor | null = null,
) {
  const rows = changes.map((change) => ({
    id: change.after.id,
    ...toStep({ before: change.before, after: change.after, entry: null, ...(actor && { actor }) }),
    most_refunded_minor: mostRefunded(change),
  }));
  const checked = rows.map((row) => ({ ...row, id: row.transaction_id })).sort(byKey);
  const { from, sameMerchant, parameters } = givenRows(tx, AFTER_END, checked);
  await Promise.all([
    send(
      tx,
      `select case when r.status = 'COMPLETED' and r.amount_refunded_minor between 0 and least(r.most_refunded_minor, o.amount_minor)
           and (o.type = 'PAYIN' or r.amount_refunded_minor = 0)
         then 1 else cast('not admitted by a ' || o.type || ' ' || r.status as integer) end
       from ${from} join openings o on ${sameMerchant('o.merchant_id')} and o.id = r.id`,
      parameters,
    ),
    insertRows(tx, { into: 'steps' }, STEPS, checked),
  ]);
}

const AFTER_END = new Recordset({
  merchant_id: 'uuid',
  id: 'uuid',
  status: 'text',
  amount_refunded_minor: 'bigint',
  most_refunded_minor: 'bigint',
});

/** Refunds count against what was captured. If a capture failed after they were made, they may already be more. */
function mostRefunded({ before, after }: Pick<Change, 'before' | 'after'>): bigint {
  const captured = capturedMinor(after);
  if (captured > before.amountRefundedMinor) return captured;
  return before.amountRefundedMinor;
}

const RETURNS = new Recordset({
  merchant_id: 'uuid',
  transaction_id: 'uuid',
  brand_id: 'uuid',
  type: 'text',
  currency: 'text',
  amount_minor: 'bigint',
  returned_at: 'timestamptz',
});

/** A row for each of them that came back with this change. */
export async function insertReturns(
  tx: AnyTransaction,
  changes: readonly Pick<Change, 'before' | 'after'>[],
): Promise<void> {
  const rows = changes.flatMap(({ before, after }) => {
    const { merchantId, id, brandId, type, currency, returned } = after;
    if (!returned || before.returned) return [];
    const amountMinor = BigInt(returned.amountMinor ?? after.amountMinor);
    const own = { merchant_id: merchantId, transaction_id: id, brand_id: brandId, type, currency };
    return { ...own, amount_minor: amountMinor, returned_at: new Date(returned.at) };
  });
  if (rows.length > 0) await insertRows(tx, { into: 'returns' }, RETURNS, rows);
}

const WORK = new Recordset({
  merchant_id: 'uuid',
  id: 'uuid',
  over: 'boolean',
  status: 'text',
  error_code: 'text',
  due_at: 'timestamptz',
  capture_before: 'timestamptz',
  pan_sealed: 'bytea',
  payment_data_sealed: 'bytea',
});

/** One pass over continuing and finished work, so that it locks rows in the order of their keys (row-order.ts). */
const MERGE_WORK = `
  merge into open_work w
  using ${WORK.rows}
  on w.merchant_id = r.merchant_id and w.transaction_id = r.id
  when matched and r.over then delete
  when matched then update set status = r.status, error_code = r.error_code, due_at = r.due_at,
    capture_before = r.capture_before, pan_sealed = r.pan_sealed, payment_data_sealed = r.payment_data_sealed`;

export async function moveWork(tx: AnyTransaction, changes: readonly Change[]) {
  const rows = changes.map(({ after }) => toWork(after)).sort(byKey);
  if (!isOnCitus(tx)) return await send(tx, MERGE_WORK, WORK.parameters(rows));
  const over = rows.filter((row) => row.over);
  const open = rows.filter((row) => !row.over);
  const moved = await Promise.all([
    over.length > 0 && endWork(tx, over),
    open.length > 0 && updateWork(tx, open),
  ]);
  return moved.flatMap((rows) => rows || []);
}

const ENDED = new Recordset({ merchant_id: 'uuid', id: 'uuid' });

function endWork(tx: AnyTransaction, rows: ReturnType<typeof toWork>[]) {
  const { from, sameMerchant, parameters } = givenRows(tx, ENDED, rows);
  const ended = `delete from open_work w using ${from} where ${sameMerchant('w.merchant_id')} and w.transaction_id = r.id`;
  return send(tx, ended, parameters);
}

/** Citus has no `merge` whose source rows are in no table. */
function updateWork(tx: AnyTransaction, rows: ReturnType<typeof toWork>[]) {
  const { from, sameMerchant, parameters } = givenRows(tx, WORK, rows);
  return send(
    tx,
    `update open_work w set status = r.status, error_code = r.error_code, due_at = r.due_at,
       capture_before = r.capture_before, pan_sealed = r.pan_sealed, payment_data_sealed = r.payment_data_sealed
     from ${from} where ${sameMerchant('w.merchant_id')} and w.transaction_id = r.id`,
    parameters,
  );
}

const CLAIMS = new Recordset({
  merchant_id: 'uuid',
  id: 'uuid',
  reference_country: 'text',
  cashier_token_hash: 'bytea',
  cashier_expires_at: 'timestamptz',
});

/**
 * If a shopper chooses the country, the reference gets a claim for it; a session may get the address of its page late.
 */
export async function moveClaims(tx: AnyTransaction, changes: readonly Change[]): Promise<void> {
  const rows = [];
  for (const { before, after } of changes) {
    const { countryChosen } = after.details;
    if (!countryChosen && before.cashierTokenHash === null && after.cashierTokenHash === null) continue;
    rows.push({
      merchant_id: after.merchantId,
      id: after.id,
      reference_country: countryChosen ? after.referenceCountry : null,
      cashier_token_hash: after.cashierTokenHash,
      cashier_expires_at: after.cashierExpiresAt,
    });
  }
  if (rows.length === 0) return;
  const { from, sameMerchant, parameters } = givenRows(tx, CLAIMS, rows.sort(byKey));
  await send(
    tx,
    `update openings o set reference_country = coalesce(r.reference_country, o.reference_country),
       cashier_token_hash = r.cashier_token_hash, cashier_expires_at = r.cashier_expires_at
     from ${from}
     where ${sameMerchant('o.merchant_id')} and o.id = r.id
       and (r.reference_country <> o.reference_country or r.cashier_token_hash is distinct from o.cashier_token_hash)`,
    parameters,
  );
}
