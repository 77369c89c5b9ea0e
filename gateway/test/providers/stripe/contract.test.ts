// Runs the contract of every provider for
// Stripe's adapter.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Outcome } from '@tollgate/provider-kit';
import { callOf, type PayinCase, type Stage } from '@tollgate/provider-kit/contract';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { testContract } from '../test-contract.ts';
import { aPayin, instrumentOf, openStripe } from './a-stripe.ts';
import { book, createPayout, movePayout, reconcilePayout } from './stand-in/payouts.ts';
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
      return { ...(await paidOnPage(aPayin('card', { createdAt: now() }))), status: 'COMPLETED' };
    },
    async disputed() {
      const payin = await paidOnPage(aPayin('card', { createdAt: now() }));
      const dispute = standIn.books.openDispute(payin.providerReference!);
      const times = () => (dispute.status === 'needs_response' ? 0 : 1);
      return { payin: { ...payin, status: 'COMPLETED' }, disputeReference: dispute.id, times };
    },
    async notified() {
      await paidOnPage(aPayin('card', { createdAt: now() }));
      return standIn.books.events.map((event) => standIn.sender.sign(event));
    },
    async forged() {
      await paidOnPage(aPayin('card', { createdAt: now() }));
      const sendings = [{ secret: 'whsec_of_a_stranger' }, { ageSeconds: 400 }, { ageSeconds: -400 }];
      return standIn.books.events.flatMap((event) =>
        sendings.map((sending) => standIn.sender.sign(event, sending)),
      );
    },
    async paidOut() {
      const { books } = standIn;
      const payin = await paidOnPage(aPayin('card', { createdAt: now() }));
      const intent = books.find(payin.providerReference!);
      const refund = books.createRefund({ payment_intent: intent.id, amount: '100' });
      const dispute = books.openDispute(intent.id);
      const usd = { currency: 'usd', exchange_rate: 1.1 };
      const plans = [
        [
          book(books, 'charge', intent.latest_charge),
          book(books, 'refund', refund.id),
          book(books, 'dispute', dispute.id),
          book(books, 'dispute_reversal', dispute.id),
          book(books, 'fee', null, { amount: -30 }),
        ],
        [
          book(books, 'charge', intent.latest_charge, { ...usd, amount: 5_000, fee: 90 }),
          book(books, 'refund', refund.id, { ...usd, amount: -110 }),
        ],
        Array.from({ length: 201 }, () => book(books, 'topup', null, { amount: 5 })),
      ];
      return plans.map((plan) => {
        const payout = createPayout(books, plan);
        reconcilePayout(books, payout.id);
        return movePayout(books, payout.id, 'paid').id;
      });
    },
    async authorized() {
      const payin = aPayin('card', { createdAt: now() });
      const manual = { ...payin, details: { ...payin.details, captureMode: 'manual' as const } };
      return await paidOnPage(manual);
    },
    async agreed() {
      const payin = aPayin('card', { createdAt: now(), userId: 'ada' });
      const mandate = {
        reason: 'RECURRING',
        description: null,
        maxAmountMinor: null,
        expiresAt: null,
      } as const;
      const asking = { ...payin, details: { ...payin.details, mandate } };
      const paid: Transaction = { ...(await paidOnPage(asking)), status: 'COMPLETED' };
      const means = await provider.findStored!(paid, callOf(stage, paid));
      assert.ok(means !== null && means !== 'none');
      const none = { card: null, networkTransactionId: null };
      const instrument = {
        kind: 'mandate',
        method: 'card',
        reason: 'RECURRING',
        stored: means,
        ...none,
      } as const;
      const later = aPayin('card', { createdAt: now(), userId: 'ada', brandId: payin.brandId });
      return { paid, later, instrument };
    },
  };
  /** The shopper pays on Stripe's page. */
  async function paidOnPage(payin: Transaction): Promise<Transaction> {
    await provider.payIn(payin, instrumentOf(payin), callOf(stage, payin));
    const { id } = standIn.of(payin.id, 'checkout.session')!;
    const intent = standIn.books.payByCard(id, '4242424242424242');
    const outcome = await provider.inquire(payin, callOf(stage, payin));
    assert.ok(outcome.kind === 'completed' || outcome.kind === 'authorized', outcome.kind);
    return { ...payin, status: 'PROCESSING', providerReference: intent.id };
  }
  return stage;
}

testContract('stripe', openStage);
