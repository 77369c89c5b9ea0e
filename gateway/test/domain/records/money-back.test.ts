// What of a completed transaction's money came back, in one word, and what is left to refund.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { StandingOfDispute } from '../../../src/domain/after-end/dispute.ts';
import { moneyBackOf, type StandingOfRefund } from '../../../src/domain/records/money-back.ts';
import { openRefund, refundableMinor } from '../../../src/domain/refunds/refund.ts';
import { aTransaction } from '../../stage/builders.ts';

const at = (minute: number) => new Date(Date.UTC(2036, 0, 1, 12, minute));
const payin = aTransaction({ status: 'COMPLETED', amountMinor: 4_400n });
const back = { reason: null, at: at(0).toISOString() };

const dispute = (status: StandingOfDispute['status'], amountMinor = 4_400n): StandingOfDispute => ({
  status,
  fundsWithheld: status === 'OPEN' || status === 'LOST',
  amountMinor,
});
function refund(
  status: StandingOfRefund['status'],
  fields: Partial<StandingOfRefund> = {},
): StandingOfRefund {
  return { id: 'r-1', status, amountMinor: 1_000n, createdAt: at(1), updatedAt: at(2), ...fields };
}

test('a payment says the most urgent thing that happened to its money', () => {
  const of = (amountRefundedMinor: bigint, disputes: StandingOfDispute[], refunds: StandingOfRefund[] = []) =>
    moneyBackOf({ ...payin, amountRefundedMinor }, { disputes, refunds });
  assert.equal(of(0n, []), null);
  assert.equal(of(0n, [dispute('WON')]), null);
  assert.equal(of(0n, [dispute('INQUIRY')]), 'inquiry');
  assert.equal(of(0n, [dispute('LOST'), dispute('OPEN')]), 'disputed');
  assert.equal(of(4_400n, [dispute('LOST')], [refund('COMPLETED')]), 'dispute-lost');
  assert.equal(of(2_000n, [], [refund('COMPLETED'), refund('PENDING', { id: 'r-2' })]), 'refund-pending');
  assert.equal(of(0n, [], [refund('FAILED')]), 'refund-failed');
  assert.equal(of(1_000n, [], [refund('COMPLETED')]), 'partly-refunded');
  assert.equal(of(4_400n, [], [refund('COMPLETED')]), 'refunded');
  assert.equal(moneyBackOf({ ...payin, returned: back }, { disputes: [], refunds: [] }), 'returned');
  assert.equal(moneyBackOf({ ...payin, status: 'DECLINED' }, { disputes: [], refunds: [] }), null);
});

test('a failed refund is answered by a refund that was made after it failed, and by no other', () => {
  const of = (...refunds: StandingOfRefund[]) =>
    moneyBackOf({ ...payin, amountRefundedMinor: 1_000n }, { disputes: [], refunds });
  const failed = refund('FAILED', { updatedAt: at(5) });
  assert.equal(of(failed, refund('COMPLETED', { id: 'r-2', createdAt: at(6) })), 'partly-refunded');
  assert.equal(of(failed, refund('COMPLETED', { id: 'r-2', createdAt: at(4) })), 'refund-failed');
  // One moment: the order of the ids decides.
  assert.equal(of(failed, refund('COMPLETED', { id: 'r-2', createdAt: at(5) })), 'partly-refunded');
  assert.equal(of(failed, refund('COMPLETED', { id: 'r-0', createdAt: at(5) })), 'refund-failed');
});

test('a payment has left to refund what was not refunded, disputed or returned', () => {
  const of = (amountRefundedMinor: bigint, ...disputes: StandingOfDispute[]) =>
    refundableMinor({ ...payin, amountRefundedMinor }, disputes);
  assert.equal(of(0n), 4_400n);
  assert.equal(of(1_000n), 3_400n);
  assert.equal(of(1_000n, dispute('LOST', 400n), dispute('OPEN', 1_000n)), 2_000n);
  assert.equal(of(0n, dispute('LOST')), 0n);
  assert.equal(of(4_400n, dispute('LOST')), 0n);
  assert.equal(of(0n, { ...dispute('LOST'), fundsWithheld: false }), 0n);
  assert.equal(of(0n, dispute('INQUIRY'), dispute('WON')), 4_400n);
  assert.equal(refundableMinor({ ...payin, returned: back }, []), 0n);
  assert.equal(refundableMinor({ ...payin, status: 'PROCESSING' }, []), 0n);
});

test('a refund in spite of a dispute may take what was not refunded, and says what is left beside the dispute', () => {
  const open = (amountMinor: bigint | null, despiteDispute: boolean) => {
    const lost = { ...dispute('LOST', 1_000n), id: 'd-1' } as never;
    const ground = {
      transaction: payin,
      disputes: [lost],
      availableMinor: 9_999n,
      first: null,
      supported: true,
    };
    const request = { id: 'r-1', amountMinor, refundReference: null, reason: null, despiteDispute };
    const judged = openRefund(request, ground, at(0));
    if (judged.kind === 'opened')
      return [judged.change.refund.amountMinor, judged.change.refund.refundableAfterMinor];
    return judged.kind === 'refused' ? [judged.errorCode, judged.refundableMinor] : [];
  };
  assert.deepEqual(open(2_000n, false), ['5003', 3_400n]);
  assert.deepEqual(open(2_000n, true), [2_000n, 1_400n]);
  assert.deepEqual(open(null, true), [4_400n, 0n]);
  assert.deepEqual(open(4_401n, true), ['5001', 4_400n]);
});
