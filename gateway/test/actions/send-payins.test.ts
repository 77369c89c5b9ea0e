// A pay-in at the providers of its option. The test plays the providers; the rest is the real gateway with its
// database.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Outcome, Provider } from '@tollgate/provider-kit';
import type { Context } from '../../src/actions/context.ts';
import { createTransaction } from '../../src/actions/transactions/create-transaction.ts';
import { resolveTransaction } from '../../src/actions/transactions/resolve-transaction.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import { FAILURES_TO_OPEN, guarded, REST_MS } from '../../src/providers/guarded.ts';
import { routeTo } from '../../src/providers/registry.ts';
import { sweepDueTransactions } from '../../src/worker/due-transactions.ts';
import { aProvider } from '../providers/a-provider.ts';
import { eventually } from '../stage/harness.ts';
import { moveByHand } from '../stage/move-by-hand.ts';
import { type Actions, openActions } from './open-actions.ts';

const NOT_ACTED: Outcome = { kind: 'failed', errorCode: '9002' };
const COMPLETED: Outcome = { kind: 'completed' };

interface Stage extends Actions {
  /** The calls that providers received, in order: "first payIn". */
  asked: string[];
  /** Makes a pay-in. Returns it as stored afterwards. */
  payBy(context?: Context): Promise<Transaction>;
}

/** Providers named first, second … with the given answers; each records its calls. */
async function openStage(t: TestContext, ...given: (Partial<Provider> | Outcome)[]): Promise<Stage> {
  const actions = await openActions(t);
  const asked: string[] = [];
  const names = ['first', 'second', 'third'];
  const providers = given.map((one, i) => {
    const id = names[i]!;
    const fields: Partial<Provider> = 'kind' in one ? { payIn: async () => one } : one;
    const provider = aProvider({ ...fields, id });
    return aProvider({
      ...provider,
      payIn: (...call) => {
        asked.push(`${id} payIn`);
        return provider.payIn(...call);
      },
      inquire: (...call) => {
        asked.push(`${id} inquire`);
        return provider.inquire(...call);
      },
    });
  });
  return stageOf(actions, providers, asked);
}

function stageOf(actions: Actions, providers: Provider[], asked: string[]): Stage {
  const routes = routeTo(providers);
  const context = { ...actions.context, providersFor: routes.forOption, provider: routes.byId };
  return {
    ...actions,
    context,
    asked,
    async payBy(by = context) {
      const { result } = await createTransaction(by, actions.request('4242424242424242'));
      return await actions.read({ merchantId: actions.brand.merchantId, id: result.transactionId });
    },
  };
}

test('after a provider that certainly did not act, the next provider is recorded and then asked', async (t) => {
  const onRecord: unknown[] = [];
  const remember = async ({ merchantId, id }: Pick<Transaction, 'merchantId' | 'id'>) => {
    const { provider, status } = await stage.read({ merchantId, id });
    onRecord.push([provider, status]);
  };
  const stage = await openStage(
    t,
    {
      payIn: async (transaction) => {
        await remember(transaction);
        return NOT_ACTED;
      },
    },
    {
      payIn: async (transaction) => {
        await remember(transaction);
        return { ...COMPLETED, providerReference: `second-${transaction.id}` };
      },
    },
    COMPLETED,
  );
  const paid = await stage.payBy();
  assert.deepEqual(onRecord, [
    ['first', 'INIT'],
    ['second', 'INIT'],
  ]);
  assert.deepEqual(stage.asked, ['first payIn', 'second payIn']);
  assert.deepEqual(
    [paid.status, paid.provider, paid.providerReference],
    ['COMPLETED', 'second', `second-${paid.id}`],
  );
  const events = await stage.events(paid);
  assert.deepEqual(
    events.map(({ eventType, sequence }) => [eventType, sequence]),
    [['payin.completed', 1]],
    'the merchant hears of the end alone',
  );
});

test("a provider is asked only after the payment's row names it", async (t) => {
  const handed: unknown[] = [];
  const take = (outcome: Outcome): Partial<Provider> => ({
    payIn: async (sent) => {
      const { provider, version } = sent as Transaction;
      handed.push([provider, version]);
      return outcome;
    },
  });
  const stage = await openStage(t, take(NOT_ACTED), take(NOT_ACTED), take(COMPLETED));
  const paid = await stage.payBy();
  assert.deepEqual(handed, [
    ['first', 0],
    ['second', 1],
    ['third', 2],
  ]);
  assert.deepEqual([paid.status, paid.provider, paid.version], ['COMPLETED', 'third', 3]);
});

test('after a provider that may have acted, no other provider is asked', async (t) => {
  const soon = new Date('2026-03-01T12:30:00.000Z');
  const answers: [Outcome | Partial<Provider>, unknown[]][] = [
    [COMPLETED, ['COMPLETED', null]],
    [{ kind: 'declined', errorCode: '2005' }, ['DECLINED', '2005']],
    [{ kind: 'unknown' }, ['PROCESSING', '9001']],
    [{ kind: 'pending' }, ['PROCESSING', null]],
    [{ kind: 'redirect', redirectUrl: 'https://bank.example', expiresAt: soon }, ['PROCESSING', null]],
    [
      { kind: 'instructions', resultType: 'fawry', statusCode: 90, fields: {}, expiresAt: soon },
      ['PROCESSING', null],
    ],
    [
      {
        payIn: async () => {
          throw new Error('connection reset');
        },
      },
      ['PROCESSING', '9001'],
    ],
    [{ deadlineMs: 15, payIn: () => new Promise(() => {}) }, ['PROCESSING', '9001']],
  ];
  for (const [answer, expected] of answers) {
    const stage = await openStage(t, answer, COMPLETED);
    const paid = await stage.payBy();
    assert.deepEqual([paid.status, paid.errorCode], expected);
    // Not later either: the resolver asks the provider that accepted it.
    stage.advance(3_600_000);
    await sweepDueTransactions(stage.context);
    assert.deepEqual(
      stage.asked.filter((one) => one.startsWith('second')),
      [],
    );
  }
});

test('if no provider acted, the last answer counts; without a reachable provider the payment is declined with 1011', async (t) => {
  const away: Outcome = { kind: 'failed', errorCode: '1011' };
  const cases: [Outcome[], unknown[]][] = [
    [
      [NOT_ACTED, { kind: 'failed', errorCode: '9003' }],
      ['ERROR', '9003', 999],
    ],
    [
      [away, NOT_ACTED],
      ['ERROR', '9002', 999],
    ],
    [
      [NOT_ACTED, away],
      ['DECLINED', '1011', 900],
    ],
    [[], ['DECLINED', '1011', 900]],
  ];
  for (const [answers, expected] of cases) {
    const stage = await openStage(t, ...answers);
    const paid = await stage.payBy();
    assert.deepEqual([paid.status, paid.errorCode, paid.statusCode], expected);
    assert.equal(stage.asked.length, answers.length);
  }
});

/** The same process, which dies right after it stored that the second provider is next. */
async function killedAfterRerouting(stage: Stage): Promise<Transaction> {
  const { transactions } = stage.context;
  return await new Promise((dead, failed) => {
    const apply: typeof transactions.apply = async (job) => {
      const applied = await transactions.apply(job);
      if (job.change.after.provider === 'first') return applied;
      dead(job.change.after);
      return await new Promise<never>(() => {});
    };
    stage.payBy({ ...stage.context, transactions: { ...transactions, apply } }).catch(failed);
  });
}

test('after a kill between naming the next provider and asking it, the resolver asks that provider', async (t) => {
  for (const [answer, expected] of [
    [{ kind: 'unheard' }, ['ERROR', '9002']],
    [COMPLETED, ['COMPLETED', null]],
  ] as const) {
    const stage = await openStage(t, NOT_ACTED, { inquire: async () => answer });
    const left = await killedAfterRerouting(stage);
    assert.deepEqual([left.status, left.provider], ['INIT', 'second']);
    stage.advance(20_000);
    await sweepDueTransactions(stage.context);
    assert.deepEqual(stage.asked, ['first payIn', 'second inquire']);
    const settled = await stage.read(left);
    assert.deepEqual([settled.status, settled.errorCode], expected);
  }
});

test('a late answer of the first provider does not end a payment that the second has accepted', async (t) => {
  const stage = await openStage(t, NOT_ACTED, { payIn: () => new Promise(() => {}) });
  const taken = await killedAfterRerouting(stage);
  // A resolver read the row before it was rerouted, and the first provider answered that it never heard of it.
  const stale: Transaction = { ...taken, provider: 'first', version: 0 };
  const after = await resolveTransaction(stage.context, stale);
  assert.deepEqual([after.status, after.provider], ['INIT', 'second']);
  assert.deepEqual(stage.asked, ['first payIn', 'first inquire']);
});

test('an idempotency key stores and replays the final answer, not the attempts before it', async (t) => {
  const stage = await openStage(t, NOT_ACTED, COMPLETED);
  const request = stage.request('4242424242424242', {
    idempotency: { key: 'order-1', fingerprint: Buffer.alloc(32, 1) },
  });
  const first = await createTransaction(stage.context, request);
  assert.deepEqual(
    [JSON.parse(first.body).statusCode, JSON.parse(first.body).result.status],
    [200, 'COMPLETED'],
  );
  const again = await createTransaction(stage.context, request);
  assert.deepEqual([again.replayed, again.body], [true, first.body]);
});

test('if the acknowledgement of the next provider is lost, nothing is sent, and the answer is unknown', async (t) => {
  const stage = await openStage(t, NOT_ACTED, { inquire: async () => ({ kind: 'unheard' }) });
  const { transactions } = stage.context;
  const unheard: typeof transactions = {
    ...transactions,
    async apply(job) {
      const applied = await transactions.apply(job);
      return job.change.after.status === 'INIT' ? 'lost' : applied;
    },
  };
  const request = stage.request('4242424242424242');
  const { body } = await createTransaction({ ...stage.context, transactions: unheard }, request);
  const { statusCode, resultType, result } = JSON.parse(body);
  assert.deepEqual(
    [statusCode, resultType, result.status, result.errorCode],
    [999, 'error', 'PROCESSING', '9001'],
  );
  stage.advance(20_000);
  await sweepDueTransactions(stage.context);
  assert.deepEqual(stage.asked, ['first payIn', 'second inquire']);
  const { merchantId } = stage.brand;
  const settled = await stage.read({ merchantId, id: result.transactionId });
  assert.deepEqual([settled.status, settled.errorCode], ['ERROR', '9002']);
});

test('a payment that has ended in the meantime goes to no other provider', async (t) => {
  const stage = await openStage(
    t,
    {
      payIn: async (transaction) => {
        await moveByHand(stage.context.sql, transaction.id, { status: 'DECLINED', error_code: '3001' });
        return NOT_ACTED;
      },
    },
    COMPLETED,
  );
  const paid = await stage.payBy();
  assert.deepEqual([paid.status, paid.errorCode], ['DECLINED', '3001']);
  assert.deepEqual(stage.asked, ['first payIn']);
});

test('a payment that took too long to store is not sent, because the resolver may ask already', async (t) => {
  const stage = await openStage(
    t,
    { deadlineMs: 15_000, inquire: async () => ({ kind: 'unheard' }) },
    COMPLETED,
  );
  const { transactions } = stage.context;
  const slowToOpen: typeof transactions = {
    ...transactions,
    open: async (job) => {
      const opened = await transactions.open(job);
      stage.advance(5_001);
      return opened;
    },
  };
  const paid = await stage.payBy({ ...stage.context, transactions: slowToOpen });
  assert.deepEqual([paid.status, paid.errorCode], ['PROCESSING', '9001']);
  stage.advance(10_000);
  await sweepDueTransactions(stage.context);
  assert.deepEqual(stage.asked, ['first inquire']);
  assert.deepEqual((await stage.read(paid)).status, 'ERROR');
});

test("while a provider's circuit is open, payments go to the next one, and return after it closes", async (t) => {
  let firstIsWell = false;
  const stage = await openStage(t, { payIn: async () => (firstIsWell ? COMPLETED : NOT_ACTED) }, COMPLETED);
  const guard = { now: stage.context.now, log: { warn() {} }, observe() {} };
  const providers = ['first', 'second'].map((id) => guarded(stage.context.provider(id, null)!, guard));
  const { payBy } = stageOf(stage, providers, stage.asked);
  for (let i = 0; i < FAILURES_TO_OPEN + 3; i++) {
    const paid = await payBy();
    assert.deepEqual([paid.status, paid.provider], ['COMPLETED', 'second']);
  }
  assert.equal(stage.asked.filter((one) => one === 'first payIn').length, FAILURES_TO_OPEN);
  firstIsWell = true;
  stage.advance(REST_MS);
  for (let i = 0; i < 3; i++) assert.equal((await payBy()).provider, 'first');
});

test("if every provider's circuit is open, a payment is declined with 1011 without a call", async (t) => {
  const stage = await openStage(t, NOT_ACTED, { kind: 'unknown' });
  const guard = { now: stage.context.now, log: { warn() {} }, observe() {} };
  const providers = ['first', 'second'].map((id) => guarded(stage.context.provider(id, null)!, guard));
  const { payBy } = stageOf(stage, providers, stage.asked);
  for (let i = 0; i < FAILURES_TO_OPEN; i++) assert.equal((await payBy()).errorCode, '9001');
  const asked = stage.asked.length;
  const paid = await payBy();
  assert.deepEqual([paid.status, paid.errorCode, paid.statusCode], ['DECLINED', '1011', 900]);
  assert.equal(stage.asked.length, asked);
});

/** An answer that comes when the test says so. */
function later() {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const signals: AbortSignal[] = [];
  const payIn: Provider['payIn'] = (_transaction, _instrument, { signal }) => {
    signals.push(signal);
    return promise;
  };
  return { answer: resolve, signals, provider: { deadlineMs: 15, payIn } };
}

test('an answer after the caller got 9001 is applied, whatever it is', async (t) => {
  const answers: [Outcome, string, string | null][] = [
    [COMPLETED, 'COMPLETED', null],
    [{ kind: 'declined', errorCode: '2001' }, 'DECLINED', '2001'],
    [NOT_ACTED, 'ERROR', '9002'],
  ];
  for (const [answer, status, errorCode] of answers) {
    const call = later();
    const stage = await openStage(t, call.provider);
    const unknown = await stage.payBy();
    assert.deepEqual([unknown.status, unknown.errorCode], ['PROCESSING', '9001']);
    assert.equal(call.signals[0]!.aborted, false, 'the call goes on');
    call.answer(answer);
    const ended = await eventually(async () => {
      const present = await stage.read(unknown);
      return present.status !== 'PROCESSING' && present;
    });
    assert.deepEqual([ended.status, ended.errorCode, ended.lateSuccess], [status, errorCode, false]);
  }
});
