import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import type { ClearCard, Instrument, Outcome, Provider } from '@tollgate/provider-kit';
import { pino } from 'pino';
import type { Context } from '../../src/actions/context.ts';
import { askProvider } from '../../src/actions/submission/ask-provider.ts';
import type { Refund } from '../../src/domain/refunds/refund.ts';
import { FAILURES_TO_OPEN, guarded, REST_MS } from '../../src/providers/guarded.ts';
import { aTransaction } from '../stage/builders.ts';
import { startTestGateway } from '../stage/harness.ts';
import { aCall, aProvider } from './a-provider.ts';

const card: ClearCard = {
  details: { number: '4242424242424242', expiryMonth: '12', expiryYear: '2035' },
  holder: null,
  cvv: '123',
};
const instrument: Instrument = { kind: 'card', card };
const transaction = aTransaction();
const refund = { id: randomUUID(), transactionId: transaction.id, amountMinor: 100n } as Refund;
const NOT_SENT = { kind: 'failed', errorCode: '1011' };
const FAILURES: Record<string, () => Promise<Outcome>> = {
  'an exception': async () => {
    throw new Error('connection reset');
  },
  'no readable answer': async () => ({ kind: 'unknown' }),
  'a technical failure': async () => ({ kind: 'failed', errorCode: '9002' }),
  'a missed deadline': () => new Promise(() => {}),
};

/** A guarded provider, called as the actions call it: under its deadline, with exceptions turned into "unknown". */
function underGuard(fields: Partial<Provider> = {}, guard: { playsFailures?: boolean } = {}) {
  let time = transaction.createdAt.getTime();
  let sent = 0;
  let answer: () => Promise<Outcome> = async () => ({ kind: 'completed' });
  const logged: string[] = [];
  let counted = 0;
  const states: string[] = [];
  const observed = async () => {
    sent++;
    return await answer();
  };
  const provider = guarded(aProvider({ deadlineMs: 15, payIn: observed, payOut: observed, ...fields }), {
    now: () => new Date(time),
    log: { warn: (_fields, message) => logged.push(message) },
    observe: (_provider, _account, state) => states.push(state),
    count: () => counted++,
    ...guard,
  });
  const context = { log: pino({ level: 'silent' }) } as Pick<Context, 'log'> as Context;
  const pay = () =>
    askProvider(context, provider, (signal) => provider.payIn(transaction, instrument, aCall(signal)));
  return {
    provider,
    logged,
    states,
    sent: () => sent,
    counted: () => counted,
    advance: (ms: number) => {
      time += ms;
    },
    answers(how: () => Promise<Outcome>) {
      answer = how;
    },
    pay,
    payOut: () => askProvider(context, provider, (signal) => provider.payOut(transaction, {}, aCall(signal))),
    async fail(times: number, how = FAILURES['an exception']!) {
      answer = how;
      for (let i = 0; i < times; i++) await pay();
      answer = async () => ({ kind: 'completed' });
    },
  };
}

for (const [name, how] of Object.entries(FAILURES)) {
  test(`${name}, five times in a row, opens the circuit`, async () => {
    const { fail, pay, payOut, sent, states, logged } = underGuard();
    await fail(FAILURES_TO_OPEN - 1, how);
    assert.deepEqual(states, ['closed']);
    await fail(1, how);
    assert.deepEqual(states, ['closed', 'open']);
    assert.match(logged.join(), /^provider in trouble/);
    const before = sent();
    assert.deepEqual([await pay(), await payOut()], [NOT_SENT, NOT_SENT]);
    assert.equal(sent(), before);
  });
}

test('any answer resets the count: a decline, a redirect, a pending answer, a success', async () => {
  const later = new Date(transaction.createdAt.getTime() + 60_000);
  const well: Outcome[] = [
    { kind: 'declined', errorCode: '2005' },
    { kind: 'redirect', redirectUrl: 'https://bank.example', expiresAt: later },
    { kind: 'pending' },
  ];
  const { fail, pay, answers, states } = underGuard();
  for (const outcome of well) {
    await fail(FAILURES_TO_OPEN - 1);
    answers(async () => outcome);
    assert.deepEqual(await pay(), outcome);
    for (let i = 0; i < 2 * FAILURES_TO_OPEN; i++) await pay();
  }
  assert.deepEqual(states, ['closed']);
});

test('after the pause one payment is tried, and no second payment at the same time', async () => {
  const { fail, pay, sent, advance, answers, states, logged } = underGuard({ deadlineMs: 10_000 });
  await fail(FAILURES_TO_OPEN);
  advance(REST_MS - 1);
  assert.deepEqual(await pay(), NOT_SENT);
  advance(1);
  let end = (_: Outcome) => {};
  answers(() => new Promise((resolve) => (end = resolve)));
  const trying = pay();
  assert.deepEqual(await Promise.all([pay(), pay()]), [NOT_SENT, NOT_SENT]);
  assert.equal(sent(), FAILURES_TO_OPEN + 1);
  end({ kind: 'declined', errorCode: '2005' });
  assert.equal((await trying).kind, 'declined');
  assert.deepEqual(states, ['closed', 'open', 'closed']);
  assert.match(logged.at(-1)!, /has recovered/);
  answers(async () => ({ kind: 'completed' }));
  assert.deepEqual(await Promise.all([pay(), pay()]), [{ kind: 'completed' }, { kind: 'completed' }]);
});

test('a failed trial of any kind begins another pause', async () => {
  for (const how of Object.values(FAILURES)) {
    const { fail, pay, sent, advance, states } = underGuard();
    await fail(FAILURES_TO_OPEN);
    advance(REST_MS);
    await fail(1, how);
    assert.equal(sent(), FAILURES_TO_OPEN + 1);
    advance(REST_MS - 1);
    assert.deepEqual(await pay(), NOT_SENT);
    advance(1);
    assert.deepEqual(await pay(), { kind: 'completed' });
    assert.deepEqual(states, ['closed', 'open', 'open', 'closed']);
  }
});

test('a call sent before the circuit opened is not counted afterwards', async () => {
  const { fail, pay, answers, advance, states, provider } = underGuard({ deadlineMs: 10_000 });
  const ends: ((outcome: Outcome) => void)[] = [];
  answers(() => new Promise((resolve) => ends.push(resolve)));
  const early = Array.from({ length: 12 }, () => provider.payIn(transaction, instrument, aCall()));
  await fail(FAILURES_TO_OPEN);
  ends[0]!({ kind: 'completed' });
  await early[0];
  assert.deepEqual(await pay(), NOT_SENT, 'a success from before does not close it');
  advance(REST_MS);
  assert.deepEqual(await pay(), { kind: 'completed' });
  for (const end of ends.slice(1)) end({ kind: 'unknown' });
  await Promise.all(early);
  assert.deepEqual(await pay(), { kind: 'completed' }, 'failures from before do not open it again');
  assert.deepEqual(states, ['closed', 'open', 'closed']);
});

test('an answer after the deadline counts as one failure, whatever it is', async () => {
  const { provider, answers, states } = underGuard();
  for (const lateAnswer of [FAILURES['an exception']!, async () => ({ kind: 'completed' }) as const]) {
    let end = () => {};
    answers(async () => {
      await new Promise<void>((resolve) => (end = resolve));
      return await lateAnswer();
    });
    for (let i = 0; i < 2; i++) {
      const asking = new AbortController();
      const late = provider.payIn(transaction, instrument, aCall(asking.signal));
      asking.abort();
      end();
      await late.catch(() => {});
    }
  }
  assert.deepEqual(states, ['closed'], 'four failures, not more');
  answers(FAILURES['an exception']!);
  await provider.payIn(transaction, instrument, aCall()).catch(() => {});
  assert.deepEqual(states, ['closed', 'open'], 'and not less');
});

test('while the circuit is open, all calls for earlier payments are still sent', async () => {
  const { fail, provider } = underGuard();
  await fail(FAILURES_TO_OPEN);
  const confirmation = { essentialKey: '1', additionalEssentialKey: null, documentType: null };
  const kinds = await Promise.all([
    provider.inquire(transaction, aCall()),
    provider.cancel(transaction, aCall()),
    provider.confirm(transaction, confirmation, aCall()),
    provider.resume(transaction, { redirectResult: 'x' }, aCall()),
    provider.refund(transaction, refund, aCall().signal),
    provider.inquireRefund(transaction, refund, aCall().signal),
  ]);
  assert.deepEqual(
    kinds.map((one) => one.kind),
    ['unheard', 'declined', 'pending', 'completed', 'completed', 'unheard'],
  );
  assert.deepEqual(
    await provider.payIn(transaction, instrument, aCall()),
    NOT_SENT,
    'and none of it closes it',
  );
});

test('answers to a shopper’s return are not counted, because a stranger may have forged the return', async () => {
  for (const name of ['an exception', 'no readable answer', 'a technical failure']) {
    const { provider, states, counted } = underGuard({ resume: FAILURES[name]! });
    for (let i = 0; i < 3 * FAILURES_TO_OPEN; i++)
      await provider.resume(transaction, {}, aCall()).catch(() => {});
    assert.deepEqual([states, counted()], [['closed'], 0], name);
  }
});

test('while nobody aborts the signal, the deadline still applies', async () => {
  const { provider, answers, states } = underGuard();
  answers(FAILURES['a missed deadline']!);
  const keepAlive = setTimeout(() => {}, 5_000);
  for (let i = 0; i < FAILURES_TO_OPEN; i++) void provider.payIn(transaction, instrument, aCall());
  while (states.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  clearTimeout(keepAlive);
  assert.deepEqual(states, ['closed', 'open']);
});

test('simulated failures are not counted, but exceptions and missed deadlines are', async () => {
  const { fail, pay, states } = underGuard({}, { playsFailures: true });
  await fail(3 * FAILURES_TO_OPEN, FAILURES['no readable answer']);
  await fail(3 * FAILURES_TO_OPEN, FAILURES['a technical failure']);
  assert.deepEqual(await pay(), { kind: 'completed' });
  await fail(FAILURES_TO_OPEN - 1, FAILURES['a missed deadline']);
  await fail(1, FAILURES['an exception']);
  assert.deepEqual(states, ['closed', 'open']);
});

test('the signal given to the provider is aborted at the deadline, not before and not after an answer', async () => {
  const signals: AbortSignal[] = [];
  const { pay, provider } = underGuard({
    payIn: async (_transaction, _instrument, { signal }) => {
      signals.push(signal);
      if (signals.length > 1) await new Promise((_, reject) => signal.addEventListener('abort', reject));
      return { kind: 'completed' };
    },
  });
  assert.equal((await pay()).kind, 'completed');
  assert.equal((await pay()).kind, 'unknown');
  await new Promise((resolve) => setTimeout(resolve, 2 * provider.deadlineMs));
  assert.deepEqual(
    signals.map((signal) => signal.aborted),
    [false, true],
  );
});

test("/metrics shows each provider's circuit", async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const { text } = await tollgate.operator('GET', '/metrics');
  assert.match(text, /^tollgate_provider_circuit_open\{provider="sandbox"\} 0$/m);
});
