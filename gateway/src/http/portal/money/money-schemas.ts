// Parts that operations about money share: amounts, balances, transfers and pages in answers, and the query fields. On
// the wire amounts are JSON numbers in units of their currency; inside they are minor units.
import { Type } from 'typebox';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { ACTIVITY_KINDS, type BrandBalance, effectOf } from '../../../domain/ledger/balance-activity.ts';
import { isDay } from '../../../domain/ledger/zoned-days.ts';
import { toWire } from '../../../domain/money/money.ts';
import { findOption } from '../../../domain/options/payment-option.ts';
import { isUuid } from '../../../domain/text.ts';
import type { ShownTransfer } from '../../../storage/ledger/list-transfers.ts';
import { choice, textOrNull, uuid } from '../../schemas/schema-fields.ts';

export const moment = (description: string) => Type.String({ format: 'date-time', description });
export const amount = (description: string) => Type.Number({ description });
export const count = (description: string) => Type.Integer({ description });
export const currency = Type.String({ description: 'Currency of the amounts.' });

export const momentQuery = (description: string) =>
  Type.Optional(Type.String({ format: 'moment', description }));
export const PageQuery = {
  cursor: Type.Optional(Type.String({ maxLength: 200, description: '`next` of the page before.' })),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]?|100)$',
      description: 'Page size: 1 to 100, default 50.',
    }),
  ),
};
export const PAGE_LENGTH = 50;

export const DatePath = { date: Type.String({ maxLength: 10, description: 'The day, such as 2026-03-29.' }) };

/** Throws Refusal 400. */
export function requireDate(date: string): string {
  if (isDay(date)) return date;
  throw new Refusal(400, ['date: must be a day, such as 2026-03-29']);
}

/** Throws Refusal 400 for a cursor that no answer contained. */
export function requireCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  if (isUuid(cursor)) return cursor;
  throw new Refusal(400, ['cursor: is not from this list; take it from the page before']);
}

export const brandBalanceFields = {
  available: amount('Available for payouts and refunds.'),
  reserved: amount('Reserved for payouts and refunds that are not final, in units of the currency.'),
};

export const toWireBrandBalance = ({ availableMinor, reservedMinor }: BrandBalance, code: string) => ({
  available: toWire(availableMinor, code),
  reserved: toWire(reservedMinor, code),
});

export const Kind = choice(
  ACTIVITY_KINDS,
  'The kind of transfer: a pay-in; the steps of a payout or a refund (reserved, paid, released); money paid in ' +
    'or taken out by the operator.',
);

export const transferFields = {
  transferId: uuid('The transfer.'),
  at: moment('When it was booked.'),
  kind: Kind,
  currency,
  amount: amount('Amount of the transfer.'),
  available: amount('Change of the available balance.'),
  reserved: amount('Change of the reserved balance.'),
  transactionId: textOrNull('The pay-in or payout it belongs to; null: funding.'),
  merchantReference: textOrNull('Reference of that transaction.'),
  method: textOrNull('Name of the payment method of that transaction.'),
  country: textOrNull('Country of that transaction.'),
  userId: textOrNull('The customer of that transaction.'),
  refundId: textOrNull('The refund it belongs to.'),
  refundReference: textOrNull('Reference of that refund.'),
  refundReason: textOrNull('Reason of that refund.'),
  fundingReference: textOrNull('Reference of the funding by the operator.'),
};

export function toWireTransfer({ transaction, refund, ...transfer }: ShownTransfer) {
  return {
    transferId: transfer.id,
    at: transfer.at.toISOString(),
    kind: transfer.kind,
    currency: transfer.currency,
    amount: toWire(transfer.amountMinor, transfer.currency),
    ...toWireBrandBalance(effectOf(transfer.kind, transfer.amountMinor), transfer.currency),
    transactionId: transaction?.id ?? null,
    merchantReference: transaction?.merchantReference ?? null,
    method: methodName(transaction?.optionId ?? null),
    country: transaction?.country ?? null,
    userId: transaction?.userId ?? null,
    refundId: refund?.id ?? null,
    refundReference: refund?.refundReference ?? null,
    refundReason: refund?.reason ?? null,
    fundingReference: transfer.fundingReference,
  };
}

/** The name for staff; an option outside the catalogue keeps its id. */
export function methodName(optionId: string | null): string | null {
  if (optionId === null) return null;
  const found = findOption(optionId);
  return found?.suboption?.name ?? found?.option.name ?? optionId;
}
