// POST /refund/by-reference (spec 4.11; contract 3, 5, 8): the exact answers and errors, signatures in both directions,
// what records and webhooks show, and the sandbox's two ends.
import assert from 'node:assert/strict';
import test from 'node:test';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import { hmacBase64 } from '../../../src/domain/keys/signature.ts';
import { aTransaction } from '../../stage/builders.ts';
import {
  aCardPayin,
  eventually,
  sharedTestGateway,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../stage/harness.ts';
import { startWebhookReceiver } from '../../stage/webhook-receiver.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ACCEPTED = 'The refund was accepted. Its final status follows by webhook.';

async function openShop(gate: TestGateway, settings: Record<string, unknown> = {}) {
  const brand = await gate.createBrand(settings);
  let orders = 0;
  return {
    brand,
    /** A pay-in of 25.00 EUR from DE, completed by default. */
    async pay(fields: Record<string, unknown> = {}, card: Record<string, unknown> = {}) {
      const merchantReference = `order-${++orders}`;
      const body = aCardPayin({ merchantReference, ...fields }, card);
      const answer = await gate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body });
      assert.equal(answer.status, 201, answer.text);
      return answer.body.result as { transactionId: string; merchantReference: string };
    },
    refund: (body: unknown, { apiKey }: TestBrand = brand, headers: Record<string, string> = {}) =>
      gate.call('POST', '/refund/by-reference', { apiKey, body, headers }),
    record: async (id: string) => (await gate.call('GET', `/payments/${id}`, { apiKey: brand.apiKey })).body,
    async balance() {
      const { body } = await gate.operator('GET', `/operator/brands/${brand.brandId}/balances`);
      return [body[0].available, body[0].reserved];
    },
  };
}

const workingGateway = sharedTestGateway();
const quietGateway = sharedTestGateway({ workers: false });

// proves 4.11 refund
test('a partial refund is accepted, pending, and then completed', async () => {
  const gate = await workingGateway();
  const shop = await openShop(gate);
  const { transactionId, merchantReference } = await shop.pay();
  const answer = await shop.refund({
    merchantReference,
    amount: 10.5,
    currency: 'EUR',
    refundReference: 'r-1',
    reason: 'RETURN',
  });
  assert.equal(answer.status, 201);
  const { refundId } = answer.body;
  assert.match(refundId, UUID);
  const expected = {
    statusCode: '000',
    refundId,
    transactionId,
    status: 'PENDING',
    amount: 10.5,
    amountRefundable: 14.5,
    result: ACCEPTED,
  };
  assert.equal(answer.text, JSON.stringify(expected));
  assert.equal(answer.headers.get('x-signature'), hmacBase64(shop.brand.signingSecret, answer.text));

  const done = await eventually(async () => {
    const record = await shop.record(transactionId);
    return record.refunds[0].status === 'COMPLETED' && record;
  });
  assert.deepEqual([done.status, done.amount, done.amountRefunded], ['COMPLETED', 25, 10.5]);
  assert.deepEqual(done.refunds, [
    {
      refundId,
      amount: 10.5,
      status: 'COMPLETED',
      reason: 'RETURN',
      refundReference: 'r-1',
      origin: 'merchant',
      createdAt: done.refunds[0].createdAt,
    },
  ]);
  assert.deepEqual(await shop.balance(), [14.5, 0]);
  // Repeated after its end: the first answer.
  const again = await shop.refund({ merchantReference, amount: 10.5, refundReference: 'r-1' });
  assert.deepEqual([again.status, again.text], [201, answer.text]);
});

test('a refund without an amount refunds the rest, and a failed refund can be repeated', async (t) => {
  const gate = await startTestGateway(t);
  const shop = await openShop(gate);
  const { transactionId, merchantReference } = await shop.pay();
  await shop.refund({ merchantReference, amount: 10.02 });
  const failed = await eventually(async () => {
    const record = await shop.record(transactionId);
    return record.refunds[0].status === 'FAILED' && record;
  });
  assert.equal(failed.amountRefunded, 0);
  assert.deepEqual(await shop.balance(), [25, 0]);
  await shop.refund({ merchantReference, amount: 5 });
  const rest = await shop.refund({ merchantReference, country: 'DE' });
  assert.deepEqual([rest.body.amount, rest.body.amountRefundable], [20, 0]);
  const record = await eventually(async () => {
    const now = await shop.record(transactionId);
    return now.refunds.every((one: { status: string }) => one.status !== 'PENDING') && now;
  });
  assert.deepEqual(
    record.refunds.map(({ amount, status }: { amount: number; status: string }) => [amount, status]),
    [
      [10.02, 'FAILED'],
      [5, 'COMPLETED'],
      [20, 'COMPLETED'],
    ],
  );
  assert.deepEqual([record.status, record.amountRefunded], ['COMPLETED', 25]);
  const listed = await gate.call('GET', `/payments?merchantReference=${merchantReference}`, {
    apiKey: shop.brand.apiKey,
  });
  assert.deepEqual(listed.body, [record]);
  assert.deepEqual((await verifyLedger(gate.gateway.context.sql)).faults, []);
});

test('the webhooks of refunds are signed, in order, and contain the record and the refund', async (t) => {
  const gate = await workingGateway();
  const receiver = await startWebhookReceiver(t);
  const shop = await openShop(gate, { notificationUrl: receiver.url });
  receiver.secrets.push(shop.brand.signingSecret);
  const { transactionId, merchantReference } = await shop.pay();
  const { body } = await shop.refund({ merchantReference, amount: 10 });
  const received = await receiver.waitFor(3);
  assert.ok(received.every(({ signatureValid }) => signatureValid));
  assert.deepEqual(
    received.map(({ body: event }) => [event.sequence, event.eventType, event.amountRefunded]),
    [
      [1, 'payin.completed', 0],
      [2, 'refund.pending', 10],
      [3, 'refund.completed', 10],
    ],
  );
  const last = received[2]!.body;
  const {
    timeline,
    captures: _,
    refunds,
    disputes: __,
    settlement: ___,
    customer,
    cashierUrl,
    ...core
  } = await shop.record(transactionId);
  const { eventId, eventType, sequence, occurredAt, refund, ...shown } = last;
  assert.deepEqual(shown, core);
  assert.deepEqual(refund, refunds[0]);
  assert.equal(refund.refundId, body.refundId);
  assert.equal(occurredAt, core.updatedAt);
  assert.equal(timeline.at(-1).to, 'COMPLETED');
});

// proves 4.11 refund
test('an impossible refund is a 400 with its code', async (t) => {
  const gate = await startTestGateway(t, { workers: false });
  const shop = await openShop(gate);
  const { transactionId, merchantReference } = await shop.pay();
  const over = await shop.refund({ merchantReference, amount: 25.01 });
  assert.equal(over.status, 400);
  assert.deepEqual(
    [
      over.body.errorCode,
      over.body.amountRefundable,
      over.body.transactionId,
      over.headers.get('x-signature'),
    ],
    ['5001', 25, transactionId, null],
  );
  assert.match(over.body.message, /^amount: is more than what is left to refund/);

  for (const cardNumber of ['4000000000000002', '4000000000003220', '4000000000000341']) {
    const other = await shop.pay({}, { cardNumber });
    const { status, body } = await shop.refund({ merchantReference: other.merchantReference });
    assert.deepEqual([status, body.errorCode, body.transactionId], [400, '5002', other.transactionId]);
    assert.match(body.message, /only a COMPLETED pay-in can be refunded, this one is (DECLINED|PROCESSING)/);
  }

  await gate.operator('POST', `/operator/brands/${shop.brand.brandId}/funding`, {
    currency: 'EUR',
    amount: -20,
    reference: 'taken out',
  });
  const poor = await shop.refund({ merchantReference });
  assert.deepEqual([poor.status, poor.body.errorCode, poor.body.amountRefundable], [400, '5006', undefined]);
  assert.equal((await shop.refund({ merchantReference, amount: 5 })).status, 201);

  const { context } = gate.gateway;
  const { provider } = context;
  context.provider = (...sentTo) => {
    const known = provider(...sentTo);
    return known && { ...known, capabilities: { ...known.capabilities, refund: false } };
  };
  const never = await shop.refund({ merchantReference, amount: 1 });
  assert.deepEqual([never.status, never.body.errorCode], [400, '5004']);
  assert.deepEqual(await shop.balance(), [0, 5]);
  assert.equal((await shop.record(transactionId)).refunds.length, 1);
});

test('a wrong body is refused with each field named', async () => {
  const gate = await quietGateway();
  const shop = await openShop(gate);
  const { merchantReference } = await shop.pay();
  const yen = await shop.pay({ currency: 'JPY', amount: 1000, country: 'JP' });
  const wrong: [body: unknown, message: unknown][] = [
    [{}, ['merchantReference: is required']],
    [{ merchantReference: '' }, ['merchantReference: must not be empty']],
    [{ merchantReference, amount: 0 }, ['amount: must be more than 0']],
    [{ merchantReference, amount: -1 }, ['amount: must be more than 0']],
    [{ merchantReference, amount: '5' }, ['amount: must be a number']],
    [{ merchantReference, amount: 1.001 }, ['amount: must have at most 2 decimals in EUR']],
    [{ merchantReference, amount: 1e21 }, ['amount: must be at most 999999999999.99']],
    [{ merchantReference: yen.merchantReference, amount: 10.5 }, ['amount: must have no decimals in JPY']],
    [{ merchantReference, currency: 'USD' }, ['currency: must be the currency of the pay-in, EUR']],
    [{ merchantReference, currency: 'eur' }, [/^currency: must be a known currency code in upper case/]],
    [{ merchantReference, country: 'de' }, [/^country: must be a two-letter country code in upper case/]],
    [
      { merchantReference, reason: 'BORED' },
      ['reason: must be one of DUPLICATE, FRAUD, CUSTOMER_REQUEST, RETURN, OTHER'],
    ],
    [
      { merchantReference, refundReference: 'x'.repeat(256) },
      ['refundReference: must have at most 255 characters'],
    ],
    [
      { merchantReference, currency: 'USD', amount: 0.001 },
      ['currency: must be the currency of the pay-in, EUR', 'amount: must have at most 2 decimals in EUR'],
    ],
  ];
  for (const [body, message] of wrong) {
    const answer = await shop.refund(body);
    assert.equal(answer.status, 400, answer.text);
    const said = answer.body.message as string[];
    for (const [i, sentence] of (message as (string | RegExp)[]).entries()) {
      if (sentence instanceof RegExp) assert.match(said[i]!, sentence);
      else assert.equal(said[i], sentence);
    }
    assert.equal(said.length, (message as unknown[]).length);
  }
  // null means absent.
  const nothing = { country: null, amount: null, currency: null, refundReference: null, reason: null };
  assert.equal((await shop.refund({ merchantReference, ...nothing })).body.amount, 25);
});

test('the pay-in is found by reference and country', async () => {
  const gate = await quietGateway();
  const shop = await openShop(gate);
  const german = await shop.pay({ merchantReference: 'twice' });
  const french = await shop.pay({ merchantReference: 'twice', country: 'FR' });
  const several = await shop.refund({ merchantReference: 'twice', amount: 1 });
  assert.equal(several.status, 400);
  assert.deepEqual(several.body.message, [
    'country: the reference exists for several countries (DE, FR), so name the country',
  ]);
  const named = await shop.refund({ merchantReference: 'twice', country: 'FR', amount: 1 });
  assert.equal(named.body.transactionId, french.transactionId);
  const nowhere = await shop.pay({ merchantReference: 'twice', country: undefined });
  const unnamed = await shop.refund({ merchantReference: 'twice', amount: 2 });
  assert.equal(unnamed.body.transactionId, nowhere.transactionId);
  assert.equal((await shop.record(german.transactionId)).amountRefunded, 0);

  for (const body of [{ merchantReference: 'unheard of' }, { merchantReference: 'twice', country: 'ES' }]) {
    assert.equal((await shop.refund(body)).status, 404);
  }
  const sister = await gate.createBrand({}, shop.brand.merchantId);
  assert.equal((await shop.refund({ merchantReference: 'twice', country: 'FR' }, sister)).status, 404);

  const { merchantId, brandId } = shop.brand;
  const payout = aTransaction({ merchantId, brandId, type: 'PAYOUT', merchantReference: 'payout-1' });
  await gate.gateway.context.transactions.open({ transaction: payout, profile: null });
  const answer = await shop.refund({ merchantReference: 'payout-1' });
  assert.equal(answer.status, 400);
  assert.match(answer.body.message[0], /^merchantReference: belongs to a payout/);
});

test('a refundReference of another pay-in or amount is a 422', async () => {
  const gate = await quietGateway();
  const shop = await openShop(gate);
  const first = await shop.pay();
  const second = await shop.pay();
  const made = await shop.refund({
    merchantReference: first.merchantReference,
    amount: 10,
    refundReference: 'r',
  });
  for (const body of [
    { merchantReference: first.merchantReference, amount: 9, refundReference: 'r' },
    { merchantReference: second.merchantReference, amount: 10, refundReference: 'r' },
  ]) {
    const { status, body: answer } = await shop.refund(body);
    assert.deepEqual([status, answer.transactionId], [422, first.transactionId]);
  }
  // Another brand's references are separate.
  const other = await openShop(gate);
  const theirs = await other.pay();
  const same = { merchantReference: theirs.merchantReference, amount: 10, refundReference: 'r' };
  assert.notEqual((await other.refund(same)).body.refundId, made.body.refundId);
});

// proves 4.11 refund
test('a brand that enforces signatures needs a signature for a refund', async () => {
  const gate = await quietGateway();
  const shop = await openShop(gate);
  const { transactionId, merchantReference } = await shop.pay();
  await gate.operator('PATCH', `/operator/brands/${shop.brand.brandId}`, { enforceSignatures: true });
  const body = { merchantReference, amount: 5, note: 'unknown fields are signed too', extra: null };
  const unsigned = await shop.refund(body);
  assert.deepEqual([unsigned.status, unsigned.body.stringToSign], [403, JSON.stringify(body)]);
  const wrong = await shop.refund(body, shop.brand, {
    'X-Signature': hmacBase64(shop.brand.signingSecret, JSON.stringify({ ...body, amount: 6 })),
  });
  assert.equal(wrong.status, 403);
  assert.equal((await shop.record(transactionId)).amountRefunded, 0);
  const signed = await shop.refund(body, shop.brand, {
    'X-Signature': hmacBase64(shop.brand.signingSecret, JSON.stringify(body)),
  });
  assert.equal(signed.status, 201, signed.text);
  assert.equal(signed.headers.get('x-signature'), hmacBase64(shop.brand.signingSecret, signed.text));
});
