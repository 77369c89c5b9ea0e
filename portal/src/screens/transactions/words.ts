// The gateway's codes on the page of a transaction, in words: who did something, and why.
import type { PageOf } from './page.ts';

type Actor = PageOf['timeline'][number]['actor'];

const ACTORS: Record<Actor['kind'], string> = {
  user: 'a colleague',
  operator: 'the operator of the gateway',
  api: 'the API',
  merchant: 'the request over the API',
  shopper: 'the shopper',
  provider: 'the provider',
  resolver: 'the provider, asked by the gateway',
  expiry: 'the gateway, after the time limit',
  sandbox: 'the sandbox',
  gateway: 'the gateway',
};

export function actorText({ kind, name }: Actor): string {
  if (name === null) return ACTORS[kind];
  if (kind === 'api') return `${name}, over the API`;
  return kind === 'user' ? name : `${name} (${ACTORS[kind]})`;
}

export const REASONS = {
  CUSTOMER_REQUEST: 'The customer asked for it',
  RETURN: 'Goods came back',
  DUPLICATE: 'Paid twice',
  FRAUD: 'Fraud',
  OTHER: 'Goodwill or other',
} as const;

/** A known reason in words; any other as it is. */
export const reasonText = (reason: string | null): string | null =>
  REASONS[reason as keyof typeof REASONS] ?? reason;
