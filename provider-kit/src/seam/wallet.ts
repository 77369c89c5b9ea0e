// The wallets that pay with a card.
export const WALLETS = ['apple-pay', 'google-pay'] as const;
export type Wallet = (typeof WALLETS)[number];
