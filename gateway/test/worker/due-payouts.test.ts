import assert from 'node:assert/strict';
import test from 'node:test';
import type { Outcome } from '@tollgate/provider-kit';
import { verifyLedger } from '../../src/actions/ledger/verify-ledger.ts';
import { INQUIRY_DELAYS_MS } from '../../src/domain/transactions/outcome-step.ts';
import { countBacklog } from '../../src/storage/webhooks/backlog.ts';
import { sweepDueTransactions } from '../../src/worker/due-transactions.ts';
import { anApprovedPayout, aPayout, balanceOf } from '../actions/a-payout.ts';
import { openActions } from '../actions/open-actions.ts';
import { withInquiry } from './with-inquiry.ts';

const SECOND = 1_000;

test('the provider is not asked about a payout abandoned before its approval, and nothing is released', async (t) => {
  const actions = await openActions(t);
  const left = await aPayout(actions, { provider: 'sandbox' });
  actions.advance(20 * SECOND);
  await sweepDueTransactions(
    withInquiry(actions.context, async () => {
      throw new Error('asked about a payout that was never sent');
    }),
  );
  const after = await actions.read(left);
  assert.deepEqual([after.status, after.errorCode], ['DECLINED', '9002']);
  assert.deepEqual(actions.logged, []);
  assert.deepEqual(await balanceOf(actions), { available: 0n, reserved: 0n });
});

test('the provider is asked about an approved payout whose process died, and its answer decides', async (t) => {
  const actions = await openActions(t);
  const answers: [Outcome | { kind: 'unheard' }, unknown[], available: bigint, reserved: bigint][] = [
    [{ kind: 'completed' }, ['COMPLETED', null], 0n, 0n],
    [{ kind: 'declined', errorCode: '4002' }, ['DECLINED', '4002'], 2500n, 0n],
    [{ kind: 'unheard' }, ['DECLINED', '9002'], 5000n, 0n],
    [{ kind: 'unknown' }, ['PROCESSING', '9001'], 5000n, 2500n],
  ];
  for (const [answer, end, available, reserved] of answers) {
    const payout = await anApprovedPayout(actions);
    actions.advance(20 * SECOND - 1);
    await sweepDueTransactions(withInquiry(actions.context, async () => answer));
    assert.equal((await actions.read(payout)).errorCode, null);
    actions.advance(1);
    await sweepDueTransactions(withInquiry(actions.context, async () => answer));
    const after = await actions.read(payout);
    assert.deepEqual([after.status, after.errorCode], end);
    assert.deepEqual(await balanceOf(actions), { available, reserved });
  }
  assert.deepEqual((await verifyLedger(actions.context.sql)).faults, []);
});

test('a payout that its provider accepted and never settles is left to a person, and not forgotten', async (t) => {
  const actions = await openActions(t);
  const payout = await anApprovedPayout(actions);
  const context = withInquiry(actions.context, async () => ({ kind: 'pending' }));
  const { sql, now } = actions.context;
  // The gateway first asks for the lost answer.
  for (const _ of [0, ...INQUIRY_DELAYS_MS]) {
    assert.equal((await countBacklog(sql, now())).transactionsUnknown, 0);
    actions.advance(86_400_000);
    await sweepDueTransactions(context);
  }
  const after = await actions.read(payout);
  assert.deepEqual([after.status, after.errorCode, after.dueAt], ['PROCESSING', '9001', null]);
  assert.equal((await countBacklog(sql, now())).transactionsUnknown, 1);
  assert.deepEqual(await balanceOf(actions), { available: 0n, reserved: 2500n });
});
