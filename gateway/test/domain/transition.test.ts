// Every status against every outcome, written out: the table below is contract 4 once more, by hand.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Outcome } from '../../src/domain/outcome.ts';
import {
  isFinal,
  mayMove,
  STATUSES,
  type Status,
  type TransactionType,
} from '../../src/domain/transaction.ts';
import { transition } from '../../src/domain/transition.ts';
import { aTransaction } from '../builders.ts';

const now = new Date('2026-03-01T12:00:05.000Z');
const later = new Date('2026-03-01T12:15:05.000Z');

const OUTCOMES = {
  completed: { kind: 'completed', providerReference: 'p-1' },
  declined: { kind: 'declined', errorCode: '2005' },
  failed: { kind: 'failed', errorCode: '9002' },
  redirect: { kind: 'redirect', redirectUrl: 'https://bank.example/3ds', expiresAt: later },
  instructions: { kind: 'instructions', resultType: 'qrcode', statusCode: 81, fields: {}, expiresAt: later },
  pending: { kind: 'pending' },
  unknown: { kind: 'unknown' },
  expired: { kind: 'expired' },
  cancelled: { kind: 'cancelled' },
} as const satisfies Record<string, Outcome>;

type Table = Record<Status, Record<keyof typeof OUTCOMES, Status | null>>;
const nothing = {
  completed: null,
  declined: null,
  failed: null,
  redirect: null,
  instructions: null,
  pending: null,
  unknown: null,
  expired: null,
  cancelled: null,
};
const open = {
  completed: 'COMPLETED',
  declined: 'DECLINED',
  failed: 'ERROR',
  redirect: 'PROCESSING',
  instructions: 'PROCESSING',
  pending: 'PROCESSING',
  unknown: 'PROCESSING',
  expired: 'DECLINED',
  cancelled: 'DECLINED',
} as const;

const PAYIN: Table = {
  INIT: open,
  PENDING: { ...open, completed: null, failed: null },
  PROCESSING: open,
  COMPLETED: nothing,
  DECLINED: nothing,
  ERROR: nothing,
};
// A payout that could not be submitted is declined (spec 4.4).
const PAYOUT: Table = {
  ...PAYIN,
  INIT: { ...open, failed: 'DECLINED' },
  PENDING: { ...open, completed: null, failed: 'DECLINED' },
  PROCESSING: { ...open, failed: 'DECLINED' },
};

for (const [type, table] of Object.entries({ PAYIN, PAYOUT }) as [TransactionType, Table][]) {
  for (const status of STATUSES) {
    for (const kind of Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[]) {
      const expected = table[status][kind];
      test(`a ${type} in ${status} that is told "${kind}" ${expected ? `goes to ${expected}` : 'stays as it is'}`, () => {
        const change = transition(
          aTransaction({ type, status, sequence: 3 }),
          OUTCOMES[kind],
          'provider',
          now,
        );
        assert.equal(change?.after.status ?? null, expected);
        if (!change) return;
        const moved = expected !== status;
        assert.equal(change.after.sequence, moved ? 4 : 3, 'sequence counts status changes');
        assert.equal(change.entry?.sequence ?? null, moved ? 4 : null);
        if (isFinal(change.after.status)) {
          assert.equal(change.after.dueAt, null);
          assert.equal(change.after.expiresAt, null);
          assert.equal(change.after.panSealed, null);
        }
      });
    }
  }
}

test('a success after expiry or cancellation is a late success, and no other final status ever changes', () => {
  for (const errorCode of ['3001', '3002'] as const) {
    const change = transition(
      aTransaction({ status: 'DECLINED', errorCode }),
      OUTCOMES.completed,
      'provider',
      now,
    );
    assert.equal(change?.after.status, 'COMPLETED');
    assert.equal(change.after.lateSuccess, true);
    assert.equal(change.after.errorCode, null);
    assert.deepEqual(change.movements, [{ from: 'provider', to: 'available', amountMinor: 2500n }]);
  }
  const issuerSaidNo = aTransaction({ status: 'DECLINED', errorCode: '2005' });
  assert.equal(transition(issuerSaidNo, OUTCOMES.completed, 'provider', now), null);
});

test('an unknown outcome is never a failure: it stays PROCESSING with 9001 and a time to ask again', () => {
  const change = transition(aTransaction(), OUTCOMES.unknown, 'merchant', now);
  assert.equal(change?.after.status, 'PROCESSING');
  assert.equal(change.after.errorCode, '9001');
  assert.equal(change.after.statusCode, 999);
  assert.equal(change.after.dueAt?.getTime(), now.getTime() + 10_000);
  assert.deepEqual(change.movements, []);
});

test('the questions about an unknown outcome follow 10 s, 1 min, 5 min, 1 h and daily for five days, then stop', () => {
  let transaction = transition(aTransaction(), OUTCOMES.unknown, 'merchant', now)!.after;
  const waits: number[] = [];
  while (transaction.dueAt && waits.length < 20) {
    waits.push((transaction.dueAt.getTime() - now.getTime()) / 1000);
    transaction = transition(transaction, OUTCOMES.unknown, 'resolver', now)!.after;
  }
  assert.deepEqual(waits, [10, 60, 300, 3600, 86400, 86400, 86400, 86400, 86400]);
  assert.equal(transaction.status, 'PROCESSING', 'a human decides');
});

test('money moves exactly once in the life of a pay-in, and only with COMPLETED', () => {
  for (const status of STATUSES) {
    for (const kind of Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[]) {
      const change = transition(aTransaction({ status }), OUTCOMES[kind], 'provider', now);
      if (!change) continue;
      assert.equal(change.movements.length, change.after.status === 'COMPLETED' ? 1 : 0);
    }
  }
});

test('the transition table has no way out of a final status and no way back to INIT', () => {
  for (const from of STATUSES) {
    assert.equal(mayMove(from, 'INIT'), false);
    if (isFinal(from)) for (const to of STATUSES) assert.equal(mayMove(from, to), false);
  }
});
