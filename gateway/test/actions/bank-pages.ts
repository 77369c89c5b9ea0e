// Each kind of page that a provider sends a shopper to,
// for tests of the decisions there.
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import type { Actions } from './open-actions.ts';

/** The sandbox card whose challenge pays when it is approved. */
export const CHALLENGED = '4000000000003220';

export const optionOf = (method: string) => optionsOf('PAYIN').find((option) => option.method === method)!;

export const BANK = { optionId: optionOf('open-banking').suboptions[0]!.id, card: null } as const;
export const MANDATE = {
  optionId: optionOf('sepa-direct-debit').id,
  card: null,
  paymentData: { iban: 'DE89370400440532013000' },
} as const;

/** Makes a payment whose shopper was sent to the page. */
export const PAGES: Readonly<Record<string, (actions: Actions) => Promise<Transaction>>> = {
  'a challenge': ({ pay }) => pay(CHALLENGED),
  "a bank's page": ({ pay }) => pay('', BANK),
  'a mandate': ({ pay }) => pay('', MANDATE),
};

/** How often money was booked. */
export async function transfersOf({ context }: Actions, { id }: Transaction): Promise<number> {
  return (await context.sql`select 1 from transfers where transaction_id = ${id}`).length;
}

export async function eventTypes({ events }: Actions, transaction: Transaction): Promise<string[]> {
  return (await events(transaction)).map(({ eventType }) => eventType);
}
