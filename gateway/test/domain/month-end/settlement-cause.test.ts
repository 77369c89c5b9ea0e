// What differs in a settlement, case by case, and what providers keep in percent.
import assert from 'node:assert/strict';
import test from 'node:test';
import { percentOf } from '../../../src/domain/month-end/fee-sums.ts';
import {
  causeOfLine,
  causeOfUnsettled,
  causesOfSettlement,
  type SettlementFacts,
} from '../../../src/domain/month-end/settlement-cause.ts';

const ends = new Date('2026-11-01T00:00:00Z');

test('a settlement that differs has its causes', () => {
  const fits: SettlementFacts = {
    statedMinor: 100n,
    netMinor: 100n,
    paidAt: new Date('2026-10-25T00:00:00Z'),
    failure: null,
    bank: { id: 'e' },
  };
  for (const [facts, causes] of [
    [{}, []],
    [{ bank: null }, ['settlement-not-at-bank']],
    [{ bank: null, paidAt: new Date('2026-10-25T00:00:01Z') }, []],
    [{ bank: null, paidAt: null }, []],
    [{ bank: null, statedMinor: null, netMinor: -5n }, []],
    [{ statedMinor: 101n }, ['batch-does-not-add-up']],
    [{ statedMinor: null, netMinor: 7n }, []],
    [{ bank: null, failure: 'the account was closed' }, ['conflict']],
  ] as const)
    assert.deepEqual(causesOfSettlement({ ...fits, ...facts }, ends), causes, causes.join());
});

test('a line that does not fit, and a movement without a settlement, have a cause', () => {
  assert.deepEqual(
    [
      causeOfLine({ state: 'matched', reason: 'dismissed: by hand' }),
      causeOfLine({ state: 'unmatched', reason: 'no payment of this brand has its reference' }),
      causeOfLine({ state: 'conflict', reason: 'another line settles it already' }),
      causeOfLine({ state: 'conflict', reason: 'it is about 1.00 EUR, and we know of 2.00 EUR' }),
      causeOfLine({ state: 'conflict', reason: 'the payment has no such refund' }),
    ],
    [null, 'unknown-charge', 'settled-twice', 'amount-differs', 'conflict'],
  );
  const week = new Date('2026-10-25T00:00:00Z');
  const older = new Date('2026-10-24T23:59:59Z');
  assert.deepEqual(
    [
      causeOfUnsettled(week, false, ends),
      causeOfUnsettled(older, false, ends),
      causeOfUnsettled(older, true, ends),
    ],
    [null, 'not-settled', null],
  );
});

test('the percent of a fee is rounded half away from zero', () => {
  assert.deepEqual(
    [
      percentOf(155n, 7_490n),
      percentOf(1n, 20_000n),
      percentOf(-1n, 20_000n),
      percentOf(0n, 5n),
      percentOf(5n, 0n),
    ],
    ['2.07', '0.01', '-0.01', '0.00', null],
  );
});
