// How lines of settlements are matched (contract 17): exactly, once, and never by a guess.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Dispute } from '../../../src/domain/after-end/dispute.ts';
import type { Capture } from '../../../src/domain/captures/capture.ts';
import type { Refund } from '../../../src/domain/refunds/refund.ts';
import { matchLine, type PaymentFacts, type ToldLine } from '../../../src/domain/settlements/match-line.ts';
import { addLines, NO_SUMS, netOf, stateOf } from '../../../src/domain/settlements/settlement.ts';
import { aTransaction } from '../../stage/builders.ts';

const ACCOUNT = '01a00000-0000-7000-8000-00000000acc0';
const SOURCE = { provider: 'adyen', accountId: ACCOUNT };
const NOW = new Date('2026-03-01T12:00:00.000Z');
const payin = aTransaction({
  status: 'COMPLETED',
  amountMinor: 2_500n,
  currency: 'EUR',
  provider: 'adyen',
  providerAccount: ACCOUNT,
  providerReference: 'PSP1',
});
const of = { merchantId: payin.merchantId, brandId: payin.brandId, transactionId: payin.id, currency: 'EUR' };
const refund = (fields: Partial<Refund> = {}): Refund => ({
  ...of,
  id: '01a00000-0000-7000-8000-0000000000f1',
  status: 'COMPLETED',
  amountMinor: 500n,
  refundableAfterMinor: 2_000n,
  refundReference: null,
  origin: 'merchant',
  reason: null,
  errorCode: null,
  provider: 'adyen',
  providerReference: 'PSPR',
  inquiries: 0,
  dueAt: null,
  createdAt: NOW,
  updatedAt: NOW,
  completedAt: NOW,
  ...fields,
});
const capture = (fields: Partial<Capture> = {}): Capture => ({
  ...of,
  id: '01a00000-0000-7000-8000-0000000000c1',
  status: 'COMPLETED',
  amountMinor: 1_000n,
  requestedMinor: null,
  captureReference: null,
  isFinal: false,
  origin: 'merchant',
  answeredStatus: 'COMPLETED',
  answeredCapturableMinor: 0n,
  errorCode: null,
  provider: 'adyen',
  providerReference: null,
  inquiries: 0,
  dueAt: null,
  createdAt: NOW,
  updatedAt: NOW,
  completedAt: NOW,
  ...fields,
});
const dispute = (fields: Partial<Dispute> = {}): Dispute => ({
  ...of,
  id: '01a00000-0000-7000-8000-0000000000d1',
  status: 'OPEN',
  amountMinor: 2_500n,
  fundsWithheld: true,
  reason: null,
  deadline: null,
  providerReference: 'DIS1',
  createdAt: NOW,
  updatedAt: NOW,
  steps: 1,
  response: null,
  ...fields,
});
const facts = (fields: Partial<PaymentFacts> = {}): PaymentFacts => ({
  transaction: payin,
  captures: [],
  refunds: [],
  disputes: [],
  ...fields,
});
const line = (fields: Partial<ToldLine> = {}): ToldLine => {
  const { grossMinor = 2_500n, feeMinor = 60n } = fields;
  return {
    kind: 'charge',
    word: 'Settled',
    charge: payin.id,
    modification: null,
    payment: 'PSP1',
    providerReference: 'PSP1',
    grossMinor,
    feeMinor,
    netMinor: grossMinor - feeMinor,
    currency: 'EUR',
    original: null,
    occurredAt: NOW,
    ...fields,
  };
};
const NONE = new Set<string>();
const judge = (told: Partial<ToldLine>, payment: PaymentFacts | null = facts(), settled = NONE) =>
  matchLine(line(told), SOURCE, payment, settled);
const reasonOf = (...given: Parameters<typeof judge>) => {
  const { state, reason, settles } = judge(...given);
  assert.equal(state, 'conflict');
  assert.equal(settles, null, 'what does not fit settles nothing');
  return reason;
};

describe('a charge', () => {
  test('with the right reference, id, amount and currency settles its payment, once', () => {
    const { state, transactionId, settles } = judge({});
    assert.deepEqual([state, transactionId], ['matched', payin.id]);
    assert.equal(reasonOf({}, facts(), new Set([settles!])), 'another line settles it already');
  });

  test('with anything else is a conflict that says why', () => {
    assert.match(reasonOf({ grossMinor: 2_499n })!, /24\.99 EUR.*25\.00/);
    assert.match(reasonOf({ currency: 'USD' })!, /USD/);
    assert.match(reasonOf({ payment: 'PSP2' })!, /another id/);
    assert.match(reasonOf({ grossMinor: -2_500n })!, /wrong sign/);
    const elsewhere = { ...payin, providerAccount: null };
    assert.match(reasonOf({}, facts({ transaction: elsewhere }))!, /another account/);
    const declined = { ...payin, status: 'DECLINED' as const };
    assert.match(reasonOf({}, facts({ transaction: declined }))!, /DECLINED/);
    const payout = { ...payin, type: 'PAYOUT' as const };
    assert.match(reasonOf({}, facts({ transaction: payout }))!, /payout/);
  });

  test('without a payment of ours is unmatched', () => {
    const { state, transactionId, settles } = judge({ charge: 'somebody else' }, null);
    assert.deepEqual([state, transactionId, settles], ['unmatched', null, null]);
  });

  test('that was converted is compared by its original amount', () => {
    const original = { amountMinor: 2_500n, currency: 'EUR', rate: '1.1' };
    const converted = { currency: 'USD', grossMinor: 2_750n, original };
    assert.equal(judge(converted).state, 'matched');
    assert.match(reasonOf({ ...converted, original: { ...original, amountMinor: 2_400n } })!, /24\.00 EUR/);
  });

  test('for a payment that is captured later settles its captures, each once', () => {
    const transaction = { ...payin, details: { ...payin.details, captureMode: 'manual' as const } };
    const [first, second] = [capture(), capture({ id: '01a00000-0000-7000-8000-0000000000c2' })];
    const payment = facts({ transaction, captures: [first, second] });
    const settled = new Set<string>();
    for (const one of [first, second]) {
      const { state, captureId, settles } = judge({ grossMinor: 1_000n }, payment, settled);
      assert.deepEqual([state, captureId], ['matched', one.id]);
      settled.add(settles!);
    }
    assert.equal(reasonOf({ grossMinor: 1_000n }, payment, settled), 'another line settles it already');
    const named = judge({ grossMinor: 1_000n, modification: second.id }, payment);
    assert.equal(named.captureId, second.id);
    assert.match(reasonOf({ grossMinor: 2_500n }, payment)!, /25\.00 EUR.*10\.00/);
    const failed = facts({ transaction, captures: [capture({ status: 'FAILED', completedAt: null })] });
    assert.match(reasonOf({ grossMinor: 1_000n }, failed)!, /nothing of the payment was captured/);
  });

  test('that names an open or failed capture is no other capture', () => {
    const transaction = { ...payin, details: { ...payin.details, captureMode: 'manual' as const } };
    const open = { id: '01a00000-0000-7000-8000-0000000000c2', completedAt: null, providerReference: 'CAP2' };
    for (const status of ['PENDING', 'FAILED'] as const) {
      const payment = facts({ transaction, captures: [capture(), capture({ ...open, status })] });
      for (const name of [{ modification: open.id }, { providerReference: 'CAP2' }])
        assert.equal(reasonOf({ grossMinor: 1_000n, ...name }, payment), `the capture is ${status}`);
      assert.equal(judge({ grossMinor: 1_000n }, payment).captureId, capture().id);
    }
  });
});

describe('a refund', () => {
  const told = { kind: 'refund', grossMinor: -500n, feeMinor: 0n, modification: refund().id } as const;

  test('is found by our id or the provider’s, and must be completed', () => {
    const payment = facts({ refunds: [refund()] });
    assert.equal(judge(told, payment).refundId, refund().id);
    assert.equal(
      judge({ ...told, modification: null, providerReference: 'PSPR' }, payment).refundId,
      refund().id,
    );
    assert.match(reasonOf({ ...told, modification: null })!, /no such refund/);
    const pending = facts({ refunds: [refund({ status: 'PENDING', completedAt: null })] });
    assert.match(reasonOf(told, pending)!, /PENDING/);
  });

  test('that failed after it completed comes back once', () => {
    const failed = facts({ refunds: [refund({ status: 'FAILED' })] });
    const back = { ...told, kind: 'refund-failed', grossMinor: 500n } as const;
    assert.equal(judge(told, failed).state, 'matched');
    const { state, settles } = judge(back, failed);
    assert.equal(state, 'matched');
    assert.match(reasonOf(back, failed, new Set([settles!]))!, /already/);
    assert.match(reasonOf(back, facts({ refunds: [refund()] }))!, /COMPLETED/);
  });

  test('made at the provider is found by its amount', () => {
    const payment = facts({ refunds: [refund({ origin: 'provider', providerReference: null })] });
    assert.equal(judge({ ...told, modification: null }, payment).refundId, refund().id);
    assert.match(reasonOf({ ...told, modification: null, grossMinor: -499n }, payment)!, /no such refund/);
  });
});

describe('a dispute', () => {
  const taken = { kind: 'dispute', grossMinor: -2_500n, feeMinor: 0n, providerReference: 'DIS1' } as const;
  const given = { ...taken, kind: 'dispute-reversed', grossMinor: 2_500n } as const;

  test('is taken, given back, and taken again', () => {
    const payment = facts({ disputes: [dispute({ status: 'LOST' })] });
    const settled = new Set<string>();
    for (const told of [taken, given, taken]) {
      const { state, settles, disputeId } = judge(told, payment, settled);
      assert.deepEqual([state, disputeId], ['matched', dispute().id]);
      settled.add(settles!);
    }
    assert.equal(settled.size, 3);
    assert.match(reasonOf(taken, payment, settled)!, /already/);
  });

  test('is given back once for each time that it is taken, whichever line comes first', () => {
    const payment = facts({ disputes: [dispute({ status: 'WON' })] });
    for (const order of [
      [taken, given],
      [given, taken],
    ]) {
      const settled = new Set<string>();
      for (const told of order) settled.add(judge(told, payment, settled).settles!);
      assert.deepEqual([...settled].sort(), [
        `dispute-reversed:${dispute().id}:1`,
        `dispute:${dispute().id}:1`,
      ]);
      assert.match(reasonOf(given, payment, settled)!, /already/);
      settled.add(judge(taken, payment, settled).settles!);
      assert.match(reasonOf(taken, payment, settled)!, /already/);
      assert.equal(judge(given, payment, settled).settles, `dispute-reversed:${dispute().id}:2`);
    }
  });

  test('that is unknown, an inquiry, or still open is a conflict', () => {
    assert.match(reasonOf(taken)!, /no such dispute/);
    assert.match(reasonOf(taken, facts({ disputes: [dispute({ status: 'INQUIRY' })] }))!, /inquiry/);
    assert.match(reasonOf(given, facts({ disputes: [dispute()] }))!, /OPEN/);
  });

  test('about a debit that was charged back is its return', () => {
    const transaction = { ...payin, returned: { reason: null, at: NOW.toISOString() } };
    assert.equal(judge(taken, facts({ transaction })).settles, `returned:${payin.id}`);
    const disputes = [dispute({ status: 'INQUIRY', fundsWithheld: false })];
    assert.equal(judge(taken, facts({ transaction, disputes })).settles, `returned:${payin.id}`);
  });
});

test('a fee alone and a correction need no payment', () => {
  for (const kind of ['fee', 'other'] as const) {
    assert.equal(judge({ kind, charge: null }, null).state, 'matched');
    assert.equal(judge({ kind }).transactionId, payin.id);
  }
});

test('the sums of a settlement are the same in any order and split, and their sum is the net of the lines', () => {
  const lines = fc.array(
    fc.record({
      kind: fc.constantFrom(
        'charge',
        'refund',
        'refund-failed',
        'dispute',
        'dispute-reversed',
        'fee',
        'other',
      ),
      grossMinor: fc.bigInt(-100_000n, 100_000n),
      feeMinor: fc.bigInt(-1_000n, 1_000n),
    }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(lines, fc.nat(30), (all, cut) => {
      const whole = addLines(NO_SUMS, all as never);
      const turned = all.toReversed();
      const parts = addLines(addLines(NO_SUMS, turned.slice(0, cut) as never), turned.slice(cut) as never);
      assert.deepEqual(parts, whole);
      const net = all.reduce((sum, { grossMinor, feeMinor }) => sum + grossMinor - feeMinor, 0n);
      assert.equal(netOf(whole), net);
    }),
  );
});

test('a settlement is a conflict if it failed, or is not the sum of its lines', () => {
  const settlement = {
    ...addLines(NO_SUMS, [line()]),
    statedMinor: 2_440n,
    failure: null,
    isComplete: true,
    bankEntryId: null,
    creditMinor: null,
    lines: 1,
  };
  assert.deepEqual(stateOf(settlement), { state: 'open', reason: null });
  assert.equal(stateOf({ ...settlement, bankEntryId: 'x' }).state, 'paid');
  assert.equal(stateOf({ ...settlement, statedMinor: 2_441n }).state, 'conflict');
  assert.equal(stateOf({ ...settlement, statedMinor: 2_441n, isComplete: false }).state, 'open');
  const paid = { ...settlement, statedMinor: null, bankEntryId: 'x', creditMinor: 2_439n };
  assert.equal(stateOf(paid).state, 'conflict', 'the lines say more than came at the bank');
  assert.equal(stateOf({ ...paid, isComplete: false }).state, 'paid');
  assert.equal(stateOf({ ...paid, statedMinor: 2_439n, isComplete: false }).state, 'paid');
  assert.equal(stateOf({ ...paid, statedMinor: 2_440n, isComplete: false }).state, 'conflict');
  assert.equal(stateOf({ ...settlement, failure: 'the account is closed' }).state, 'conflict');
});
