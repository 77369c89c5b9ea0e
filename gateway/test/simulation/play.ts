// State that the moves of the simulation share: what was done so far, and
// what simulated merchants and shoppers reuse.

import type { CreateRequest } from '../../src/actions/transactions/create-transaction.ts';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import type { Webhooks } from './webhooks.ts';
import type { World } from './world.ts';

export interface Play {
  world: World;
  /** Where most moves happen. */
  place: 'api' | 'cashier' | 'charge later';
  /** Requests with an idempotency key, and each first answer; null: no answer yet. */
  sent: { request: CreateRequest; answer: string | null; at: Date }[];
  /** Bank pages that shoppers were sent to, with the transaction's state at that time. */
  pages: Transaction[];
  /** Transactions forced with the sandbox's lever. They need not end as the network says. */
  forced: Set<string>;
  /** The merchant's webhooks, in some of the seeds. */
  webhooks: Webhooks | null;
  /** The list of moves, for the report of a fault. */
  said: string[];
}

export const CARD = optionsOf('PAYIN').find((option) => option.method === 'card')!.id;
export const UPI_TRANSFER = optionsOf('PAYIN')
  .flatMap((option) => option.suboptions)
  .find((suboption) => suboption.method === 'upi-transfer')!.id;
export const UPI = optionsOf('PAYIN').find((option) => option.method === 'upi')!.id;
/** Without an IBAN the shopper completes it in the cashier. */
export const DIRECT_DEBIT = optionsOf('PAYIN').find((option) => option.method === 'sepa-direct-debit')!.id;
export const UPI_PAYOUT = optionsOf('PAYOUT').find((option) => option.method === 'upi')!.id;

/** Only a few cards, so that the risk rules meet them again. */
const CARD_NUMBERS = ['4242424242424242', '4242420000000026'];

export function someCard({ world }: Play): string {
  return world.random.pick(CARD_NUMBERS);
}

export function some<T>({ world }: Play, from: readonly T[]): T | undefined {
  return from.length === 0 ? undefined : world.random.pick(from);
}
