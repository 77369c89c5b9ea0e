// Chargebacks at Mollie: disputes that take the money, and debits that come back.
import assert from 'node:assert/strict';
import test from 'node:test';
import { allNewsOf, aPaid, aPayin, openMollie } from './a-mollie.ts';

const euro = (value: string) => ({ currency: 'EUR', value });

test('a chargeback takes the money, and its reversal gives it back', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const paid = await aPaid(stage, aPayin('card'));
  const payment = paid.providerReference!;
  const chargeback = books.chargeBack(payment, euro('10.00'));
  const common = {
    about: 'dispute',
    charge: paid.id,
    payment,
    amount: { amountMinor: 1_000n, currency: 'EUR' },
  };
  const opened = {
    ...common,
    dispute: {
      providerReference: chargeback.id,
      status: 'OPEN',
      reason: null,
      fundsWithheld: true,
      follows: null,
    },
  };
  const won = {
    ...common,
    dispute: {
      providerReference: chargeback.id,
      status: 'WON',
      reason: null,
      follows: ['INQUIRY', 'OPEN', 'LOST'],
    },
  };
  const [, ...before] = await allNewsOf(stage, payment);
  assert.deepEqual(before, [opened]);
  books.reverse(chargeback.id);
  // Whoever hears only of the reversal still opens the dispute first.
  const [, ...after] = await allNewsOf(stage, payment);
  assert.deepEqual(after, [opened, won]);
});

test('several chargebacks of a payment are several disputes', async (t) => {
  const stage = await openMollie(t);
  const paid = await aPaid(stage, aPayin('paypal'));
  const ids = ['1.00', '2.00'].map(
    (value) => stage.standIn.books.chargeBack(paid.providerReference!, euro(value)).id,
  );
  const [, ...news] = await allNewsOf(stage, paid.providerReference!);
  assert.deepEqual(
    news.map((one) => one.about === 'dispute' && one.dispute.providerReference),
    ids,
  );
});

test('a debit that comes back whole is a return, with the bank’s reason', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const paid = await aPaid(stage, aPayin('ideal'));
  const payment = books.find(paid.providerReference!);
  payment.method = 'directdebit';
  const chargeback = books.chargeBack(payment.id);
  chargeback.reason = { code: 'MD06', description: 'Refund\u0000requested' };
  const [, returned, ...others] = await allNewsOf(stage, payment.id);
  assert.deepEqual(returned, {
    about: 'return',
    charge: paid.id,
    payment: payment.id,
    amount: { amountMinor: 2_500n, currency: 'EUR' },
    reason: 'MD06: Refund requested',
  });
  assert.deepEqual(others, []);
});

test('a chargeback with an amount that is not known changes nothing', async (t) => {
  const stage = await openMollie(t);
  const paid = await aPaid(stage, aPayin('card'));
  const chargeback = stage.standIn.books.chargeBack(paid.providerReference!);
  chargeback.amount = { currency: 'ZZZ', value: '1.00' };
  const [, news] = await allNewsOf(stage, paid.providerReference!);
  assert.equal(news?.about, 'nothing');
});
