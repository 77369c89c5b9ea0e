// What every adapter must keep that captures later or stores a means of payment (contract 16): rules of contract.ts.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { Call, CaptureOutcome, PayinCall, Transaction } from '../provider-kit.ts';
import { referenceOf } from './answers.ts';
import { newCapture } from './new-transaction.ts';
import type { LaterStage } from './stage.ts';
import { assertWellFormed } from './well-formed.ts';

type CallOf = (transaction: Transaction) => Call & PayinCall;

export async function capturesOnce(stage: LaterStage, callOf: CallOf): Promise<void> {
  const { provider, authorized, now } = stage;
  const isDeclared = provider.capabilities.methods.some((one) => one.isCapturedLater);
  assert.equal(provider.capture !== undefined, isDeclared, 'it captures if and only if it declares that');
  if (!provider.capture) return;
  assert.ok(authorized, 'the stage needs an authorised pay-in (authorized)');
  const payin = await authorized();
  const capture = newCapture(payin, { createdAt: now() });
  const first = await provider.capture(payin, capture, callOf(payin));
  const again = await provider.capture(payin, capture, callOf(payin));
  for (const one of [first, again]) assertWellFormedCapture(one);
  // A capture that was pending may have completed meanwhile.
  const kind = first.kind === 'pending' && again.kind === 'completed' ? 'completed' : first.kind;
  assert.deepEqual(
    [again.kind, referenceOf(again)],
    [kind, referenceOf(first)],
    'another answer for the same capture',
  );
  if (!provider.inquireCapture) return;
  const asked = await provider.inquireCapture(payin, capture, callOf(payin));
  assert.notEqual(asked.kind, 'unheard', 'it forgot a capture');
  if (asked.kind !== 'unheard') assertWellFormedCapture(asked);
}

export async function chargesWithoutPayer(stage: LaterStage, callOf: CallOf): Promise<void> {
  const { provider, agreed, now } = stage;
  if (!provider.capabilities.methods.some((one) => one.isStorable)) return;
  assert.ok(agreed, 'the stage needs a pay-in with a mandate, and its later charge (agreed)');
  const { paid, later, instrument } = await agreed();
  assert.ok(instrument.kind === 'mandate', 'the stage charges no mandate');
  assert.notEqual(paid.status, 'DECLINED', 'the payment with the mandate was declined');
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
  assert.ok(
    ['completed', 'failed', 'pending', 'unknown'].includes(outcome.kind),
    `${outcome.kind} is no answer about a capture`,
  );
  if (outcome.kind === 'failed')
    assert.match(outcome.errorCode, /^(51|90)\d\d$/, `${outcome.errorCode} is no code of a capture`);
}
