// The wallets that pay with a card. An account has those that the merchant has switched on at the provider (decision
// 138).
export const WALLETS = ['apple-pay', 'google-pay'] as const;
export type Wallet = (typeof WALLETS)[number];
