// The news about a payment or a page that Stripe has fetched for an event (contract 13, 16). Called by events.ts. The
// captures of a manual payment are news of their own: those that were made here, and what was captured altogether, so
// that a capture made in Stripe's dashboard is counted once, whatever events come.
import { type AboutCharge, CODE, type News, type Outcome } from '@tollgate/provider-kit';
import { isManual, isOnCheckout, type Standing, type UnknownValue } from './answers.ts';
import { capturesIn, receivedOf } from './captures.ts';
import type { Intent } from './objects.ts';

type CaptureNews = Extract<News, { about: 'capture' }>;

/** The news of a payment in its state. */
export function newsOfPayment(
  of: AboutCharge,
  standing: Standing,
  intent: Intent,
  unknownValue: UnknownValue,
): News {
  const captures = isManual(intent) ? newsOfCaptures(of, standing, intent, unknownValue) : [];
  const [first, ...others] = captures;
  if (first && others.length > 0) return { about: 'several', news: captures };
  return first ?? newsOfCharge(of, intent.id, outcomeOf(standing, intent));
}

/** None: nothing was captured. */
function newsOfCaptures(
  of: AboutCharge,
  standing: Standing,
  intent: Intent,
  unknownValue: UnknownValue,
): CaptureNews[] {
  const received = receivedOf(intent);
  if (received === null) unknownValue('payment_intent.amount_received', String(intent.amount_received));
  if (received === null || received === 0n) return [];
  const { currency } = of;
  const whole = { amountMinor: of.amountMinor, currency };
  const outcome: Extract<Outcome, { kind: 'authorized' }> =
    standing.kind === 'authorized' ? standing : { kind: 'authorized', of, providerReference: intent.id };
  const common = {
    about: 'capture',
    charge: of.reference,
    payment: intent.id,
    // Stripe has no object for a capture.
    providerReference: null,
    outcome: { kind: 'completed' },
    isFinal: intent.status !== 'requires_capture',
    needsFormer: false,
    authorization: { amount: whole, outcome },
  } as const;
  const ours = [...capturesIn(intent)].map(
    ([captureId, amountMinor]): CaptureNews => ({
      ...common,
      captureId,
      amount: { amountMinor, currency },
    }),
  );
  const total: CaptureNews = {
    ...common,
    captureId: null,
    isTotal: true,
    amount: { amountMinor: received, currency },
  };
  return [...ours, total];
}

/** A payment on a page ends only with its page: after a decline the shopper may enter another card there. */
function outcomeOf(standing: Standing, intent: Intent): Outcome {
  if (standing.kind !== 'declined' || !isOnCheckout(intent)) return notifiedOutcome(standing);
  if (intent.status !== 'canceled') return { kind: 'waiting' };
  // A page that was authorised has ended, and then its payment is cancelled for a reason of its own.
  return isManual(intent) ? standing : { ...standing, errorCode: CODE.expired };
}

/** The outcome that a state means for an event. */
export function notifiedOutcome(standing: Standing): Outcome {
  return standing.kind === 'open' || standing.kind === 'unconfirmed' ? { kind: 'waiting' } : standing;
}

export function newsOfCharge(
  { reference, amountMinor, currency }: AboutCharge,
  payment: string | null,
  outcome: Outcome,
): News {
  return { about: 'charge', charge: reference, payment, amount: { amountMinor, currency }, outcome };
}
