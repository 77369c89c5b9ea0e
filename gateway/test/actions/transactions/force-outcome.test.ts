import assert from 'node:assert/strict';
import test from 'node:test';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import { applyOutcome } from '../../../src/actions/submission/apply-outcome.ts';
import { type ForcedOutcome, forceOutcome } from '../../../src/actions/transactions/force-outcome.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import type { ErrorCode } from '../../../src/domain/errors/error-codes.ts';
import { anApprovedPayout, aPayout, balanceOf } from '../a-payout.ts';
import { openActions, sharedActions } from '../open-actions.ts';

test('each forced outcome ends an open transaction, with its default code or the given one', async (t) => {
  const actions = await sharedActions(t);
  const expected: [ForcedOutcome, ErrorCode | null, unknown[]][] = [
    ['COMPLETED', null, ['COMPLETED', null, 'AUTHENTICATED']],
    ['DECLINED', null, ['DECLINED', '2005', 'AUTHENTICATED']],
    ['DECLINED', '2101', ['DECLINED', '2101', 'FAILED']],
    ['DECLINED', '2103', ['DECLINED', '2103', 'ABANDONED']],
    ['ERROR', null, ['ERROR', '9002', 'ABANDONED']],
    ['ERROR', '9003', ['ERROR', '9003', 'ABANDONED']],
  ];
  for (const [outcome, errorCode, end] of expected) {
    const open = await actions.pay('4000000000003220');
    await forceOutcome(actions.context, ROOT, open, { outcome, errorCode });
    const stored = await actions.read(open);
    assert.deepEqual([stored.status, stored.errorCode, stored.threeDs?.status], end);
    const timeline = await actions.context.transactions.timeline(open.merchantId, open.id);
    assert.equal(timeline.at(-1)?.actor, 'sandbox');
  }
  const open = await actions.pay('4000000000000341');
  const after = await forceOutcome(actions.context, ROOT, open, { outcome: 'EXPIRED' });
  assert.deepEqual([after.status, after.errorCode], ['DECLINED', '3002']);
});

test('money that arrives after expiry or cancellation is marked as a late success', async (t) => {
  const actions = await sharedActions(t);
  for (const kind of ['expired', 'cancelled'] as const) {
    const open = await actions.pay('4000000000003220');
    const ended = await applyOutcome(actions.context, open, { kind }, { actor: 'merchant' });
    assert.equal(ended.status, 'DECLINED');
    await assert.rejects(forceOutcome(actions.context, ROOT, ended, { outcome: 'ERROR' }), {
      httpStatus: 400,
    });
    const late = await forceOutcome(actions.context, ROOT, ended, { outcome: 'COMPLETED' });
    assert.deepEqual([late.status, late.lateSuccess, late.errorCode], ['COMPLETED', true, null]);
    const transfers = await actions.context.sql`select 1 from transfers where transaction_id = ${open.id}`;
    assert.equal(transfers.length, 1);
  }
});

// proves 3 final
test('a final transaction does not change', async (t) => {
  const actions = await sharedActions(t);
  for (const number of ['4242424242424242', '4000000000000002', '4000000000000119']) {
    const final = await actions.pay(number);
    for (const outcome of ['COMPLETED', 'DECLINED', 'ERROR', 'EXPIRED'] as const) {
      await assert.rejects(forceOutcome(actions.context, ROOT, final, { outcome }), {
        httpStatus: 400,
        extras: { transactionId: final.id },
      });
    }
    assert.deepEqual(await actions.read(final), final);
  }
});

test('if two outcomes are forced at once, one of them is refused as too late', async (t) => {
  const actions = await sharedActions(t);
  for (let round = 0; round < 10; round++) {
    const open = await actions.pay('4000000000000341');
    const [yes, no] = await Promise.allSettled([
      forceOutcome(actions.context, ROOT, open, { outcome: 'COMPLETED' }),
      forceOutcome(actions.context, ROOT, open, { outcome: 'DECLINED' }),
    ]);
    assert.deepEqual([yes.status, no.status].toSorted(), ['fulfilled', 'rejected']);
    const won = yes.status === 'fulfilled' ? 'COMPLETED' : 'DECLINED';
    assert.equal((await actions.read(open)).status, won);
  }
});

test('a forced outcome of an approved payout spends or releases the reserved money once', async (t) => {
  const actions = await sharedActions(t);
  const { context } = actions;
  const expected: [ForcedOutcome, ErrorCode | null, unknown[], available: bigint][] = [
    ['COMPLETED', null, ['COMPLETED', null, 200], 0n],
    ['DECLINED', '4002', ['DECLINED', '4002', 900], 2500n],
    // A payout that could not be submitted is declined (spec 4.4).
    ['ERROR', null, ['DECLINED', '9002', 999], 2500n],
    ['EXPIRED', null, ['DECLINED', '3002', 900], 2500n],
  ];
  let before = 0n;
  for (const [outcome, errorCode, end, available] of expected) {
    const payout = await anApprovedPayout(actions);
    assert.deepEqual(await balanceOf(actions), { available: before, reserved: 2500n });
    const after = await forceOutcome(context, ROOT, payout, { outcome, errorCode });
    assert.deepEqual([after.status, after.errorCode, after.statusCode], end);
    assert.equal(after.moneyReserved, false);
    before += available;
    assert.deepEqual(await balanceOf(actions), { available: before, reserved: 0n }, outcome);
    for (const again of ['COMPLETED', 'DECLINED', 'ERROR', 'EXPIRED'] as const)
      await assert.rejects(forceOutcome(context, ROOT, after, { outcome: again }), { httpStatus: 400 });
    assert.deepEqual(await balanceOf(actions), { available: before, reserved: 0n });
  }
  assert.deepEqual((await verifyLedger(context.sql)).faults, []);
});

test('a payout that was never approved cannot be COMPLETED, and releases nothing', async (t) => {
  const actions = await openActions(t);
  const { context } = actions;
  const later = new Date(context.now().getTime() + 3_600_000);
  const unsent: Parameters<typeof aPayout>[1][] = [
    { status: 'INIT' },
    { status: 'PENDING', sequence: 1, expiresAt: later },
    { status: 'PROCESSING', sequence: 1, expiresAt: later, resultType: 'redirect' },
  ];
  const ends: [ForcedOutcome, unknown[]][] = [
    ['DECLINED', ['DECLINED', '2005']],
    ['ERROR', ['DECLINED', '9002']],
    ['EXPIRED', ['DECLINED', '3002']],
  ];
  for (const fields of unsent) {
    for (const [outcome, end] of ends) {
      const payout = await aPayout(actions, fields);
      await assert.rejects(forceOutcome(context, ROOT, payout, { outcome: 'COMPLETED' }), {
        httpStatus: 400,
        message: /a payout must be approved, and its amount set aside, before it can become COMPLETED/,
      });
      const after = await forceOutcome(context, ROOT, payout, { outcome });
      // Nobody approved it in time.
      const expected = outcome === 'EXPIRED' && payout.status === 'PENDING' ? ['DECLINED', '4006'] : end;
      assert.deepEqual([after.status, after.errorCode], expected);
      await assert.rejects(forceOutcome(context, ROOT, after, { outcome: 'COMPLETED' }), { httpStatus: 400 });
    }
  }
  assert.deepEqual(await balanceOf(actions), { available: 0n, reserved: 0n });
  assert.equal((await context.sql`select 1 from transfers`).length, 0);
});
