// The sentence of a completed transaction to which something happened afterwards: a refund, a dispute, a return
// (contract 13). It says of each refund whether it is pending, completed or failed. Pure.
import { type Dispute, heldByDisputes, withheldBy } from '../after-end/dispute.ts';
import { type Refund, refundableMinor } from '../refunds/refund.ts';
import { capturedMinor, type Transaction } from '../transactions/transaction.ts';
import { isUnanswered, pendingRefundMinor } from './money-back.ts';
import { amountText, capital, listed, means, reason, type Sentence } from './sentence-words.ts';
import { isUndecidedRefund } from './transaction-actions.ts';

/** `paid`: how the sentence begins. null: nothing was refunded. */
export function refundedSentence(
  transaction: Transaction,
  refunds: readonly Refund[],
  paid: string,
): Sentence | null {
  const { amountRefundedMinor } = transaction;
  const amount = (minor: bigint) => amountText(minor, transaction);
  const leftMinor = capturedMinor(transaction) - amountRefundedMinor;
  const left = amount(leftMinor);
  const parts = refundedParts(transaction, refunds);
  const failed = refunds.find((one) => isUnanswered(one, refunds));
  if (failed) {
    const kept = parts.length > 0 ? ` ${capital(listed(parts))}, ${left} remains.` : '';
    const why = failed.errorCode ? `: ${reason(failed.errorCode)}` : '';
    return {
      what: `${paid}.${kept} The refund of ${amount(failed.amountMinor)} failed${why}.`,
      next: 'The customer has not got it. Refund it again, or pay the customer in another way.',
      tone: 'attention',
    };
  }
  if (amountRefundedMinor === 0n) return null;
  const pendingMinor = pendingRefundMinor(refunds);
  const isWhole = leftMinor <= 0n;
  const what =
    isWhole && parts.length === 1
      ? `${paid}, and ${pendingMinor > 0n ? 'is being refunded' : 'refunded'} in full.`
      : `${paid}. ${capital(listed(parts))}${isWhole ? '' : `, ${left} remains`}.`;
  if (refunds.some(isUndecidedRefund))
    return {
      what,
      next: 'It is not known whether the refund was made. Ask the provider for the outcome, then decide.',
      tone: 'attention',
    };
  if (pendingMinor > 0n)
    return {
      what,
      next: `The provider has not confirmed the refund yet. ${amount(pendingMinor)} is reserved for it.`,
      tone: 'waiting',
    };
  const next = isWhole
    ? 'The balance keeps none of the amount.'
    : `The balance keeps ${left}, which can still be refunded.`;
  return { what, next, tone: 'quiet' };
}

/** "5.00 EUR of it was refunded", "2.00 EUR of it is being refunded"; empty: neither. */
function refundedParts(transaction: Transaction, refunds: readonly Refund[]): string[] {
  const pendingMinor = pendingRefundMinor(refunds);
  const doneMinor = transaction.amountRefundedMinor - pendingMinor;
  const parts: string[] = [];
  if (doneMinor > 0n) parts.push(`${amountText(doneMinor, transaction)} of it was refunded`);
  if (pendingMinor > 0n) parts.push(`${amountText(pendingMinor, transaction)} of it is being refunded`);
  return parts;
}

interface Happened {
  disputes: readonly Dispute[];
  refunds: readonly Refund[];
  now: Date | undefined;
}

/** null: there is no dispute, or it was won, so the payment reads like any other. The most urgent dispute counts. */
export function disputedSentence(
  transaction: Transaction,
  { disputes, refunds, now }: Happened,
): Sentence | null {
  const last = (status: Dispute['status']) => disputes.findLast((one) => one.status === status);
  const dispute = last('OPEN') ?? last('INQUIRY') ?? last('LOST');
  if (!dispute) return null;
  const { fundsWithheld, deadline, response } = dispute;
  const money = (minor: bigint) => amountText(minor, transaction);
  const parts = refundedParts(transaction, refunds);
  const paid = `${money(capturedMinor(transaction))} was paid${means(transaction, 'with')}`;
  const before = parts.length > 0 ? ` ${capital(listed(parts))}.` : '';
  const why = dispute.reason ? `: ${dispute.reason}` : '';
  const amount = money(dispute.amountMinor);
  const taken = fundsWithheld ? `The provider has taken ${amount} out of the balance. ` : '';
  const isLate = now !== undefined && deadline !== null && deadline <= now;
  const isAnswered = response?.answers === dispute.status && response.status === 'SENT';
  const answer = isAnswered
    ? 'Your answer was sent, and the bank decides.'
    : isLate
      ? 'The time to answer is over.'
      : 'Answer it before the deadline.';
  switch (dispute.status) {
    case 'INQUIRY':
      return {
        what: `${paid}, and the payer's bank asks about it${why}.${before}`,
        next: `${taken}${answer}`,
        tone: 'attention',
      };
    case 'OPEN':
      return {
        what: `${paid}, and the payer disputes ${amount}${why}.${before}`,
        next: `${taken}${answer}`,
        tone: 'attention',
      };
    default: {
      const lost = disputes.filter(({ status }) => status === 'LOST');
      const lostMinor = heldByDisputes(lost);
      const takenMinor = withheldBy(lost);
      const leftMinor = refundableMinor(transaction, disputes);
      const left =
        leftMinor > 0n ? `${money(leftMinor)} of the payment is left.` : 'Nothing is left to refund.';
      return {
        what: `${paid}, and a dispute of ${money(lostMinor)} was lost${why}.${before}`,
        next: takenMinor > 0n ? `The balance decreased by ${money(takenMinor)}. ${left}` : left,
        tone: 'bad',
      };
    }
  }
}

export function returnedSentence(transaction: Transaction, whole: string): Sentence {
  const { type, returned, authorized } = transaction;
  if (returned?.takenBack)
    return {
      what: `${whole} at the bank was assigned to it by mistake, and the assignment was taken back.`,
      next: `The balance decreased by ${whole}. If the customer has not paid, ask for a new payment.`,
      tone: 'attention',
    };
  const why = returned?.reason ? `: ${returned.reason}` : '';
  return type === 'PAYOUT'
    ? {
        what: `${whole} was paid out${means(transaction, 'by')}, and the recipient's bank sent it back${why}.`,
        next: `The balance has the ${whole} again. Check the account before a new payout.`,
        tone: 'attention',
      }
    : {
        what: authorized
          ? `${whole} was captured${means(transaction, 'with')}, and the capture failed after all${why}.`
          : `${whole} was paid${means(transaction, 'with')}, and the payer's bank took it back${why}.`,
        next: `The balance decreased by ${whole}. Ask the customer for another payment.`,
        tone: 'attention',
      };
}
