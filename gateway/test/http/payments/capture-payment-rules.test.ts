// Rules of POST /capture-payment and of payments that are captured later (contract 16), tried from outside: the
// captureReference, faults of the body, currencies, replays, inactive brands, sessions and forced outcomes.
import assert from 'node:assert/strict';
import test from 'node:test';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { type Answer, aCardPayin, eventually, startTestGateway } from '../../stage/harness.ts';
import { openSession } from '../cashier/shopper.ts';

test('captures and payments that are captured later keep the rules of the contract', async (t) => {
  const gate = await startTestGateway(t);
  const brand = await gate.createBrand();
  const { apiKey } = brand;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    gate.call('POST', path, { apiKey, body, headers });
  const record = async (id: string) => (await gate.call('GET', `/payments/${id}`, { apiKey })).body;
  const authorize = async (fields: Record<string, unknown> = {}): Promise<string> => {
    const answer = await post('/v3/payment', aCardPayin({ captureMode: 'manual', ...fields }));
    assert.equal(answer.body.result.authorized, true, answer.text);
    return answer.body.result.transactionId;
  };
  const capture = (transactionId: string, body: Record<string, unknown> = {}) =>
    post('/capture-payment', { transactionId, ...body });
  const cancel = (transactionId: string) => post('/cancel-payment', { transactionId });
  const force = (id: string, outcome: string) => post(`/sandbox/transactions/${id}/outcome`, { outcome });
  const codeOf = ({ status, body }: Answer) => [status, body.errorCode];

  await t.test(
    'simultaneous captures with one reference are one capture, and all get one answer',
    async () => {
      const id = await authorize({ amount: 30 });
      const body = { amount: 3, final: false, captureReference: 'box' };
      const answers = await Promise.all(Array.from({ length: 12 }, () => capture(id, body)));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
      assert.equal(answers[0]!.body.status, 'COMPLETED');
      assert.equal((await record(id)).amountCaptured, 3);
    },
  );

  await t.test(
    'a capture without an answer is told as PENDING again, also once it has completed',
    async () => {
      const id = await authorize();
      const first = await capture(id, { amount: 10.05, captureReference: 'box' });
      assert.equal(first.body.status, 'PENDING');
      gate.advance(15_000);
      await eventually(async () => (await record(id)).status === 'COMPLETED');
      assert.equal((await capture(id, { amount: 10.05, captureReference: 'box' })).text, first.text);
    },
  );

  await t.test('a captureReference of 255 characters works, and works for another payment too', async () => {
    const captureReference = 'é'.repeat(255);
    const ids = [await authorize(), await authorize()];
    const made = await Promise.all(
      ids.map((id) => capture(id, { captureReference, amount: null, final: null })),
    );
    assert.deepEqual(
      made.map(({ status }) => status),
      [201, 201],
    );
    assert.notEqual(made[0]!.body.captureId, made[1]!.body.captureId);
    assert.equal((await capture(ids[0]!, { captureReference, final: false })).status, 422);
  });

  await t.test('a body with a fault captures nothing', async () => {
    const id = await authorize();
    const faults = [
      { amount: 0 },
      { amount: -1 },
      { amount: '5' },
      { amount: 10.005 },
      { final: 'no' },
      { captureReference: '' },
      { captureReference: 'x'.repeat(256) },
      { country: 'de' },
    ];
    for (const fault of faults)
      assert.deepEqual(codeOf(await capture(id, fault)), [400, undefined], JSON.stringify(fault));
    assert.equal((await capture('nonsense')).status, 400);
    const other = await gate.createBrand({}, brand.merchantId);
    const body = { transactionId: id };
    const foreign = await gate.call('POST', '/capture-payment', { apiKey: other.apiKey, body });
    assert.equal(foreign.status, 404);
    assert.deepEqual((await record(id)).captures, []);
  });

  await t.test('yen are captured whole, and dinars with at most two decimals', async () => {
    const yen = await authorize({ currency: 'JPY', amount: 5000, country: 'JP' });
    assert.equal((await capture(yen, { amount: 10.5 })).status, 400);
    const failed = await capture(yen, { amount: 1002 });
    assert.deepEqual([failed.body.status, failed.body.amountCapturable], ['FAILED', 5000]);
    assert.equal((await capture(yen)).body.amount, 5000);
    const dinars = await authorize({ currency: 'KWD', amount: 25.5, country: 'KW' });
    assert.equal((await capture(dinars, { amount: 1.234 })).status, 400);
    const part = await capture(dinars, { amount: 1.25, final: false });
    assert.deepEqual([part.body.amount, part.body.amountCapturable], [1.25, 24.25]);
  });

  await t.test('an idempotency key replays the authorised answer after the capture', async () => {
    const body = aCardPayin({ captureMode: 'manual', merchantReference: 'replayed' });
    const key = { 'idempotency-key': 'k-1' };
    const first = await post('/v3/payment', body, key);
    await capture(first.body.result.transactionId);
    const again = await post('/v3/payment', body, key);
    assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true']);
    assert.equal((await post('/v3/payment', { ...body, captureMode: 'automatic' }, key)).status, 422);
  });

  await t.test('an inactive brand still captures, voids and refunds', async () => {
    const [taken, voided] = [await authorize({ merchantReference: 'sold' }), await authorize()];
    await gate.operator('PATCH', `/operator/brands/${brand.brandId}`, { active: false });
    assert.equal((await capture(taken)).body.status, 'COMPLETED');
    assert.equal((await cancel(voided)).body.status, 'DECLINED');
    const refund = await post('/refund/by-reference', {
      merchantReference: 'sold',
      country: 'DE',
      amount: 2,
    });
    assert.equal(refund.status, 201, refund.text);
    const refused = await post('/v3/payment', aCardPayin({ captureMode: 'manual' }));
    assert.equal(refused.body.result.errorCode, '1012');
    await gate.operator('PATCH', `/operator/brands/${brand.brandId}`, { active: true });
  });

  await t.test('no session is opened where no option can be captured later or stored', async () => {
    const cash = { country: 'PE', currency: 'PEN', amount: 25 };
    for (const path of ['/payment-session', '/v2/payment-options', '/payment-links']) {
      const named = { ...cash, description: 'Two boxes' };
      assert.deepEqual(codeOf(await post(path, { ...named, captureMode: 'manual' })), [400, '1013'], path);
      const mandate = { userId: 'ada', mandate: { reason: 'RECURRING' } };
      assert.deepEqual(codeOf(await post(path, { ...named, ...mandate })), [400, '1014'], path);
    }
    const small = await post('/v2/payment-options', { ...cash, amount: 0.5, captureMode: 'manual' });
    assert.deepEqual(codeOf(small), [400, '1013']);
    const none = await post('/v2/payment-options', { ...cash, currency: 'CHF', captureMode: 'manual' });
    assert.deepEqual([none.status, none.body.paymentOptions], [201, []]);
  });

  await t.test(
    'an option is judged by its currency, then by what its provider can do, then by its amount',
    async () => {
      const codes = async (method: string, fields: Record<string, unknown>) => {
        const option = optionsOf('PAYIN').find((one) => one.method === method)!;
        const { paymentData: _, ...payin } = aCardPayin({ paymentOptionId: option.id, ...fields });
        const said = [];
        for (const more of [{ amount: 0.5 }, { amount: 0.5, currency: 'BRL' }])
          said.push((await post('/v3/payment', { ...payin, ...more })).body.result.errorCode);
        return said;
      };
      assert.deepEqual(await codes('ideal', { country: 'NL', captureMode: 'manual' }), ['1013', '1003']);
      const mandate = { userId: 'ada', mandate: { reason: 'RECURRING' } };
      assert.deepEqual(await codes('klarna', { country: 'DE', ...mandate }), ['1014', '1003']);
    },
  );

  await t.test(
    'an authorisation that is forced to expire releases the rest of what was captured',
    async () => {
      const id = await authorize();
      await capture(id, { amount: 10, final: false });
      const { status, errorCode, amountCaptured } = (await force(id, 'EXPIRED')).body;
      assert.deepEqual([status, errorCode, amountCaptured], ['COMPLETED', null, 10]);
      assert.deepEqual(codeOf(await capture(id)), [400, '5102']);
    },
  );

  await t.test(
    'a session that is forced to be authorised before its option is chosen can be captured',
    async () => {
      const { id } = await openSession(gate, brand, { captureMode: 'manual' });
      assert.equal((await force(id, 'COMPLETED')).body.amountAuthorized, 25);
      assert.equal((await capture(id)).status, 201);
      gate.advance(1_000);
      await eventually(async () => (await record(id)).status === 'COMPLETED');
    },
  );

  await t.test('money for a cancelled session that is captured later is a late success', async () => {
    const { id } = await openSession(gate, brand, { captureMode: 'manual' });
    assert.equal((await cancel(id)).status, 201);
    const { status, lateSuccess, amountCaptured } = (await force(id, 'COMPLETED')).body;
    assert.deepEqual([status, lateSuccess, amountCaptured], ['COMPLETED', true, 25]);
  });
});
