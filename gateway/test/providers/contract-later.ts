// What every adapter must keep that captures later or stores a means of payment (contract 16): rules of contract.ts.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { Call, Instrument, PayinCall, Provider } from '@tollgate/provider-kit';
import type { Capture, CaptureOutcome } from '../../src/domain/captures/capture.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import { referenceOf } from './contract-answers.ts';
import { assertWellFormed } from './well-formed.ts';

export interface LaterStage {
  provider: Provider;
  now(): Date;
  /** An authorised pay-in, if a method of the adapter is captured later. */
  authorized?(): Promise<Transaction>;
  /** A pay-in with a mandate that has completed, and the later charge of it. */
  agreed?(): Promise<{ paid: Transaction; later: Transaction; instrument: Instrument }>;
  /** How often money moved under a reference, where the network behind the adapter can be asked. */
  charges?(reference: string): number;
}

type CallOf = (transaction: Transaction) => Call & PayinCall;

export async function capturesOnce(stage: LaterStage, callOf: CallOf): Promise<void> {
  const { provider, authorized, now } = stage;
  const isDeclared = provider.capabilities.methods.some((one) => one.isCapturedLater);
  assert.equal(provider.capture !== undefined, isDeclared, 'it captures if and only if it declares that');
  if (!provider.capture || !authorized) return;
  const payin = await authorized();
  const capture = aCapture(payin, 1_000n, now());
  const first = await provider.capture(payin, capture, callOf(payin));
  const again = await provider.capture(payin, capture, callOf(payin));
  for (const one of [first, again]) assertWellFormedCapture(one);
  assert.deepEqual([again.kind, referenceOf(again)], [first.kind, referenceOf(first)], 'another answer');
  if (!provider.inquireCapture) return;
  const asked = await provider.inquireCapture(payin, capture, callOf(payin));
  assert.notEqual(asked.kind, 'unheard', 'it forgot a capture');
  if (asked.kind !== 'unheard') assertWellFormedCapture(asked);
}

export async function chargesWithoutPayer(stage: LaterStage, callOf: CallOf): Promise<void> {
  const { provider, agreed, now } = stage;
  if (!agreed) return;
  const { paid, later, instrument } = await agreed();
  assert.ok(instrument.kind === 'mandate' && paid.status !== 'DECLINED');
  for (const _ of [1, 2]) {
    const outcome = await provider.payIn(later, instrument, callOf(later));
    assertWellFormed(outcome, now(), 'a later charge');
    assert.ok(!['redirect', 'instructions'].includes(outcome.kind), `a step for the payer: ${outcome.kind}`);
  }
  assert.ok((stage.charges?.(later.id) ?? 0) <= 1, 'charged twice');
  const nothing = { ...instrument, stored: null, card: null, networkTransactionId: null };
  const elsewhere = { ...later, id: randomUUIDv7() };
  const refused = await provider.payIn(elsewhere, nothing, callOf(elsewhere));
  assert.ok(['failed', 'declined'].includes(refused.kind), `nothing is stored, and it said ${refused.kind}`);
}

function assertWellFormedCapture(outcome: CaptureOutcome): void {
  assert.ok(['completed', 'failed', 'pending', 'unknown'].includes(outcome.kind), outcome.kind);
  if (outcome.kind === 'failed') assert.match(outcome.errorCode, /^(51|90)\d\d$/);
}

function aCapture(payin: Transaction, amountMinor: bigint, now: Date): Capture {
  const { merchantId, id: transactionId, brandId, currency, provider } = payin;
  return {
    merchantId,
    transactionId,
    id: randomUUIDv7(),
    brandId,
    status: 'PENDING',
    amountMinor,
    currency,
    requestedMinor: amountMinor,
    captureReference: null,
    isFinal: true,
    origin: 'merchant',
    answeredStatus: 'PENDING',
    answeredCapturableMinor: 0n,
    errorCode: null,
    provider,
    providerReference: null,
    inquiries: 0,
    dueAt: null,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
  };
}
