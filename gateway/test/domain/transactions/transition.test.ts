// Every state against every outcome, written out: the tables below repeat contract 4 by hand. A payout has two rows in
// a state, before and after its amount was reserved.
import assert from 'node:assert/strict';
import test from 'node:test';
import { balanceEffect } from '../../../src/domain/ledger/ledger.ts';
import {
  capturedMinor,
  isFinal,
  mayMove,
  STATUSES,
  type Status,
  type Transaction,
} from '../../../src/domain/transactions/transaction.ts';
import { transition } from '../../../src/domain/transactions/transition.ts';
import { aTransaction } from '../../stage/builders.ts';
import { later, now, OUTCOMES } from './each-outcome.ts';

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

// proves 3 statuses; 3 rule 3
test('the transition table has no move out of a final status and none back to INIT', () => {
  for (const from of STATUSES) {
    assert.equal(mayMove(from, 'INIT'), false);
    if (isFinal(from)) for (const to of STATUSES) assert.equal(mayMove(from, to), false);
  }
});

test('a pay-in that is completed with less than its amount brings what came, and never more or nothing', () => {
  const before = aTransaction({ status: 'PROCESSING', provider: 'bank', amountMinor: 5_500n });
  const received = (receivedMinor: bigint, of: Partial<Transaction> = {}) =>
    transition({ ...before, ...of }, { kind: 'completed', receivedMinor }, 'operator', now);
  const change = received(5_400n)!;
  assert.deepEqual(change.movements, [{ from: 'provider', to: 'available', amountMinor: 5_400n }]);
  assert.deepEqual([change.after.status, capturedMinor(change.after)], ['COMPLETED', 5_400n]);
  for (const wrong of [5_500n, 5_501n, 0n, -1n]) assert.equal(received(wrong), null, String(wrong));
  assert.equal(received(5_400n, { type: 'PAYOUT', moneyReserved: true }), null);
});
