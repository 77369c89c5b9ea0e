import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import type { Refund } from '../../../src/domain/refunds/refund.ts';
import { aTransaction } from '../../stage/builders.ts';
import { at, DELAY_MS, START, sandboxAt } from './stage.ts';

const payin = aTransaction({ status: 'COMPLETED', amountMinor: 10_002n });

function aRefund(amountMinor: bigint): Refund {
  return {
    merchantId: payin.merchantId,
    transactionId: payin.id,
    id: randomUUID(),
    brandId: payin.brandId,
    status: 'PENDING',
    amountMinor,
    currency: 'EUR',
    refundableAfterMinor: 0n,
    refundReference: null,
    origin: 'merchant',
    reason: null,
    errorCode: null,
    provider: 'sandbox',
    providerReference: null,
    inquiries: 0,
    dueAt: null,
    createdAt: START,
    updatedAt: at(5_000),
    completedAt: null,
  };
}

test('a refund is pending until one delay after it was made, whatever the amount of its pay-in', async () => {
  const refund = aRefund(500n);
  const providerReference = `sandbox-${refund.id}`;
  const pending = { kind: 'pending', askAgainAt: at(DELAY_MS), providerReference };
  assert.deepEqual(await sandboxAt(3).refund(payin, refund), pending);
  assert.deepEqual(await sandboxAt(DELAY_MS - 1).inquireRefund(payin, refund), pending);
  const completed = { kind: 'completed', providerReference };
  assert.deepEqual(await sandboxAt(DELAY_MS).inquireRefund(payin, refund), completed);
});

test('a refund whose own amount ends in 02 fails with 5005, also by an inquiry', async () => {
  const refund = aRefund(502n);
  const refused = { kind: 'failed', errorCode: '5005', providerReference: `sandbox-${refund.id}` };
  assert.deepEqual(await sandboxAt(0).refund(payin, refund), refused);
  assert.deepEqual(await sandboxAt(0).inquireRefund(payin, refund), refused);
  assert.deepEqual(await sandboxAt(DELAY_MS * 9).inquireRefund(payin, refund), refused);
});
