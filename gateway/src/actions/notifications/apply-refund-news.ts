// Applies a provider's news about a refund (contract 13). The refund was made here, or somebody made it at the
// provider.

import { otherAmountText } from '../../domain/money/money.ts';
import type { News } from '../../domain/notifications/news.ts';
import type { Refund } from '../../domain/refunds/refund.ts';
import { derivedId } from '../../domain/transactions/time-ordered-id.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { StoredNotification } from '../../storage/notifications/notification-store.ts';
import type { Context } from '../context.ts';
import { recordRefund } from '../refunds/record-refund.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { applied, conflict, ignored, type Judgement, unmatched, waiting } from './judgement.ts';
import { matchPayment } from './match-charge.ts';

type RefundNews = Extract<News, { about: 'refund' }>;

export async function applyRefundNews(
  context: Context,
  item: StoredNotification,
  news: RefundNews,
): Promise<Judgement> {
  const { merchantId, brandId } = item;
  const refund =
    news.refundId === null ? null : await context.refunds.find(merchantId, brandId, news.refundId);
  if (refund) return await applyToRefund(context, item, refund, news);
  if (news.charge === null)
    return { state: 'foreign', reason: 'it contains none of our references', transactionId: null };
  const { charge, payment } = news;
  const match = await matchPayment(context, item, { charge, payment });
  if (!('kind' in match)) return match;
  return await applyToPayment(context, item, match.transaction, news);
}

/** A refund that was made here. */
async function applyToRefund(
  context: Context,
  item: StoredNotification,
  refund: Refund,
  news: RefundNews,
): Promise<Judgement> {
  const transaction = await context.transactions.find(refund.merchantId, refund.transactionId);
  if (!transaction) throw new Error(`transaction ${refund.transactionId} no longer exists`);
  if ((transaction.providerAccount ?? item.brandId) !== item.accountId) {
    return unmatched(`the refund ${refund.id} was not sent to this account`);
  }
  if (news.doubt !== undefined) return conflict(transaction, news.doubt);
  if (news.amount.amountMinor !== refund.amountMinor || news.amount.currency !== refund.currency) {
    return conflict(transaction, otherAmountText('reported', news.amount, refund));
  }
  const { providerReference } = transaction;
  if (news.payment && providerReference && news.payment !== providerReference) {
    return conflict(transaction, 'it is about a different payment than the refund');
  }
  return await settle(context, transaction, refund, news);
}

/** `afterEnd`: news about a COMPLETED refund counts too, because a refund may bounce. */
async function settle(
  context: Context,
  transaction: Transaction,
  refund: Refund,
  { outcome, needsFormer }: RefundNews,
): Promise<Judgement> {
  if (needsFormer && refund.status === 'PENDING') {
    return waiting(transaction, 'the provider has not yet reported that the refund was made');
  }
  if (outcome.kind === 'unknown') return ignored(transaction, 'it says nothing new');
  const isOver = refund.status !== 'PENDING';
  if (outcome.kind === 'pending' && isOver) return ignored(transaction, `the refund is ${refund.status}`);
  const answer = { outcome, inquired: false, afterEnd: true } as const;
  const after = await settleRefund(context, refund, answer);
  if (after) return applied(transaction);
  const current = await context.refunds.find(refund.merchantId, refund.brandId, refund.id);
  const says = outcome.kind === 'completed' ? 'COMPLETED' : 'FAILED';
  return current?.status === says
    ? applied(transaction)
    : conflict(transaction, `it says that the refund is ${says}, but it is ${current?.status}`);
}

/** A refund that somebody made at the provider. */
async function applyToPayment(
  context: Context,
  item: StoredNotification,
  transaction: Transaction,
  news: RefundNews,
): Promise<Judgement> {
  const { providerReference, amount, outcome } = news;
  if (news.doubt !== undefined) return conflict(transaction, news.doubt);
  if (amount.currency !== transaction.currency)
    return conflict(transaction, 'its currency differs from the payment');
  const id = derivedId(transaction.id, `refund ${item.accountId} ${providerReference}`);
  const known = await context.refunds.find(item.merchantId, item.brandId, id);
  if (known && known.amountMinor !== amount.amountMinor)
    return conflict(transaction, 'its amount differs from the refund');
  if (known) return await settle(context, transaction, known, news);
  if (outcome.kind !== 'completed') {
    if (news.needsFormer)
      return waiting(transaction, 'the provider has not yet reported that the refund was made');
    return ignored(transaction, 'a refund made at the provider moves money only when it is completed');
  }
  const { amountMinor } = amount;
  const made = await recordRefund(context, transaction, { id, amountMinor, providerReference });
  return made.kind === 'refused'
    ? conflict(transaction, 'somebody refunded more at the provider than is left to refund')
    : applied(transaction);
}
