// Decisions over the API (contract 12): approvals, refusals, cancellations, refunds and forced outcomes leave one row
// each under the brand's name, in the commit of the decision. Pay-ins and shoppers' actions leave none.
import assert from 'node:assert/strict';
import test from 'node:test';
import { verifyAudit } from '../../../src/actions/audit/verify-audit.ts';
import type { AuditRow } from '../../../src/domain/audit/audit.ts';
import { aCardPayin, sharedTestGateway, type TestGateway } from '../../stage/harness.ts';
import { openDesk } from '../../stage/payouts.ts';

const sharedGateway = sharedTestGateway();
async function rowsOf(gate: TestGateway, target: string): Promise<AuditRow[]> {
  const { status, body } = await gate.operator('GET', `/operator/audit?target=${target}`);
  assert.equal(status, 200);
  return body;
}

const told = (rows: AuditRow[]) => rows.map(({ action, before, after }) => ({ action, before, after }));

test("each decision over the API writes one audit row for the key's brand", async () => {
  const gate = await sharedGateway();
  const desk = await openDesk(gate, { name: 'Ada Shop' });
  const { apiKey, brandId, merchantId } = desk.brand;
  await desk.fund(100);

  const approved = await desk.pending({ amount: 10 });
  const answer = await gate.call('POST', '/settle-payout', {
    apiKey,
    headers: { 'x-request-id': 'approve-1' },
    body: { action: 'APPROVE', transactionId: approved },
  });
  assert.equal(answer.status, 201);
  // A second decision on it does not count.
  assert.equal((await desk.settle(approved)).status, 400);
  const [row, ...more] = await rowsOf(gate, approved);
  assert.equal(more.length, 0);
  assert.deepEqual(row!.actor, { kind: 'api', id: brandId, name: 'Ada Shop' });
  assert.deepEqual(row!.target, { kind: 'transaction', id: approved });
  assert.deepEqual([row!.requestId, row!.ip], ['approve-1', '127.0.0.1']);
  const amount = { currency: 'EUR', amount: 10 };
  assert.deepEqual(told([row!]), [
    {
      action: 'payout.approved',
      before: { status: 'PENDING' },
      after: { status: 'PROCESSING', errorCode: null, ...amount },
    },
  ]);

  const declined = await desk.pending({ amount: 10 });
  await desk.settle(declined, 'DECLINE');
  assert.deepEqual(told(await rowsOf(gate, declined)), [
    {
      action: 'payout.declined',
      before: { status: 'PENDING' },
      after: { status: 'DECLINED', errorCode: '4005', ...amount },
    },
  ]);

  // The balance is too small, so nothing was decided.
  const short = await desk.pending({ amount: 1_000 });
  assert.equal((await desk.settle(short)).body.errorCode, '4001');
  assert.deepEqual(await rowsOf(gate, short), []);
  await desk.cancel({ transactionId: short });
  assert.deepEqual(
    (await rowsOf(gate, short)).map((one) => one.action),
    ['transaction.cancelled'],
  );

  const paid = await gate.call('POST', '/v3/payment', {
    apiKey,
    body: aCardPayin({ merchantReference: 'order-1' }),
  });
  const { transactionId } = paid.body.result;
  assert.deepEqual(await rowsOf(gate, transactionId), []);
  const refund = (body: object) => gate.call('POST', '/refund/by-reference', { apiKey, body });
  const half = {
    merchantReference: 'order-1',
    country: 'DE',
    amount: 10,
    refundReference: 'r-1',
    reason: 'RETURN',
  };
  const { refundId } = (await refund(half)).body;
  assert.equal((await refund(half)).body.refundId, refundId);
  assert.equal((await refund({ ...half, amount: 100, refundReference: 'r-2' })).status, 400);
  assert.deepEqual(told(await rowsOf(gate, transactionId)), [
    {
      action: 'refund.made',
      before: { amountRefunded: 0 },
      after: { amountRefunded: 10, refundId, ...amount, refundReference: 'r-1', reason: 'RETURN' },
    },
  ]);

  const open = await gate.call('POST', '/v3/payment', {
    apiKey,
    body: aCardPayin({}, { cardNumber: '4000000000003220' }),
  });
  const forcedId = open.body.result.transactionId;
  await gate.call('POST', `/sandbox/transactions/${forcedId}/outcome`, {
    apiKey,
    body: { outcome: 'COMPLETED' },
  });
  assert.deepEqual(told(await rowsOf(gate, forcedId)), [
    {
      action: 'outcome.forced',
      before: { status: 'PROCESSING' },
      after: { status: 'COMPLETED', errorCode: null, currency: 'EUR', amount: 25 },
    },
  ]);

  const { body: all } = await gate.operator('GET', `/operator/audit?merchantId=${merchantId}`);
  assert.deepEqual(all.map((one: AuditRow) => one.action).sort(), [
    'brand.created',
    'brand.funded',
    'merchant.created',
    'outcome.forced',
    'payout.approved',
    'payout.declined',
    'refund.made',
    'transaction.cancelled',
  ]);
  assert.deepEqual((await verifyAudit(gate.gateway.context.sql)).faults, []);
});

test('automatic approvals and outcomes that are not forced write no audit row', async () => {
  const gate = await sharedGateway();
  const desk = await openDesk(gate, { automaticApproval: true });
  await desk.fund(100);
  const { body } = await desk.payOut({ amount: 10 });
  assert.equal(body.result.status, 'PROCESSING');
  assert.deepEqual(await rowsOf(gate, body.result.transactionId), []);
});
