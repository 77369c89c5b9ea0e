// POST /v3/payment with every method except the card, as a merchant sees it (spec 2.10, 4.2; contract 6, 7): the exact
// envelope, the payer's actions, the end, and its webhooks.
import assert from 'node:assert/strict';
import test from 'node:test';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { eventually, startTestGateway } from '../../stage/harness.ts';
import { PAYIN_METHODS, PAYIN_WAYS, type PayinWay } from '../../stage/payin-ways.ts';
import { pressAtBank } from '../../stage/press-at-bank.ts';
import { startWebhookReceiver } from '../../stage/webhook-receiver.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const ALWAYS = ['transactionId', 'sessionId', 'merchantReference', 'currency', 'amount', 'status'];

/** Each method, and crypto in each of its currencies. */
const METHODS: Readonly<Record<string, PayinWay>> = Object.fromEntries(
  [...PAYIN_METHODS, PAYIN_WAYS.find(({ currency }) => currency === 'USDT')!].map((way) => [
    way.method === 'crypto' ? way.currency : way.method,
    way,
  ]),
);

// proves 1 pay-ins, other methods
test('the table of cases pays with every method of the catalogue', () => {
  const offered = optionsOf('PAYIN').filter(({ type }) => type !== 'CARD');
  const paid = new Set(Object.values(METHODS).map(({ method }) => method));
  const left = offered.filter(
    ({ method, suboptions }) => !paid.has(method) && !suboptions.some((one) => paid.has(one.method)),
  );
  assert.deepEqual(left, []);
});

test('pay-ins by every method', async (t) => {
  const gate = await startTestGateway(t, { env: { SANDBOX_DELAY_MS: '200' } });
  const receiver = await startWebhookReceiver(t);
  const brand = await gate.createBrand({ notificationUrl: receiver.url });
  receiver.secrets.push(brand.signingSecret);
  const { apiKey } = brand;

  /** `ending` in minor units on top of 50 units; in crypto, the last decimals. */
  async function pay(method: PayinWay, ending = 0, fields: Record<string, unknown> = {}) {
    const decimals = method.currency === 'BTC' ? 8 : method.currency === 'USDT' ? 6 : 2;
    const { optionId: paymentOptionId, country, currency, data: paymentData, customer } = method;
    const amount = Number(`50.${String(ending).padStart(decimals, '0')}`);
    const body = { paymentOptionId, country, currency, amount, paymentData, customer, ...fields };
    const answer = await gate.call('POST', '/v3/payment', { apiKey, body });
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.headers.get('x-signature'), null, 'only card answers are signed');
    assert.equal(answer.body.result.amount, amount);
    return answer.body;
  }
  const record = async (id: string) => (await gate.call('GET', `/payments/${id}`, { apiKey })).body;
  const ended = (id: string, status: string) =>
    eventually(async () => {
      const found = await record(id);
      return found.status === status && found;
    });
  const eventsOf = async (id: string, count: number) =>
    await eventually(() => {
      const told = receiver.received.filter(({ body }) => body.transactionId === id);
      assert.ok(told.length <= count, JSON.stringify(told.map(({ body }) => body.eventType)));
      return told.length === count && told;
    });

  /** The payer's action that starts the payment. */
  let confirmed = 0;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely and assert what they find
  async function actAsPayer(method: PayinWay, { result }: { result: any }) {
    if (method.waitsFor === 'visit') {
      const back = await pressAtBank(gate, result.redirectUrl ?? result.formData.url, 'approve');
      assert.equal(back.status, 200, back.text);
    }
    if (method.waitsFor === 'confirmation') {
      const form = new FormData();
      form.set('sessionId', result.sessionId);
      // A transaction id confirms one payment.
      form.set('essentialKey', `QK41${++confirmed}`);
      form.set('document', new Blob([receiptPng()], { type: 'image/png' }), 'receipt.png');
      const handedIn = await fetch(`${gate.url}/confirm-payment`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey },
        body: form,
      });
      assert.equal(handedIn.status, 201, await handedIn.text());
    }
  }

  for (const [name, method] of Object.entries(METHODS)) {
    // proves 1 pay-ins, other methods; 2.10 resultType, other methods; 2.10 form; 2.10 qrcode; 2.10 receipt
    // proves 2.10 info; 2.10 barcode; 2.10 fawry; 2.10 mobile; 4.2 80 form; 4.2 81 qrcode; 4.2 83 receipt
    // proves 4.2 84 info; 4.2 86 barcode; 4.2 90 fawry; 4.2 91 mobile; 7.2 other codes
    await t.test(`${name}: ${method.statusCode} ${method.resultType}, and completed in the end`, async () => {
      const before = gate.now().getTime();
      const answer = await pay(method, 0, { merchantReference: `order ${name}` });
      const { statusCode, resultType, result } = answer;
      assert.deepEqual(
        [statusCode, resultType, result.status],
        [method.statusCode, method.resultType, 'PROCESSING'],
      );
      assert.deepEqual(Object.keys(result), [...ALWAYS, ...method.fields, 'expiresAt']);
      const lifetimeMs = Date.parse(result.expiresAt) - before;
      assert.ok(
        lifetimeMs >= method.lifetimeMs && lifetimeMs < method.lifetimeMs + 5_000,
        `${lifetimeMs} ms`,
      );
      if (result.paymentDetails) {
        assert.equal(result.paymentDetails.amount, 50);
        assert.equal(result.paymentDetails.currency, method.currency);
        assert.equal(result.paymentDetails.expiresAt, result.expiresAt);
      }
      if (result.expirationDate) assert.equal(result.expirationDate, result.expiresAt);
      if (result.base64QRCode) assert.equal(scan(result.base64QRCode), result.qrCodeString);

      await actAsPayer(method, answer);
      const { transactionId } = result;
      const done = await ended(transactionId, 'COMPLETED');
      assert.deepEqual([done.statusCode, done.resultType, done.errorCode], [200, 'success', null]);
      assert.ok(done.providerReference.includes(transactionId));
      assert.equal(done.paymentOption.id, method.optionId);
      const told = await eventsOf(transactionId, 2);
      assert.deepEqual(
        told.map(({ body }) => [body.sequence, body.eventType, body.resultType]),
        [
          [1, 'payin.processing', method.resultType],
          [2, 'payin.completed', 'success'],
        ],
      );
      assert.ok(told.every(({ signatureValid }) => signatureValid));
    });
  }

  await t.test('an amount ending in 02 is declined at once, unless a page comes first', async () => {
    for (const [name, method] of Object.entries(METHODS)) {
      const answer = await pay(method, 2);
      if (method.waitsFor !== 'visit') {
        const { statusCode, resultType, result } = answer;
        assert.deepEqual(
          [statusCode, resultType, result.status, result.errorCode],
          [900, 'declined', 'DECLINED', '2005'],
          name,
        );
        assert.deepEqual(Object.keys(result), [...ALWAYS, 'errorCode', 'errorReason']);
        await eventsOf(result.transactionId, 1);
        continue;
      }
      assert.equal(answer.statusCode, method.statusCode, name);
      await actAsPayer(method, answer);
      const done = await ended(answer.result.transactionId, 'DECLINED');
      assert.equal(done.errorCode, '2005', name);
    }
  });

  await t.test('an amount ending in 04 is a technical failure at once', async () => {
    for (const [name, method] of Object.entries(METHODS)) {
      const { statusCode, resultType, result } = await pay(method, 4);
      assert.deepEqual(
        [statusCode, resultType, result.status, result.errorCode],
        [999, 'error', 'ERROR', '9002'],
        name,
      );
      assert.deepEqual(Object.keys(result), [...ALWAYS, 'errorCode', 'errorReason']);
    }
  });

  await t.test(
    'an amount ending in 05 gives no answer, and the resolver finds that it was completed',
    async () => {
      const ids: string[] = [];
      for (const [name, method] of Object.entries(METHODS)) {
        const { statusCode, resultType, result } = await pay(method, 5);
        assert.deepEqual(
          [statusCode, resultType, result.status, result.errorCode],
          [999, 'error', 'PROCESSING', '9001'],
          name,
        );
        ids.push(result.transactionId);
      }
      gate.advance(10_001);
      for (const id of ids) assert.equal((await ended(id, 'COMPLETED')).errorCode, null);
    },
  );

  await t.test('a decline and a cancellation on the page have different codes', async () => {
    for (const [decision, errorCode] of [
      ['decline', '3006'],
      ['cancel', '3001'],
    ] as const) {
      const { result } = await pay(METHODS['open-banking']!);
      await pressAtBank(gate, result.redirectUrl, decision);
      assert.equal((await record(result.transactionId)).errorCode, errorCode);
    }
  });

  await t.test('an unknown UTR is declined with 3004', async () => {
    const { result } = await pay(METHODS['upi-transfer']!);
    const body = { sessionId: result.sessionId, additionalEssentialKey: '000000000000' };
    const answer = await gate.call('POST', '/confirm-payment', { apiKey, body });
    assert.equal(answer.status, 201, answer.text);
    assert.equal((await ended(result.transactionId, 'DECLINED')).errorCode, '3004');
  });

  await t.test('the payer’s IBAN is in no answer, record or webhook', async () => {
    const { result } = await pay(METHODS['sepa-direct-debit']!);
    await eventsOf(result.transactionId, 1);
    const seen = [
      result,
      await record(result.transactionId),
      ...receiver.received.map(({ rawBody }) => rawBody),
    ];
    assert.ok(!JSON.stringify(seen).replaceAll(' ', '').includes('370400440532'));
  });

  await t.test(
    "a payment without the payer's action expires at its time, and an amount ending in 03 always does",
    async () => {
      const open: { id: string; name: string; method: PayinWay }[] = [];
      for (const [name, method] of Object.entries(METHODS)) {
        const answer = await pay(method, 3);
        assert.equal(answer.statusCode, method.statusCode, name);
        await actAsPayer(method, answer);
        open.push({ id: answer.result.transactionId, name, method });
        if (method.waitsFor !== 'nothing')
          open.push({ id: (await pay(method)).result.transactionId, name, method });
      }
      await new Promise((resolve) => setTimeout(resolve, 600));
      for (const { id, name } of open) assert.equal((await record(id)).status, 'PROCESSING', name);
      let passedMs = 0;
      for (const lifetimeMs of [15 * MINUTE, 30 * MINUTE, 72 * HOUR]) {
        gate.advance(lifetimeMs - passedMs);
        passedMs = lifetimeMs;
        for (const { id, name, method } of open) {
          if (method.lifetimeMs > lifetimeMs) assert.equal((await record(id)).status, 'PROCESSING', name);
          else assert.equal((await ended(id, 'DECLINED')).errorCode, '3002', name);
        }
      }
    },
  );
});

function scan(base64: string): string | null {
  const { data, width, height } = PNG.sync.read(Buffer.from(base64, 'base64'), { checkCRC: true });
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data ?? null;
}

/** For the gateway any picture is a receipt. */
function receiptPng(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(PNG.sync.write(new PNG({ width: 4, height: 4 })));
}
