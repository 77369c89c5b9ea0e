// The kit's own table of outcomes against the gateway's: a package that keeps the contract in its own tests also keeps
// it here. Countries too: the kit has a list of its own.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Transaction as KitTransaction, Outcome } from '@tollgate/provider-kit';
import { applyOutcome, isCountryCode as isKnownToKit } from '@tollgate/provider-kit/contract';
import { isCountryCode } from '../../src/domain/options/country.ts';
import { STATUSES, type Transaction } from '../../src/domain/transactions/transaction.ts';
import { transition } from '../../src/domain/transactions/transition.ts';
import { aTransaction } from '../stage/builders.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const SOON = new Date('2026-03-01T13:00:00.000Z');

/** Everything that a provider may say. */
const OUTCOMES: readonly Outcome[] = [
  { kind: 'completed', providerReference: 'net-1' },
  { kind: 'authorized', captureBefore: SOON },
  { kind: 'declined', errorCode: '2005' },
  { kind: 'failed', errorCode: '9002' },
  { kind: 'redirect', redirectUrl: 'https://bank.example', expiresAt: SOON },
  {
    kind: 'instructions',
    resultType: 'fawry',
    statusCode: 90,
    fields: { referenceNumber: '1' },
    expiresAt: SOON,
  },
  { kind: 'pending', providerReference: 'net-2' },
  { kind: 'waiting' },
  { kind: 'unknown' },
  { kind: 'expired' },
  { kind: 'cancelled' },
];

const AUTHORIZED = {
  amountMinor: 2_500n,
  capturedMinor: 0n,
  pendingMinor: 0n,
  isFinal: false,
  takesSeveral: false,
  captureBefore: SOON,
};

function* transactions(): Generator<Transaction> {
  for (const status of STATUSES) {
    for (const fields of [
      {},
      { errorCode: '3002' },
      { resultType: 'redirect', statusCode: 300, expiresAt: SOON },
      { authorized: AUTHORIZED },
      { authorized: { ...AUTHORIZED, captureBefore: NOW } },
      { authorized: { ...AUTHORIZED, capturedMinor: 100n } },
      { authorized: { ...AUTHORIZED, pendingMinor: 100n } },
      { type: 'PAYOUT', moneyReserved: true },
    ] as Partial<Transaction>[]) {
      const plain = aTransaction({ status, ...fields });
      yield plain;
      yield { ...plain, details: { ...plain.details, captureMode: 'manual' } };
    }
  }
}

/** The parts that the rules look at. */
const seen = (after: KitTransaction | null) =>
  after && {
    status: after.status,
    resultType: after.resultType,
    errorCode: after.errorCode,
    providerReference: after.providerReference,
    expiresAt: after.expiresAt,
    authorized: after.authorized,
  };

test('the kit applies an outcome as the gateway does', () => {
  let allowed = 0;
  for (const before of transactions()) {
    for (const outcome of OUTCOMES) {
      const gateway = transition(before, outcome, 'provider', NOW)?.after ?? null;
      const kit = applyOutcome(before, outcome, 'provider', NOW);
      const { type, status, authorized, errorCode } = before;
      const words = { type, status, authorized: authorized !== null, errorCode, said: outcome.kind };
      assert.deepEqual(seen(kit), seen(gateway), JSON.stringify(words));
      if (gateway) allowed += 1;
    }
  }
  assert.ok(allowed > 100);
});

test('the kit knows the same countries as the gateway', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  for (const code of letters.flatMap((first) => letters.map((second) => first + second)))
    assert.equal(isKnownToKit(code), isCountryCode(code), code);
});
