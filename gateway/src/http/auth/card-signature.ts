// The `Signature` header of a card pay-in (spec 5, contract 3): checked only where the brand enforces it, over
// paymentOptionId:merchantReference:currency:amount. Called by http/v3/create-payin.ts before anything else is
// looked at. Never shows a signature or a secret.
import { type Brand, validSecrets } from '../../domain/brand.ts';
import { Refusal } from '../../domain/refusal.ts';
import { cardRequestString, hmacBase64, signaturesMatch } from '../../domain/signature.ts';

export function checkCardSignature(
  brand: Brand,
  body: Parameters<typeof cardRequestString>[0],
  given: string | string[] | undefined,
  { now, showString }: { now: Date; showString: boolean },
): void {
  if (!brand.enforceSignatures) return;
  const text = cardRequestString(body);
  const signature = typeof given === 'string' ? given : undefined;
  // Every secret is tried, so that the time taken does not tell which one matched.
  let matches = false;
  for (const { secret } of validSecrets(brand, now)) {
    if (signaturesMatch(hmacBase64(secret, text), signature)) matches = true;
  }
  if (matches) return;
  throw new Refusal(
    403,
    signature === undefined
      ? 'Signature: this brand requires the header; sign paymentOptionId:merchantReference:currency:amount'
      : 'Signature: does not match paymentOptionId:merchantReference:currency:amount',
    showString ? { stringToSign: text.slice(0, 2_000) } : {},
  );
}
