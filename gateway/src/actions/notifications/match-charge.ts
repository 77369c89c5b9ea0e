// Finds the charge that a notification is about. It must match a transaction only if that very charge was sent to the
// account that the notification came for (contract 13).
import { readChargeReference } from '@tollgate/provider-kit/charge-reference';
import { otherAmountText } from '../../domain/money/money.ts';
import type { ChargeAmount } from '../../domain/notifications/news.ts';
import { chargeReference, paidReference, type Transaction } from '../../domain/transactions/transaction.ts';
import type { Addressee } from '../../storage/notifications/notification-store.ts';
import { readSentCharges, type SentCharge } from '../../storage/transactions/sent-charges.ts';
import type { Context } from '../context.ts';
import { conflict, type Judgement, unmatched, waiting } from './judgement.ts';

export interface Match {
  kind: 'matched';
  transaction: Transaction;
  charge: SentCharge;
  /** No other attempt or account came after it. */
  isLatest: boolean;
}

/**
 * For a step after the end of a payment: the charge must also be the payment that counted. A second payment of the same
 * transaction is not in the books, so news about it must not move them. `payment`: the provider's id for it, if the
 * provider tells it.
 */
export async function matchPayment(
  context: Context,
  item: Addressee,
  { charge, payment }: { charge: string; payment: string | null },
  amount: ChargeAmount | null = null,
): Promise<{ kind: 'matched'; transaction: Transaction } | Judgement> {
  const match = await matchCharge(context, item, charge, { amount });
  if (!('kind' in match)) return match;
  const { transaction } = match;
  if (transaction.status !== 'COMPLETED') {
    return waiting(transaction, 'the provider has not yet reported that the payment was made');
  }
  return !isPaidBy(transaction, match.charge, payment)
    ? conflict(transaction, 'it is about another payment of this transaction, not about the one that counted')
    : { kind: 'matched', transaction };
}

/**
 * Is this charge the payment that counted? We compare the provider's ids if both are known, else the references, so
 * that another attempt at the same account does not count as this one.
 */
export function isPaidBy(
  transaction: Transaction,
  { provider, providerAccount, attempts, reroutes }: SentCharge,
  payment: string | null | undefined,
): boolean {
  if (payment && transaction.providerReference) return payment === transaction.providerReference;
  return (
    transaction.provider === provider &&
    transaction.providerAccount === providerAccount &&
    paidReference(transaction) === chargeReference({ id: transaction.id, attempts, reroutes })
  );
}

/**
 * `amount`: of the whole charge, if the news is about the whole charge. `part`: of a part of it. `readBefore`: the
 * charges as the caller read them; if another charge followed since, we read them again.
 */
export async function matchCharge(
  context: Context,
  item: Addressee,
  reference: string,
  {
    amount = null,
    part = null,
    readBefore = [],
  }: {
    amount?: ChargeAmount | null;
    part?: ChargeAmount | null;
    readBefore?: readonly SentCharge[];
  } = {},
): Promise<Match | Judgement> {
  const known = readChargeReference(reference);
  if (!known) return { state: 'foreign', reason: 'it contains none of our references', transactionId: null };
  const { merchantId, brandId } = item;
  const transaction = await context.transactions.find(merchantId, known.transactionId);
  if (transaction?.brandId !== brandId)
    return unmatched(`no payment of this brand has the reference ${reference}`);
  const last = readBefore.at(-1);
  const isKnown = last && chargeReference(transaction) === chargeReference({ ...transaction, ...last });
  const sent = isKnown ? readBefore : await readSentCharges(context.sql, merchantId, transaction.id);
  const charge = sent.find(
    (one) => Math.max(one.attempts, 1) === known.attempt && one.reroutes === known.reroutes,
  );
  // The sandbox needs no account, so the brand's id takes its place.
  const account = charge?.provider === item.provider ? (charge.providerAccount ?? brandId) : null;
  if (!charge || account !== item.accountId) {
    return unmatched(`the payment ${reference} was not sent to this account`);
  }
  const isOther = amount && amount.amountMinor !== transaction.amountMinor;
  const isMore = part && part.amountMinor > transaction.amountMinor;
  const { currency = transaction.currency } = amount ?? part ?? {};
  if (isOther || isMore || currency !== transaction.currency) {
    const amountMinor = (amount ?? part)?.amountMinor ?? null;
    return conflict(transaction, otherAmountText('reported', { amountMinor, currency }, transaction));
  }
  const latest = sent.at(-1)!;
  const isLatest =
    chargeReference({ ...transaction, ...latest }) === chargeReference({ ...transaction, ...charge });
  return { kind: 'matched', transaction, charge, isLatest };
}
