// The rows of differences and changes, made from what a month-end reads: movements, bank entries, accounts. Money that
// went out has a minus. They must never name a customer.
import { BANK_ID } from '../../domain/bank/bank-account.ts';
import type { Cause } from '../../domain/month-end/cause.ts';
import type { MonthMovement } from '../../storage/month-end/movements-and-entries.ts';
import type { DifferenceRow, EntryRow, MovementRow } from './month-end-rows.ts';

const accountOf = ({ payment }: MonthMovement): string | null =>
  payment ? [payment.provider, payment.providerAccount].filter(Boolean).join(' ') || null : null;

export function differenceOf(row: MovementRow, cause: Cause, month: string): DifferenceRow {
  const { id, currency, payment } = row;
  return {
    cause,
    of: 'movement',
    month,
    id,
    paymentId: payment?.id ?? null,
    reference: payment?.merchantReference ?? null,
    account: accountOf(row),
    currency,
    minor: String(signedOf(row)),
  };
}

/** Between available and reserved no money goes out. */
const signedOf = ({ toAccount, amountMinor }: MonthMovement): bigint =>
  toAccount === 'provider' || toAccount === 'funding' ? -amountMinor : amountMinor;

export function differenceOfEntry(row: EntryRow, cause: Cause, month: string): DifferenceRow {
  const { kind: _, ...of } = ofEntry(row);
  return { ...of, cause, month, account: row.accountId && `${BANK_ID} ${row.accountId}` };
}

export const ofMovement = (movement: MonthMovement) => ({
  of: 'movement' as const,
  kind: movement.kind,
  id: movement.id,
  paymentId: movement.payment?.id ?? null,
  reference: movement.payment?.merchantReference ?? null,
  currency: movement.currency,
  minor: String(signedOf(movement)),
});

export const ofEntry = (row: EntryRow) => ({
  of: 'bank entry' as const,
  kind: row.direction,
  id: row.id,
  paymentId: row.transactionId,
  reference: row.merchantReference,
  currency: row.currency,
  minor:
    row.currency === null || row.amountMinor === null
      ? null
      : String(row.direction === 'debit' ? -row.amountMinor : row.amountMinor),
});

interface Balance {
  account: string;
  currency: string;
  /** null: the amount is unknown. */
  minor: bigint | null;
}

export const ofAccount = (
  cause: Cause,
  month: string,
  { account, currency, minor }: Balance,
): DifferenceRow => ({
  cause,
  of: 'account',
  month,
  id: account,
  paymentId: null,
  reference: null,
  account,
  currency,
  minor: minor === null ? null : String(minor),
});
