import assert from 'node:assert/strict';
import test from 'node:test';
import type { Context } from '../../../src/actions/context.ts';
import {
  type ChallengeDecision,
  completeChallenge,
} from '../../../src/actions/transactions/complete-challenge.ts';
import type { Provider } from '../../../src/providers/provider.ts';
import { sweepDueTransactions } from '../../../src/worker/due-transactions.ts';
import { openActions } from '../open-actions.ts';

function withChallenge(context: Context, finish: Provider['completeChallenge']): Context {
  return {
    ...context,
    provider: (id) => ({ ...context.provider(id)!, completeChallenge: finish, deadlineMs: 50 }),
  };
}

test('each button of the bank ends the payment as the contract says', async (t) => {
  const actions = await openActions(t);
  const expected: [string, ChallengeDecision, unknown[]][] = [
    ['4000000000003220', 'approve', ['COMPLETED', null, 'AUTHENTICATED']],
    ['4000008400001629', 'approve', ['DECLINED', '2005', 'AUTHENTICATED']],
    ['4000000000003220', 'decline', ['DECLINED', '2101', 'FAILED']],
    ['4000000000003220', 'cancel', ['DECLINED', '2103', 'ABANDONED']],
  ];
  for (const [number, decision, end] of expected) {
    const challenged = await actions.pay(number);
    assert.deepEqual(challenged.threeDs, { flow: 'CHALLENGE', status: 'PENDING' });
    const after = await completeChallenge(actions.context, challenged, decision);
    const stored = await actions.read(after);
    assert.deepEqual([stored.status, stored.errorCode, stored.threeDs?.status], end);
    assert.deepEqual([after.status, after.errorCode], end.slice(0, 2));
    assert.equal(stored.panSealed, null);
  }
});

// proves 2.8 token, authentication
test("a saved card's number is used for a challenge in the same way", async (t) => {
  const actions = await openActions(t);
  const first = await actions.pay('4000000000003220', { userId: 'user-1' });
  const { card } = await completeChallenge(actions.context, first, 'approve');
  assert.ok(card?.token);
  const again = await actions.pay('', {
    userId: 'user-1',
    card: { kind: 'saved', token: card.token, cvv: '123' },
  });
  assert.equal(again.resultType, 'redirect');
  const after = await completeChallenge(actions.context, again, 'approve');
  assert.equal(after.status, 'COMPLETED');
});

test('the provider gets the sealed number, and no CVV', async (t) => {
  const actions = await openActions(t);
  const challenged = await actions.pay('4000000000003220');
  const handed: unknown[] = [];
  const context = withChallenge(actions.context, async (transaction, card) => {
    handed.push([transaction.id, transaction.threeDs?.status, card.details.number, card.cvv]);
    return { kind: 'completed' };
  });
  await completeChallenge(context, challenged, 'approve');
  assert.deepEqual(handed, [[challenged.id, 'AUTHENTICATED', '4000000000003220', null]]);
});

// proves 1 rule 3, 3-D Secure
test('pressing twice, or going back and pressing another button, changes nothing', async (t) => {
  const actions = await openActions(t);
  const challenged = await actions.pay('4000000000003220');
  const presses = await Promise.all(
    Array.from({ length: 5 }, () => completeChallenge(actions.context, challenged, 'approve')),
  );
  // Who was not the first is shown how it stands meanwhile.
  for (const { status } of presses) assert.match(status, /^(PROCESSING|COMPLETED)$/);
  assert.ok(presses.some(({ status }) => status === 'COMPLETED'));
  const back = await completeChallenge(actions.context, await actions.read(challenged), 'cancel');
  assert.equal(back.status, 'COMPLETED');
  assert.deepEqual(
    (await actions.events(challenged)).map((event) => event.eventType),
    ['payin.processing', 'payin.completed'],
  );
  const transfers = await actions.context
    .sql`select 1 from transfers where transaction_id = ${challenged.id}`;
  assert.equal(transfers.length, 1);
});

test('an answer after the end changes nothing, before and after the expiry sweep', async (t) => {
  const actions = await openActions(t);
  const challenged = await actions.pay('4000000000003220');
  actions.advance(15 * 60_000);
  const late = await completeChallenge(actions.context, challenged, 'approve');
  assert.equal(late.status, 'PROCESSING');
  await sweepDueTransactions(actions.context);
  const swept = await completeChallenge(actions.context, await actions.read(challenged), 'approve');
  assert.deepEqual([swept.status, swept.errorCode], ['DECLINED', '3002']);
});

test('a charge without an answer is unknown, and the resolver finds the outcome', async (t) => {
  const actions = await openActions(t);
  const challenged = await actions.pay('4000000000003220');
  const silent = withChallenge(actions.context, () => new Promise(() => {}));
  const after = await completeChallenge(silent, challenged, 'approve');
  assert.deepEqual([after.status, after.errorCode], ['PROCESSING', '9001']);
  actions.advance(10_000);
  await sweepDueTransactions(actions.context);
  assert.equal((await actions.read(challenged)).status, 'COMPLETED');
});

test('if a process dies while it charges, the resolver settles the authenticated payment, and it does not expire', async (t) => {
  const actions = await openActions(t);
  const challenged = await actions.pay('4000008400001629');
  await new Promise<void>((died) => {
    const dying = withChallenge(actions.context, () => {
      died();
      return new Promise(() => {});
    });
    const { transactions } = dying;
    const apply: typeof transactions.apply = (job) =>
      job.change.after.threeDs?.status === 'AUTHENTICATED' && job.change.after.errorCode === null
        ? transactions.apply(job)
        : new Promise(() => {});
    void completeChallenge({ ...dying, transactions: { ...transactions, apply } }, challenged, 'approve');
  });
  const charging = await actions.read(challenged);
  assert.deepEqual([charging.threeDs?.status, charging.expiresAt], ['AUTHENTICATED', null]);
  actions.advance(20_000);
  await sweepDueTransactions(actions.context);
  const after = await actions.read(challenged);
  assert.deepEqual([after.status, after.errorCode], ['DECLINED', '2005']);
});

test('only one of twenty simultaneous approvals in two processes charges', async (t) => {
  const actions = await openActions(t);
  const beside = await openActions(t, actions);
  const challenged = await actions.pay('4000000000003220');
  const charged: string[] = [];
  const [here, there] = [actions, beside].map(({ context }) =>
    withChallenge(context, async (transaction) => {
      charged.push(transaction.id);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { kind: 'completed' };
    }),
  );
  const presses = await Promise.all(
    Array.from({ length: 20 }, (_, i) => completeChallenge(i % 2 ? here! : there!, challenged, 'approve')),
  );
  assert.deepEqual(charged, [challenged.id]);
  for (const after of presses) assert.ok(['PROCESSING', 'COMPLETED'].includes(after.status), after.status);
  const stored = await actions.read(challenged);
  assert.deepEqual([stored.status, stored.threeDs?.status], ['COMPLETED', 'AUTHENTICATED']);
});

test('with a simultaneous approval and refusal, the provider is asked only if the approval was first', async (t) => {
  const actions = await openActions(t);
  for (const order of [
    ['approve', 'cancel', 'decline'],
    ['cancel', 'approve', 'decline'],
  ] as const) {
    const challenged = await actions.pay('4000000000003220');
    let calls = 0;
    const context = withChallenge(actions.context, async () => {
      calls += 1;
      return { kind: 'completed' };
    });
    await Promise.all(order.map((decision) => completeChallenge(context, challenged, decision)));
    const { status } = await actions.read(challenged);
    assert.deepEqual([status, calls], order[0] === 'approve' ? ['COMPLETED', 1] : ['DECLINED', 0]);
  }
});
