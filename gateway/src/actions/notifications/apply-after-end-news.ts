// What a provider tells of a payment after its end (contract 13): disputes, and debits that came back. A step that follows
// another one waits for that one.
import { isOvertaken, openDispute } from '../../domain/after-end/dispute.ts';
import type { News } from '../../domain/notifications/news.ts';
import { derivedId } from '../../domain/transactions/time-ordered-id.ts';
import type { Addressee, StoredNotification } from '../../storage/notifications/notification-store.ts';
import { writeDispute } from '../after-end/move-dispute.ts';
import { writeReturn } from '../after-end/return-transaction.ts';
import type { Context } from '../context.ts';
import { applied, conflict, ignored, type Judgement, waiting } from './judgement.ts';
import { matchPayment } from './match-charge.ts';

export async function applyDisputeNews(
  context: Context,
  item: StoredNotification,
  news: Extract<News, { about: 'dispute' }>,
): Promise<Judgement> {
  const match = await matchPayment(context, item, news);
  if (!('kind' in match)) return match;
  const { transaction } = match;
  const { amount, dispute } = news;
  if (amount.currency !== transaction.currency)
    return conflict(transaction, 'its currency is not that of the payment');
  const { providerReference, status, reason, deadline, fundsWithheld, follows } = dispute;
  const step = {
    status,
    amountMinor: amount.amountMinor,
    reason,
    deadline,
    fundsWithheld,
    providerReference,
  };
  let comesLate = false;
  const judged = await writeDispute(context, transaction, {
    news: step,
    id: derivedId(transaction.id, `dispute ${item.accountId} ${providerReference}`),
    formerOf(disputes) {
      const same = disputes.find((one) => one.providerReference === providerReference);
      comesLate = same !== undefined && isOvertaken(same, status);
      const former = same ?? (follows ? openDispute(disputes, status) : null);
      const isThere = former?.status === status || follows?.some((one) => one === former?.status);
      return follows && !isThere ? 'missing' : former;
    },
    by: null,
  });
  switch (judged.kind) {
    case 'missing':
      return waiting(transaction, 'the step of the dispute before it has not been told yet');
    case 'refused':
      if (comesLate) return ignored(transaction, 'the dispute has gone on from there');
      return conflict(transaction, judged.fault);
    default:
      return applied(transaction);
  }
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
