// The wallet of this device: Apple Pay where the browser has it, else Google Pay. The provider's page offers it only to
// devices that have it, so the cashier must not promise the other one.
import type { ShownOption } from '../../../gateway/src/http/cashier/state/state.ts';

export type Wallet = ShownOption['wallets'][number];

export const WALLET_NAMES: Readonly<Record<Wallet, string>> = {
  'apple-pay': 'Apple Pay',
  'google-pay': 'Google Pay',
};

/** null: the provider's page does not offer this device's wallet. */
export function walletHere({ wallets }: Pick<ShownOption, 'wallets'>): Wallet | null {
  const own: Wallet = 'ApplePaySession' in window ? 'apple-pay' : 'google-pay';
  return wallets.includes(own) ? own : null;
}
