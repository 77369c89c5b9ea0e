// The worked examples of the API reference against a running gateway: each request is sent unchanged, and the answer
// must match the shown one field by field.
import assert from 'node:assert/strict';
import test from 'node:test';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { describeApi } from '../../../scripts/write-openapi.ts';
import { CARD_ANSWER_OF } from '../../../src/http/examples/card-examples.ts';
import * as qrCodes from '../../../src/http/examples/example-qr-codes.ts';
import { AUTOMATIC_ANSWER_OF } from '../../../src/http/examples/payout-examples.ts';
import { eventually, startTestGateway, type TestBrand } from '../../stage/harness.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read freely
type Any = any;

const document = JSON.parse(await describeApi('merchant'));
const operation = (path: string, method = 'post') => document.paths[path][method];
const requestsOf = (path: string): Record<string, { value: Any }> =>
  operation(path).requestBody.content['application/json'].examples;
const answersOf = (path: string, status = 201, method = 'post'): Record<string, { value: Any }> =>
  operation(path, method).responses[status].content['application/json'].examples;
const eventsOf = (name: string): Record<string, { value: Any }> =>
  document.webhooks[name].post.requestBody.content['application/json'].examples;

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** Numbers and codes that the sandbox derives from the transaction's id. */
const DERIVED = [
  'iban',
  'accountNumber',
  'reference',
  'barcodeData',
  'referenceNumber',
  'sendTo',
  'base64QRCode',
];

/** Replaces what differs from one transaction to the next; the rest must be equal. */
function withoutChance(value: Any): Any {
  const text = JSON.stringify(value, (key, inner) => {
    if (DERIVED.includes(key)) return `<${key}>`;
    if (key === 'qrCodeString') return inner.replace(/[:?].*/, '').slice(0, 8);
    if (key === 'merchantReference' || key === 'providerReference') return `<${key}>`;
    if (key === 'redirectUrl' || key === 'url') return new URL(inner).pathname.replace(/[^/]+$/, '<token>');
    if (key === 'value' && /^(TG[A-Z0-9]{10})$/.test(inner)) return '<reference>';
    if (key === 'paymentLocations') return inner.slice(0, 1);
    return inner;
  });
  return JSON.parse(
    text
      .replaceAll(ID, '<id>')
      .replaceAll(TIME, '<time>')
      .replaceAll(/TG[A-Z0-9]{10}/g, '<ref>'),
  );
}

test('pay-ins and payouts', async (t) => {
  const gate = await startTestGateway(t, { workers: false, env: { SANDBOX_DELAY_MS: '60000' } });
  const shop = await gate.createBrand();
  const sql = gate.gateway.context.sql;
  const post = (path: string, body: unknown, { apiKey }: TestBrand = shop) =>
    gate.call('POST', path, { apiKey, body });
  const record = async (id: string, { apiKey } = shop) =>
    (await gate.call('GET', `/payments/${id}`, { apiKey })).body;
  const equal = (actual: unknown, example: unknown, name: string) =>
    assert.deepEqual(withoutChance(actual), withoutChance(example), name);

  await t.test('each pay-in request of the examples gets the documented answer', async () => {
    const answers = answersOf('/v3/payment');
    const given = new Set(['notAllowed']);
    for (const [name, { value }] of Object.entries(requestsOf('/v3/payment'))) {
      const body = structuredClone(value);
      if (body.paymentData?.token) body.paymentData.token = await savedToken(shop);
      const answer = await post('/v3/payment', body);
      assert.equal(answer.status, 201, `${name}: ${answer.text}`);
      const answerName = CARD_ANSWER_OF[name] ?? name;
      given.add(answerName);
      equal(answer.body, answers[answerName]!.value, name);
    }
    assert.deepEqual(
      Object.keys(answers).filter((name) => !given.has(name)),
      [],
    );
    const stranger = await gate.createBrand({ options: [] });
    const [first] = Object.values(requestsOf('/v3/payment'));
    equal((await post('/v3/payment', first!.value, stranger)).body, answers.notAllowed!.value, 'notAllowed');
  });

  await t.test(
    'each payout request of the examples gets the documented answer, with automatic approval and without',
    async () => {
      const answers = answersOf('/v3/payout');
      const given = new Set<string>();
      const manual = await gate.createBrand();
      const automatic = await gate.createBrand({ automaticApproval: true });
      for (const currency of ['EUR', 'INR', 'BRL', 'KES', 'GBP', 'USDT']) {
        const body = { currency, amount: 100_000, reference: currency };
        await gate.operator('POST', `/operator/brands/${automatic.brandId}/funding`, body);
      }
      for (const [brand, answerOf] of [
        [manual, (name: string) => (name === 'incomplete' ? 'redirect' : 'pending')],
        [automatic, (name: string) => AUTOMATIC_ANSWER_OF[name] ?? 'processing'],
      ] as const) {
        for (const [name, { value }] of Object.entries(requestsOf('/v3/payout'))) {
          const body = structuredClone(value);
          if (body.paymentData.token) body.paymentData.token = await savedToken(brand);
          const answer = await post('/v3/payout', body, brand);
          assert.equal(answer.status, 201, `${name}: ${answer.text}`);
          given.add(answerOf(name));
          const { amount, currency } = answer.body.result;
          const example = answers[answerOf(name)]!.value;
          equal(answer.body, { ...example, result: { ...example.result, amount, currency } }, name);
        }
      }
      const poor = await gate.createBrand({ automaticApproval: true });
      const closed = await gate.createBrand({ options: [] });
      const { value } = requestsOf('/v3/payout').sepa!;
      equal((await post('/v3/payout', value, poor)).body, answers.short!.value, 'short');
      equal((await post('/v3/payout', value, closed)).body, answers.notAllowed!.value, 'notAllowed');
      assert.deepEqual([...given, 'short', 'notAllowed'].sort(), Object.keys(answers).sort());
    },
  );

  await t.test('the calls about a payment answer as documented', async () => {
    const brand = await gate.createBrand();
    const fund = (amount: number, reference: string) =>
      gate.operator('POST', `/operator/brands/${brand.brandId}/funding`, {
        currency: 'EUR',
        amount,
        reference,
      });
    const { value: payout } = requestsOf('/v3/payout').sepa!;
    const settle = async (name: string, amount = 120.5) => {
      const body = { ...payout, merchantReference: name, amount };
      const { transactionId } = (await post('/v3/payout', body, brand)).body.result;
      const { action } = requestsOf('/settle-payout')[name === 'declined' ? 'decline' : 'approve']!.value;
      return (await post('/settle-payout', { action, transactionId }, brand)).body;
    };
    const settled = answersOf('/settle-payout');
    equal(await settle('short'), settled.short!.value, 'short');
    await fund(500, 'first');
    equal(await settle('approved'), settled.approved!.value, 'approved');
    equal(await settle('declined'), settled.declined!.value, 'declined');
    equal(await settle('refused', 120.02), settled.refused!.value, 'refused');

    const pay = async (name: string, fields: object = {}) => {
      const { value } = requestsOf('/v3/payment')[name]!;
      const answer = await post('/v3/payment', { ...value, ...fields }, brand);
      assert.equal(answer.status, 201, answer.text);
      return answer.body.result;
    };
    const paid = await pay('card');
    const { merchantReference: _, ...part } = requestsOf('/refund/by-reference').part!.value;
    const refund = await post('/refund/by-reference', { ...part, merchantReference: 'order-10021' }, brand);
    equal(refund.body, answersOf('/refund/by-reference').accepted!.value, 'refund');

    const waiting = await pay('upiTransfer');
    const { sessionId } = waiting;
    const { sessionId: _of, ...proof } = requestsOf('/confirm-payment').upi!.value;
    const confirmed = await post('/confirm-payment', { ...proof, sessionId }, brand);
    equal(confirmed.body, answersOf('/confirm-payment').submitted!.value, 'confirm');

    const open = await pay('openBanking');
    const cancelled = await post('/cancel-payment', { transactionId: open.transactionId }, brand);
    equal(cancelled.body, answersOf('/cancel-payment').cancelled!.value, 'cancel');

    const shown = answersOf('/payments/{transactionId}', 200, 'get');
    const keys = (value: object) => Object.keys(value);
    for (const [id, example] of [
      [paid.transactionId, shown.refunded!.value],
      [open.transactionId, shown.expired!.value],
    ]) {
      const actual = await record(id, brand);
      assert.deepEqual(keys(actual), keys(example));
      for (const name of ['paymentOption', 'customer', 'card']) {
        if (actual[name] && example[name]) assert.deepEqual(keys(actual[name]), keys(example[name]), name);
      }
      assert.deepEqual(actual.refunds.map(keys), example.refunds.map(keys));
      assert.deepEqual(actual.timeline.map(keys).at(-1), example.timeline.map(keys).at(-1));
    }
    const events =
      await sql`select body from webhook_events where brand_id = ${brand.brandId} order by created_at`;
    const examples = { ...eventsOf('payin'), ...eventsOf('payout'), ...eventsOf('refund') };
    const told = new Set<string>();
    for (const { body } of events) {
      const event = JSON.parse(body);
      told.add(event.eventType);
      assert.deepEqual(keys(event), keys(examples[event.eventType]!.value), event.eventType);
    }
    for (const name of ['payin.completed', 'payin.declined', 'payout.pending', 'refund.pending'])
      assert.ok(told.has(name), name);
  });

  await t.test('sessions and v2 calls answer as documented', async () => {
    for (const path of ['/payment-session', '/payout-session']) {
      for (const { value } of Object.values(requestsOf(path))) {
        const answer = await post(path, { ...value, merchantReference: undefined });
        assert.deepEqual(Object.keys(answer.body), Object.keys(answersOf(path).open!.value), answer.text);
      }
    }
    const chosen = (path: string, name: string) => {
      const { sessionId: _, ...body } = requestsOf(path)[name]!.value;
      return body;
    };
    for (const [kind, suboptionsName] of [
      ['payment', 'banks'],
      ['payout', 'none'],
    ] as const) {
      const opened = await post(`/v2/${kind}-options`, requestsOf(`/v2/${kind}-options`).usual!.value);
      const example = answersOf(`/v2/${kind}-options`).open!.value;
      assert.deepEqual(Object.keys(opened.body), Object.keys(example));
      const list = `${kind}Options`;
      for (const option of example[list]) {
        const actual = opened.body[list].find((one: Any) => one.paymentOptionId === option.paymentOptionId);
        assert.deepEqual({ ...actual, logo: null }, { ...option, logo: null });
      }
      const [requestName] = Object.keys(requestsOf(`/v2/${kind}-suboptions`));
      const { sessionId } = opened.body;
      const path = `/v2/${kind}-suboptions`;
      const listed = await post(path, { sessionId, ...chosen(path, requestName!) });
      const { options, ...rest } = listed.body.result;
      const worked = answersOf(path)[suboptionsName]!.value;
      equal(rest, { ...worked.result, options: undefined }, path);
      assert.deepEqual(
        options[0] && Object.keys(options[0]),
        worked.result.options[0] && Object.keys(worked.result.options[0]),
      );
    }
    for (const name of Object.keys(requestsOf('/v2/hybrid-payment'))) {
      const { sessionId } = (
        await post('/v2/payment-options', requestsOf('/v2/payment-options').usual!.value)
      ).body;
      const answer = await post('/v2/hybrid-payment', { sessionId, ...chosen('/v2/hybrid-payment', name) });
      equal(answer.body, answersOf('/v2/hybrid-payment').redirect!.value, name);
    }
    const { sessionId } = (await post('/v2/payout-options', requestsOf('/v2/payout-options').usual!.value))
      .body;
    const submitted = await post('/v2/direct-payout', { sessionId, ...chosen('/v2/direct-payout', 'bank') });
    equal(submitted.body, answersOf('/v2/direct-payout').pending!.value, 'direct payout');
  });

  async function savedToken(brand: TestBrand): Promise<string> {
    const { value } = requestsOf('/v3/payment').card!;
    const body = { ...value, merchantReference: undefined };
    const { transactionId } = (await post('/v3/payment', body, brand)).body.result;
    return await eventually(async () => (await record(transactionId, brand)).card?.token);
  }
});

test('each QR code of the examples decodes to its text', () => {
  for (const { base64QRCode, qrCodeString } of Object.values(qrCodes)) {
    const { data, width, height } = PNG.sync.read(Buffer.from(base64QRCode, 'base64'), { checkCRC: true });
    assert.equal(jsqr.default(new Uint8ClampedArray(data), width, height)?.data, qrCodeString);
  }
});
