// What the contract of adapters needs to play Mollie's adapter against its stand-in: `tollgate-provider test` and
// contract.test.ts open it for each rule.
import assert from 'node:assert/strict';
import type { Outcome, Transaction } from '@tollgate/provider-kit';
import { callOf, type Ending, type PayinCase, type Stage } from '@tollgate/provider-kit/contract';
import { aMandatePayin, aManualPayin, aPayin, instrumentOf, openMollie } from './a-mollie.ts';
import { createSettlement } from './stand-in/settlement-books.ts';

const METHODS = ['card', 'ideal', 'bancontact', 'paypal', 'klarna', 'blik'];

export default async function openStage(ending: Ending): Promise<Stage> {
  const { standIn, provider, now, advance } = await openMollie(ending);
  const { books } = standIn;
  const stage: Stage = {
    provider,
    now,
    advance,
    payins: METHODS.map((method): PayinCase => {
      const transaction = aPayin(method);
      return { name: method, transaction, instrument: instrumentOf(transaction), answers: 'redirect' };
    }),
    payouts: [],
    callMayTakeMs: 120_000,
    neverSent: METHODS.map((method) => aPayin(method)),
    charges: (reference) => standIn.charges(reference),
    notificationsAreHints: true,
    violations: () => standIn.server.violations,
    faults: standIn.server,
    paid: async () => (await paidOnPage(aPayin('ideal', { createdAt: now() }))).payin,
    async notified() {
      const { payin } = await paidOnPage(aPayin('card', { createdAt: now() }));
      const payment = books.find(payin.providerReference!);
      const refund = books.refund(payment.id, { amount: { currency: 'EUR', value: '1.00' } });
      books.moveRefund(refund.id, 'refunded');
      books.chargeBack(payment.id, { currency: 'EUR', value: '2.00' });
      return standIn.server.waiting;
    },
    authorized: async () => (await paidOnPage(aManualPayin('card', { createdAt: now() }))).payin,
    async agreed() {
      const { payin: paid } = await paidOnPage(aMandatePayin('card', { createdAt: now() }));
      const stored = await provider.findStored!(paid, callOf(stage, paid));
      assert.ok(stored !== null && stored !== 'none');
      const none = { card: null, networkTransactionId: null };
      const instrument = { kind: 'mandate', method: 'card', reason: 'RECURRING', stored, ...none } as const;
      const later = aPayin('card', { createdAt: now(), userId: 'ada', brandId: paid.brandId });
      return { paid, later, instrument };
    },
    async paidOut() {
      const payments = [];
      for (let count = 0; count < 3; count += 1) {
        const { payin } = await paidOnPage(aPayin('ideal', { createdAt: now() }));
        payments.push(books.find(payin.providerReference!));
      }
      const [first, second] = payments;
      const refund = books.refund(first!.id, { amount: { currency: 'EUR', value: '5.00' } });
      const chargeback = books.chargeBack(second!.id);
      const plans = [
        { payments, refunds: [refund], chargebacks: [chargeback], others: { rollingreserve: -210n } },
        { payments: Array.from({ length: 251 }, (_, at) => ({ ...first!, id: `${first!.id}-${at}` })) },
      ];
      return plans.map((plan) => createSettlement(books, plan).id);
    },
  };

  /** The shopper pays on Mollie's page. */
  async function paidOnPage(payin: Transaction): Promise<{ payin: Transaction; outcome: Outcome }> {
    await provider.payIn(payin, instrumentOf(payin), callOf(stage, payin));
    const { id } = books.pay(books.of(payin.id)!.id);
    const outcome = await provider.inquire(payin, callOf(stage, payin));
    assert.ok(outcome.kind === 'completed' || outcome.kind === 'authorized', outcome.kind);
    const isPaid = outcome.kind === 'completed';
    const after: Transaction = {
      ...payin,
      status: isPaid ? 'COMPLETED' : 'PROCESSING',
      providerReference: id,
      authorized: isPaid ? null : authorizedOf(payin, outcome.captureBefore!),
    };
    return { payin: after, outcome };
  }
  return stage;
}

const authorizedOf = ({ amountMinor }: Transaction, captureBefore: Date) => ({
  amountMinor,
  capturedMinor: 0n,
  pendingMinor: 0n,
  isFinal: false,
  takesSeveral: true,
  captureBefore,
});
