// Sends a pay-in to Stripe by a PaymentIntent: the methods of banks and wallets, and a later charge of what Stripe has
// stored (contract 13, 16). Called by charges.ts. It stores the id before it confirms the PaymentIntent. A later charge
// never ends in a page: if the bank wants the payer, it is cancelled and declined.
import {
  CODE,
  chargeReference,
  isCapturedLater,
  type Outcome,
  type PayinCall,
  type Transaction,
} from '@tollgate/provider-kit';
import type { Stripe } from 'stripe';
import type { StripeAccount } from './account.ts';
import { aboutIntent, outcomeOfRefusal, standingOf } from './answers.ts';
import { askAboutCharge, cancelWithoutPayer, stateOf, withTerms } from './charge-inquiries.ts';
import { type CallFailure, callFailureOf } from './client.ts';
import { type Intent, isWebAddress, objectOf } from './objects.ts';
import { isDetached } from './stored-means.ts';

/** Contract 4: a redirect without an end of its own. */
const REDIRECT_MS = 15 * 60_000;

export interface Sending {
  at: StripeAccount;
  transaction: Transaction;
  call: PayinCall;
  /** In Stripe's units. */
  amount: number;
  stripe: Stripe;
}

/** What differs between a payment of a present payer and a later charge. */
export interface IntentPlan {
  /** Stripe's name of the method. */
  type: string;
  /** Our reference and the method, which the reading of later answers needs. */
  metadata: Record<string, string>;
  create: Partial<Stripe.PaymentIntentCreateParams>;
  confirm: Stripe.PaymentIntentConfirmParams;
  isLater: boolean;
}

export async function payByIntent(sending: Sending, plan: IntentPlan): Promise<Outcome> {
  const { at, transaction, call, stripe } = sending;
  const { unknownValue } = at.parts;
  const reference = chargeReference(transaction);
  let intent: Intent;
  try {
    intent = await createIntent(sending, plan);
  } catch (error) {
    const answer = callFailureOf(error);
    return plan.isLater && isMeansUnknown(answer)
      ? await outcomeOfUnknownMeans(stripe, plan)
      : outcomeOfRefusal(answer, unknownValue);
  }
  // If this rejects, the PaymentIntent is never confirmed, so nobody ever pays.
  await call.keep(stateOf({ session: null, intent: intent.id }));
  try {
    const idempotencyKey = `${reference}-confirm`;
    const made = await stripe.paymentIntents.confirm(intent.id, plan.confirm, { idempotencyKey });
    return await afterConfirmation(sending, await withTerms(stripe, objectOf(made, intent.id)), plan);
  } catch (error) {
    const answer = callFailureOf(error);
    // It was confirmed or cancelled before: its state tells the outcome.
    if (answer.kind === 'refused' && answer.code === 'payment_intent_unexpected_state') {
      const found = await askAboutCharge(at, transaction, call);
      return found.kind === 'unheard' || found.kind === 'waiting' ? { kind: 'unknown' } : found;
    }
    if (plan.isLater && isMeansUnknown(answer))
      return { ...(await outcomeOfUnknownMeans(stripe, plan)), providerReference: intent.id };
    const outcome = outcomeOfRefusal(answer, unknownValue);
    return outcome.kind === 'declined' ? { ...outcome, providerReference: intent.id } : outcome;
  }
}

/**
 * Several captures need a feature that Stripe grants to some accounts, and it refuses the whole call of
 * other accounts. So a refused call is repeated without it, under a key of its own.
 */
async function createIntent(sending: Sending, plan: IntentPlan): Promise<Intent> {
  const { transaction, amount, stripe } = sending;
  const reference = chargeReference(transaction);
  const params: Stripe.PaymentIntentCreateParams = {
    amount,
    currency: transaction.currency.toLowerCase(),
    allowed_payment_method_types: [plan.type as 'card'],
    metadata: plan.metadata,
    ...plan.create,
  };
  if (!isCapturedLater(transaction))
    return objectOf(await stripe.paymentIntents.create(params, { idempotencyKey: reference }));
  params.capture_method = 'manual';
  return await withSeveralCaptures(
    plan.type === 'card',
    async (several, key) =>
      objectOf<Intent>(
        await stripe.paymentIntents.create(
          several ? { ...params, payment_method_options: several } : params,
          { idempotencyKey: key },
        ),
      ),
    reference,
  );
}

type SeveralCaptures = { card: { request_multicapture: 'if_available' } };

export async function withSeveralCaptures<Made>(
  isAsked: boolean,
  create: (several: SeveralCaptures | null, key: string) => Promise<Made>,
  reference: string,
): Promise<Made> {
  if (!isAsked) return await create(null, reference);
  try {
    return await create({ card: { request_multicapture: 'if_available' } }, reference);
  } catch (error) {
    const answer = callFailureOf(error);
    const isRefused =
      answer.kind === 'refused' && answer.status === 400 && answer.type === 'invalid_request_error';
    if (!isRefused) throw error;
    return await create(null, `${reference}-once`);
  }
}

/**
 * No other account has what Stripe had stored. The refusal has several causes, so Stripe is asked about the stored id
 * itself: only if that was detached, the mandate was withdrawn there.
 */
async function outcomeOfUnknownMeans(
  stripe: Stripe,
  { confirm }: IntentPlan,
): Promise<Extract<Outcome, { kind: 'declined' }>> {
  const declined = { kind: 'declined', errorCode: CODE.tokenInvalid } as const;
  return (await isDetached(stripe, confirm.payment_method as string))
    ? { ...declined, withdrawn: true }
    : declined;
}

/** Stripe does not have what it had stored, or it no longer belongs to the customer. */
function isMeansUnknown(answer: CallFailure): boolean {
  if (answer.kind !== 'refused') return false;
  const { status, type, param } = answer;
  return (status === 400 || status === 404) && type !== '' && ['payment_method', 'customer'].includes(param);
}

async function afterConfirmation(
  { at, stripe }: Sending,
  intent: Intent,
  { isLater }: IntentPlan,
): Promise<Outcome> {
  const { parts } = at;
  const standing = standingOf(intent, parts.unknownValue);
  const of = aboutIntent(intent);
  if (standing.kind === 'unconfirmed' || !of) return { kind: 'unknown' };
  if (standing.kind !== 'open') return standing;
  if (isLater) return await cancelWithoutPayer(at, stripe, intent);
  const said = { of, providerReference: intent.id };
  if (standing.page === null) return { kind: 'pending', ...said };
  if (!isWebAddress(standing.page)) return { kind: 'unknown' };
  const expiresAt = new Date(parts.now().getTime() + REDIRECT_MS);
  return { kind: 'redirect', redirectUrl: standing.page, expiresAt, ...said };
}
