import assert from 'node:assert/strict';
import test from 'node:test';
import {
  aCardPayin,
  eventually,
  sharedTestGateway,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../../stage/harness.ts';

async function unknownPayin(tollgate: TestGateway, brand: TestBrand): Promise<string> {
  const body = aCardPayin({}, { cardNumber: '4000000000000341' });
  const answer = await tollgate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body });
  assert.deepEqual(
    [answer.status, answer.body.statusCode, answer.body.result.status, answer.body.result.errorCode],
    [201, 999, 'PROCESSING', '9001'],
  );
  return answer.body.result.transactionId;
}

function force(tollgate: TestGateway, brand: TestBrand | null, id: string, body: unknown) {
  const caller = brand ? { apiKey: brand.apiKey } : {};
  return tollgate.call('POST', `/sandbox/transactions/${id}/outcome`, { ...caller, body });
}

const quietGateway = sharedTestGateway({ workers: false });

test('a forced outcome answers the same record as GET /payments afterwards', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const id = await unknownPayin(tollgate, brand);
  const answer = await force(tollgate, brand, id, { outcome: 'DECLINED', errorCode: '2001' });
  assert.equal(answer.status, 200);
  assert.deepEqual([answer.body.status, answer.body.errorCode], ['DECLINED', '2001']);
  const read = await tollgate.call('GET', `/payments/${id}`, { apiKey: brand.apiKey });
  assert.deepEqual(answer.body, read.body);

  const again = await force(tollgate, brand, id, { outcome: 'COMPLETED' });
  assert.equal(again.status, 400);
  assert.match(again.text, /is DECLINED \(2001\); that is final/);
});

test('an expired payment can still be completed, as a late success', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const id = await unknownPayin(tollgate, brand);
  assert.equal((await force(tollgate, brand, id, { outcome: 'EXPIRED' })).body.errorCode, '3002');
  const late = await force(tollgate, brand, id, { outcome: 'COMPLETED', errorCode: null });
  assert.deepEqual([late.status, late.body.status, late.body.lateSuccess], [200, 'COMPLETED', true]);
  assert.deepEqual(
    late.body.timeline.map((entry: { to: string }) => entry.to),
    ['INIT', 'PROCESSING', 'DECLINED', 'COMPLETED'],
  );
});

test('invalid outcomes and codes are 400 and name the field', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const id = await unknownPayin(tollgate, brand);
  const faults: [unknown, RegExp][] = [
    [{}, /outcome/],
    [{ outcome: 'PENDING' }, /outcome/],
    [{ outcome: 'DECLINED', errorCode: '1234' }, /errorCode/],
    [{ outcome: 'DECLINED', errorCode: 'toString' }, /errorCode/],
    [{ outcome: 'DECLINED', errorCode: 2005 }, /errorCode/],
    [{ outcome: 'ERROR', errorCode: '9001' }, /errorCode/],
  ];
  for (const [body, field] of faults) {
    const answer = await force(tollgate, brand, id, body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.match(JSON.stringify(answer.body.message), field);
  }
  const read = await tollgate.call('GET', `/payments/${id}`, { apiKey: brand.apiKey });
  assert.equal(read.body.status, 'PROCESSING');
});

test("a call without a key is 401, and another brand's, an unknown or a malformed id is 404", async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const sibling = await tollgate.createBrand({}, brand.merchantId);
  const stranger = await tollgate.createBrand();
  const id = await unknownPayin(tollgate, brand);
  const forced = { outcome: 'COMPLETED' };
  assert.equal((await force(tollgate, null, id, forced)).status, 401);
  for (const other of [sibling, stranger])
    assert.equal((await force(tollgate, other, id, forced)).status, 404);
  for (const wrong of ['0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15', 'not-an-id']) {
    assert.equal((await force(tollgate, brand, wrong, forced)).status, 404);
  }
});

test('with running workers a slow payment completes and an unknown one is resolved', async (t) => {
  const tollgate = await startTestGateway(t, { env: { SANDBOX_DELAY_MS: '60000' } });
  const brand = await tollgate.createBrand();
  const statusOf = async (id: string) =>
    (await tollgate.call('GET', `/payments/${id}`, { apiKey: brand.apiKey })).body.status;
  const slow = await tollgate.call('POST', '/v3/payment', {
    apiKey: brand.apiKey,
    body: aCardPayin({}, { cardNumber: '4000000000000259' }),
  });
  assert.deepEqual([slow.body.statusCode, slow.body.result.status], [200, 'PROCESSING']);
  tollgate.advance(60_000);
  await eventually(async () => (await statusOf(slow.body.result.transactionId)) === 'COMPLETED');

  const unknown = await unknownPayin(tollgate, brand);
  tollgate.advance(10_000);
  await eventually(async () => (await statusOf(unknown)) === 'COMPLETED');
});
