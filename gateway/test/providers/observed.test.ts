// The observer of provider calls sees each call with its end, and the calls that the circuit breaker held back. It
// changes nothing.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Provider } from '@tollgate/provider-kit';
import { FAILURES_TO_OPEN, guarded } from '../../src/providers/guarded.ts';
import { type CallFacts, observed, resultOf } from '../../src/providers/observed.ts';

function aProvider(answers: Partial<Record<keyof Provider, () => Promise<unknown>>>): Provider {
  return {
    id: 'made-up',
    accountId: 'account-1',
    deadlineMs: 1_000,
    capabilities: {},
    ...answers,
  } as unknown as Provider;
}

const CALL = { signal: new AbortController().signal } as never;

test('each call is observed, with its answer or its exception', async () => {
  const seen: [CallFacts, unknown][] = [];
  const provider = observed(
    aProvider({
      payIn: async () => ({ kind: 'completed' }),
      refund: () => Promise.reject(new Error('reset')),
    }),
    async (facts, send) => {
      try {
        const answer = await send();
        seen.push([facts, answer]);
        return answer;
      } catch (error) {
        seen.push([facts, (error as Error).message]);
        throw error;
      }
    },
  );
  assert.deepEqual(await provider.payIn({} as never, {} as never, CALL), { kind: 'completed' });
  await assert.rejects(provider.refund({} as never, {} as never, CALL), /reset/);
  const facts = { provider: 'made-up', accountId: 'account-1' };
  assert.deepEqual(seen, [
    [{ ...facts, call: 'payIn' }, { kind: 'completed' }],
    [{ ...facts, call: 'refund' }, 'reset'],
  ]);
  // A method that the adapter lacks stays absent.
  assert.equal(provider.missedNotifications, undefined);
});

test('a call that the circuit breaker stops is observed, and not sent', async () => {
  let sent = 0;
  const heldBack: CallFacts[] = [];
  const failing = async () => {
    sent++;
    return { kind: 'unknown' };
  };
  const provider = guarded(aProvider({ payIn: failing, payOut: failing }), {
    now: () => new Date(0),
    log: { warn() {} },
    observe() {},
    around: (_, send) => send(),
    heldBack: (facts) => heldBack.push(facts),
  });
  for (let n = 0; n < FAILURES_TO_OPEN; n++) await provider.payIn({} as never, {} as never, CALL);
  assert.equal((await provider.payOut({} as never, {} as never, CALL)).kind, 'failed');
  assert.equal(sent, FAILURES_TO_OPEN);
  assert.deepEqual(heldBack, [{ provider: 'made-up', accountId: 'account-1', call: 'payOut' }]);
});

test('a decline or refusal counts as answered, an unsent call as failed, and a missing answer as unknown', () => {
  const results = [
    [{ kind: 'completed' }, 'answered'],
    [{ kind: 'declined', errorCode: 'x' }, 'answered'],
    [{ kind: 'failed', answered: true }, 'answered'],
    [{ kind: 'failed' }, 'failed'],
    [{ kind: 'unknown' }, 'unknown'],
    [undefined, 'answered'],
  ] as const;
  for (const [answer, result] of results) assert.equal(resultOf(answer), result);
});
