// What the sandbox's bank reports about a decision counts, whether or
// not the shopper comes back from its page.
import assert from 'node:assert/strict';
import test from 'node:test';
import { notifyOfVisit } from '../../../src/actions/notifications/notify-of-visit.ts';
import { resumeTransaction } from '../../../src/actions/transactions/resume-transaction.ts';
import { VISIT_DECISIONS } from '../../../src/domain/transactions/visit-decision.ts';
import { listNotifications } from '../../../src/storage/notifications/notification-store.ts';
import { sweepDueNotifications } from '../../../src/worker/due-notifications.ts';
import { sweepDueTransactions } from '../../../src/worker/due-transactions.ts';
import { eventTypes, PAGES, transfersOf } from '../bank-pages.ts';
import { type Actions, openActions } from '../open-actions.ts';

const MINUTE = 60_000;

function notificationsOf({ context, brand: { merchantId, brandId } }: Actions) {
  return listNotifications(context.sql, { merchantId, brandId, state: null, after: null, limit: 100 });
}

for (const [name, open] of Object.entries(PAGES)) {
  test(`${name}: the decision at the bank counts, if the process dies before the return is stored`, async (t) => {
    const actions = await openActions(t);
    const { context } = actions;
    const ends = name === 'a challenge' ? ['2101', 'COMPLETED'] : ['3006', 'PROCESSING'];
    const dying = { ...context.transactions, apply: () => new Promise<never>(() => {}) };
    for (const decision of ['decline', 'approve'] as const) {
      const shown = await open(actions);
      const parameters = await notifyOfVisit(context, shown, decision);
      void resumeTransaction({ ...context, transactions: dying }, shown, parameters);
      assert.equal((await actions.read(shown)).version, shown.version);
      await sweepDueNotifications(context);
      const after = await actions.read(shown);
      assert.equal(after[decision === 'decline' ? 'errorCode' : 'status'], ends.shift());
      assert.ok(!after.expiresAt, 'it does not expire any more');
      // The shopper comes back after all.
      assert.equal((await resumeTransaction(context, after, parameters)).version, after.version);
      await resumeTransaction(context, shown, parameters);
      assert.equal((await actions.read(shown)).version, after.version);
    }
    const states = (await notificationsOf(actions)).map(({ state, reason }) => [state, reason]);
    assert.deepEqual(states, [
      ['applied', null],
      ['applied', null],
    ]);
  });

  test(`${name}: return and notification of one decision count once, in either order`, async (t) => {
    const actions = await openActions(t);
    const { context } = actions;
    for (const decision of VISIT_DECISIONS) {
      for (const order of ['return first', 'notification first', 'together']) {
        const shown = await open(actions);
        const parameters = await notifyOfVisit(context, shown, decision);
        const comeBack = () => resumeTransaction(context, shown, parameters);
        const tell = () => sweepDueNotifications(context);
        if (order === 'together') await Promise.all([comeBack(), tell()]);
        else if (order === 'return first') await comeBack().then(tell);
        else await tell().then(comeBack);
        actions.advance(MINUTE);
        await sweepDueNotifications(context);
        await sweepDueTransactions(context);
        const ended = await actions.read(shown);
        assert.equal(ended.status, decision === 'approve' ? 'COMPLETED' : 'DECLINED', order);
        assert.equal((await eventTypes(actions, shown)).length, 2, `${decision}, ${order}`);
        assert.equal(await transfersOf(actions, shown), decision === 'approve' ? 1 : 0);
      }
    }
    for (const { state } of await notificationsOf(actions)) assert.match(state, /^(applied|ignored)$/);
  });
}

test('the first of several decisions at the bank counts', async (t) => {
  const actions = await openActions(t);
  const { context } = actions;
  for (const [name, open] of Object.entries(PAGES)) {
    for (const first of VISIT_DECISIONS) {
      const shown = await open(actions);
      await notifyOfVisit(context, shown, first);
      for (const next of VISIT_DECISIONS) await notifyOfVisit(context, shown, next);
      await sweepDueNotifications(context);
      actions.advance(MINUTE);
      await sweepDueNotifications(context);
      await sweepDueTransactions(context);
      const { status } = await actions.read(shown);
      assert.equal(status, first === 'approve' ? 'COMPLETED' : 'DECLINED', `${name}, ${first}`);
      assert.equal((await eventTypes(actions, shown)).length, 2);
    }
  }
});
