// What outcomes do beside the status: late successes, unknown outcomes, when a provider is asked next, which data
// stays, and which money moves. transition.test.ts has every state against every outcome.
import assert from 'node:assert/strict';
import test from 'node:test';
import { balanceEffect } from '../../../src/domain/ledger/ledger.ts';
import { chargeReference, isFinal, type Transaction } from '../../../src/domain/transactions/transaction.ts';
import { transition } from '../../../src/domain/transactions/transition.ts';
import { aTransaction } from '../../stage/builders.ts';
import { later, now, OUTCOMES } from './each-outcome.ts';

// proves 3 final
test('a success after expiry or cancellation is a late success, and no other final status ever changes', () => {
  for (const errorCode of ['3001', '3002'] as const) {
    const declined = aTransaction({ status: 'DECLINED', errorCode });
    const change = transition(declined, OUTCOMES.completed, 'provider', now);
    assert.deepEqual([change?.after.lateSuccess, change?.after.errorCode], [true, null]);
    assert.equal(change?.entry?.reason, 'money arrived after the payment had ended');
    assert.deepEqual(change?.movements, [{ from: 'provider', to: 'available', amountMinor: 2500n }]);
  }
  const issuerSaidNo = aTransaction({ status: 'DECLINED', errorCode: '2005' });
  assert.equal(transition(issuerSaidNo, OUTCOMES.completed, 'provider', now), null);
});

test('a payment that its provider reports counts after any end, if it was sent to a provider', () => {
  const notified = { ...OUTCOMES.completed, notified: true } as const;
  for (const [status, errorCode] of [
    ['DECLINED', '2005'],
    ['DECLINED', '1011'],
    ['DECLINED', '3002'],
    ['ERROR', '9002'],
  ] as const) {
    const ended = aTransaction({ status, errorCode });
    const change = transition(ended, notified, 'provider', now)!;
    assert.deepEqual([change.after.status, change.after.lateSuccess], ['COMPLETED', true]);
    assert.equal(change.entry?.reason, 'money arrived after the payment had ended');
    assert.deepEqual(change.movements, [{ from: 'provider', to: 'available', amountMinor: 2500n }]);
  }
  const unsent = aTransaction({ status: 'DECLINED', errorCode: '2005', provider: null });
  assert.equal(transition(unsent, notified, 'provider', now), null);
  assert.equal(transition(aTransaction({ status: 'COMPLETED' }), notified, 'provider', now), null, 'once');
  for (const status of ['DECLINED', 'COMPLETED'] as const)
    assert.equal(transition(aTransaction({ type: 'PAYOUT', status }), notified, 'provider', now), null);
});

test('an unknown outcome is never a failure: it stays PROCESSING with 9001 and a time to ask again', () => {
  const sent = { type: 'PAYOUT', status: 'PROCESSING', moneyReserved: true } as const;
  for (const [state, answer] of [
    [{}, [999, 'error']],
    // A payout was submitted; its final status follows (contract 7).
    [sent, [200, 'success']],
  ] as const) {
    const change = transition(aTransaction(state), OUTCOMES.unknown, 'merchant', now)!;
    assert.deepEqual([change.after.status, change.after.errorCode], ['PROCESSING', '9001']);
    assert.deepEqual([change.after.statusCode, change.after.resultType], answer);
    assert.equal(change.after.dueAt?.getTime(), now.getTime() + 10_000);
    assert.deepEqual(change.movements, []);
  }
});

test('a payment whose page was lost with its process has an unknown outcome', () => {
  const left = transition(aTransaction(), OUTCOMES.waiting, 'resolver', now)!.after;
  assert.deepEqual(
    [left.status, left.errorCode, left.dueAt?.getTime()],
    ['PROCESSING', '9001', now.getTime() + 10_000],
  );
});

for (const kind of ['unknown', 'waiting'] as const) {
  test(`without an end, the questions answered "${kind}" follow 10 s, 1 min, 5 min, 1 h and daily for five days, then stop`, () => {
    let transaction = transition(aTransaction(), OUTCOMES.unknown, 'merchant', now)!.after;
    const waits: number[] = [];
    while (transaction.dueAt && waits.length < 20) {
      waits.push((transaction.dueAt.getTime() - now.getTime()) / 1000);
      transaction = transition(transaction, OUTCOMES[kind], 'resolver', now)!.after;
    }
    assert.deepEqual(waits, [10, 60, 300, 3600, 86400, 86400, 86400, 86400, 86400]);
    assert.equal(transaction.status, 'PROCESSING', 'a human decides');
  });
}

test('the provider is asked about shown instructions at its own time, at the latest at their end', () => {
  const soon = new Date(now.getTime() + 30_000);
  const tooLate = new Date(later.getTime() + 1);
  for (const outcome of [OUTCOMES.redirect, OUTCOMES.instructions]) {
    for (const [askAgainAt, dueAt] of [
      [soon, soon],
      [undefined, later],
      [tooLate, later],
    ] as const) {
      const told = { ...outcome, ...(askAgainAt && { askAgainAt }) };
      const shown = transition(aTransaction(), told, 'merchant', now)!.after;
      assert.deepEqual([shown.dueAt, shown.expiresAt], [dueAt, later]);
      const again = { kind: 'waiting', ...(askAgainAt && { askAgainAt }) } as const;
      const waiting = transition(shown, again, 'resolver', now)!.after;
      assert.deepEqual({ ...waiting, version: 1, dueAt }, { ...shown, dueAt }, 'nothing else changes');
      assert.deepEqual(waiting.dueAt, dueAt);
    }
  }
});

test('the next provider is recorded before it is asked, and the resolver continues from there', () => {
  const before = aTransaction({ provider: 'first', dueAt: new Date(now.getTime() + 1) });
  const { after, entry } = transition(before, OUTCOMES.rerouted, 'gateway', now)!;
  assert.deepEqual([after.provider, after.providerAccount, after.reroutes], ['second', 'account-2', 1]);
  assert.equal(after.dueAt?.getTime(), now.getTime() + 20_000);
  assert.equal(entry, null);
  assert.equal(chargeReference(after), `${before.id}-r1`, 'another account is another charge');
  const third = { kind: 'rerouted', provider: 'second', providerAccount: null } as const;
  const again = transition(after, third, 'gateway', now)!.after;
  assert.deepEqual([again.providerAccount, chargeReference(again)], [null, `${before.id}-r2`]);
});

test('an open payout keeps its recipient, and a pay-in its card while the number may be needed', () => {
  const sealed = Buffer.from('sealed');
  const payout = aTransaction({ type: 'PAYOUT', paymentDataSealed: sealed });
  const pending = transition(payout, OUTCOMES['approval-needed'], 'merchant', now)!.after;
  const approved = transition(pending, OUTCOMES.approved, 'merchant', now)!.after;
  assert.deepEqual([pending.paymentDataSealed, approved.paymentDataSealed], [sealed, sealed]);
  const ended = transition(approved, OUTCOMES.completed, 'provider', now)!.after;
  assert.equal(ended.paymentDataSealed, null);

  const card = aTransaction({ panSealed: sealed });
  assert.equal(transition(card, OUTCOMES.redirect, 'merchant', now)!.after.panSealed, sealed);
  assert.equal(transition(card, OUTCOMES.declined, 'merchant', now)!.after.panSealed, null);
});

test("a payout's reserved money is spent or released exactly once", () => {
  const ends = { COMPLETED: 0, DECLINED: 0 };
  const visit = (before: Transaction, available: bigint, reserved: bigint, steps: number) => {
    assert.ok(reserved >= 0n && available <= 0n, 'never more given back than was set aside');
    if (isFinal(before.status)) {
      ends[before.status as keyof typeof ends]++;
      assert.deepEqual([available, reserved], [before.status === 'COMPLETED' ? -2500n : 0n, 0n]);
    }
    if (steps === 0) return;
    for (const outcome of Object.values(OUTCOMES)) {
      const change = transition(before, outcome, 'provider', now);
      if (!change) continue;
      const effects = change.movements.map(balanceEffect);
      const sum = (key: 'availableMinor' | 'reservedMinor') =>
        effects.reduce((total, effect) => total + effect[key], 0n);
      visit(change.after, available + sum('availableMinor'), reserved + sum('reservedMinor'), steps - 1);
    }
  };
  visit(aTransaction({ type: 'PAYOUT' }), 0n, 0n, 5);
  assert.ok(ends.COMPLETED > 10 && ends.DECLINED > 100, JSON.stringify(ends));
});

test('a payment of zero moves no money', () => {
  for (const state of [{}, { type: 'PAYOUT', status: 'PENDING' }] as const) {
    for (const outcome of Object.values(OUTCOMES)) {
      const change = transition(aTransaction({ ...state, amountMinor: 0n }), outcome, 'provider', now);
      assert.deepEqual(change?.movements ?? [], []);
    }
  }
});
