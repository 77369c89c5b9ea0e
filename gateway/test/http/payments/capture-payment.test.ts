// Authorise and capture (contract 16) in the sandbox, over the API: what is held, what is captured, what is released,
// and what the ledger, the record and the webhooks say of it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aCardPayin, eventually, startTestGateway } from '../../stage/harness.ts';

test('authorise and capture', async (t) => {
  const gate = await startTestGateway(t);
  const brand = await gate.createBrand();
  const { apiKey } = brand;
  const record = async (id: string) => (await gate.call('GET', `/payments/${id}`, { apiKey })).body;
  const events = async (id: string) => {
    const all = (await gate.call('GET', '/events?limit=100', { apiKey })).body;
    const own = all.filter((one: { transactionId: string }) => one.transactionId === id);
    assert.deepEqual(
      own.map((one: { sequence: number }) => one.sequence),
      own.map((_: unknown, i: number) => i + 1),
      'the sequence has no gap',
    );
    return own;
  };
  const names = async (id: string, count: number) =>
    await eventually(async () => {
      const own = (await events(id)).map((one: { eventType: string }) => one.eventType);
      return own.length >= count && own;
    });
  const authorize = async (amount = 25, fields: Record<string, unknown> = {}) => {
    const body = { ...aCardPayin({ amount, captureMode: 'manual', ...fields }) };
    const answer = await gate.call('POST', '/v3/payment', { apiKey, body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const capture = (transactionId: string, body: Record<string, unknown> = {}) =>
    gate.call('POST', '/capture-payment', { apiKey, body: { transactionId, ...body } });
  const cancel = (transactionId: string) =>
    gate.call('POST', '/cancel-payment', { apiKey, body: { transactionId } });
  const transfers = async (id: string) => {
    const rows = await gate.gateway.context
      .sql`select from_account, to_account, amount_minor, kind from transfers
      where transaction_id = ${id} order by id`;
    return rows.map((row) => [row.from_account, row.to_account, Number(row.amount_minor), row.kind]);
  };
  const IN = (minor: number) => ['provider', 'available', minor, 'CAPTURED'];

  await t.test('a manual card is held: success, authorized, no transfer, one event', async () => {
    const { statusCode, resultType, result } = await authorize();
    assert.deepEqual(
      [statusCode, resultType, result.status, result.authorized],
      [200, 'success', 'PROCESSING', true],
    );
    const left = Date.parse(result.captureBefore) - Date.now();
    assert.ok(left > 6.9 * 86_400_000 && left < 7.1 * 86_400_000);
    const { captureMode, amountAuthorized, amountCaptured, captureBefore, captures, status } = await record(
      result.transactionId,
    );
    assert.deepEqual(
      { captureMode, amountAuthorized, amountCaptured, captureBefore, captures, status },
      {
        captureMode: 'manual',
        amountAuthorized: 25,
        amountCaptured: 0,
        captureBefore: result.captureBefore,
        captures: [],
        status: 'PROCESSING',
      },
    );
    assert.deepEqual(await transfers(result.transactionId), []);
    assert.deepEqual(await names(result.transactionId, 1), ['payin.authorized']);
  });

  await t.test('an automatic pay-in says so, and counts its amount as captured', async () => {
    const answer = await gate.call('POST', '/v3/payment', { apiKey, body: aCardPayin() });
    const { captureMode, amountAuthorized, amountCaptured, amount, captureBefore, captures } = await record(
      answer.body.result.transactionId,
    );
    assert.deepEqual(
      [captureMode, amountAuthorized, amountCaptured, captureBefore, captures],
      ['automatic', 0, amount, null, []],
    );
  });

  await t.test('a capture of the rest completes the pay-in, once', async () => {
    const { result } = await authorize();
    const id = result.transactionId;
    const answer = await capture(id, { captureReference: 'box-1' });
    assert.equal(answer.status, 201, answer.text);
    const { captureId, ...said } = answer.body;
    assert.deepEqual(said, {
      statusCode: '000',
      transactionId: id,
      status: 'COMPLETED',
      amount: 25,
      amountCapturable: 0,
      result: 'The amount was captured.',
    });
    assert.deepEqual(
      (await capture(id, { captureReference: 'box-1' })).body,
      answer.body,
      'the first answer again',
    );
    const other = await capture(id, { captureReference: 'box-1', amount: 25 });
    assert.deepEqual([other.status, other.body.errorCode], [422, undefined]);
    const after = await record(id);
    assert.deepEqual([after.status, after.amountCaptured, after.captures.length], ['COMPLETED', 25, 1]);
    assert.equal(after.captures[0].captureId, captureId);
    assert.deepEqual(await transfers(id), [IN(2500)]);
    assert.deepEqual(await names(id, 3), ['payin.authorized', 'capture.completed', 'payin.completed']);
    const late = await capture(id);
    assert.deepEqual([late.status, late.body.errorCode], [400, '5102']);
  });

  await t.test(
    'several captures, the final one releases the rest; refunds count against what was captured',
    async () => {
      const { result } = await authorize(30);
      const id = result.transactionId;
      const first = await capture(id, { amount: 10, final: false });
      assert.deepEqual([first.body.status, first.body.amountCapturable], ['COMPLETED', 20]);
      assert.equal((await record(id)).status, 'PROCESSING');
      const over = await capture(id, { amount: 20.01 });
      assert.deepEqual([over.status, over.body.errorCode, over.body.amountCapturable], [400, '5101', 20]);
      const second = await capture(id, { amount: 5 });
      assert.deepEqual([second.body.status, second.body.amountCapturable], ['COMPLETED', 0]);
      const after = await record(id);
      assert.deepEqual([after.status, after.amount, after.amountCaptured], ['COMPLETED', 30, 15]);
      assert.deepEqual(await transfers(id), [IN(1000), IN(500)]);
      const { merchantReference } = after;
      const refund = (amount?: number) =>
        gate.call('POST', '/refund/by-reference', {
          apiKey,
          body: { merchantReference, country: after.country, amount },
        });
      const tooMuch = await refund(15.01);
      assert.deepEqual([tooMuch.body.errorCode, tooMuch.body.amountRefundable], ['5001', 15]);
      const all = await refund();
      assert.deepEqual([all.body.amount, all.body.amountRefundable], [15, 0]);
    },
  );

  await t.test('a hundred captures at once capture no more than the authorised amount', async () => {
    const { result } = await authorize(30);
    const id = result.transactionId;
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => capture(id, { amount: 1, final: false })),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 30);
    for (const { status, body } of answers) if (status !== 201) assert.match(body.errorCode, /^510[12]$/);
    const after = await record(id);
    assert.deepEqual([after.status, after.amountCaptured], ['COMPLETED', 30]);
    assert.equal((await transfers(id)).length, 30);
  });

  await t.test('a capture that fails at once can be made again', async () => {
    const { result } = await authorize(25);
    const id = result.transactionId;
    const failed = await capture(id, { amount: 10.02 });
    assert.deepEqual([failed.status, failed.body.status, failed.body.amountCapturable], [201, 'FAILED', 25]);
    assert.equal((await record(id)).captures[0].errorCode, '5105');
    const again = await capture(id);
    assert.deepEqual([again.body.status, again.body.amount], ['COMPLETED', 25]);
    assert.deepEqual(await names(id, 4), [
      'payin.authorized',
      'capture.failed',
      'capture.completed',
      'payin.completed',
    ]);
  });

  await t.test('a void ends it without money, and a capture afterwards is refused', async () => {
    const { result } = await authorize();
    const id = result.transactionId;
    const voided = await cancel(id);
    assert.deepEqual([voided.status, voided.body.status], [201, 'DECLINED']);
    const after = await record(id);
    assert.deepEqual([after.status, after.errorCode, after.amountCaptured], ['DECLINED', '3001', 0]);
    assert.equal((await capture(id)).body.errorCode, '5102');
    assert.deepEqual(await transfers(id), []);
    const forced = await gate.call('POST', `/sandbox/transactions/${id}/outcome`, {
      apiKey,
      body: { outcome: 'COMPLETED' },
    });
    assert.equal(forced.status, 200, forced.text);
    const late = await record(id);
    assert.deepEqual([late.status, late.lateSuccess, late.amountCaptured], ['COMPLETED', true, 25]);
    assert.deepEqual(await transfers(id), [IN(2500)]);
  });

  await t.test('a void of a partly captured pay-in completes it with what was captured', async () => {
    const { result } = await authorize(30);
    const id = result.transactionId;
    await capture(id, { amount: 10, final: false });
    const voided = await cancel(id);
    assert.deepEqual([voided.status, voided.body.status], [201, 'COMPLETED']);
    const after = await record(id);
    assert.deepEqual([after.status, after.amountCaptured, after.errorCode], ['COMPLETED', 10, null]);
    assert.deepEqual(await transfers(id), [IN(1000)]);
  });

  await t.test(
    'a capture without an answer is PENDING, holds back a void, and is resolved once',
    async () => {
      const { result } = await authorize(25);
      const id = result.transactionId;
      const silent = await capture(id, { amount: 10.05, final: false });
      assert.deepEqual([silent.body.status, silent.body.amountCapturable], ['PENDING', 14.95]);
      const refused = await cancel(id);
      assert.deepEqual([refused.status, refused.body.errorCode], [400, '5102']);
      gate.advance(15_000);
      await eventually(async () => (await record(id)).amountCaptured === 10.05);
      assert.deepEqual(await transfers(id), [IN(1005)]);
    },
  );

  await t.test('an authorisation lapses with 3002', async () => {
    const { result } = await authorize(25);
    const id = result.transactionId;
    const forced = await gate.call('POST', `/sandbox/transactions/${id}/outcome`, {
      apiKey,
      body: { outcome: 'EXPIRED' },
    });
    assert.equal(forced.status, 200, forced.text);
    const after = await record(id);
    assert.deepEqual([after.status, after.errorCode], ['DECLINED', '3002']);
  });

  await t.test(
    'an option that cannot be captured later is declined with 1013, before the amount is judged',
    async () => {
      const found = await gate.call('GET', '/v3/payment-options?country=DE&currency=EUR', { apiKey });
      const { id: paymentOptionId } = found.body.find(
        ({ type }: { type: string }) => type === 'BANK_TRANSFER',
      );
      const { paymentData: _, ...payin } = aCardPayin({ captureMode: 'manual', amount: 0.5 });
      const answer = await gate.call('POST', '/v3/payment', { apiKey, body: { ...payin, paymentOptionId } });
      assert.deepEqual([answer.status, answer.body.result?.errorCode], [201, '1013'], answer.text);
      const wrong = await gate.call('POST', '/v3/payment', {
        apiKey,
        body: aCardPayin({ captureMode: 'later' }),
      });
      assert.equal(wrong.status, 400);
      assert.match(wrong.text, /captureMode/);
    },
  );

  await t.test('a session that no option could capture later gets 400 with 1013', async () => {
    const open = (body: Record<string, unknown>) =>
      gate.call('POST', '/payment-session', { apiKey, body: { ...body, amount: 25, captureMode: 'manual' } });
    const { cashierUrl, transactionId } = (await open({ currency: 'BRL', country: 'BR' })).body;
    assert.ok(cashierUrl);
    assert.equal((await record(transactionId)).captureMode, 'manual');
    const none = await open({ currency: 'PEN', country: 'PE' });
    assert.deepEqual([none.status, none.body.errorCode], [400, '1013']);
  });
});
