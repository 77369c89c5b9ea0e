// Why ledger and bank differ, case by case,
// and the sums of accounts.
import assert from 'node:assert/strict';
import test from 'node:test';
import { closingOf, LedgerSums } from '../../../src/domain/month-end/account-sums.ts';
import {
  CAUSES,
  causeOfEntry,
  causeOfMovement,
  changeOf,
  type EntryFacts,
  isOpen,
  type MovementFacts,
  proofOf,
} from '../../../src/domain/month-end/cause.ts';
import { isOver, monthAfter, periodOf } from '../../../src/domain/month-end/period.ts';

const entry = { bookedOn: '2026-10-05', amountMinor: 100n, isBatch: false };
const movement = (facts: Partial<MovementFacts> = {}): MovementFacts => ({
  kind: 'PAYIN',
  amountMinor: 100n,
  isOfBank: true,
  entry,
  isNotified: false,
  ...facts,
});

test('a movement has a proof, or a cause for its difference', () => {
  for (const [facts, proof, cause] of [
    [{}, 'bank', null],
    [{ entry: null }, 'none', 'not-booked'],
    [{ entry: null, isTakenBack: true }, 'none', 'taken-back'],
    [{ kind: 'PAYIN_SENT_BACK', entry: null, isTakenBack: true }, 'none', 'taken-back'],
    [{ entry: { ...entry, bookedOn: '2026-09-30' } }, 'bank', 'booked-in-another-month'],
    [{ entry: { ...entry, amountMinor: 99n } }, 'bank', 'amount-differs'],
    [{ entry: { ...entry, amountMinor: 900n, isBatch: true } }, 'bank', null],
    [{ isOfBank: false, entry: null }, 'answer', null],
    [{ isOfBank: false, entry: null, isNotified: true }, 'provider', null],
    [{ kind: 'PAYOUT_SET_ASIDE', entry: null }, 'internal', null],
    [{ kind: 'FUNDING', isOfBank: false, entry: null }, 'none', 'funding'],
  ] as const) {
    const given = movement(facts);
    assert.deepEqual([proofOf(given), causeOfMovement(given, '2026-10')], [proof, cause]);
  }
});

test('a bank entry that differs from the ledger has a cause', () => {
  const moved = { months: ['2026-10'], amountMinor: 100n };
  const fits: EntryFacts = {
    direction: 'debit',
    amountMinor: 100n,
    bookedOn: '2026-10-05',
    state: 'applied',
    isCharge: false,
    movements: moved,
  };
  for (const [facts, cause] of [
    [{}, null],
    [{ movements: null }, 'returned-before-paid'],
    [{ movements: { ...moved, months: ['2026-10', '2026-11'] } }, 'recorded-in-another-month'],
    [{ amountMinor: 99n }, 'amount-differs'],
    [{ state: 'waiting' }, 'not-applied'],
    [{ state: 'unmatched' }, 'unmatched'],
    [{ state: 'unmatched', isCharge: true }, 'bank-charge'],
    [{ state: 'unmatched', isCharge: true, direction: 'credit' }, 'unmatched'],
    [{ state: 'conflict' }, 'conflict'],
    [{ state: 'dismissed', isCharge: true }, 'dismissed'],
  ] as const)
    assert.equal(causeOfEntry({ ...fits, ...facts }), cause, JSON.stringify(cause));
});

test('only differences that may be settled later are checked again', () => {
  const open = (Object.keys(CAUSES) as (keyof typeof CAUSES)[]).filter(isOpen);
  assert.deepEqual(open, ['conflict', 'unmatched', 'not-applied', 'not-booked']);
  assert.equal(isOpen(null), false);
  assert.equal(changeOf('PAYIN', true), 'late-success');
  assert.equal(changeOf('PAYIN', false), 'completed');
  assert.equal(changeOf('REFUND_SENT_BACK', false), 'refund-failed');
  assert.equal(changeOf('CAPTURED', false), 'captured');
  assert.equal(changeOf('CAPTURED', true), 'late-success');
  assert.equal(changeOf('CAPTURE_SENT_BACK', false), 'capture-failed');
  assert.equal(changeOf('PAYOUT_SET_ASIDE', false), null);
});

test('the closing balance of an account is its opening balance plus inflows minus outflows', () => {
  const sums = new LedgerSums();
  sums.open('available', 'EUR', 50n);
  sums.add({ fromAccount: 'provider', toAccount: 'available', currency: 'EUR', amountMinor: 20n });
  sums.add({ fromAccount: 'available', toAccount: 'reserved', currency: 'EUR', amountMinor: 5n });
  sums.add({ fromAccount: 'provider', toAccount: 'available', currency: 'JPY', amountMinor: 7n });
  assert.deepEqual(
    sums.all().map((sum) => [sum.account, sum.currency, closingOf(sum)]),
    [
      ['available', 'EUR', 65n],
      ['available', 'JPY', 7n],
      ['provider', 'EUR', -20n],
      ['provider', 'JPY', -7n],
      ['reserved', 'EUR', 5n],
    ],
  );
});

test('a month begins at the end of the month before, and is over a quarter of an hour after its end', () => {
  const period = periodOf('2026-10', 'Europe/Berlin', null);
  assert.deepEqual(
    [period.begins.toISOString(), period.ends.toISOString()],
    ['2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
  );
  assert.equal(isOver(period, new Date('2026-10-31T23:14:59Z')), false);
  assert.equal(isOver(period, new Date('2026-10-31T23:15:00Z')), true);
  // The zone was changed: no hour is missing or counted twice.
  assert.equal(periodOf('2026-11', 'Asia/Tokyo', period.ends).begins, period.ends);
  assert.deepEqual([monthAfter('2026-10'), monthAfter('2026-12')], ['2026-11', '2027-01']);
});
