// The one sentence with which a transaction's page in the portal begins: what happened, and what can be done. It is
// made from stored data and the words of the error catalogue. It names reasons for staff, so it must never be shown to
// a shopper. Pure.
import type { Dispute } from '../after-end/dispute.ts';
import { CODE, type RetryAdvice, retryAdvice } from '../errors/error-codes.ts';
import { findOption } from '../options/payment-option.ts';
import type { Refund } from '../refunds/refund.ts';
import {
  type Actor,
  type Authorized,
  capturableMinor,
  capturedMinor,
  isAtCashier,
  isAuthorized,
  isBeingSubmitted,
  type Transaction,
} from '../transactions/transaction.ts';
import { disputedSentence, refundedSentence, returnedSentence } from './after-end-sentence.ts';
import { amountText, listed, means, reason, type Sentence, type Tone } from './sentence-words.ts';

export interface Ended {
  /** Who ended it; null: not stored. */
  by: Actor | null;
  /** Oldest first. */
  disputes?: readonly Dispute[];
  /** Oldest first. Absent: all of them are completed. */
  refunds?: readonly Refund[];
  /** Absent: how much time is left does not matter. */
  now?: Date;
}

export function sentenceOf(
  transaction: Transaction,
  { by, disputes = [], refunds = [], now }: Ended = { by: null },
): Sentence {
  switch (transaction.status) {
    case 'COMPLETED':
      return disputedSentence(transaction, { disputes, refunds, now }) ?? completed(transaction, refunds);
    case 'DECLINED':
      return declined(transaction, by);
    case 'ERROR':
      return {
        what: 'Failed for a technical reason. Nothing was paid.',
        next: 'The same payment may be tried again.',
        tone: 'bad',
      };
    case 'PENDING':
      return {
        what: 'Waiting for approval. No money has moved.',
        next: 'A user with the right to approve payouts must approve or decline it.',
        tone: 'attention',
      };
    default:
      return isAuthorized(transaction) ? held(transaction, transaction.authorized!, now) : open(transaction);
  }
}

function completed(transaction: Transaction, refunds: readonly Refund[]): Sentence {
  const { type, amountMinor, lateSuccess, authorized } = transaction;
  const amount = (minor: bigint) => amountText(minor, transaction);
  const broughtMinor = type === 'PAYOUT' ? amountMinor : capturedMinor(transaction);
  const whole = amount(broughtMinor);
  const { returned } = transaction;
  if (returned) {
    const wasMinor = returned.amountMinor === undefined ? amountMinor : BigInt(returned.amountMinor);
    return returnedSentence(transaction, amount(wasMinor));
  }
  if (type === 'PAYOUT')
    return {
      what: `${whole} was paid out${means(transaction, 'by')}.`,
      next: `The balance decreased by ${whole}.`,
      tone: 'good',
    };
  const late = lateSuccess ? ', after it had expired or been cancelled' : '';
  const releasedMinor = authorized ? authorized.amountMinor - broughtMinor : 0n;
  const ofHeld = releasedMinor > 0n ? ` of the authorised ${amount(authorized!.amountMinor)}` : '';
  const released = releasedMinor > 0n ? ` The other ${amount(releasedMinor)} was released.` : '';
  const isPart = transaction.receivedMinor !== null;
  const ofAsked = isPart ? ` of ${amount(amountMinor)}` : '';
  const paid = `${whole}${ofHeld}${ofAsked} was paid${means(transaction, 'with')}${late}`;
  const refunded = refundedSentence(transaction, refunds, paid);
  if (refunded) return refunded;
  const next = lateSuccess
    ? 'Deliver the order, or refund the payment.'
    : isPart
      ? 'A person accepted it as a part payment; nothing more is expected.'
      : `The whole amount is in the balance; nothing was refunded.${released}`;
  return { what: `${paid}.`, next, tone: 'good' };
}

/** The money of an authorised payment, on the way to its last capture (contract 16). */
function held(
  transaction: Transaction,
  { amountMinor, capturedMinor: doneMinor, pendingMinor, captureBefore }: Authorized,
  now: Date | undefined,
): Sentence {
  const { card } = transaction;
  const amount = (minor: bigint) => amountText(minor, transaction);
  const restMinor = capturableMinor(transaction);
  const where = means(transaction, card ? 'on' : 'with');
  const parts: string[] = [];
  if (doneMinor > 0n) parts.push(`${amount(doneMinor)} was captured`);
  if (pendingMinor > 0n) parts.push(`${amount(pendingMinor)} is being captured`);
  if (parts.length === 0) {
    const what = `${amount(restMinor)} is held${where}. Nothing is charged yet.`;
    return { what, next: 'Capture it in time, or void it.', tone: toneOf(captureBefore, now) };
  }
  if (restMinor > 0n) {
    parts.push(`${amount(restMinor)} is still held${where}`);
    const next = 'Capture the rest in time, or void it.';
    const tone = pendingMinor > 0n ? 'waiting' : toneOf(captureBefore, now);
    return { what: `${listed(parts)}.`, next, tone };
  }
  const releasedMinor = amountMinor - doneMinor - pendingMinor;
  const released = releasedMinor > 0n ? ` The other ${amount(releasedMinor)} is released afterwards.` : '';
  const next = `The provider has not confirmed the capture yet. The gateway asks again automatically.${released}`;
  return { what: `${listed(parts)}${where}.`, next, tone: 'waiting' };
}

/** It needs attention on its last day. */
const toneOf = (captureBefore: Date, now: Date | undefined): Tone =>
  now && captureBefore.getTime() - now.getTime() < LAST_DAY_MS ? 'attention' : 'waiting';

const LAST_DAY_MS = 24 * 3_600_000;

function declined(transaction: Transaction, by: Actor | null): Sentence {
  const { type, errorCode, optionId, authorized } = transaction;
  const code = errorCode ?? CODE.doNotHonour;
  if (authorized && (code === CODE.cancelled || code === CODE.expired)) {
    const amount = amountText(authorized.amountMinor, transaction);
    const back = `The customer gets the held ${amount} back; nothing was charged.`;
    return code === CODE.cancelled
      ? { what: `Voided${BY[by ?? 'gateway']}. ${back}`, next: null, tone: 'quiet' }
      : {
          what: `Lapsed: nobody captured it in time. ${back}`,
          next: 'A charge now needs a new payment.',
          tone: 'bad',
        };
  }
  if (code === CODE.cancelled) {
    return { what: `Cancelled${BY[by ?? 'gateway']}. Nothing was paid.`, next: null, tone: 'bad' };
  }
  if (code === CODE.expired) {
    const next =
      'The shopper may begin a new payment. If the money still arrives, this payment is completed.';
    return { what: 'Expired: nobody paid in time.', next, tone: 'bad' };
  }
  const what = `${DECLINED_BY[code] ?? DECLINED_BY[code.slice(0, 2)] ?? 'Declined'}: ${reason(code)}.`;
  if (type === 'PAYOUT') return { what, next: PAYOUT_ADVICE[retryAdvice(code)], tone: 'bad' };
  const isCard = optionId !== null && findOption(optionId)?.option.type === 'CARD';
  return { what, next: payinAdvice(retryAdvice(code), isCard), tone: 'bad' };
}

const BY: Record<Actor, string> = {
  merchant: ' by the merchant',
  shopper: ' by the shopper',
  provider: ' by the provider',
  resolver: ' by the provider',
  expiry: '',
  operator: ' by the operator',
  sandbox: ' in the sandbox',
  gateway: '',
};

/** By code, else by the first digits of the code (contract 9). */
const DECLINED_BY: Readonly<Record<string, string>> = {
  10: 'Declined before any provider was asked',
  20: 'Declined by the issuer',
  21: 'Declined in 3-D Secure',
  22: 'Declined by a risk rule',
  [CODE.fraudSuspected]: 'Declined because of its risk',
  [CODE.blocked]: "Declined by the brand's block list",
  [CODE.sanctionsMatch]: 'Declined by the sanctions check',
  30: 'Declined by the payment method',
  40: 'Declined',
  [CODE.payoutDeclined]: 'Declined by a person',
  [CODE.approvalExpired]: 'Declined',
  90: 'Declined for a technical reason',
};

function payinAdvice(advice: RetryAdvice, isCard: boolean): string {
  switch (advice) {
    case 'OTHER_METHOD':
      return isCard ? 'The shopper may try another card.' : 'The shopper may try another way to pay.';
    case 'RETRY_LATER':
      return 'The same payment may work later.';
    case 'FIX_DATA':
      return 'The shopper may check the details and try again.';
    case 'RECONCILE':
      return 'Look at the first payment with this reference before you try again.';
    case 'DO_NOT_RETRY':
      return 'Do not try it again.';
  }
}

const PAYOUT_ADVICE: Record<RetryAdvice, string> = {
  OTHER_METHOD: 'The recipient may be paid in another way.',
  RETRY_LATER: 'The same payout may work later.',
  FIX_DATA: "Check the recipient's details and make a new payout.",
  RECONCILE: 'Look at the first payout with this reference before you try again.',
  DO_NOT_RETRY: 'Do not try it again.',
};

function open(transaction: Transaction): Sentence {
  const { type, errorCode, dueAt, resultType, threeDs } = transaction;
  if (errorCode === CODE.outcomeUnknown && dueAt === null) {
    return {
      what:
        `It is not known whether this was ${type === 'PAYIN' ? 'paid' : 'paid out'}: the provider gave no outcome, and ` +
        'the gateway no longer asks.',
      next: 'Ask the provider for the outcome, then decide.',
      tone: 'attention',
    };
  }
  if (errorCode === CODE.outcomeUnknown) {
    return {
      what: 'The outcome is not known yet: the provider did not report it. The gateway asks again automatically.',
      next: 'Do not try it again before the outcome is known.',
      tone: 'waiting',
    };
  }
  if (isAtCashier(transaction)) return atCashier(transaction);
  if (isBeingSubmitted(transaction) || transaction.status === 'INIT') {
    return { what: 'Being sent to the provider.', next: null, tone: 'waiting' };
  }
  if (resultType === 'redirect' && threeDs?.status === 'PENDING') {
    return { what: 'Waiting for the shopper to pass 3-D Secure.', next: null, tone: 'waiting' };
  }
  return { what: WAITING[resultType ?? 'success'] ?? WAITING.info!, next: null, tone: 'waiting' };
}

function atCashier({ type, errorCode, attempts }: Transaction): Sentence {
  if (type === 'PAYOUT') {
    return { what: 'Waiting for the recipient to enter the details.', next: null, tone: 'waiting' };
  }
  if (attempts === 0 || errorCode === null) {
    return { what: 'Waiting for the shopper on the payment page.', next: null, tone: 'waiting' };
  }
  const ended = errorCode === CODE.expired ? 'expired' : `was declined: ${reason(errorCode)}`;
  const what = `The last attempt ${ended}. The shopper may try again on the payment page.`;
  return { what, next: null, tone: 'waiting' };
}

const WAITING: Readonly<Record<string, string>> = {
  success: 'Accepted by the provider; the final status follows.',
  redirect: 'Waiting for the shopper at the bank or wallet.',
  form: 'Waiting for the shopper to sign the mandate.',
  qrcode: 'Waiting for the shopper to scan the code and pay.',
  receipt: 'Waiting for the shopper to pay and to send proof of the payment.',
  mobile: 'Waiting for the shopper to pay by phone and to confirm the payment.',
  info: 'Waiting for the shopper to pay by the instructions.',
  barcode: 'Waiting for the shopper to pay the voucher.',
  fawry: 'Waiting for the shopper to pay the voucher.',
};
