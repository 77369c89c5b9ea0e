// POST /settle-payout (spec 2.12, 4.5; contract 8): the exact answers, which payouts may be settled, signatures in both
// directions, and that exactly one of several decisions on one payout counts.
import assert from 'node:assert/strict';
import test from 'node:test';
import { hmacBase64 } from '../../../src/domain/keys/signature.ts';
import { aCardPayin, eventually, sharedTestGateway, startTestGateway } from '../../stage/harness.ts';
import { openDesk } from '../../stage/payouts.ts';

const DAY = 86_400_000;

const quietGateway = sharedTestGateway({ workers: false });

// proves 1 payouts; 1 style 4; 1 rule 5; 2.1 transactionId, settle; 2.12 action; 3 row 11
// proves 4.4 200 PENDING; 4.5 approval; 4.5 v3 payouts; 7.2 legacy codes; 9.3, legacy; 9 table, settle
test('an approval answers 000, PROCESSING, and the payout completes', async (t) => {
  const gate = await startTestGateway(t);
  const desk = await openDesk(gate);
  await desk.fund(100);
  const transactionId = await desk.pending();
  assert.deepEqual(await desk.balance(), [100, 0]);
  const answer = await desk.settle(transactionId);
  assert.equal(answer.status, 201);
  assert.equal(
    answer.text,
    JSON.stringify({ statusCode: '000', status: 'PROCESSING', result: 'Payout approved', transactionId }),
  );
  const done = await eventually(async () => {
    const record = await desk.record(transactionId);
    return record.status === 'COMPLETED' && record;
  });
  assert.deepEqual(
    done.timeline.map((entry: { to: string; actor: string }) => [entry.to, entry.actor]),
    [
      ['INIT', 'merchant'],
      ['PENDING', 'merchant'],
      ['PROCESSING', 'merchant'],
      ['COMPLETED', 'resolver'],
    ],
  );
  assert.deepEqual(await desk.balance(), [60, 0]);
});

// proves 2.12 action; 3 row 10; 4.4 200 PENDING; 4.5 decline; 4.5 v3 payouts; 7.2 legacy codes
test('a decline answers exactly 999 and DECLINED', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate);
  await desk.fund(100);
  const id = await desk.pending();
  const answer = await desk.settle(id, 'DECLINE');
  assert.equal(answer.status, 201);
  assert.equal(
    answer.text,
    JSON.stringify({ statusCode: '999', status: 'DECLINED', result: 'Payout could not be processed' }),
  );
  const record = await desk.record(id);
  assert.deepEqual([record.status, record.errorCode], ['DECLINED', '4005']);
  assert.deepEqual(await desk.balance(), [100, 0]);
});

// proves 3 row 11
test('if the balance is too small, the payout stays PENDING and can be approved later', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate);
  await desk.fund(39.99);
  const id = await desk.pending();
  const { status, body } = await desk.settle(id);
  assert.equal(status, 201);
  const { errorReason, ...rest } = body;
  assert.deepEqual(rest, {
    statusCode: '999',
    status: 'PENDING',
    result: 'Payout could not be processed',
    errorCode: '4001',
  });
  assert.match(errorReason, /balance/i);
  assert.equal((await desk.record(id)).status, 'PENDING');
  assert.deepEqual(await desk.balance(), [39.99, 0]);
  await desk.fund(0.01);
  assert.equal((await desk.settle(id)).body.statusCode, '000');
  assert.deepEqual(await desk.balance(), [0, 40]);
});

// proves 4.5 provider decline; 4.5 v3 payouts
test('a provider that declines or fails releases the money', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate);
  await desk.fund(100);
  for (const [amount, code] of [
    [10.02, '2005'],
    [10.04, '9002'],
  ] as const) {
    const id = await desk.pending({ amount });
    const { status, body } = await desk.settle(id);
    const { errorReason, ...rest } = body;
    assert.equal(status, 201);
    assert.equal(typeof errorReason, 'string');
    assert.deepEqual(rest, {
      statusCode: '999',
      status: 'DECLINED',
      result: 'Payout could not be processed',
      errorCode: code,
    });
    assert.deepEqual(await desk.balance(), [100, 0]);
  }
  const silent = await desk.pending({ amount: 10.05 });
  assert.deepEqual((await desk.settle(silent)).body, {
    statusCode: '000',
    status: 'PROCESSING',
    result: 'Payout approved',
    transactionId: silent,
  });
  assert.deepEqual(await desk.balance(), [89.95, 10.05]);
});

// proves 2.1 transactionId, settle; 2.12 transactionId; 3 rule 1; 9 table, settle
test('only a PENDING payout of the brand can be settled', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate);
  const sibling = await gate.createBrand({}, desk.brand.merchantId);
  const stranger = await gate.createBrand();
  await desk.fund(1_000);
  const id = await desk.pending();
  for (const { apiKey } of [sibling, stranger]) {
    const body = { action: 'APPROVE', transactionId: id };
    assert.equal((await gate.call('POST', '/settle-payout', { apiKey, body })).status, 404);
  }
  const payin = await gate.call('POST', '/v3/payment', { apiKey: desk.brand.apiKey, body: aCardPayin() });
  for (const unknown of [payin.body.result.transactionId, '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15']) {
    const answer = await desk.settle(unknown);
    assert.deepEqual([answer.status, answer.headers.get('x-signature')], [404, null]);
  }

  const approved = await desk.pending();
  await desk.settle(approved);
  const declined = await desk.pending();
  await desk.settle(declined, 'DECLINE');
  const cancelled = await desk.pending();
  await desk.cancel({ transactionId: cancelled });
  const incomplete = (await desk.payOut({ paymentData: {} })).body.result.transactionId;
  for (const [over, status] of [
    [approved, 'PROCESSING'],
    [declined, 'DECLINED'],
    [cancelled, 'DECLINED'],
    [incomplete, 'PROCESSING'],
  ]) {
    for (const action of ['APPROVE', 'DECLINE']) {
      const answer = await desk.settle(over!, action);
      assert.equal(answer.status, 400);
      assert.match(answer.body.message, new RegExp(`^transactionId: the payout is ${status}`));
      assert.equal(answer.body.transactionId, over);
    }
  }
  assert.equal((await desk.record(id)).status, 'PENDING');
});

// proves 2.12 action; 2.12 transactionId; 4.5 request
test('faults of the body are reported before the payout is looked up', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate);
  const transactionId = await desk.pending();
  const { apiKey } = desk.brand;
  const faults: [unknown, string[]][] = [
    [{}, ['action', 'transactionId']],
    [{ action: 'APPROVE' }, ['transactionId']],
    [{ transactionId }, ['action']],
    [{ action: 'approve', transactionId }, ['action']],
    [{ action: ['APPROVE'], transactionId: 7 }, ['action', 'transactionId']],
    [{ action: null, transactionId: null }, ['action', 'transactionId']],
    [{ action: 'APPROVE', transactionId: 'not-an-id' }, ['transactionId']],
  ];
  for (const [body, fields] of faults) {
    const answer = await gate.call('POST', '/settle-payout', { apiKey, body });
    assert.equal(answer.status, 400, answer.text);
    const named = [answer.body.message].flat().map((fault: string) => fault.split(': ')[0]);
    assert.deepEqual(named.sort(), fields, JSON.stringify(body));
  }
  assert.equal((await gate.call('POST', '/settle-payout', { body: {} })).status, 401);
  assert.equal((await gate.call('POST', '/settle-payout', { apiKey, body: '[]' })).status, 400);
  assert.equal((await desk.record(transactionId)).status, 'PENDING');
});

// proves 4.5 request; 4.5 response signature
test('the body must be signed if the brand enforces it, and every answer is signed', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate, { enforceSignatures: true });
  const { apiKey, signingSecret } = desk.brand;
  await desk.fund(100);
  const body = JSON.stringify({ transactionId: await desk.pending(), action: 'APPROVE', note: 1.5 });
  const send = (headers: Record<string, string>, text = body) =>
    gate.call('POST', '/settle-payout', { apiKey, body: text, headers });
  const wrong: Record<string, string>[] = [{}, { 'x-signature': hmacBase64('another', body) }];
  for (const headers of wrong) {
    const answer = await send(headers);
    assert.deepEqual([answer.status, answer.body.stringToSign], [403, body]);
  }
  // A bad signature is answered before a bad body; after a good one the schema answers.
  assert.equal((await send({}, '{}')).status, 403);
  assert.equal((await send({ 'x-signature': hmacBase64(signingSecret, '{}') }, '{}')).status, 400);

  const answer = await send({ 'x-signature': hmacBase64(signingSecret, body) });
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.headers.get('x-signature'), hmacBase64(signingSecret, answer.text));

  const lenient = await openDesk(gate);
  const declined = await lenient.settle(await lenient.pending(), 'DECLINE');
  assert.equal(declined.headers.get('x-signature'), hmacBase64(lenient.brand.signingSecret, declined.text));
});

// proves 3 row 10
test('only one of many decisions on one payout counts', async (t) => {
  const gate = await startTestGateway(t, { workers: false });
  const desk = await openDesk(gate);
  // Started now, so that it knows the brand.
  const beside = await startTestGateway(t, { workers: false, databaseUrl: gate.databaseUrl, now: gate.now });
  const { apiKey } = desk.brand;
  // Enough money for it only once: a second approval must hear that it is done, not that money is short.
  await desk.fund(40);
  for (const actions of [['APPROVE'], ['DECLINE'], ['APPROVE', 'DECLINE']]) {
    const transactionId = await desk.pending();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? gate : beside).call('POST', '/settle-payout', {
          apiKey,
          body: { action: actions[(i >> 1) % actions.length], transactionId },
        }),
      ),
    );
    const won = answers.filter(({ status }) => status === 201);
    assert.equal(won.length, 1, answers.map(({ text }) => text).join('\n'));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [201, 400]);
    const approved = won[0]!.body.statusCode === '000';
    const { status, timeline } = await desk.record(transactionId);
    assert.equal(status, approved ? 'PROCESSING' : 'DECLINED');
    assert.equal(timeline.length, 3);
    assert.deepEqual(await desk.balance(), approved ? [0, 40] : [40, 0]);
    if (approved) {
      const path = `/sandbox/transactions/${transactionId}/outcome`;
      await gate.call('POST', path, { apiKey, body: { outcome: 'DECLINED' } });
    }
  }
});

test('a payout that is not approved within 30 days is declined with 4006', async (t) => {
  const gate = await startTestGateway(t);
  const desk = await openDesk(gate);
  await desk.fund(100);
  const id = await desk.pending();
  gate.advance(30 * DAY - 60_000);
  assert.equal((await desk.record(id)).status, 'PENDING');
  gate.advance(60_000);
  await eventually(async () => (await desk.record(id)).status === 'DECLINED');
  const { errorCode, statusCode, timeline } = await desk.record(id);
  assert.deepEqual([errorCode, statusCode, timeline.at(-1).actor], ['4006', 900, 'expiry']);
  assert.deepEqual(await desk.balance(), [100, 0]);
  assert.equal((await desk.settle(id)).status, 400);
});

test('after its expiry a payout cannot be approved, even before the sweep', async (t) => {
  const gate = await startTestGateway(t, { workers: false });
  const desk = await openDesk(gate);
  await desk.fund(100);
  const id = await desk.pending();
  gate.advance(30 * DAY);
  const answer = await desk.settle(id);
  assert.equal(answer.status, 400);
  assert.match(answer.body.message, /time for approving/);
  assert.deepEqual(await desk.balance(), [100, 0]);
});

test('an API key of a brand with four eyes approves only payouts that were made over the API', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate, { fourEyes: true });
  await desk.fund(100);
  assert.equal((await desk.settle(await desk.pending())).body.statusCode, '000');
});
