// Runs the contract of every provider for
// Stripe's adapter.
import { after } from 'node:test';
import type { Outcome } from '../../../src/domain/transactions/outcome.ts';
import { callOf, type PayinCase, type Stage, testContract } from '../contract.ts';
import { aPayin, instrumentOf, openStripe } from './a-stripe.ts';
import type { StripeStandIn } from './stand-in/stand-in.ts';

const CASES: Readonly<Record<string, Outcome['kind']>> = {
  card: 'redirect',
  ideal: 'redirect',
  bancontact: 'redirect',
  paypal: 'redirect',
  klarna: 'redirect',
  'sepa-direct-debit': 'pending',
};

const opened: StripeStandIn[] = [];
after(async () => {
  for (const standIn of opened) await standIn.close();
});

async function openStage(): Promise<Stage> {
  const { standIn, provider, now, advance } = await openStripe();
  opened.push(standIn);
  const payins = Object.entries(CASES).map(([method, answers]): PayinCase => {
    const transaction = aPayin(method);
    return { name: method, transaction, instrument: instrumentOf(transaction), answers };
  });
  const stage: Stage = {
    provider,
    now,
    advance,
    payins,
    payouts: [],
    callMayTakeMs: 120_000,
    neverSent: Object.keys(CASES).map((method) => aPayin(method)),
    charges: (reference) => standIn.charges(reference),
    async paid() {
      const transaction = aPayin('card', { createdAt: now() });
      await provider.payIn(transaction, instrumentOf(transaction), callOf(stage, transaction));
      const intent = standIn.books.payByCard(
        standIn.of(transaction.id, 'checkout.session')!.id,
        '4242424242424242',
      );
      return { ...transaction, status: 'COMPLETED', providerReference: intent.id };
    },
  };
  return stage;
}

testContract('stripe', openStage);
