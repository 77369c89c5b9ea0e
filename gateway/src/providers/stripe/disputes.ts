// Reads a dispute at Stripe (contract 13). Called by events.ts. A dispute of a SEPA debit is reported like any other:
// the code that applies it knows the method of the payment, and makes a return from it.
import type { DisputeReport, News } from '@tollgate/provider-kit';
import { fromStripeAmount } from './amounts.ts';
import { readIntent } from './charge-inquiries.ts';
import type { Reading } from './notifications.ts';
import {
  cleanText,
  idIn,
  isOfCharge,
  isRecord,
  OTHER_CHARGE,
  objectOf,
  type StripeDispute,
} from './objects.ts';

type Status = DisputeReport['status'];

/** A closed inquiry has no consequence, so the merchant keeps the money. */
const STATUSES: Readonly<Record<string, Status>> = {
  warning_needs_response: 'INQUIRY',
  warning_under_review: 'INQUIRY',
  warning_closed: 'WON',
  needs_response: 'OPEN',
  under_review: 'OPEN',
  appeal_needs_response: 'OPEN',
  appeal_under_review: 'OPEN',
  won: 'WON',
  lost: 'LOST',
  // The payment was paid back before it became a dispute.
  prevented: 'LOST',
};

const CREATED = 'charge.dispute.created';
/** A dispute never begins with its end. */
const BEFORE_WON: readonly Status[] = ['INQUIRY', 'OPEN', 'LOST'];

const LONGEST_REASON = 255;

export async function newsOfDispute({ at, stripe, hint, id, kind }: Reading): Promise<News> {
  const dispute: StripeDispute = objectOf(await stripe.disputes.retrieve(id), id);
  const intentId =
    idIn(dispute.payment_intent) ?? hint.intentId ?? (await intentOfCharge(stripe, idIn(dispute.charge)));
  const intent = intentId === null ? null : await readIntent(stripe, intentId);
  const charge = intent?.metadata?.reference;
  if (!intent || !charge) return { about: 'foreign' };
  const amount = fromStripeAmount(dispute.amount, dispute.currency);
  if (!amount) return { about: 'nothing', reason: 'its amount or currency is not known' };
  const word = String(dispute.status);
  const reason = typeof dispute.reason === 'string' ? cleanText(dispute.reason, LONGEST_REASON) : null;
  const status = Object.hasOwn(STATUSES, word) ? STATUSES[word]! : null;
  if (status === null) {
    at.parts.unknownValue('dispute.status', word);
    return { about: 'nothing', reason: 'the status of the dispute is not known' };
  }
  // The dispute has been won meanwhile: this event tells how it began, and a later one how it ended.
  const isBeginning = kind === CREATED && status === 'WON';
  const now = isBeginning ? (word === 'warning_closed' ? 'INQUIRY' : 'OPEN') : status;
  const isWithheld = now === 'WON' ? undefined : fundsWithheld(dispute);
  const doubt = isOfCharge(intent, dispute.charge) ? doubtOf(dispute) : OTHER_CHARGE;
  const dueBy = dispute.evidence_details?.due_by;
  return {
    about: 'dispute',
    charge,
    payment: intent.id,
    amount,
    dispute: {
      providerReference: dispute.id,
      status: now,
      reason,
      deadline: typeof dueBy === 'number' ? new Date(dueBy * 1000) : null,
      ...(isWithheld !== undefined && { fundsWithheld: isWithheld }),
      follows: now === 'WON' ? BEFORE_WON : null,
      ...(doubt !== null && { doubt }),
    },
  };
}

async function intentOfCharge(stripe: Reading['stripe'], id: string | null): Promise<string | null> {
  if (id === null) return null;
  const charge: unknown = await stripe.charges.retrieve(id);
  return isRecord(charge) ? idIn(charge.payment_intent) : null;
}

/**
 * Stripe takes the whole disputed amount, and gives the whole amount back. Amounts booked in another currency cannot be
 * compared.
 */
function doubtOf({ amount, currency, balance_transactions: booked }: StripeDispute): string | null {
  if (!Array.isArray(booked) || booked.length === 0) return null;
  if (booked.some((one) => one.currency !== currency || typeof one.amount !== 'number')) return null;
  const sum = sumOf(booked);
  return sum === 0 || sum === -(amount ?? 0)
    ? null
    : 'Stripe has booked neither the full amount of the dispute nor zero';
}

const sumOf = (booked: readonly { amount?: number }[]) =>
  booked.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

/**
 * Decides by the amounts booked for the dispute, in the account's currency; undefined: nothing is booked yet, so the
 * status decides.
 */
function fundsWithheld({ balance_transactions: booked }: StripeDispute): boolean | undefined {
  if (!Array.isArray(booked) || booked.length === 0) return undefined;
  return sumOf(booked) < 0;
}
