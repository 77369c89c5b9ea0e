// A shopper comes back from a page of the provider: 3-D Secure, a bank, a wallet or a mandate. Real database, and the
// test's own clock.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Outcome, Provider } from '@tollgate/provider-kit';
import type { Context } from '../../../src/actions/context.ts';
import type { CreateRequest } from '../../../src/actions/transactions/create-transaction.ts';
import { resumeTransaction } from '../../../src/actions/transactions/resume-transaction.ts';
import type { AboutCharge } from '../../../src/domain/transactions/outcome.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { VISIT_DECISIONS, type VisitDecision } from '../../../src/domain/transactions/visit-decision.ts';
import { sealContext } from '../../../src/storage/keys/vault.ts';
import { sweepDueTransactions } from '../../../src/worker/due-transactions.ts';
import { decideAtBank, resultOf } from '../../stage/decide-at-bank.ts';
import { eventually } from '../../stage/harness.ts';
import { BANK, CHALLENGED, eventTypes, MANDATE, optionOf, PAGES, transfersOf } from '../bank-pages.ts';
import { type Actions, openActions, sharedActions } from '../open-actions.ts';

const MINUTE = 60_000;
function visit(actions: Actions, fields: Partial<CreateRequest> = BANK) {
  return actions.pay('', fields);
}

function withReturn(context: Context, resume: Provider['resume'], deadlineMs = 50): Context {
  return {
    ...context,
    provider: (...sentTo) => ({ ...context.provider(...sentTo)!, resume, deadlineMs }),
  };
}

test('each button of a challenge ends the payment as the contract says', async (t) => {
  const actions = await sharedActions(t);
  const expected: [string, VisitDecision, unknown[]][] = [
    [CHALLENGED, 'approve', ['COMPLETED', null, 'AUTHENTICATED']],
    ['4000008400001629', 'approve', ['DECLINED', '2005', 'AUTHENTICATED']],
    [CHALLENGED, 'decline', ['DECLINED', '2101', 'FAILED']],
    [CHALLENGED, 'cancel', ['DECLINED', '2103', 'ABANDONED']],
  ];
  for (const [number, decision, end] of expected) {
    const challenged = await actions.pay(number);
    assert.deepEqual(challenged.threeDs, { flow: 'CHALLENGE', status: 'PENDING' });
    const after = await decideAtBank(actions.context, challenged, decision);
    const stored = await actions.read(after);
    assert.deepEqual([stored.status, stored.errorCode, stored.threeDs?.status], end);
    assert.deepEqual([after.status, after.errorCode], end.slice(0, 2));
    assert.equal(stored.panSealed, null);
    const [entry] = await actions.context.sql`select actor from timeline
      where transaction_id = ${stored.id} order by sequence desc limit 1`;
    assert.equal(entry!.actor, 'provider');
  }
});

test('each button ends the payment as the contract says, for a bank page and for a mandate', async (t) => {
  const actions = await sharedActions(t);
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
      const after = await decideAtBank(actions.context, open, decision);
      const stored = await actions.read(after);
      assert.deepEqual([stored.status, stored.resultType, stored.errorCode], end);
      assert.deepEqual([after.status, after.resultType, after.errorCode], end);
    }
  }
});

// proves 2.8 token, authentication
test('a payment with a saved card has a challenge in the same way', async (t) => {
  const actions = await sharedActions(t);
  const first = await actions.pay(CHALLENGED, { userId: 'user-1' });
  const { card } = await decideAtBank(actions.context, first, 'approve');
  assert.ok(card?.token);
  const again = await actions.pay('', {
    userId: 'user-1',
    card: { kind: 'saved', token: card.token, cvv: '123' },
  });
  assert.equal(again.resultType, 'redirect');
  const after = await decideAtBank(actions.context, again, 'approve');
  assert.equal(after.status, 'COMPLETED');
});

test('the provider gets the parameters and no card, and the card number stays sealed', async (t) => {
  const actions = await sharedActions(t);
  const challenged = await actions.pay(CHALLENGED);
  const { vault } = actions.context;
  const opened: string[] = [];
  const open = vault.open.bind(vault);
  vault.open = async (sealed, context) => {
    opened.push(context);
    return await open(sealed, context);
  };
  const handed: unknown[][] = [];
  const resume: Provider['resume'] = async (...given) => {
    handed.push(given);
    assert.equal(await given[2].state(), null);
    return { kind: 'completed' };
  };
  // It reads the database, which may take a while on a busy machine.
  const context = withReturn(actions.context, resume, 10_000);
  const after = await resumeTransaction(context, challenged, { redirectResult: 'x' });
  assert.equal(after.status, 'COMPLETED');
  assert.equal(handed.length, 1);
  const [transaction, parameters, call] = handed[0] as Parameters<Provider['resume']>;
  assert.deepEqual([transaction.id, parameters], [challenged.id, { redirectResult: 'x' }]);
  assert.deepEqual(Object.keys(call).sort(), ['keep', 'signal', 'state']);
  assert.ok(!opened.includes(sealContext.pan(challenged.merchantId)), opened.join());
});

test("an approved payment completes after the network's delay, and expiry does not end it", async (t) => {
  const actions = await openActions(t);
  const open = await visit(actions);
  const approved = await decideAtBank(actions.context, open, 'approve');
  assert.equal(approved.expiresAt, null);
  actions.advance(MINUTE);
  await sweepDueTransactions(actions.context);
  assert.equal((await actions.read(open)).status, 'COMPLETED');
});

// proves 1 rule 3, 3-D Secure
test('pressing twice, or going back and pressing another button, changes nothing', async (t) => {
  const actions = await openActions(t);
  const challenged = await actions.pay(CHALLENGED);
  const presses = await Promise.all(
    Array.from({ length: 5 }, () => decideAtBank(actions.context, challenged, 'approve')),
  );
  for (const { status } of presses) assert.equal(status, 'COMPLETED');
  for (const decision of ['cancel', 'decline', 'approve'] as const) {
    // The shopper presses in another tab, once with the old state and once with the new one.
    for (const seen of [challenged, await actions.read(challenged)]) {
      const back = await decideAtBank(actions.context, seen, decision);
      assert.equal(back.status, 'COMPLETED');
    }
  }
  assert.deepEqual(await eventTypes(actions, challenged), ['payin.processing', 'payin.completed']);
  assert.equal(await transfersOf(actions, challenged), 1);
});

for (const [name, open] of Object.entries(PAGES)) {
  test(`${name}: an answer after the end changes nothing, before and after the expiry sweep`, async (t) => {
    const actions = await openActions(t);
    const shown = await open(actions);
    actions.advance(15 * MINUTE);
    for (const decision of VISIT_DECISIONS) {
      const late = await decideAtBank(actions.context, shown, decision);
      assert.deepEqual([late.status, late.version], ['PROCESSING', shown.version]);
    }
    await sweepDueTransactions(actions.context);
    const ended = await actions.read(shown);
    assert.deepEqual([ended.status, ended.errorCode], ['DECLINED', '3002']);
    for (const seen of [shown, ended]) {
      await decideAtBank(actions.context, seen, 'approve');
      assert.equal((await actions.read(shown)).version, ended.version);
    }
  });

  test(`${name}: without a decision that the bank signed for it, the return changes nothing`, async (t) => {
    const actions = await openActions(t);
    const { context } = actions;
    const shown = await open(actions);
    const other = await open(actions);
    const { sandboxResult } = resultOf(context, shown, 'decline');
    for (const parameters of [
      {},
      { sandboxResult: 'approve' },
      { sandboxResult: sandboxResult!.replace('decline', 'approve') },
      { redirectResult: sandboxResult! },
      resultOf(context, other, 'approve'),
      resultOf(context, { ...shown, attempts: 2 }, 'approve'),
    ]) {
      const after = await resumeTransaction(context, shown, parameters);
      assert.equal(after.version, shown.version);
      assert.equal((await actions.read(shown)).version, shown.version);
    }
  });

  test(`${name}: a provider that is silent or throws at the return leaves the payment as it was`, async (t) => {
    const actions = await openActions(t);
    const shown = await open(actions);
    for (const resume of [
      () => new Promise<Outcome>(() => {}),
      () => Promise.reject(new Error('connection reset')),
      async () => ({ kind: 'unknown' }) as const,
      async () => ({ kind: 'waiting', askAgainAt: new Date(actions.context.now().getTime() + 1) }) as const,
    ]) {
      const after = await resumeTransaction(withReturn(actions.context, resume), shown, {});
      assert.deepEqual(after, shown);
      assert.deepEqual(await actions.read(shown), shown);
    }
    // The shopper may come back once more.
    const again = await decideAtBank(actions.context, shown, 'decline');
    assert.equal(again.status, 'DECLINED');
  });

  test(`${name}: an answer about another amount, currency or charge is not applied`, async (t) => {
    const actions = await openActions(t);
    const shown = await open(actions);
    const right: AboutCharge = { reference: shown.id, amountMinor: 2500n, currency: 'EUR' };
    const wrong: Partial<AboutCharge>[] = [
      { amountMinor: 2501n },
      { amountMinor: 25n },
      { currency: 'USD' },
      { reference: `${shown.id}-2` },
      { reference: `${shown.id}-r1` },
      { reference: (await open(actions)).id },
    ];
    const answers: Outcome[] = [
      { kind: 'completed' },
      { kind: 'declined', errorCode: '2005' },
      { kind: 'pending' },
    ];
    for (const about of wrong) {
      for (const answer of answers) {
        const of = { ...right, ...about };
        const context = withReturn(actions.context, async () => ({ ...answer, of }));
        assert.equal((await resumeTransaction(context, shown, {})).version, shown.version);
        assert.equal((await actions.read(shown)).version, shown.version);
      }
    }
    const said = actions.logged.filter(({ msg }) => msg === 'a provider answered about another payment');
    assert.equal(said.length, wrong.length * answers.length);
    const context = withReturn(actions.context, async () => ({ kind: 'completed', of: right }));
    assert.equal((await resumeTransaction(context, shown, {})).status, 'COMPLETED');
  });

  test(`${name}: an answer that comes after the deadline is applied, once`, async (t) => {
    const actions = await openActions(t);
    const shown = await open(actions);
    const said = Promise.withResolvers<Outcome>();
    const context = withReturn(actions.context, () => said.promise, 10);
    const [first] = await Promise.all([1, 2, 3].map(() => resumeTransaction(context, shown, {})));
    assert.equal(first!.version, shown.version);
    said.resolve({ kind: 'completed', providerReference: 'charge-1' });
    const paid = await eventually(async () => {
      const present = await actions.read(shown);
      return present.status === 'COMPLETED' && present;
    });
    assert.deepEqual([paid.providerReference, paid.lateSuccess], ['charge-1', false]);
    assert.equal(await transfersOf(actions, shown), 1);
  });
}

test('twenty simultaneous returns in two processes book the payment once', async (t) => {
  const actions = await openActions(t);
  const beside = await openActions(t, actions);
  const challenged = await actions.pay(CHALLENGED);
  const [here, there] = [actions, beside].map(({ context }) =>
    withReturn(
      context,
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return { kind: 'completed', threeDs: { flow: 'CHALLENGE', status: 'AUTHENTICATED' } };
      },
      15_000,
    ),
  );
  const returns = await Promise.all(
    Array.from({ length: 20 }, (_, i) => decideAtBank(i % 2 ? here! : there!, challenged, 'approve')),
  );
  for (const after of returns) assert.equal(after.status, 'COMPLETED');
  const stored = await actions.read(challenged);
  assert.deepEqual([stored.status, stored.threeDs?.status], ['COMPLETED', 'AUTHENTICATED']);
  assert.equal(stored.version, challenged.version + 1);
  assert.deepEqual(await eventTypes(actions, challenged), ['payin.processing', 'payin.completed']);
  assert.equal(await transfersOf(actions, challenged), 1);
});

test('the first of many simultaneous answers in two processes counts, with one event', async (t) => {
  const actions = await openActions(t);
  const beside = await openActions(t, actions);
  for (let round = 0; round < 4; round++) {
    const open = await visit(actions);
    const before = (await actions.events(open)).length;
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        decideAtBank((i % 2 ? beside : actions).context, open, VISIT_DECISIONS[(i + round) % 3]!),
      ),
    );
    const stored = await actions.read(open);
    assert.equal(stored.version, open.version + 1);
    // An approval changes no status, so the shop gets an event only when the payment is settled.
    const events = (await actions.events(open)).slice(before);
    assert.equal(events.length, stored.status === 'DECLINED' ? 1 : 0);
  }
});

test('a refusal that arrives during the approval changes nothing', async (t) => {
  const actions = await sharedActions(t);
  const open = await visit(actions);
  // The provider is asked for the slow refusal first and answers it last. In between the approval is stored.
  const slow = withReturn(
    actions.context,
    async () => {
      await decideAtBank(actions.context, open, 'approve');
      return { kind: 'declined', errorCode: '3006' };
    },
    15_000,
  );
  await decideAtBank(slow, open, 'decline');
  const stored = await actions.read(open);
  assert.deepEqual([stored.status, stored.resultType, stored.errorCode], ['PROCESSING', 'success', null]);
});

test('a payment that is found during an approval counts, because its money has moved', async (t) => {
  const actions = await sharedActions(t);
  const open = await visit(actions);
  const slow = withReturn(
    actions.context,
    async () => {
      await decideAtBank(actions.context, open, 'approve');
      return { kind: 'completed' };
    },
    15_000,
  );
  await decideAtBank(slow, open, 'approve');
  assert.equal((await actions.read(open)).status, 'COMPLETED');
  assert.equal(await transfersOf(actions, open), 1);
});

test('a payment that waits at the cashier cannot be resumed, because it has no provider', async (t) => {
  const actions = await sharedActions(t);
  const atCashier = await visit(actions, { ...BANK, optionId: optionOf('open-banking').id });
  assert.deepEqual([atCashier.resultType, atCashier.provider], ['redirect', null]);
  const after = await decideAtBank(actions.context, atCashier, 'approve');
  assert.equal(after.resultType, 'redirect');
  assert.equal((await actions.read(atCashier)).version, atCashier.version);
});

test('the return to a provider that is not configured any more changes nothing, and is logged', async (t) => {
  const actions = await sharedActions(t);
  const open = await visit(actions);
  const without: Context = { ...actions.context, provider: () => undefined };
  assert.equal((await decideAtBank(without, open, 'approve')).version, open.version);
  assert.deepEqual(
    actions.logged.map(({ msg, transactionId }) => [msg, transactionId]),
    [['the provider of a return is not configured', open.id]],
  );
});

test('a silent provider that sends notifications may have taken the payment, and is asked again at the next return', async (t) => {
  const actions = await sharedActions(t);
  for (const [name, open] of Object.entries(PAGES)) {
    const shown = await open(actions);
    const comeBack = (from: Transaction, resume: Provider['resume']) => {
      const { provider, ...context } = withReturn(actions.context, resume);
      const tells = (known: Provider): Provider => ({
        ...known,
        capabilities: { ...known.capabilities, inquiry: 'notifications-only' },
      });
      return resumeTransaction({ ...context, provider: (...to) => tells(provider(...to)!) }, from, {});
    };
    const silent = await comeBack(shown, () => new Promise(() => {}));
    assert.deepEqual([silent.status, silent.errorCode, silent.expiresAt], ['PROCESSING', '9001', null], name);
    const waiting = await comeBack(silent, async () => ({ kind: 'waiting' }));
    assert.equal(waiting.version, silent.version);
    const paid = await comeBack(silent, async () => ({ kind: 'completed' }));
    assert.equal(paid.status, 'COMPLETED');
    assert.equal(await transfersOf(actions, shown), 1);
  }
});

test('a provider is asked only about a payment whose shopper is at its page', async (t) => {
  const actions = await sharedActions(t);
  const asked: string[] = [];
  const context = withReturn(actions.context, async ({ id }) => {
    asked.push(id);
    return { kind: 'completed' };
  });
  const pix = {
    optionId: optionOf('pix').id,
    currency: 'BRL',
    country: 'BR',
    card: null,
  } as const;
  for (const other of [
    await actions.pay('4242424242424242'),
    await actions.pay('4000000000000002'),
    await actions.pay('4000000000000259'),
    await visit(actions, pix),
  ]) {
    assert.equal((await resumeTransaction(context, other, {})).version, other.version);
  }
  assert.deepEqual(asked, []);
  // A payment with a lost answer may also have sent its shopper to a page. So the provider is asked.
  const unknown = await actions.pay('4000000000000341');
  assert.equal((await resumeTransaction(context, unknown, {})).status, 'COMPLETED');
  assert.deepEqual(asked, [unknown.id]);
});
