// The scenarios about mandates: a later charge that completes, one for which the bank wants the customer, and a mandate
// that is revoked.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tollgate } from '../tollgate.ts';
import { card, EVERYTHING, force, type Scenario, type Wishes } from './scenario-steps.ts';

interface Agreed {
  mandateId: string;
  /** The payment in which the customer agreed. */
  transactionId: string;
}

/** A card payment in which the customer agrees to later charges. */
async function agreed(client: Tollgate, wishes: Wishes, cardNumber: string): Promise<Agreed> {
  const userId = `customer-${crypto.randomUUID().slice(0, 8)}`;
  const asks = { ...wishes, userId, mandate: { reason: 'RECURRING', description: 'Coffee club, monthly' } };
  const transactionId = await card(client, asks, cardNumber);
  let { mandate } = await force(client, transactionId, 'COMPLETED');
  // After a forced outcome the gateway first asks the provider what it stored.
  for (let tries = 1; !mandate; tries++) {
    if (tries === 100) throw new Error('the payment made no mandate');
    await sleep(100);
    ({ mandate } = await client.payments.get(transactionId));
  }
  return { mandateId: mandate.mandateId, transactionId };
}

/** A charge of this mandate, with the reference of the scenario. The first payment has another one. */
async function chargedLater(client: Tollgate, wishes: Wishes, cardNumber: string): Promise<string> {
  const { merchantReference } = wishes;
  const first = { ...wishes, merchantReference: `first of ${merchantReference}` };
  const { mandateId, transactionId } = await agreed(client, first, cardNumber);
  const { id: paymentOptionId } = (await client.payments.get(transactionId)).paymentOption!;
  const { result } = await client.payments.create({ ...wishes, paymentOptionId, paymentData: { mandateId } });
  return result.transactionId;
}

export const MANDATE_SCENARIOS: Record<string, Scenario> = {
  mandate: {
    summary: 'a later charge of a card whose customer agreed before',
    takes: EVERYTHING,
    play: (client, wishes) => chargedLater(client, wishes, '4242424242424242'),
  },
  'mandate-declined': {
    summary: 'a later charge that is declined because the bank wants the customer: 2102',
    takes: EVERYTHING,
    play: (client, wishes) => chargedLater(client, wishes, '4000000000003220'),
  },
  'mandate-revoked': {
    summary: 'a mandate that is revoked after its first payment',
    takes: EVERYTHING,
    async play(client, wishes) {
      const { mandateId, transactionId } = await agreed(client, wishes, '4242424242424242');
      await client.mandates.revoke(mandateId, { reason: 'the customer left' });
      return transactionId;
    },
  },
};
