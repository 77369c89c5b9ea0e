// A transaction as a row of the portal's list, of the export and of "other payments of this customer". It must mask
// e-mail addresses and phone numbers, as in every answer (contract 5).

import { fullName } from '@tollgate/provider-kit/seam/customer';
import { type Static, Type } from 'typebox';
import { withheldBy } from '../../../domain/after-end/dispute.ts';
import { errorReason } from '../../../domain/errors/error-codes.ts';
import { toWire } from '../../../domain/money/money.ts';
import {
  type AfterEnd,
  MONEY_BACK,
  moneyBackOf,
  NOTHING_AFTER_END,
} from '../../../domain/records/money-back.ts';
import { toRecordCore } from '../../../domain/records/record.ts';
import { isUndecided } from '../../../domain/records/transaction-actions.ts';
import { refundableMinor } from '../../../domain/refunds/refund.ts';
import {
  type CardSummary,
  capturableMinor,
  capturedMinor,
  isAuthorized,
  STATUSES,
  type Transaction,
} from '../../../domain/transactions/transaction.ts';
import { afterEndOf } from '../../../storage/after-end/after-end-of.ts';
import type { Sql } from '../../../storage/database/database.ts';
import { choice, orNull, uuid } from '../../schemas/schema-fields.ts';
import { moment, money, said } from './transaction-fields.ts';

export const TransactionItem = Type.Object(
  {
    id: uuid('The transaction.'),
    type: choice(['PAYIN', 'PAYOUT'], 'Pay-in or payout.'),
    status: choice(STATUSES, 'The current status.'),
    refunded: choice(['none', 'part', 'all'], 'How much of it was refunded.'),
    undecided: Type.Boolean({ description: 'Whether its outcome is unknown and a person must decide it.' }),
    currency: said('Currency code.'),
    amount: money('Amount.'),
    captureMode: orNull(
      choice(['automatic', 'manual'], 'Charged at once, or authorised first; null for payouts.'),
    ),
    amountAuthorized: money('What was authorised; 0 without an authorisation.'),
    amountCaptured: money('What was charged: the sum of completed captures, or the amount once completed.'),
    amountCapturable: money('What can still be captured.'),
    captureBefore: orNull(moment('Until when an authorised pay-in can be captured; null once it has ended.')),
    amountRefunded: money('Sum of pending and completed refunds.'),
    amountDisputed: money('What disputes of it withhold or took.'),
    amountRefundable: money('What is left to refund: not refunded, disputed or returned.'),
    moneyBack: orNull(
      choice(
        MONEY_BACK,
        'What of its money came back, or is on its way back. refund-failed: nobody made another refund since. ' +
          'null: nothing.',
      ),
    ),
    merchantReference: said("The merchant's reference."),
    paymentReference: said('Payment or invoice reference.'),
    userId: said("The merchant's id of the customer."),
    customer: orNull(said('Name of the customer or recipient.')),
    country: orNull(said('Country code.')),
    option: orNull(said('Payment option or suboption.')),
    optionType: orNull(said('Kind of the option.')),
    card: orNull(said('Scheme and last four digits of the card.')),
    errorCode: orNull(said('Why it was declined or failed.')),
    errorReason: orNull(said('The text of the error code.')),
    provider: orNull(said('Name of the provider.')),
    providerReference: orNull(said("The provider's reference.")),
    lateSuccess: Type.Boolean({ description: 'Whether it was paid after it had expired or been cancelled.' }),
    createdAt: moment('When it was created.'),
    updatedAt: moment('When it last changed.'),
    completedAt: orNull(moment('When it completed.')),
  },
  { title: 'TransactionItem', description: 'A transaction in a list.' },
);
export type TransactionItem = Static<typeof TransactionItem>;

/** Card brands in their owners' spelling. */
const SCHEMES: Readonly<Record<string, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  AMEX: 'American Express',
  DINERS: 'Diners Club',
  JCB: 'JCB',
  UNIONPAY: 'UnionPay',
  RUPAY: 'RuPay',
  UNKNOWN: 'Card',
};

/** "Visa •••• 4242". */
export const cardName = ({ brand, last4 }: Pick<CardSummary, 'brand' | 'last4'>): string =>
  `${SCHEMES[brand] ?? brand} •••• ${last4}`;

/** `afterEnd`: absent if nothing happened after its end. */
export function toItem(transaction: Transaction, afterEnd: AfterEnd = NOTHING_AFTER_END): TransactionItem {
  const core = toRecordCore(transaction);
  const { card, currency, amountRefundedMinor, errorCode, status } = transaction;
  return {
    id: transaction.id,
    type: transaction.type,
    status,
    refunded: refundedOf(capturedMinor(transaction), amountRefundedMinor),
    undecided: isUndecided(transaction),
    currency,
    amount: core.amount,
    captureMode: core.captureMode,
    amountAuthorized: core.amountAuthorized,
    amountCaptured: core.amountCaptured,
    amountCapturable: toWire(capturableMinor(transaction), currency),
    captureBefore: isAuthorized(transaction) ? core.captureBefore : null,
    amountRefunded: core.amountRefunded,
    amountDisputed: toWire(withheldBy(afterEnd.disputes), currency),
    amountRefundable: toWire(refundableMinor(transaction, afterEnd.disputes), currency),
    moneyBack: moneyBackOf(transaction, afterEnd),
    merchantReference: transaction.merchantReference,
    paymentReference: transaction.details.paymentReference,
    userId: transaction.userId,
    customer: nameOf(transaction),
    country: transaction.country,
    option: core.paymentOption?.name ?? null,
    optionType: core.paymentOption?.type ?? null,
    card: card && cardName(card),
    errorCode,
    errorReason: errorCode && errorReason(errorCode),
    provider: transaction.provider,
    providerReference: transaction.providerReference,
    lateSuccess: transaction.lateSuccess,
    createdAt: core.createdAt,
    updatedAt: core.updatedAt,
    completedAt: core.completedAt,
  };
}

/** Each with what happened to it after its end. */
export async function toItems(
  sql: Sql,
  merchantId: string,
  transactions: readonly Transaction[],
): Promise<TransactionItem[]> {
  const afterEnd = await afterEndOf(sql, merchantId, transactions);
  return transactions.map((one) => toItem(one, afterEnd.get(one.id)));
}

function refundedOf(paidMinor: bigint, refundedMinor: bigint): 'none' | 'part' | 'all' {
  if (refundedMinor === 0n) return 'none';
  return refundedMinor < paidMinor ? 'part' : 'all';
}

/** The name of the payer, or of the recipient of a payout. */
export function nameOf({ details: { customer }, recipient }: Transaction): string | null {
  return recipient?.name ?? fullName(customer);
}
