// POST /cancel-payment (contract 8): which payments can be cancelled, how to name them, the provider's part, and that
// late money still counts.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Outcome, Provider } from '@tollgate/provider-kit';
import { hmacBase64 } from '../../../src/domain/keys/signature.ts';
import { aCardPayin, sharedTestGateway, startTestGateway, type TestGateway } from '../../stage/harness.ts';
import { openDesk, type PayoutDesk } from '../../stage/payouts.ts';

const CHALLENGE = '4000000000003220';
const SLOW = '4000000000000259';
/** A slow payment stays on its way for the whole test, however busy the machine is. */
const SLOWLY = { workers: false, env: { SANDBOX_DELAY_MS: '600000' } };
const SILENT = '4000000000000341';

async function pay({ gate, brand }: PayoutDesk, cardNumber: string, fields: Record<string, unknown> = {}) {
  const body = aCardPayin(fields, { cardNumber });
  const answer = await gate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.result.transactionId as string;
}

/** From now on the provider answers cancellations like this. Returns the list of its requests. */
function provideCancel(gate: TestGateway, answer: Provider['cancel'] | null): string[] {
  const { context } = gate.gateway;
  const sandbox = context.provider('sandbox', null)!;
  const asked: string[] = [];
  const provider: Provider = {
    ...sandbox,
    capabilities: { ...sandbox.capabilities, cancel: answer !== null },
    deadlineMs: 200,
    async cancel(transaction, call) {
      asked.push(transaction.id);
      return await answer!(transaction, call);
    },
  };
  context.provider = () => provider;
  return asked;
}

async function refused(desk: PayoutDesk, body: unknown, message: RegExp, status = 400) {
  const answer = await desk.cancel(body);
  assert.equal(answer.status, status, answer.text);
  assert.match([answer.body.message].flat().join('\n'), message);
  return answer;
}

const quietGateway = sharedTestGateway({ workers: false });

// proves 1 style 4; 4.11 cancel
test('a challenge in progress is cancelled with 3001', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate);
  const transactionId = await pay(desk, CHALLENGE);
  const answer = await desk.cancel({ transactionId, reason: 'out of stock' });
  assert.equal(answer.status, 201, answer.text);
  assert.equal(
    answer.text,
    JSON.stringify({ statusCode: '000', status: 'DECLINED', result: 'Payment cancelled', transactionId }),
  );
  assert.equal(answer.headers.get('x-signature'), hmacBase64(desk.brand.signingSecret, answer.text));
  const record = await desk.record(transactionId);
  assert.deepEqual([record.status, record.errorCode, record.statusCode], ['DECLINED', '3001', 900]);
  const { actor, reason } = record.timeline.at(-1);
  assert.equal(actor, 'merchant');
  assert.match(reason, /^3001 .*: out of stock$/);
  await refused(desk, { transactionId }, /the pay-in is DECLINED \(3001\); that is final/);
});

test('money that arrives after the cancellation completes the pay-in as a late success', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate);
  const transactionId = await pay(desk, CHALLENGE);
  await desk.cancel({ transactionId });
  const path = `/sandbox/transactions/${transactionId}/outcome`;
  const late = await gate.call('POST', path, { apiKey: desk.brand.apiKey, body: { outcome: 'COMPLETED' } });
  assert.deepEqual([late.body.status, late.body.lateSuccess], ['COMPLETED', true], late.text);
  assert.deepEqual(await desk.balance(), [25, 0]);
});

// proves 4.11 cancel
test('a payout can be cancelled while it waits for approval, and not after it was sent', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate);
  await desk.fund(100);
  const waiting = await desk.pending();
  const answer = await desk.cancel({ transactionId: waiting });
  assert.deepEqual(answer.body, {
    statusCode: '000',
    status: 'DECLINED',
    result: 'Payout cancelled',
    transactionId: waiting,
  });
  const { errorCode } = await desk.record(waiting);
  assert.equal(errorCode, '3001');

  const sent = await desk.pending();
  await desk.settle(sent);
  await refused(desk, { transactionId: sent }, /the payout is PROCESSING/);
  const silent = await desk.pending({ amount: 10.05 });
  await desk.settle(silent);
  await refused(desk, { transactionId: silent }, /outcome of the payout is not known yet/);
  assert.deepEqual(await desk.balance(), [49.95, 50.05]);
});

test('final payments and payments with an unknown outcome cannot be cancelled', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate);
  const completed = await pay(desk, '4242424242424242');
  await refused(desk, { transactionId: completed }, /the pay-in is COMPLETED; that is final/);
  const failed = await pay(desk, '4000000000000119');
  await refused(desk, { transactionId: failed }, /the pay-in is ERROR \(9002\); that is final/);
  const unknown = await pay(desk, SILENT);
  await refused(desk, { transactionId: unknown }, /outcome of the pay-in is not known yet/);
  assert.equal((await desk.record(unknown)).status, 'PROCESSING');
});

test('a payment can be named by its reference, with its country if there are several', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate);
  const german = await pay(desk, CHALLENGE, { merchantReference: 'one' });
  await pay(desk, CHALLENGE, { merchantReference: 'one', country: 'FR' });
  await refused(desk, { merchantReference: 'one' }, /^country: .*name the country/);
  await refused(desk, { merchantReference: 'one', country: 'ES' }, /^merchantReference: /, 404);
  await refused(desk, { merchantReference: 'none' }, /^merchantReference: /, 404);
  const answer = await desk.cancel({ merchantReference: 'one', country: 'DE' });
  assert.deepEqual([answer.status, answer.body.transactionId], [201, german], answer.text);
  const french = await desk.cancel({ merchantReference: 'one', country: 'FR' });
  assert.equal(french.status, 201, french.text);

  const payout = await desk.pending({ merchantReference: 'two' });
  assert.equal((await desk.cancel({ merchantReference: 'two' })).body.transactionId, payout);
});

test('a request must name exactly one transaction, correctly', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate);
  const transactionId = await pay(desk, CHALLENGE, { merchantReference: 'mine' });
  await refused(desk, {}, /^transactionId: required/);
  await refused(desk, { country: 'DE' }, /^transactionId: required/);
  await refused(desk, { transactionId: null, merchantReference: null }, /^transactionId: required/);
  await refused(desk, { transactionId: 'no-id' }, /^transactionId: /);
  await refused(
    desk,
    { transactionId, merchantReference: 'other' },
    /^merchantReference: does not belong to/,
  );
  await refused(desk, { transactionId, country: 'FR' }, /^country: does not belong to/);
  await refused(desk, { transactionId, reason: 'r'.repeat(256) }, /^reason: /);
  await refused(desk, { transactionId, reason: ' \u200b ' }, /^reason: /);
  await refused(desk, { transactionId: '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15' }, /^transactionId: /, 404);
  const sibling = await openDesk(gate);
  await refused(sibling, { transactionId }, /^transactionId: /, 404);
  await refused(sibling, { merchantReference: 'mine' }, /^merchantReference: /, 404);
  assert.equal((await gate.call('POST', '/cancel-payment', { body: { transactionId } })).status, 401);
  assert.equal((await desk.record(transactionId)).status, 'PROCESSING');
  const both = await desk.cancel({ transactionId, merchantReference: 'mine', country: 'DE', reason: '' });
  assert.equal(both.status, 201, both.text);
});

// proves 4.11 cancel
test('a signature is required if the brand enforces signatures', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate, { enforceSignatures: true });
  const { apiKey, signingSecret } = desk.brand;
  const body = JSON.stringify({ transactionId: await desk.pending() });
  assert.equal((await gate.call('POST', '/cancel-payment', { apiKey, body })).status, 403);
  const headers = { 'x-signature': hmacBase64(signingSecret, body) };
  assert.equal((await gate.call('POST', '/cancel-payment', { apiKey, body, headers })).status, 201);
});

test('the provider decides the cancellation of a payment that it has received', async (t) => {
  const gate = await startTestGateway(t, SLOWLY);
  const desk = await openDesk(gate);
  const statusOf = async (id: string) => (await desk.record(id)).status;

  const agreed = await pay(desk, SLOW);
  const asked = provideCancel(gate, async () => ({ kind: 'declined', errorCode: '3001' }));
  assert.equal((await desk.cancel({ transactionId: agreed })).status, 201);
  assert.deepEqual(asked, [agreed]);

  const paid = await pay(desk, CHALLENGE);
  provideCancel(gate, async () => ({ kind: 'completed' }));
  await refused(desk, { transactionId: paid }, /has just been paid: it is COMPLETED/);
  assert.equal(await statusOf(paid), 'COMPLETED');
  assert.deepEqual(await desk.balance(), [25, 0]);

  const accepted = await pay(desk, SLOW);
  provideCancel(gate, async () => ({ kind: 'pending' }));
  await refused(
    desk,
    { transactionId: accepted },
    /has accepted the pay-in, so it can no longer be cancelled/,
  );
  assert.equal(await statusOf(accepted), 'PROCESSING');

  // It seemed to wait for its shopper but was already on its way: from now on its end does not decline it.
  const underway = await pay(desk, CHALLENGE);
  await refused(
    desk,
    { transactionId: underway },
    /has accepted the pay-in, so it can no longer be cancelled/,
  );
  assert.equal((await desk.record(underway)).expiresAt, null);

  const silent = await pay(desk, CHALLENGE);
  for (const answer of [
    async (): Promise<Outcome> => ({ kind: 'unknown' }),
    () => new Promise<Outcome>(() => {}),
    async (): Promise<Outcome> => {
      throw new Error('connection reset');
    },
  ]) {
    provideCancel(gate, answer);
    await refused(desk, { transactionId: silent }, /did not say whether/);
    assert.equal(await statusOf(silent), 'PROCESSING');
  }
});

test('if the provider cannot cancel, only a payment that waits for its payer is closed', async (t) => {
  const gate = await startTestGateway(t, SLOWLY);
  const desk = await openDesk(gate);
  const asked = provideCancel(gate, null);
  const waiting = await pay(desk, CHALLENGE);
  assert.equal((await desk.cancel({ transactionId: waiting })).status, 201);
  const slow = await pay(desk, SLOW);
  await refused(desk, { transactionId: slow }, /has accepted the pay-in, so it can no longer be cancelled/);
  assert.deepEqual(asked, []);
});

test('only one of many simultaneous cancellations or settlements of a payment counts', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate);
  await desk.fund(1_000);
  const payin = await pay(desk, CHALLENGE);
  const cancels = await Promise.all(Array.from({ length: 10 }, () => desk.cancel({ transactionId: payin })));
  assert.deepEqual(cancels.map(({ status }) => status).sort(), [201, ...Array(9).fill(400)]);
  assert.equal((await desk.record(payin)).timeline.length, 3);

  for (let round = 0; round < 5; round++) {
    const transactionId = await desk.pending();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        i % 2 ? desk.settle(transactionId) : desk.cancel({ transactionId }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    const { status } = await desk.record(transactionId);
    const settled = answers.some(({ body }) => body.result === 'Payout approved');
    assert.equal(status, settled ? 'PROCESSING' : 'DECLINED');
  }
});
