// Whatever happens to a pay-in that is captured later, in any order: the sums hold, the ledger has what was captured
// and nothing else, and the pay-in ends once (contract 16). Random sequences of calls, answers and news go through the
// rules; after each step everything is checked.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { isProof } from '../../stage/how-much.ts';
import { type Step, steps } from './capture-steps.ts';
import { openHistory } from './history.ts';

const TRIES = isProof() ? 20_000 : 600;

test('any sequence of authorisations, captures, voids, refunds, disputes and news keeps the sums, and ends once', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      play(sequence);
    }),
    { numRuns: TRIES },
  );
});

test('the sequences reach what they are to prove', () => {
  const reached = new Map<string, number>();
  for (const sequence of fc.sample(steps, TRIES)) {
    const { events, transaction } = play(sequence);
    const names = new Set(events);
    if (transaction.lateSuccess) names.add('late success');
    if (transaction.returned) names.add('returned');
    for (const name of names) reached.set(name, (reached.get(name) ?? 0) + 1);
  }
  for (const name of [
    'payin.authorized',
    'capture.completed',
    'capture.failed',
    'payin.completed',
    'payin.declined',
    'payin.returned',
    'refund.completed',
    'dispute.opened',
    'late success',
  ])
    assert.ok((reached.get(name) ?? 0) > 2, `${name}: ${reached.get(name)} of ${TRIES} sequences`);
});

function play(sequence: readonly Step[]) {
  const history = openHistory();
  for (const step of sequence) history.take(step);
  return history;
}
