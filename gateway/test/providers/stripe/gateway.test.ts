// A whole gateway with an account at Stripe, played by the stand-in: an operator connects it, shoppers pay on Stripe's
// pages, signed events arrive, and payments are refunded, disputed, and sent back. Seen from outside, as a merchant's
// server sees it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import {
  aCardPayin,
  eventually,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../stage/harness.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { connectProvider } from '../connect-provider.ts';
import { settleDebits } from './stand-in/control.ts';
import type { Thing } from './stand-in/records.ts';
import { StripeStandIn } from './stand-in/stand-in.ts';

const ends: (() => unknown)[] = [];
after(async () => {
  for (const end of ends.splice(0)) await end();
});

let standIn: StripeStandIn;
let gateway: TestGateway;
let brand: TestBrand;

const optionId = (method: string) => optionsOf('PAYIN').find((option) => option.method === method)!.id;

before(async () => {
  standIn = await StripeStandIn.start();
  gateway = await startTestGateway({
    after: (end: unknown) => void ends.unshift(end as () => unknown),
  } as never);
  ends.push(() => standIn.close());
  brand = await gateway.createBrand();
  const account = await connectProvider(gateway, brand.brandId, 'stripe', {
    endpoint: standIn.origin,
    credentials: { secretKey: standIn.secretKey, webhookSecrets: [standIn.webhookSecret] },
  });
  assert.equal(account.merchantAccount, standIn.books.accountId);
  standIn.sender.notificationUrl = account.notificationUrl.replace(/^https?:\/\/[^/]+/, gateway.url);
  standIn.sender.isAutomatic = true;
});

async function pay(method: string, fields: Record<string, unknown> = {}) {
  const customer = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', ip: '203.0.113.7' };
  const body =
    method === 'card'
      ? aCardPayin({ customer, ...fields })
      : {
          paymentOptionId: optionId(method),
          currency: 'EUR',
          amount: 25,
          customer,
          paymentData: {},
          ...fields,
        };
  const { status, body: answer } = await gateway.call('POST', '/v3/payment', { apiKey: brand.apiKey, body });
  assert.equal(status, 201, JSON.stringify(answer));
  return { ...answer.result, resultType: answer.resultType };
}

async function record(transactionId: string) {
  const { body } = await gateway.call('GET', `/payments/${transactionId}`, { apiKey: brand.apiKey });
  return body;
}

const becomes = (transactionId: string, status: string) =>
  eventually(async () => {
    const now = await record(transactionId);
    return now.status === status ? now : null;
  });

const pageOf = (reference: string): Thing => standIn.of(reference, 'checkout.session')!;

test('a card is paid on Stripe’s page, and its event completes the payment', {
  skip: onlyInProof,
}, async () => {
  const answer = await pay('card');
  assert.equal(answer.resultType, 'redirect', JSON.stringify(answer));
  const page = pageOf(answer.transactionId);
  assert.equal(answer.redirectUrl, page.url);
  standIn.books.payByCard(page.id, '4242424242424242');
  const paid = await becomes(answer.transactionId, 'COMPLETED');
  assert.equal(paid.providerReference, standIn.of(answer.transactionId)!.id);
  assert.equal(standIn.charges(answer.transactionId), 1);
  assert.ok(!standIn.requests.some(({ raw }) => raw.includes('4242424242424242')));
});

test('refunds of ours and of the dashboard are applied, also if they fail after all', {
  skip: onlyInProof,
}, async () => {
  const { transactionId, merchantReference } = await pay('card');
  standIn.books.payByCard(pageOf(transactionId).id, '4242424242424242');
  const { providerReference } = await becomes(transactionId, 'COMPLETED');
  const refund = await gateway.call('POST', '/refund/by-reference', {
    apiKey: brand.apiKey,
    body: { merchantReference, country: 'DE', amount: 5 },
  });
  assert.ok(refund.status < 300, refund.text);
  const { refundId } = refund.body;
  const ours = () =>
    eventually(async () => {
      const { refunds } = await record(transactionId);
      return refunds.find((one: Thing) => one.refundId === refundId && one.status !== 'PENDING');
    });
  assert.equal((await ours()).status, 'COMPLETED');
  standIn.books.createRefund({ payment_intent: providerReference, amount: '100' });
  await eventually(async () =>
    (await record(transactionId)).refunds.some((one: Thing) => one.origin === 'provider' && one.amount === 1),
  );
  standIn.books.moveRefund(standIn.of(refundId, 'refund')!.id, 'failed');
  await eventually(async () =>
    (await record(transactionId)).refunds.some(
      (one: Thing) => one.refundId === refundId && one.status === 'FAILED',
    ),
  );
});

test('a dispute is opened and won, whatever the order of its events', { skip: onlyInProof }, async () => {
  const { transactionId } = await pay('card');
  standIn.books.payByCard(pageOf(transactionId).id, '4242424242424242');
  const { providerReference } = await becomes(transactionId, 'COMPLETED');
  standIn.sender.isAutomatic = false;
  const dispute = standIn.books.openDispute(providerReference);
  standIn.books.moveDispute(dispute.id, 'funds_withdrawn', {});
  standIn.books.moveDispute(dispute.id, 'closed', { status: 'won' });
  for (const kind of ['closed', 'created'])
    await standIn.sender.send(standIn.lastEvent(`charge.dispute.${kind}`));
  standIn.sender.isAutomatic = true;
  const won = await eventually(async () =>
    (await record(transactionId)).disputes.find((one: Thing) => one.status === 'WON'),
  );
  assert.equal(won.providerReference, dispute.id);
  assert.equal(won.fundsWithheld, false);
});

test('evidence and an acceptance go to Stripe, and only its events move the money', async () => {
  const disputed = async () => {
    const { transactionId } = await pay('card');
    standIn.books.payByCard(pageOf(transactionId).id, '4242424242424242');
    const { providerReference } = await becomes(transactionId, 'COMPLETED');
    const dispute = standIn.books.openDispute(providerReference);
    const opened = await eventually(async () => (await record(transactionId)).disputes[0]);
    const path = `/operator/brands/${brand.brandId}/disputes/${opened.disputeId}`;
    return { transactionId, dispute, path };
  };
  const first = await disputed();
  const { body: shown } = await gateway.operator('GET', first.path);
  assert.match(shown.providerPage, /^https:\/\/dashboard\.stripe\.com\/test\/payments\/pi_/);
  const given = { texts: { explanation: 'It was delivered.' } };
  const sent = await gateway.operator('POST', `${first.path}/evidence`, given);
  assert.equal(sent.body.response.status, 'SENT', sent.text);
  assert.equal(first.dispute.evidence.uncategorized_text, 'It was delivered.');
  assert.equal(first.dispute.evidence.customer_email_address, 'ada@example.com');

  const second = await disputed();
  const accepted = await gateway.operator('POST', `${second.path}/accept`, {});
  assert.equal(accepted.body.response.status, 'SENT', accepted.text);
  const lost = await eventually(async () =>
    (await record(second.transactionId)).disputes.find((one: Thing) => one.status === 'LOST'),
  );
  assert.equal(lost.response.kind, 'acceptance');
  assert.deepEqual(standIn.description.faults, []);
});

test('iDEAL is paid at the bank, and a SEPA debit is paid later and comes back', async () => {
  const ideal = await pay('ideal', { country: 'NL', redirectUrl: 'https://shop.example/done' });
  assert.equal(ideal.resultType, 'redirect', JSON.stringify(ideal));
  const intent = standIn.of(ideal.transactionId)!;
  const back = await fetch(`${ideal.redirectUrl}/approve`, { redirect: 'manual' });
  assert.equal(back.status, 303);
  const returned = new URL(back.headers.get('location')!);
  const arrived = await fetch(gateway.url + returned.pathname + returned.search, { redirect: 'manual' });
  assert.equal(arrived.status, 303);
  assert.equal((await becomes(ideal.transactionId, 'COMPLETED')).providerReference, intent.id);

  const debit = await pay('sepa-direct-debit', {
    country: 'DE',
    paymentData: { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' },
  });
  assert.equal((await record(debit.transactionId)).status, 'PROCESSING');
  settleDebits(standIn);
  const { providerReference } = await becomes(debit.transactionId, 'COMPLETED');
  standIn.books.openDispute(providerReference, { status: 'lost', reason: 'debit_not_authorized' });
  await eventually(async () => (await record(debit.transactionId)).returned);
});

test('a refused key declines, and a lost answer is unknown until Stripe is asked', {
  skip: onlyInProof,
}, async () => {
  standIn.fault('checkout', { status: 401, error: { type: 'invalid_request_error' } });
  const refused = await pay('card');
  assert.equal(refused.errorCode, '1011', JSON.stringify(refused));
  standIn.fault('confirm', 'lost-after');
  const lost = await pay('sepa-direct-debit', {
    country: 'DE',
    paymentData: { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' },
  });
  assert.equal(lost.errorCode, '9001', JSON.stringify(lost));
  settleDebits(standIn);
  await becomes(lost.transactionId, 'COMPLETED');
  assert.equal(standIn.charges(lost.transactionId), 1);
});

test('an event without Stripe’s signature is refused, and an event without a payment changes nothing', {
  skip: onlyInProof,
}, async () => {
  const { transactionId } = await pay('card');
  standIn.sender.isAutomatic = false;
  standIn.books.payByCard(pageOf(transactionId).id, '4242424242424242');
  const event = standIn.lastEvent('payment_intent.succeeded');
  assert.equal(await standIn.sender.send(event, { secret: 'whsec_wrong' }), 401);
  assert.equal(await standIn.sender.send(event, { ageSeconds: 400 }), 401);
  assert.equal(await standIn.sender.send(event), 200);
  assert.equal(await standIn.sender.send(event), 200);
  standIn.sender.isAutomatic = true;
  await becomes(transactionId, 'COMPLETED');
});
