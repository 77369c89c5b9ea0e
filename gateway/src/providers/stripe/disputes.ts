// What a dispute at Stripe says (contract 13). Called by events.ts. The dispute of a debit by SEPA is a return: the bank gives
// the money back without asking, and nobody can answer it.
import type { DisputeReport, News } from '../../domain/notifications/news.ts';
import { fromStripeAmount } from './amounts.ts';
import { readIntent } from './charge-inquiries.ts';
import type { Reading } from './notifications.ts';
import { cleanText, type Intent, idIn, isRecord, objectOf, type StripeDispute } from './objects.ts';

type Status = DisputeReport['status'];

/** An inquiry that was closed came to nothing, so the merchant keeps the money. */
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
  // It was paid back before it became a dispute.
  prevented: 'LOST',
};

const CREATED = 'charge.dispute.created';
/** No dispute begins with its end. */
const BEFORE_WON: readonly Status[] = ['INQUIRY', 'OPEN', 'LOST'];

const LONGEST_REASON = 255;

/** Statuses under which a debit has not come back. */
const DEBIT_STAYS = ['won', 'warning_needs_response', 'warning_under_review', 'warning_closed'];

export async function newsOfDispute({ at, stripe, hint, id, kind }: Reading): Promise<News> {
  const dispute: StripeDispute = objectOf(await stripe.disputes.retrieve(id));
  const intentId =
    idIn(dispute.payment_intent) ?? hint.intentId ?? (await intentOfCharge(stripe, idIn(dispute.charge)));
  const intent = intentId === null ? null : await readIntent(stripe, intentId);
  const charge = intent?.metadata?.reference;
  if (!intent || !charge) return { about: 'foreign' };
  const amount = fromStripeAmount(dispute.amount, dispute.currency);
  if (!amount) return { about: 'nothing', reason: 'its amount or currency is not known' };
  const word = String(dispute.status);
  const reason = typeof dispute.reason === 'string' ? cleanText(dispute.reason, LONGEST_REASON) : null;
  const isDebit = isSepaDebit(dispute, intent);
  if (isDebit) {
    return DEBIT_STAYS.includes(word)
      ? { about: 'nothing', reason: `a debit stays paid under ${word}` }
      : { about: 'return', charge, payment: intent.id, amount, reason };
  }
  const status = Object.hasOwn(STATUSES, word) ? STATUSES[word]! : null;
  if (status === null) {
    at.parts.unknownValue('dispute.status', word);
    return { about: 'nothing', reason: 'the status of the dispute is not known' };
  }
  // It has been won meanwhile: this event tells how it began, and a later one how it ended.
  const isBeginning = kind === CREATED && status === 'WON';
  const now = isBeginning ? (word === 'warning_closed' ? 'INQUIRY' : 'OPEN') : status;
  const isWithheld = now === 'WON' ? undefined : fundsWithheld(dispute);
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
    },
  };
}

function isSepaDebit(dispute: StripeDispute, { metadata, payment_method_types: types }: Intent): boolean {
  if (metadata?.method !== undefined) return metadata.method === 'sepa-direct-debit';
  return dispute.payment_method_details?.type === 'sepa_debit' || types?.[0] === 'sepa_debit';
}

async function intentOfCharge(stripe: Reading['stripe'], id: string | null): Promise<string | null> {
  if (id === null) return null;
  const charge: unknown = await stripe.charges.retrieve(id);
  return isRecord(charge) ? idIn(charge.payment_intent) : null;
}

/** By what was booked for it, in the currency of the account; undefined: nothing was yet, so the status tells. */
function fundsWithheld({ balance_transactions: booked }: StripeDispute): boolean | undefined {
  if (!Array.isArray(booked) || booked.length === 0) return undefined;
  return booked.reduce((sum, { amount }) => sum + (amount ?? 0), 0) < 0;
}
