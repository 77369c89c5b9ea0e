// The meaning of a notification (contract 13, 16). Called by mollie.ts. It names a payment alone, and may come late,
// twice or from anybody. So this fetches the payment with its captures, refunds and chargebacks, and their present
// state is the news. A payment without our reference is not ours. If it cannot be fetched, the notification stays
// unread.
import {
  type AboutCharge,
  type News,
  type Outcome,
  readRefundReference,
  type StoredItem,
} from '@tollgate/provider-kit';
import type { MollieAccount, UnknownValue } from './account.ts';
import { fromMollieAmount } from './amounts.ts';
import { outcomeOfCapture } from './captures.ts';
import { failureOf } from './client.ts';
import { readPayment } from './inquiries.ts';
import { readHint } from './notifications.ts';
import {
  cleanText,
  dateIn,
  embeddedIn,
  isRecord,
  type MollieCapture,
  type MollieChargeback,
  type MolliePayment,
  type MollieRefund,
  referenceIn,
} from './objects.ts';
import { outcomeOfRefund } from './refunds.ts';
import { aboutPayment, isManual, type Standing, standingOf } from './standing.ts';

type OneNews = Extract<News, { about: 'several' }>['news'][number];

const LONGEST_REASON = 255;
const AMOUNT_NOT_KNOWN: OneNews = { about: 'nothing', reason: 'its amount or currency is not known' };

export async function newsOfNotification(
  at: MollieAccount,
  { body }: StoredItem,
  signal: AbortSignal,
): Promise<News> {
  const hint = readHint(body);
  if (!hint) return { about: 'nothing', reason: 'the notification names no payment' };
  // The ids of orders, subscriptions and other objects, none of which is made here.
  if (!hint.id.startsWith('tr_')) return { about: 'foreign' };
  try {
    const payment = await readPayment(at, hint.id, signal, ['captures', 'refunds', 'chargebacks']);
    return newsOfPayment(payment, at.parts.unknownValue);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'refused' && failure.isReadable && [404, 410].includes(failure.status))
      return { about: 'foreign' };
    const why = failure.kind === 'refused' ? `it answered with status ${failure.status}` : WHY[failure.kind];
    return { about: 'unread', reason: `Mollie could not be asked: ${why}` };
  }
}

const WHY = { 'not-connected': 'no connection was made', unreadable: 'the answer could not be read' };

function newsOfPayment(payment: MolliePayment, unknownValue: UnknownValue): News {
  const charge = referenceIn(payment);
  if (charge === null) return { about: 'foreign' };
  const of = aboutPayment(payment);
  if (!of) return AMOUNT_NOT_KNOWN;
  const standing = standingOf(payment, unknownValue);
  const news: OneNews[] = [
    newsOfCharge(of, payment, standing),
    ...newsOfCaptures(of, payment, standing, unknownValue),
    ...embeddedIn<MollieRefund>(payment, 'refunds').map((one) =>
      newsOfRefund(of, payment, one, unknownValue),
    ),
    ...embeddedIn<MollieChargeback>(payment, 'chargebacks').flatMap((one) =>
      newsOfChargeback(of, payment, one),
    ),
  ];
  const [first, ...others] = news;
  return others.length === 0 ? first! : { about: 'several', news };
}

function newsOfCharge(
  { reference, amountMinor, currency }: AboutCharge,
  { id }: MolliePayment,
  standing: Standing,
): OneNews {
  const outcome: Outcome = standing.kind === 'open' ? { kind: 'waiting' } : standing;
  return { about: 'charge', charge: reference, payment: id, amount: { amountMinor, currency }, outcome };
}

/**
 * First the captures that were made here, then what was captured altogether: so a capture that was made in Mollie's
 * dashboard is counted once, whatever comes first.
 */
function newsOfCaptures(
  { reference, amountMinor, currency }: AboutCharge,
  payment: MolliePayment,
  standing: Standing,
  unknownValue: UnknownValue,
): OneNews[] {
  const captures = embeddedIn<MollieCapture>(payment, 'captures');
  if (!isManual(payment) || captures.length === 0) return [];
  const said = { of: { reference, amountMinor, currency }, providerReference: payment.id };
  const authorized: Extract<Outcome, { kind: 'authorized' }> =
    standing.kind === 'authorized' ? standing : { kind: 'authorized', ...said };
  const common = {
    about: 'capture',
    charge: reference,
    payment: payment.id,
    isFinal: payment.status !== 'authorized',
    needsFormer: false,
    authorization: { amount: { amountMinor, currency }, outcome: authorized },
  } as const;
  const news: OneNews[] = [];
  let total = 0n;
  for (const capture of captures) {
    const amount = fromMollieAmount(capture.amount);
    if (!amount) {
      news.push(AMOUNT_NOT_KNOWN);
      continue;
    }
    const outcome = outcomeOfCapture(capture, unknownValue);
    if (outcome.kind === 'completed') total += amount.amountMinor;
    const captureId = readRefundReference(referenceIn(capture) ?? '');
    if (captureId !== null)
      news.push({ ...common, captureId, providerReference: capture.id, amount, outcome });
  }
  if (total === 0n) return news;
  const all = { captureId: null, providerReference: null, isTotal: true } as const;
  return [
    ...news,
    { ...common, ...all, amount: { amountMinor: total, currency }, outcome: { kind: 'completed' } },
  ];
}

function newsOfRefund(
  { reference }: AboutCharge,
  payment: MolliePayment,
  refund: MollieRefund,
  unknownValue: UnknownValue,
): OneNews {
  const amount = fromMollieAmount(refund.amount);
  if (!amount) return AMOUNT_NOT_KNOWN;
  return {
    about: 'refund',
    // null: somebody made it in Mollie's dashboard.
    refundId: readRefundReference(referenceIn(refund) ?? ''),
    charge: reference,
    payment: payment.id,
    providerReference: refund.id,
    amount,
    outcome: outcomeOfRefund(refund, unknownValue),
    // The news is the refund's present state. It needs no earlier step, even if nobody heard of it before.
    needsFormer: false,
  };
}

/** Mollie takes the money with the chargeback, and gives it back if the chargeback is reversed. */
function newsOfChargeback(
  { reference, amountMinor, currency }: AboutCharge,
  payment: MolliePayment,
  chargeback: MollieChargeback,
): OneNews[] {
  const amount = fromMollieAmount(chargeback.amount);
  if (!amount) return [AMOUNT_NOT_KNOWN];
  const common = { charge: reference, payment: payment.id, amount };
  const isReversed = dateIn(chargeback.reversedAt) !== null;
  const reason = reasonOf(chargeback);
  // The bank takes a debit back without asking. That is no dispute (contract 13).
  const isWhole = amount.amountMinor === amountMinor && amount.currency === currency;
  if ((payment.method as string) === 'directdebit' && isWhole && !isReversed)
    return [{ about: 'return', ...common, reason }];
  const { id: providerReference } = chargeback;
  const taken = { providerReference, status: 'OPEN', reason, fundsWithheld: true, follows: null } as const;
  const opened: OneNews = { about: 'dispute', ...common, dispute: taken };
  if (!isReversed) return [opened];
  const won = { providerReference, status: 'WON', reason, follows: ['INQUIRY', 'OPEN', 'LOST'] } as const;
  return [opened, { about: 'dispute', ...common, dispute: won }];
}

function reasonOf({ reason }: MollieChargeback): string | null {
  if (!isRecord(reason)) return null;
  const words = [reason.code, reason.description].filter((one) => typeof one === 'string' && one !== '');
  return words.length === 0 ? null : cleanText(words.join(': '), LONGEST_REASON);
}
