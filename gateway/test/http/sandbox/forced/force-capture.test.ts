// Forced outcomes of captures (contract 16): a developer plays the provider that completes a capture, refuses it, or
// takes a completed one back.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aCardPayin, eventually, sharedTestGateway } from '../../../stage/harness.ts';

test('a developer decides how a capture ends', async (t) => {
  const gate = await sharedTestGateway()();
  const brand = await gate.createBrand();
  const { apiKey } = brand;
  const post = (path: string, body: unknown, key = apiKey) => gate.call('POST', path, { apiKey: key, body });
  const force = (captureId: string, outcome: string, key?: string) =>
    post(`/sandbox/captures/${captureId}/outcome`, { outcome }, key);
  const record = async (id: string) => (await gate.call('GET', `/payments/${id}`, { apiKey })).body;
  const authorize = async (amount = 25) => {
    const { body } = await post('/v3/payment', aCardPayin({ amount, captureMode: 'manual' }));
    assert.equal(body.result.authorized, true, JSON.stringify(body));
    return body.result.transactionId as string;
  };
  const capture = async (transactionId: string, more: object = {}) => {
    const made = await post('/capture-payment', { transactionId, ...more });
    assert.equal(made.status, 201, made.text);
    return made.body.captureId as string;
  };
  const balance = async () => {
    const { body } = await gate.operator('GET', `/operator/brands/${brand.brandId}/balances`);
    return body.find(({ currency }: { currency: string }) => currency === 'EUR')?.available ?? 0;
  };
  const events = (id: string, last: string) =>
    eventually(async () => {
      const all = (await gate.call('GET', '/events?limit=100', { apiKey })).body;
      const own = all
        .filter((one: { transactionId: string }) => one.transactionId === id)
        .map((one: { eventType: string }) => one.eventType);
      return own.at(-1) === last && own;
    });
  /** What reached the balance, in minor units. */
  const moved = async (transactionId: string) => {
    const rows = await gate.gateway.context.sql`select from_account, amount_minor from transfers
      where transaction_id = ${transactionId} order by id`;
    return rows.map((row) => Number(row.amount_minor) * (row.from_account === 'provider' ? 1 : -1));
  };

  await t.test(
    'the last capture of a pay-in that fails after it completed returns the pay-in once',
    async () => {
      const before = await balance();
      const id = await authorize();
      const captureId = await capture(id);
      assert.equal((await balance()) - before, 25);
      const failed = await force(captureId, 'FAILED');
      assert.equal(failed.status, 200, failed.text);
      assert.deepEqual(failed.body, await record(id));
      const { status, amountCaptured, captures, returned } = failed.body;
      assert.deepEqual([status, amountCaptured, returned.amount], ['COMPLETED', 0, 25]);
      assert.deepEqual([captures[0].status, captures[0].errorCode], ['FAILED', '5105']);
      assert.equal(await balance(), before);
      assert.deepEqual(
        (await force(captureId, 'FAILED')).body,
        failed.body,
        'the same again changes nothing',
      );
      const over = await force(captureId, 'COMPLETED');
      assert.deepEqual(
        [over.status, over.body.message],
        [400, 'captureId: the capture is FAILED, and that is final'],
      );
      assert.deepEqual(await events(id, 'payin.returned'), [
        'payin.authorized',
        'capture.completed',
        'payin.completed',
        'capture.failed',
        'payin.returned',
      ]);
      assert.deepEqual(await moved(id), [2500, -2500]);
    },
  );

  await t.test('one of two captures that fails after it completed leaves the other', async () => {
    const before = await balance();
    const id = await authorize(30);
    const first = await capture(id, { amount: 10, final: false });
    await capture(id, { amount: 15 });
    const { body } = await force(first, 'FAILED');
    assert.deepEqual([body.status, body.amountCaptured, body.returned], ['COMPLETED', 15, null]);
    assert.equal((await balance()) - before, 15);
    assert.deepEqual(await moved(id), [1000, 1500, -1000]);
  });

  await t.test(
    'a capture without an answer is forced to COMPLETED, or to FAILED and made again',
    async () => {
      const id = await authorize(30);
      const silent = await capture(id, { amount: 10.05, final: false });
      assert.equal((await record(id)).captures[0].status, 'PENDING');
      const done = await force(silent, 'COMPLETED');
      assert.deepEqual([done.body.amountCaptured, done.body.status], [10.05, 'PROCESSING']);
      const lost = await capture(id, { amount: 5.05 });
      const failed = await force(lost, 'FAILED');
      assert.deepEqual([failed.body.captures[1].status, failed.body.amountCaptured], ['FAILED', 10.05]);
      await capture(id);
      const after = await record(id);
      assert.deepEqual([after.status, after.amountCaptured], ['COMPLETED', 30]);
      assert.deepEqual(await moved(id), [1005, 1995]);
    },
  );

  await t.test(
    'simultaneous callers that force the same capture to fail take the money back once',
    async () => {
      const before = await balance();
      const captureId = await capture(await authorize());
      const answers = await Promise.all(Array.from({ length: 8 }, () => force(captureId, 'FAILED')));
      for (const answer of answers) assert.equal(answer.status, 200, answer.text);
      assert.equal(await balance(), before);
    },
  );

  await t.test(
    'a capture whose money a dispute withholds cannot fail, until the dispute is won',
    async () => {
      const before = await balance();
      const id = await authorize(30);
      const dispute = (body: object) => post(`/sandbox/transactions/${id}/dispute`, body);
      const first = await capture(id, { amount: 10, final: false });
      const second = await capture(id, { amount: 15 });
      assert.equal((await dispute({ status: 'OPEN', amount: 12 })).status, 200);
      assert.equal((await balance()) - before, 13);
      // The dispute takes 12 of 25, so 10 may still go back, and after that nothing more.
      assert.equal((await force(first, 'FAILED')).status, 200);
      const refused = await force(second, 'FAILED');
      assert.deepEqual(
        [refused.status, refused.body.message],
        [400, 'captureId: the capture is COMPLETED; its money went back before, or a dispute withholds it'],
      );
      assert.equal((await balance()) - before, 3);
      assert.equal((await dispute({ status: 'WON' })).status, 200);
      assert.equal((await force(second, 'FAILED')).status, 200);
      assert.equal(await balance(), before);
      assert.deepEqual(await moved(id), [1000, 1500, -1200, -1000, 1200, -1500]);
    },
  );

  await t.test('a dispute that withholds nothing can still end after the capture has failed', async () => {
    const before = await balance();
    const id = await authorize();
    const captureId = await capture(id);
    const dispute = (body: object) => post(`/sandbox/transactions/${id}/dispute`, body);
    assert.equal((await dispute({ status: 'INQUIRY' })).status, 200);
    assert.equal((await force(captureId, 'FAILED')).status, 200);
    assert.equal((await dispute({ status: 'OPEN' })).status, 400, 'nothing is left to withhold');
    const won = await dispute({ status: 'WON' });
    assert.equal(won.status, 200, won.text);
    assert.equal(await balance(), before);
  });

  await t.test('an unknown capture, and one of another brand, get 404', async () => {
    const id = await authorize();
    const captureId = await capture(id);
    const other = await gate.createBrand();
    for (const answer of [
      await force(id, 'FAILED'),
      await force('x', 'FAILED'),
      await force(captureId, 'FAILED', other.apiKey),
    ])
      assert.deepEqual([answer.status, answer.body.message], [404, 'captureId: no such capture']);
    assert.equal((await force(captureId, 'DECLINED')).status, 400);
  });
});
