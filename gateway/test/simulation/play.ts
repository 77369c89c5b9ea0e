// State that the moves of the simulation share: what was done so far, and what simulated merchants and shoppers reuse.

import type { CreateRequest } from '../../src/actions/transactions/create-transaction.ts';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import type { Webhooks } from './webhooks.ts';
import type { World } from './world.ts';

export interface Play {
  world: World;
  /** Where most of it happens. */
  place: 'api' | 'cashier';
  /** Requests with an idempotency key, and the first answer each got; null: none yet. */
  sent: { request: CreateRequest; answer: string | null; at: Date }[];
  /** Pages of banks that shoppers were sent to, as the transaction stood then. */
  pages: Transaction[];
  /** Transactions on which the sandbox's lever was pulled: they need not end as the network says. */
  forced: Set<string>;
  /** What merchants are told, in some of the seeds. */
  webhooks: Webhooks | null;
  /** What was done, for the report of a fault. */
  said: string[];
}

export const CARD = optionsOf('PAYIN').find((option) => option.method === 'card')!.id;
export const UPI_TRANSFER = optionsOf('PAYIN')
  .flatMap((option) => option.suboptions)
  .find((suboption) => suboption.method === 'upi-transfer')!.id;
export const UPI = optionsOf('PAYIN').find((option) => option.method === 'upi')!.id;
/** Without an IBAN it is completed in the cashier. */
export const DIRECT_DEBIT = optionsOf('PAYIN').find((option) => option.method === 'sepa-direct-debit')!.id;
export const UPI_PAYOUT = optionsOf('PAYOUT').find((option) => option.method === 'upi')!.id;

/** The cards of the town: few, so that the risk rules meet them again. */
const CARD_NUMBERS = ['4242424242424242', '4242420000000026'];

export function someCard({ world }: Play): string {
  return world.random.pick(CARD_NUMBERS);
}

export function some<T>({ world }: Play, from: readonly T[]): T | undefined {
  return from.length === 0 ? undefined : world.random.pick(from);
}
