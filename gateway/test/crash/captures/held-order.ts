// Held card payments at Adyen's stand-in, which takes several captures of one payment, for the tests that kill a
// gateway in a capture. The stand-in survives the kill: it knows what was captured.
import { API_KEY, HMAC_KEY, MERCHANT_ACCOUNT } from '../../providers/adyen/stand-in/stand-in.ts';
import { aCardPayin, eventually } from '../../stage/harness.ts';
import type { Reply } from '../gateway-child.ts';
import type { ProviderStage } from '../provider-stage.ts';

/** So little of a held payment that a second capture of the same amount would be possible too. */
export const PART = 5;

export async function takeSeveral(stage: ProviderStage): Promise<void> {
  stage.adyen.books.multipleCaptures = true;
  await stage.connect('adyen', {
    endpoint: stage.adyen.url,
    multipleCaptures: true,
    credentials: { apiKey: API_KEY, merchantAccount: MERCHANT_ACCOUNT, hmacKeys: [HMAC_KEY] },
  });
}

/** A card payment of this unique amount, authorised and not captured. */
export async function hold(stage: ProviderStage, amount: number): Promise<void> {
  const fields = { amount, merchantReference: `order-${amount}`, captureMode: 'manual' };
  await stage.pay('adyen', amount, aCardPayin(fields));
  await stage.becomes('adyen', amount, (record) => record.amountAuthorized === amount);
  await stage.tellAdyen();
}

export const capturePart = (stage: ProviderStage, amount: number): Promise<Reply | null> =>
  stage.capture('adyen', amount, { amount: PART, final: false, captureReference: 'box' });

/** What the stand-in captured of it. */
export async function capturedThere(stage: ProviderStage, amount: number): Promise<number> {
  const { transactionId } = await stage.record('adyen', amount);
  return stage.adyen.books.latest(transactionId).captured / 100;
}

/** Captures while the answer is on its way, and returns as soon as the stand-in has captured. */
export async function captureUntilAnswer(stage: ProviderStage, amount: number): Promise<void> {
  stage.adyen.fault({ path: '/captures', fault: { kind: 'late', delayMs: 3_000 } });
  void capturePart(stage, amount);
  await eventually(() => stage.adyen.books.payments.some(({ captured }) => captured === PART * 100));
}
