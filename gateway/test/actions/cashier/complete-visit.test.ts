import assert from 'node:assert/strict';
import test from 'node:test';
import { completeVisit } from '../../../src/actions/cashier/complete-visit.ts';
import type { Context } from '../../../src/actions/context.ts';
import { completeChallenge } from '../../../src/actions/transactions/complete-challenge.ts';
import type { CreateRequest } from '../../../src/actions/transactions/create-transaction.ts';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import type { Provider, VisitDecision } from '../../../src/providers/provider.ts';
import { sweepDueTransactions } from '../../../src/worker/due-transactions.ts';
import { type Actions, openActions } from '../open-actions.ts';

const optionOf = (method: string) => optionsOf('PAYIN').find((option) => option.method === method)!;
const BANK = { optionId: optionOf('open-banking').suboptions[0]!.id, card: null } as const;
const MANDATE = {
  optionId: optionOf('sepa-direct-debit').id,
  card: null,
  paymentData: { iban: 'DE89370400440532013000' },
} as const;

function visit(actions: Actions, fields: Partial<CreateRequest> = BANK) {
  return actions.pay('', fields);
}

function withVisit(context: Context, decide: Provider['completeVisit']): Context {
  return {
    ...context,
    provider: (id) => ({ ...context.provider(id)!, completeVisit: decide, deadlineMs: 50 }),
  };
}

test('each button ends the payment as the contract says, for a bank page and for a mandate', async (t) => {
  const actions = await openActions(t);
  const expected: [VisitDecision, unknown[]][] = [
    ['approve', ['PROCESSING', 'success', null]],
    ['decline', ['DECLINED', 'declined', '3006']],
    ['cancel', ['DECLINED', 'declined', '3001']],
  ];
  for (const [fields, resultType] of [
    [BANK, 'redirect'],
    [MANDATE, 'form'],
  ] as const) {
    for (const [decision, end] of expected) {
      const open = await visit(actions, fields);
      assert.deepEqual([open.status, open.resultType], ['PROCESSING', resultType]);
      const after = await completeVisit(actions.context, open, decision);
      const stored = await actions.read(after);
      assert.deepEqual([stored.status, stored.resultType, stored.errorCode], end);
      assert.deepEqual([after.status, after.resultType, after.errorCode], end);
    }
  }
});

test("an approved payment completes after the network's delay, and expiry does not end it", async (t) => {
  const actions = await openActions(t);
  const open = await visit(actions);
  const approved = await completeVisit(actions.context, open, 'approve');
  assert.equal(approved.expiresAt, null);
  actions.advance(60_000);
  await sweepDueTransactions(actions.context);
  assert.equal((await actions.read(open)).status, 'COMPLETED');
});

test('an answer after the end changes nothing, before and after the expiry sweep', async (t) => {
  const actions = await openActions(t);
  const open = await visit(actions);
  actions.advance(15 * 60_000);
  const late = await completeVisit(actions.context, open, 'approve');
  assert.deepEqual([late.status, late.resultType], ['PROCESSING', 'redirect']);
  await sweepDueTransactions(actions.context);
  const swept = await completeVisit(actions.context, await actions.read(open), 'approve');
  assert.deepEqual([swept.status, swept.errorCode], ['DECLINED', '3002']);
});

test('a card challenge cannot be decided as a visit, nor a visit as a challenge', async (t) => {
  const actions = await openActions(t);
  const challenged = await actions.pay('4000000000003220');
  const asVisit = await completeVisit(actions.context, challenged, 'cancel');
  assert.deepEqual([asVisit.status, asVisit.threeDs?.status], ['PROCESSING', 'PENDING']);
  const open = await visit(actions);
  const asChallenge = await completeChallenge(actions.context, open, 'decline');
  assert.deepEqual([asChallenge.status, asChallenge.resultType], ['PROCESSING', 'redirect']);
  assert.deepEqual((await actions.read(challenged)).version, challenged.version);
  assert.deepEqual((await actions.read(open)).version, open.version);
});

test('a payment that waits at the cashier cannot be decided, because it has no provider', async (t) => {
  const actions = await openActions(t);
  const atCashier = await visit(actions, { ...BANK, optionId: optionOf('open-banking').id });
  assert.deepEqual([atCashier.resultType, atCashier.provider], ['redirect', null]);
  const after = await completeVisit(actions.context, atCashier, 'approve');
  assert.equal(after.resultType, 'redirect');
  assert.equal((await actions.read(atCashier)).version, atCashier.version);
});

test('no answer from the provider leaves the outcome unknown', async (t) => {
  const actions = await openActions(t);
  const open = await visit(actions);
  const silent = withVisit(actions.context, () => new Promise(() => {}));
  const after = await completeVisit(silent, open, 'approve');
  assert.deepEqual([after.status, after.errorCode], ['PROCESSING', '9001']);
});

test('the first of many simultaneous answers in two processes counts, with one event', async (t) => {
  const actions = await openActions(t);
  const beside = await openActions(t, actions);
  const decisions: VisitDecision[] = ['approve', 'decline', 'cancel'];
  for (let round = 0; round < 4; round++) {
    const open = await visit(actions);
    const before = (await actions.events(open)).length;
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        completeVisit((i % 2 ? beside : actions).context, open, decisions[(i + round) % 3]!),
      ),
    );
    const stored = await actions.read(open);
    assert.equal(stored.version, open.version + 1);
    // An approval changes no status, so the shop hears of it when it is settled.
    const events = (await actions.events(open)).slice(before);
    assert.equal(events.length, stored.status === 'DECLINED' ? 1 : 0);
  }
});

test('a refusal that arrives during the approval changes nothing', async (t) => {
  const actions = await openActions(t);
  const open = await visit(actions);
  // The slow refusal is asked first and answered last; in between the approval is stored.
  const slow = withVisit(actions.context, async () => {
    await completeVisit(actions.context, open, 'approve');
    return { kind: 'declined', errorCode: '3006' };
  });
  await completeVisit(slow, open, 'decline');
  const stored = await actions.read(open);
  assert.deepEqual([stored.status, stored.resultType, stored.errorCode], ['PROCESSING', 'success', null]);
});
