// Every state against every outcome, written out: the tables below repeat contract 4 by hand. A payout has two rows in
// a state, before and after its amount was reserved.
import assert from 'node:assert/strict';
import test from 'node:test';
import { balanceEffect } from '../../../src/domain/ledger/ledger.ts';
import type { Outcome } from '../../../src/domain/transactions/outcome.ts';
import {
  chargeReference,
  isFinal,
  mayMove,
  STATUSES,
  type Status,
  type Transaction,
} from '../../../src/domain/transactions/transaction.ts';
import { transition } from '../../../src/domain/transactions/transition.ts';
import { aTransaction } from '../../stage/builders.ts';

const now = new Date('2026-03-01T12:00:05.000Z');
const later = new Date('2026-03-01T12:15:05.000Z');

const OUTCOMES = {
  completed: { kind: 'completed', providerReference: 'p-1' },
  authorized: { kind: 'authorized' },
  declined: { kind: 'declined', errorCode: '2005' },
  failed: { kind: 'failed', errorCode: '9002' },
  redirect: { kind: 'redirect', redirectUrl: 'https://bank.example/3ds', expiresAt: later },
  instructions: { kind: 'instructions', resultType: 'qrcode', statusCode: 81, fields: {}, expiresAt: later },
  pending: { kind: 'pending' },
  waiting: { kind: 'waiting' },
  rerouted: { kind: 'rerouted', provider: 'second', providerAccount: 'account-2' },
  'approval-needed': { kind: 'approval-needed', expiresAt: later },
  approved: { kind: 'approved' },
  unknown: { kind: 'unknown' },
  expired: { kind: 'expired' },
  cancelled: { kind: 'cancelled' },
  cashier: { kind: 'cashier', expiresAt: later },
  submitted: { kind: 'submitted' },
  'given-up': { kind: 'given-up' },
} as const satisfies { [Kind in Outcome['kind']]: Extract<Outcome, { kind: Kind }> };

type Kind = keyof typeof OUTCOMES;
const KINDS = Object.keys(OUTCOMES) as Kind[];

/** Where each outcome leads; unnamed outcomes leave the transaction unchanged. */
type Row = Partial<Record<Kind, Status>>;

const atCashier = { provider: null, cashierTokenHash: Buffer.alloc(32), cashierExpiresAt: later };

const saidNo = { declined: 'DECLINED', expired: 'DECLINED', cancelled: 'DECLINED' } as const;
const payin: Row = {
  ...saidNo,
  completed: 'COMPLETED',
  failed: 'ERROR',
  redirect: 'PROCESSING',
  instructions: 'PROCESSING',
  pending: 'PROCESSING',
  unknown: 'PROCESSING',
};
// A payout that could not be submitted is declined (spec 4.4).
const unsentPayout: Row = { ...saidNo, failed: 'DECLINED', approved: 'PROCESSING' };
const sentPayout: Row = {
  ...saidNo,
  failed: 'DECLINED',
  completed: 'COMPLETED',
  pending: 'PROCESSING',
  unknown: 'PROCESSING',
};

const manual = { details: { ...aTransaction().details, captureMode: 'manual' as const } };
// It completes by its captures alone.
const { completed: _, ...openManual } = payin;
const held = {
  amountMinor: 4_990n,
  capturedMinor: 0n,
  pendingMinor: 0n,
  isFinal: false,
  takesSeveral: true,
  captureBefore: later,
};
const AUTHORIZED = { status: 'PROCESSING', ...manual } as const;

const TABLE: { name: string; state: Partial<Transaction>; row: Row }[] = [
  {
    name: 'a pay-in in INIT',
    state: { status: 'INIT' },
    row: { ...payin, rerouted: 'INIT', waiting: 'PROCESSING' },
  },
  {
    name: 'a pay-in that waits for its shopper',
    state: { status: 'PROCESSING', expiresAt: later, ...atCashier },
    row: {
      ...payin,
      cashier: 'PROCESSING',
      'given-up': 'DECLINED',
      rerouted: 'PROCESSING',
      waiting: 'PROCESSING',
    },
  },
  {
    // The last provider's news is about a finished attempt; only money counts.
    name: 'a pay-in between two attempts',
    state: { status: 'PROCESSING', attempts: 1, errorCode: '2005', expiresAt: later, ...atCashier },
    row: {
      completed: 'COMPLETED',
      cashier: 'PROCESSING',
      expired: 'DECLINED',
      cancelled: 'DECLINED',
      'given-up': 'DECLINED',
    },
  },
  {
    name: 'a pay-in that has just been submitted',
    state: { status: 'PROCESSING', attempts: 1, attemptedAt: now },
    row: { ...payin, submitted: 'PROCESSING', rerouted: 'PROCESSING', waiting: 'PROCESSING' },
  },
  {
    name: 'a pay-in in PROCESSING',
    state: { status: 'PROCESSING', expiresAt: later },
    row: { ...payin, rerouted: 'PROCESSING', waiting: 'PROCESSING' },
  },
  {
    name: 'a pay-in whose outcome is unknown',
    state: { status: 'PROCESSING', errorCode: '9001' },
    row: { ...payin, waiting: 'PROCESSING' },
  },
  {
    name: 'a pay-in in INIT that is captured later',
    state: { status: 'INIT', ...manual },
    row: { ...openManual, authorized: 'PROCESSING', rerouted: 'INIT', waiting: 'PROCESSING' },
  },
  {
    name: 'an authorised pay-in',
    state: { ...AUTHORIZED, authorized: held },
    row: saidNo,
  },
  {
    name: 'an authorised pay-in of which a part was captured',
    state: { ...AUTHORIZED, authorized: { ...held, capturedMinor: 1n } },
    row: { declined: 'COMPLETED', expired: 'COMPLETED', cancelled: 'COMPLETED' },
  },
  {
    name: 'an authorised pay-in with a pending capture',
    state: { ...AUTHORIZED, authorized: { ...held, pendingMinor: 1n } },
    row: {},
  },
  {
    name: 'a payout in INIT',
    state: { type: 'PAYOUT', status: 'INIT', ...atCashier },
    row: { ...unsentPayout, cashier: 'PROCESSING', 'given-up': 'DECLINED', 'approval-needed': 'PENDING' },
  },
  {
    name: 'a payout in PENDING',
    state: { type: 'PAYOUT', status: 'PENDING', expiresAt: later },
    row: unsentPayout,
  },
  {
    name: 'a payout in PROCESSING that waits for its recipient',
    state: { type: 'PAYOUT', status: 'PROCESSING', expiresAt: later, ...atCashier },
    row: { ...unsentPayout, cashier: 'PROCESSING', 'given-up': 'DECLINED', 'approval-needed': 'PENDING' },
  },
  {
    name: 'a payout in PROCESSING that was approved',
    state: { type: 'PAYOUT', status: 'PROCESSING', moneyReserved: true },
    row: { ...sentPayout, rerouted: 'PROCESSING', waiting: 'PROCESSING' },
  },
  {
    name: 'an approved payout whose outcome is unknown',
    state: { type: 'PAYOUT', status: 'PROCESSING', moneyReserved: true, errorCode: '9001' },
    row: { ...sentPayout, waiting: 'PROCESSING' },
  },
  ...(['PAYIN', 'PAYOUT'] as const).flatMap((type) =>
    (['COMPLETED', 'DECLINED', 'ERROR'] as const).map((status) => ({
      name: `a ${type} that is ${status}`,
      state: { type, status, errorCode: status === 'COMPLETED' ? null : ('9002' as const) },
      row: {},
    })),
  ),
  {
    name: 'a pay-in that expired',
    state: { status: 'DECLINED', errorCode: '3002' },
    row: { completed: 'COMPLETED' },
  },
  {
    name: 'a pay-in that was cancelled',
    state: { status: 'DECLINED', errorCode: '3001' },
    row: { completed: 'COMPLETED' },
  },
  {
    name: 'a payout that expired',
    state: { type: 'PAYOUT', status: 'DECLINED', errorCode: '3002' },
    row: {},
  },
  {
    name: 'a payout that was cancelled',
    state: { type: 'PAYOUT', status: 'DECLINED', errorCode: '3001' },
    row: {},
  },
];

/** Where a transaction's money is: at the brand, reserved, or outside. */
function placesOfMoney(before: Transaction, change: NonNullable<ReturnType<typeof transition>>) {
  const places = { available: 0n, reserved: before.moneyReserved ? before.amountMinor : 0n, provider: 0n };
  for (const { from, to, amountMinor } of change.movements) {
    assert.ok(amountMinor > 0n);
    assert.notEqual(from, to);
    if (from in places) places[from as keyof typeof places] -= amountMinor;
    if (to in places) places[to as keyof typeof places] += amountMinor;
  }
  return places;
}

for (const { name, state, row } of TABLE) {
  for (const kind of KINDS) {
    const expected = row[kind] ?? null;
    // proves 3 statuses; 3 final; 3 open statuses; 3 rule 3; 6
    test(`${name}, told "${kind}", ${expected ? `is ${expected}` : 'stays as it is'}`, () => {
      const before = aTransaction({ sequence: 3, version: 7, ...state });
      const change = transition(before, OUTCOMES[kind], 'provider', now);
      assert.equal(change?.after.status ?? null, expected);
      if (!change) return;
      const { after, entry, movements } = change;

      // An authorisation is an event of its own.
      const moved = expected !== before.status || kind === 'authorized';
      assert.equal(after.sequence, moved ? 4 : 3, 'sequence counts status changes');
      assert.equal(after.version, 8, 'version counts every change');
      assert.deepEqual(
        entry && [entry.sequence, entry.from, entry.to],
        moved ? [4, before.status, expected] : null,
      );
      if (isFinal(after.status)) {
        assert.deepEqual([after.dueAt, after.expiresAt, after.panSealed], [null, null, null]);
        assert.equal(after.moneyReserved, false, 'nothing stays set aside after the end');
      } else {
        assert.ok(after.dueAt && after.dueAt > now, 'what is open is looked after');
        assert.ok(!after.expiresAt || after.dueAt <= after.expiresAt, 'and not later than its end');
      }

      const { available, reserved, provider } = placesOfMoney(before, change);
      const amount = before.amountMinor;
      assert.equal(available + reserved + provider, before.moneyReserved ? amount : 0n, 'money is conserved');
      assert.equal(reserved, after.moneyReserved ? amount : 0n, 'set aside is what the transaction says');
      if (before.type === 'PAYIN') {
        // Captures have moved the money of an authorised pay-in.
        assert.equal(available, after.status === 'COMPLETED' && !after.authorized ? amount : 0n);
      } else if (after.status === 'COMPLETED') {
        assert.deepEqual([available, provider], [0n, amount], 'spent, once, out of what was set aside');
      } else if (isFinal(after.status)) {
        assert.equal(available, before.moneyReserved ? amount : 0n, 'only what was set aside is given back');
      } else {
        assert.equal(available, after.moneyReserved && !before.moneyReserved ? -amount : 0n);
      }
      const effects = movements.map(balanceEffect);
      assert.equal(
        effects.reduce((sum, effect) => sum + effect.availableMinor, 0n),
        available,
      );
    });
  }
}

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

// proves 3 statuses; 3 rule 3
test('the transition table has no move out of a final status and none back to INIT', () => {
  for (const from of STATUSES) {
    assert.equal(mayMove(from, 'INIT'), false);
    if (isFinal(from)) for (const to of STATUSES) assert.equal(mayMove(from, to), false);
  }
});
