// Applies a provider's news about a capture (contract 16). The capture was made here, or somebody made it at the
// provider. News of a capture may come before the news of its authorisation, and after its end.

import type { Capture } from '../../domain/captures/capture.ts';
import {
  asSentTo,
  type CaptureAtProvider,
  isCapturedFurther,
  isLateCapture,
} from '../../domain/captures/settle-capture.ts';
import { otherAmountText } from '../../domain/money/money.ts';
import type { News } from '../../domain/notifications/news.ts';
import { derivedId } from '../../domain/transactions/time-ordered-id.ts';
import { isAuthorized, isCapturedLater, type Transaction } from '../../domain/transactions/transaction.ts';
import type { StoredNotification } from '../../storage/notifications/notification-store.ts';
import { recordCapture } from '../captures/record-capture.ts';
import { settleCapture } from '../captures/settle-capture.ts';
import type { Context } from '../context.ts';
import { applyOnce, reload } from '../submission/apply-outcome.ts';
import { applyChargeNews } from './apply-charge-news.ts';
import { applied, conflict, ignored, type Judgement, unmatched, waiting } from './judgement.ts';
import { isPaidBy, matchCharge } from './match-charge.ts';

type CaptureNews = Extract<News, { about: 'capture' }>;

export async function applyCaptureNews(
  context: Context,
  item: StoredNotification,
  news: CaptureNews,
): Promise<Judgement> {
  const { merchantId, brandId } = item;
  const capture =
    news.captureId === null ? null : await context.captures.find(merchantId, brandId, news.captureId);
  if (capture) return await applyToCapture(context, item, capture, news);
  const match = await matchCharge(context, item, news.charge);
  if (!('kind' in match)) return match;
  const { transaction, charge, isLatest } = match;
  if (!isCapturedLater(transaction)) return ignored(transaction, 'the payment is not captured by calls');
  if (transaction.authorized && !isPaidBy(transaction, charge, news.payment))
    return conflict(transaction, 'it is about another payment than the authorised one');
  if (!transaction.authorized && !isLatest)
    return conflict(transaction, 'an attempt that was left was captured; refund it at the provider');
  const { provider, providerAccount, reroutes } = charge;
  const sentTo = { provider, providerAccount, reroutes };
  return await applyToPayment(context, item, { transaction: asSentTo(transaction, sentTo), sentTo }, news);
}

/** A capture that was made here. */
async function applyToCapture(
  context: Context,
  item: StoredNotification,
  capture: Capture,
  news: CaptureNews,
): Promise<Judgement> {
  const transaction = await context.transactions.find(capture.merchantId, capture.transactionId);
  if (!transaction) throw new Error(`transaction ${capture.transactionId} no longer exists`);
  if ((transaction.providerAccount ?? item.brandId) !== item.accountId)
    return unmatched(`the capture ${capture.id} was not sent to this account`);
  if (news.amount.amountMinor !== capture.amountMinor || news.amount.currency !== capture.currency)
    return conflict(transaction, otherAmountText('reported', news.amount, capture));
  const { providerReference } = transaction;
  if (news.payment && providerReference && news.payment !== providerReference)
    return conflict(transaction, 'it is about a different payment than the capture');
  return await settle(context, transaction, capture, news);
}

/** `afterEnd`: news about a completed capture counts too, because a capture may fail afterwards. */
async function settle(
  context: Context,
  transaction: Transaction,
  capture: Capture,
  { outcome, needsFormer, reason = null }: CaptureNews,
): Promise<Judgement> {
  if (needsFormer && capture.status === 'PENDING')
    return waiting(transaction, 'the provider has not yet reported that the capture was made');
  if (outcome.kind === 'unknown') return ignored(transaction, 'it says nothing new');
  const isOver = capture.status !== 'PENDING';
  if (outcome.kind === 'pending' && isOver) return ignored(transaction, `the capture is ${capture.status}`);
  const after = await settleCapture(context, capture, { outcome, actor: 'provider', afterEnd: true, reason });
  if (after) return applied(transaction);
  const current = await context.captures.find(capture.merchantId, capture.brandId, capture.id);
  const says = outcome.kind === 'completed' ? 'COMPLETED' : 'FAILED';
  if (current?.status === says) return applied(transaction);
  const rule =
    current?.status === 'COMPLETED' ? ', and its money went back before, or a dispute withholds it' : '';
  return conflict(transaction, `it says that the capture is ${says}, but it is ${current?.status}${rule}`);
}

/**
 * The capture that was recorded under the id, or that has the provider's id. A completed capture that failed after all
 * may be named by its payment alone: then its amount must say which one it is.
 */
async function knownCapture(
  { captures }: Context,
  { merchantId, id: transactionId }: Transaction,
  id: string,
  { providerReference, amount, needsFormer, outcome }: CaptureNews,
): Promise<Capture | 'several' | null> {
  const all = await captures.ofTransaction(merchantId, transactionId);
  const named = all.find(
    (one) => one.id === id || (providerReference !== null && one.providerReference === providerReference),
  );
  if (named || !needsFormer || outcome.kind !== 'failed') return named ?? null;
  const alike = all.filter(
    ({ status, amountMinor }) => status !== 'PENDING' && amountMinor === amount.amountMinor,
  );
  const open = alike.filter(({ status }) => status === 'COMPLETED');
  if (open.length > 1) return 'several';
  return open[0] ?? alike[0] ?? null;
}

/** The payment with the provider of its charge, also if it ended between two attempts. */
interface Captured {
  transaction: Transaction;
  sentTo: NonNullable<CaptureAtProvider['sentTo']>;
}

/** A capture that somebody made at the provider. */
async function applyToPayment(
  context: Context,
  item: StoredNotification,
  { transaction, sentTo }: Captured,
  news: CaptureNews,
): Promise<Judgement> {
  const { payment, providerReference, amount, outcome, isFinal } = news;
  if (amount.currency !== transaction.currency)
    return conflict(transaction, 'its currency differs from the payment');
  if (news.isTotal) return await applyTotal(context, item, { transaction, sentTo }, news);
  const name = providerReference ?? `of ${payment ?? news.charge}`;
  const id = derivedId(transaction.id, `capture ${item.accountId} ${name}`);
  const known = await knownCapture(context, transaction, id, news);
  if (known === 'several')
    return conflict(transaction, 'it names no capture, and several captures have its amount');
  if (known && known.amountMinor !== amount.amountMinor)
    return conflict(transaction, 'its amount differs from the capture');
  if (known) return await settle(context, transaction, known, news);
  if (outcome.kind !== 'completed') {
    if (news.needsFormer)
      return waiting(transaction, 'the provider has not yet reported that the capture was made');
    return ignored(transaction, 'a capture made at the provider moves money only when it is completed');
  }
  const isOpen = transaction.status === 'INIT' || transaction.status === 'PROCESSING';
  if (isOpen && !isAuthorized(transaction))
    return waiting(transaction, 'the provider has not yet reported that the payment was authorised');
  if (!isOpen && !isLateCapture(transaction) && !isCapturedFurther(transaction))
    return conflict(transaction, `it was captured at the provider, but the payment is ${transaction.status}`);
  const made = await recordCapture(context, transaction, {
    id,
    amountMinor: amount.amountMinor,
    providerReference,
    payment,
    isFinal,
    actor: 'provider',
    sentTo,
  });
  return made.kind === 'refused'
    ? conflict(transaction, 'somebody captured more at the provider than is left to capture')
    : applied(transaction);
}

/**
 * The provider tells how much was captured altogether. What is neither in the books nor pending was captured at the
 * provider.
 */
async function applyTotal(
  context: Context,
  item: StoredNotification,
  { transaction: read, sentTo }: Captured,
  news: CaptureNews,
): Promise<Judgement> {
  const { amount, isFinal, providerReference } = news;
  const known = await withAuthorization(context, item, read, news);
  if ('state' in known) return known;
  const transaction = asSentTo(known, sentTo);
  if (captured(transaction) >= amount.amountMinor) return await endRest(context, transaction, news);
  if (hasPending(transaction)) return waiting(transaction, PENDING_HERE);
  const isOpen = isAuthorized(transaction);
  if (!isOpen && !isLateCapture(transaction) && !isCapturedFurther(transaction))
    return conflict(transaction, `it was captured at the provider, but the payment is ${transaction.status}`);
  const name = `of ${news.payment ?? news.charge} up to ${amount.amountMinor}`;
  await recordCapture(context, transaction, {
    id: derivedId(transaction.id, `capture ${item.accountId} ${name}`),
    amountMinor: { total: amount.amountMinor },
    providerReference,
    payment: news.payment,
    isFinal,
    actor: 'provider',
    sentTo,
  });
  const after = await reload(context, transaction);
  if (captured(after) >= amount.amountMinor) return applied(transaction);
  return hasPending(after)
    ? waiting(transaction, PENDING_HERE)
    : conflict(transaction, 'somebody captured more at the provider than is left to capture');
}

const PENDING_HERE = 'a capture made here has not ended yet';

const captured = ({ authorized }: Transaction): bigint => authorized?.capturedMinor ?? 0n;
const hasPending = ({ authorized }: Transaction): boolean => (authorized?.pendingMinor ?? 0n) > 0n;

/** The payment after the news of its authorisation; a judgement if that news does not fit. */
async function withAuthorization(
  context: Context,
  item: StoredNotification,
  transaction: Transaction,
  { charge, payment, authorization }: CaptureNews,
): Promise<Transaction | Judgement> {
  const isOpen = transaction.status === 'INIT' || transaction.status === 'PROCESSING';
  if (!isOpen || isAuthorized(transaction)) return transaction;
  const missing = waiting(transaction, 'the provider has not yet reported that the payment was authorised');
  if (!authorization) return missing;
  const judged = await applyChargeNews(context, item, { about: 'charge', charge, payment, ...authorization });
  const after = await reload(context, transaction);
  const isStillOpen = after.status === 'INIT' || after.status === 'PROCESSING';
  if (!isStillOpen || isAuthorized(after)) return after;
  return judged.state === 'applied' ? missing : judged;
}

/** Everything that was captured is in the books. If the provider holds nothing more, the pay-in has ended. */
async function endRest(
  context: Context,
  transaction: Transaction,
  { isFinal }: CaptureNews,
): Promise<Judgement> {
  if (!isFinal || !isAuthorized(transaction) || hasPending(transaction)) return applied(transaction);
  const ended = await applyOnce(context, transaction, { kind: 'cancelled' }, { actor: 'provider' });
  return ended ? applied(transaction) : waiting(transaction, 'the payment has just changed');
}
