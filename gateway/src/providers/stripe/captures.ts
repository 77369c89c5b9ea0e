// Captures at Stripe (contract 16). Called by stripe.ts; events.ts uses it to read what was captured. Stripe has no
// object for a capture, so the call writes the capture's id and amount into the metadata of its payment: whoever reads
// the payment later knows which of our captures were made. If the payment could not be read, a capture must never be
// called unheard.
import {
  type Call,
  type Capture,
  type CaptureOutcome,
  CODE,
  chargeReference,
  NOTHING_DONE_STATUSES,
  type Transaction,
} from '@tollgate/provider-kit';
import type { Stripe } from 'stripe';
import type { StripeAccount } from './account.ts';
import { fromStripeAmount, toStripeAmount } from './amounts.ts';
import { aboutIntent } from './answers.ts';
import { readIntent } from './charge-inquiries.ts';
import { LATEST_REPLAY_MS } from './charges.ts';
import { type CallFailure, callFailureOf } from './client.ts';
import { type Intent, objectOf } from './objects.ts';
import { intentIdOf } from './refunds.ts';

/** For this long a capture that the payment does not show may still be on its way. */
const ON_ITS_WAY_MS = 60_000;

const FAILED: Extract<CaptureOutcome, { kind: 'failed' }> = { kind: 'failed', errorCode: CODE.captureFailed };

export async function sendCapture(
  at: StripeAccount,
  transaction: Transaction,
  capture: Capture,
  call: Call,
): Promise<CaptureOutcome> {
  const amount = toStripeAmount(capture);
  if (amount === null || amount === 0) return FAILED;
  if (ageOf(at, capture) >= LATEST_REPLAY_MS) return { kind: 'unknown' };
  const stripe = await at.client.during(call.signal);
  const id = await intentIdOf(stripe, transaction);
  if (id === null) return FAILED;
  const params: Stripe.PaymentIntentCaptureParams = {
    amount_to_capture: amount,
    metadata: { capture: capture.id, [capture.id]: String(amount) },
  };
  // Stripe releases the rest with a capture, unless it is told that others follow.
  if (!capture.isFinal) params.final_capture = false;
  let intent: Intent;
  try {
    const made: unknown = await stripe.paymentIntents.capture(id, params, { idempotencyKey: capture.id });
    intent = objectOf(made, id);
  } catch (error) {
    return refusedCapture(callFailureOf(error));
  }
  const outcome = outcomeIn(at, transaction, capture, intent);
  return outcome.kind === 'unheard' ? { kind: 'unknown' } : outcome;
}

/** `failed` if Stripe certainly captured nothing; as for a refund. */
function refusedCapture(answer: CallFailure): CaptureOutcome {
  if (answer.kind !== 'refused') return { kind: 'unknown' };
  const { status, type } = answer;
  const isKeyUsed = status === 409 || type === 'idempotency_error';
  const isRefusal = NOTHING_DONE_STATUSES.includes(status) || (type !== '' && status >= 400 && status < 500);
  return isRefusal && !isKeyUsed ? FAILED : { kind: 'unknown' };
}

export async function askAboutCapture(
  at: StripeAccount,
  transaction: Transaction,
  capture: Capture,
  call: Call,
): Promise<CaptureOutcome | { kind: 'unheard' }> {
  const stripe = await at.client.during(call.signal);
  const id = await intentIdOf(stripe, transaction);
  if (id === null) return { kind: 'unheard' };
  const outcome = outcomeIn(at, transaction, capture, await readIntent(stripe, id));
  const mayBeOnItsWay = outcome.kind === 'unheard' && ageOf(at, capture) < ON_ITS_WAY_MS;
  return mayBeOnItsWay ? { kind: 'unknown' } : outcome;
}

const ageOf = ({ parts }: StripeAccount, { createdAt }: Capture): number =>
  parts.now().getTime() - createdAt.getTime();

/** What the payment shows of the capture. An answer about another payment or amount is never applied (contract 13). */
function outcomeIn(
  { account, parts }: StripeAccount,
  transaction: Transaction,
  capture: Capture,
  intent: Intent,
): CaptureOutcome | { kind: 'unheard' } {
  const of = aboutIntent(intent);
  const received = receivedOf(intent);
  const made = capturesIn(intent);
  const shown = made.get(capture.id);
  const isOurs =
    of?.reference === chargeReference(transaction) &&
    of.amountMinor === transaction.amountMinor &&
    of.currency === capture.currency;
  if (!isOurs || received === null || (shown !== undefined && shown !== capture.amountMinor)) {
    parts.log.warn(
      { provider: account.provider, accountId: account.id, captureId: capture.id, payment: intent.id },
      'Stripe’s answer is about another payment or amount; it changes nothing',
    );
    return { kind: 'unknown' };
  }
  if (shown !== undefined) {
    if (intent.status === 'processing') return { kind: 'pending' };
    return received >= sumOf(made) ? { kind: 'completed' } : { kind: 'unknown' };
  }
  const known = transaction.authorized?.capturedMinor ?? 0n;
  const rest = received - (known > sumOf(made) ? known : sumOf(made));
  // The money of this capture is there, whoever captured it: it is counted once.
  if (rest === capture.amountMinor) return { kind: 'completed' };
  return { kind: 'unheard' };
}

/** What was captured of the payment, in our minor units; null: it cannot be expressed. */
export function receivedOf({ amount_received: received = 0, currency }: Intent): bigint | null {
  return fromStripeAmount(received, currency)?.amountMinor ?? null;
}

/** Our captures that Stripe made, by their ids, with their amounts. */
export function capturesIn({ metadata, currency }: Intent): Map<string, bigint> {
  const made = new Map<string, bigint>();
  for (const [name, value] of Object.entries(metadata ?? {})) {
    if (!CAPTURE_ID.test(name) || !/^\d{1,15}$/.test(String(value))) continue;
    const amount = fromStripeAmount(Number(value), currency);
    if (amount) made.set(name, amount.amountMinor);
  }
  return made;
}

const CAPTURE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const sumOf = (made: Map<string, bigint>): bigint => [...made.values()].reduce((sum, one) => sum + one, 0n);
