// The ledger in the database (contract 10). Transfers are history and only ever appended. A balance is its row in
// `balances` plus the `balance_changes` that wait to be folded in. A payment appends and locks nothing: if every
// payment of a brand updated one row, it would hold the row's lock until its commit is on disk. Only spending folds and
// locks first. No function here may change a balance without the transfer that explains it, in the same transaction.

import { randomUUIDv7 } from 'node:crypto';
import { balanceEffect, type Movement } from '../../domain/ledger/ledger.ts';
import type { BrandId } from '../../domain/merchants/brand.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { type AnyTransaction, type Sql, type SqlTransaction, send } from '../database/database.ts';
import { insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';

export interface TransferRow {
  merchantId: string;
  brandId: string;
  /** null: funding. */
  transactionId: string | null;
  currency: string;
  movement: Movement;
  at: Date;
}

export interface BalanceChangeRow {
  merchantId: string;
  brandId: string;
  currency: string;
  availableMinor: bigint;
  reservedMinor: bigint;
}

export interface Balance {
  currency: string;
  availableMinor: bigint;
  reservedMinor: bigint;
}

/** The range of a bigint column. */
const MAX_BALANCE = 2n ** 63n - 1n;

const TRANSFERS = new Recordset({
  merchant_id: 'uuid',
  id: 'uuid',
  brand_id: 'uuid',
  transaction_id: 'uuid',
  currency: 'text',
  from_account: 'text',
  to_account: 'text',
  amount_minor: 'bigint',
  kind: 'text',
  created_at: 'timestamptz',
});

/** Appends transfers. The caller must apply the same movements to the balances, in the same transaction. */
export async function insertTransfers(tx: AnyTransaction, rows: readonly TransferRow[]): Promise<void> {
  if (rows.length === 0) return;
  const transfers = rows.map(({ merchantId, brandId, transactionId, currency, movement, at }) => ({
    merchant_id: merchantId,
    // The id has the transfer's time to the millisecond: a day of the ledger is a range of ids (docs/decisions/0050).
    id: timeOrderedId(at),
    brand_id: brandId,
    transaction_id: transactionId,
    currency,
    from_account: movement.from,
    to_account: movement.to,
    amount_minor: movement.amountMinor,
    kind: movement.kind ?? null,
    created_at: at,
  }));
  await insertRows(tx, { into: 'transfers' }, TRANSFERS, transfers);
}

const BALANCE_CHANGES = new Recordset({
  merchant_id: 'uuid',
  brand_id: 'uuid',
  currency: 'text',
  id: 'uuid',
  available_minor: 'bigint',
  reserved_minor: 'bigint',
});

/**
 * Notes what the transfers of this commit add to balances: one row for each brand and currency, summed by the caller.
 * Only for transfers that add money or release reserved money, and for what happens after the end, which nobody can
 * refuse. Spending uses `spend`.
 */
export async function insertBalanceChanges(
  tx: AnyTransaction,
  rows: readonly BalanceChangeRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const changes = rows.map(({ merchantId, brandId, currency, availableMinor, reservedMinor }) => ({
    merchant_id: merchantId,
    brand_id: brandId,
    currency,
    id: randomUUIDv7(),
    available_minor: availableMinor,
    reserved_minor: reservedMinor,
  }));
  await insertRows(tx, { into: 'balance_changes' }, BALANCE_CHANGES, changes);
}

/**
 * Locks the balance until the transaction ends, and folds in its waiting changes. Answers the complete balance. The
 * lock is a separate, first statement: the statement that folds must see what others committed before they released the
 * lock.
 */
export async function foldBalance(
  tx: AnyTransaction,
  merchantId: string,
  brandId: string,
  currency: string,
): Promise<Balance> {
  const key = [merchantId, brandId, currency];
  await send(
    tx,
    `insert into balances (merchant_id, brand_id, currency, available_minor, reserved_minor)
     values ($1, $2, $3, 0, 0)
     on conflict (merchant_id, brand_id, currency) do nothing`,
    key,
  );
  const [locked] = await send(
    tx,
    `select available_minor, reserved_minor from balances
     where merchant_id = $1 and brand_id = $2 and currency = $3
     for update`,
    key,
  );
  const [folded] = await send(
    tx,
    `with taken as (
       delete from balance_changes
       where merchant_id = $1 and brand_id = $2 and currency = $3
       returning available_minor, reserved_minor
     ), total as (
       select sum(available_minor)::bigint as available, sum(reserved_minor)::bigint as reserved from taken
       having count(*) > 0
     )
     update balances set available_minor = available_minor + total.available,
       reserved_minor = reserved_minor + total.reserved
     from total
     where merchant_id = $1 and brand_id = $2 and currency = $3
     returning available_minor, reserved_minor`,
    key,
  );
  const row = folded ?? locked;
  if (!row) throw new Error(`the balance of brand ${brandId} in ${currency} vanished while it was locked`);
  return { currency, availableMinor: row.available_minor, reservedMinor: row.reserved_minor };
}

/**
 * Moves money out of `available` (to reserved, or out of the gateway) if there is enough; moves it into `available`
 * always. Answers the balance afterwards, or null if there was not enough: then nothing was written.
 */
export async function spend(tx: SqlTransaction, row: TransferRow): Promise<Balance | null> {
  const { merchantId, brandId, currency, movement } = row;
  const before = await foldBalance(tx, merchantId, brandId, currency);
  const effect = balanceEffect(movement);
  const availableMinor = before.availableMinor + effect.availableMinor;
  const reservedMinor = before.reservedMinor + effect.reservedMinor;
  // A balance that disputes and returns made negative may be funded step by step.
  if ((effect.availableMinor < 0n && availableMinor < 0n) || reservedMinor < 0n) return null;
  if (availableMinor > MAX_BALANCE || reservedMinor > MAX_BALANCE) {
    throw new RangeError(`a balance in ${currency} would exceed ${MAX_BALANCE} minor units`);
  }
  await insertTransfers(tx, [row]);
  await setBalance(tx, row, { currency, availableMinor, reservedMinor });
  return { currency, availableMinor, reservedMinor };
}

/** The caller has folded and locked the balance (foldBalance), and writes the transfers that explain the difference. */
export async function setBalance(
  tx: AnyTransaction,
  { merchantId, brandId }: BrandId,
  { currency, availableMinor, reservedMinor }: Balance,
): Promise<void> {
  await send(
    tx,
    `update balances set available_minor = $4, reserved_minor = $5
     where merchant_id = $1 and brand_id = $2 and currency = $3`,
    [merchantId, brandId, currency, String(availableMinor), String(reservedMinor)],
  );
}

/** The brand's balances in the order of their currencies, including waiting changes. Locks nothing. */
export async function balancesOf(
  sql: Sql | SqlTransaction,
  merchantId: string,
  brandId: string,
): Promise<Balance[]> {
  const rows = await sql`
    select currency, sum(available_minor)::bigint as available_minor, sum(reserved_minor)::bigint as reserved_minor
    from (
      select currency, available_minor, reserved_minor from balances
      where merchant_id = ${merchantId} and brand_id = ${brandId}
      union all
      select currency, available_minor, reserved_minor from balance_changes
      where merchant_id = ${merchantId} and brand_id = ${brandId}
    ) as parts
    group by currency order by currency`;
  return rows.map((row) => ({
    currency: row.currency,
    availableMinor: row.available_minor,
    reservedMinor: row.reserved_minor,
  }));
}

export interface FundingRow {
  merchantId: string;
  brandId: string;
  reference: string;
  currency: string;
  /** Negative: money taken out. */
  amountMinor: bigint;
  at: Date;
}

/**
 * Claims a funding reference. 'claimed': the reference is ours, and the caller moves the money in the same transaction.
 * Otherwise it answers the earlier funding; if that is not committed yet, it waits.
 */
export async function claimFunding(
  tx: SqlTransaction,
  { merchantId, brandId, reference, currency, amountMinor, at }: FundingRow,
): Promise<'claimed' | { currency: string; amountMinor: bigint }> {
  const claimed = await tx`
    insert into fundings (merchant_id, brand_id, reference, currency, amount_minor, created_at)
    values (${merchantId}, ${brandId}, ${reference}, ${currency}, ${amountMinor}, ${at})
    on conflict (merchant_id, brand_id, reference) do nothing
    returning reference`;
  if (claimed.length > 0) return 'claimed';
  const [first] = await tx`
    select currency, amount_minor from fundings
    where merchant_id = ${merchantId} and brand_id = ${brandId} and reference = ${reference}`;
  return { currency: first!.currency, amountMinor: first!.amount_minor };
}
