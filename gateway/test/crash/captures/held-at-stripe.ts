// Held card payments at Stripe's stand-in, which grants several captures of one payment, for the tests that kill a
// gateway in a capture. The stand-in survives the kill: it knows what was captured, and under which keys.
import { aCardPayin, eventually } from '../../stage/harness.ts';
import type { Reply } from '../gateway-child.ts';
import type { ProviderStage } from '../provider-stage.ts';
import { PART } from './held-order.ts';

/** A card payment of this unique amount, authorised on Stripe's page and not captured. */
export async function holdAtStripe(stage: ProviderStage, amount: number): Promise<void> {
  stage.stripe.books.multicapture = true;
  const fields = { amount, merchantReference: `order-${amount}`, captureMode: 'manual', paymentData: {} };
  await stage.pay('stripe', amount, aCardPayin(fields));
  const { transactionId } = await stage.record('stripe', amount);
  stage.stripe.books.payByCard(stage.stripe.of(transactionId, 'checkout.session')!.id, '4242424242424242');
  await stage.tellStripe();
  await stage.becomes('stripe', amount, (record) => record.amountAuthorized === amount);
}

export const capturePartAtStripe = (stage: ProviderStage, amount: number): Promise<Reply | null> =>
  stage.capture('stripe', amount, { amount: PART, final: false, captureReference: 'box' });

/** What the stand-in captured of it. */
export async function capturedAtStripe(stage: ProviderStage, amount: number): Promise<number> {
  const { transactionId } = await stage.record('stripe', amount);
  return stage.stripe.of(transactionId)!.amount_received / 100;
}

/** Captures while Stripe's answer is held back, and returns as soon as Stripe has captured. */
export async function captureUntilStripeAnswers(stage: ProviderStage, amount: number): Promise<void> {
  stage.stripe.fault('POST .*/capture', 'held');
  void capturePartAtStripe(stage, amount);
  await eventually(() => stage.stripe.faults.heldCount === 1);
}

/** The keys of the calls that capture, in order. */
export const captureKeys = (stage: ProviderStage): (string | undefined)[] =>
  stage.stripe.requests.filter(({ path }) => path.endsWith('/capture')).map(({ key }) => key);
