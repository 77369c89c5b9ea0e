// Applies a provider's news about a payment after its end (contract 13): disputes, and debits that came back. A step
// waits for the step before it.
import { isOvertaken, withholds } from '../../domain/after-end/dispute.ts';
import { type News, OTHER_DISPUTE } from '../../domain/notifications/news.ts';
import { findOption } from '../../domain/options/payment-option.ts';
import { derivedId } from '../../domain/transactions/time-ordered-id.ts';
import { capturedMinor, type Transaction } from '../../domain/transactions/transaction.ts';
import {
  type Addressee,
  noteSubject,
  type StoredNotification,
} from '../../storage/notifications/notification-store.ts';
import { disputesOf } from '../../storage/transactions/transaction-story.ts';
import { writeDispute } from '../after-end/move-dispute.ts';
import { writeReturn } from '../after-end/return-transaction.ts';
import { settleDisputeResponse } from '../after-end/settle-dispute-response.ts';
import type { Context } from '../context.ts';
import { applied, conflict, ignored, type Judgement, waiting } from './judgement.ts';
import { matchPayment } from './match-charge.ts';

type DisputeTold = Extract<News, { about: 'dispute' }>;

export async function applyDisputeNews(
  context: Context,
  item: StoredNotification,
  news: DisputeTold,
): Promise<Judgement> {
  const match = await matchPayment(context, item, news);
  if (!('kind' in match)) return match;
  const { transaction } = match;
  const { amount, dispute } = news;
  if (amount.currency !== transaction.currency)
    return conflict(transaction, 'its currency differs from the payment');
  if (dispute.doubt !== undefined) return conflict(transaction, dispute.doubt);
  if (isDebit(transaction)) return await applyToDebit(context, transaction, news);
  return await applyToDispute(context, item, transaction, news);
}

/** A step belongs only to the dispute that has its reference. */
async function applyToDispute(
  context: Context,
  item: StoredNotification,
  transaction: Transaction,
  { amount, dispute }: DisputeTold,
): Promise<Judgement> {
  const { follows, followsWithheld = false, announces, doubt: _, ...said } = dispute;
  const { providerReference, status } = said;
  const news = { ...said, amountMinor: amount.amountMinor };
  // The former step may arrive at this moment. When it is applied, it wakes this item.
  if (follows) await noteSubject(context.sql, item, transaction.id);
  let isOther = false;
  const judged = await writeDispute(context, transaction, {
    news,
    id: derivedId(transaction.id, `dispute ${item.accountId} ${providerReference}`),
    formerOf(disputes) {
      const former = disputes.find((one) => one.providerReference === providerReference) ?? null;
      isOther = former === null && disputes.length > 0;
      if (former && isOvertaken(former, news, announces)) return 'late';
      if (follows === null || former?.status === status) return former;
      const isOnlyAnnounced = followsWithheld && former?.status === 'OPEN' && !former.fundsWithheld;
      return follows.some((one) => one === former?.status) && !isOnlyAnnounced ? former : 'missing';
    },
    by: null,
  });
  switch (judged.kind) {
    case 'missing':
      return isOther
        ? { ...conflict(transaction, OTHER_DISPUTE), unlessWoken: true }
        : waiting(transaction, 'the provider has not yet reported the previous step of the dispute');
    case 'late':
      return ignored(transaction, 'the dispute is already further on');
    case 'refused':
      return conflict(transaction, judged.fault);
    default:
      return applied(transaction);
  }
}

/**
 * The bank takes back the money of a debit without asking. That is no dispute, and the merchant cannot answer it. We
 * know ourselves whether it was a debit, whatever a provider says about the method.
 */
async function applyToDebit(
  context: Context,
  transaction: Transaction,
  { amount, dispute: { status, fundsWithheld, follows, reason = null } }: DisputeTold,
): Promise<Judgement> {
  if (transaction.returned && follows) return ignored(transaction, 'the debit has already come back');
  if (follows || !withholds(status, fundsWithheld))
    return ignored(transaction, 'a debit stays paid until the bank takes its money back');
  if (amount.amountMinor !== capturedMinor(transaction))
    return conflict(transaction, 'its amount differs from the payment');
  const judged = await writeReturn(context, null, transaction, reason);
  if (judged.kind === 'refused') return conflict(transaction, judged.fault);
  return { ...applied(transaction), moneyEvent: 'returned' };
}

function isDebit({ optionId }: Transaction): boolean {
  const found = optionId === null ? undefined : findOption(optionId);
  return (found?.suboption ?? found?.option)?.method === 'sepa-direct-debit';
}

/** A response whose outcome we know stays as it is. */
export async function applyResponseNews(
  context: Context,
  item: Addressee,
  news: Extract<News, { about: 'dispute-response' }>,
): Promise<Judgement> {
  const match = await matchPayment(context, item, news);
  if (!('kind' in match)) return match;
  const { transaction } = match;
  const disputes = await disputesOf(context.sql, transaction);
  const dispute = disputes.find((one) => one.providerReference === news.dispute);
  const outcome = dispute?.response && news.outcomes[dispute.response.kind];
  if (!dispute || !outcome) return ignored(transaction, 'the dispute has no such response');
  const answer = { responseId: dispute.response!.id, outcome, inquired: false };
  const settled = await settleDisputeResponse(context, dispute, answer);
  return settled
    ? applied(transaction)
    : ignored(transaction, 'the outcome of the response was known before');
}

export async function applyReturnNews(
  context: Context,
  item: Addressee,
  news: Extract<News, { about: 'return' }>,
): Promise<Judgement> {
  const match = await matchPayment(context, item, news, news.amount);
  if (!('kind' in match)) return match;
  const { transaction } = match;
  const judged = await writeReturn(context, null, transaction, news.reason);
  return judged.kind === 'refused' ? conflict(transaction, judged.fault) : applied(transaction);
}
