// The address of a payment link, which is stored only sealed. It may be shown only to people who may see links of its
// brand.
import type { PaymentLink } from '../../storage/cashier/link-store.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';
import { cashierUrl } from '../payment-means/cashier-link.ts';

export async function linkAddress(
  context: Pick<Context, 'vault' | 'config'>,
  { merchantId, tokenSealed }: PaymentLink,
): Promise<string> {
  const token = await context.vault.open(tokenSealed, sealContext.linkToken(merchantId));
  return cashierUrl(context, token.toString('utf8'));
}
