// How the rules send the payments of a stage, as the gateway does: under a deadline, with the state that the adapter
// kept, and with each outcome applied.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import {
  type ChargeState,
  chargeReference,
  type Instrument,
  type Outcome,
  type PayinCall,
  type Transaction,
} from '../provider-kit.ts';
import { mayFollow, referenceOf } from './answers.ts';
import { applyOutcome } from './apply-outcome.ts';
import { newRefund } from './new-transaction.ts';
import type { AppliedBy, PayinCase, PayoutCase, Stage } from './stage.ts';
import { assertWellFormed, assertWellFormedRefund } from './well-formed.ts';

/** Such a provider cannot be asked; notifications tell what became of a payment. */
export const cannotBeAsked = ({ provider }: Stage) => provider.capabilities.inquiry === 'notifications-only';

export const SOON = () => AbortSignal.timeout(10_000);

/** What the adapter kept of each charge of a stage. */
const keptBy = new WeakMap<Stage, Map<string, ChargeState>>();

/** The arguments of a call about a charge. Kept state stays, as in the gateway. */
export function callOf(stage: Stage, transaction: Transaction): PayinCall {
  const kept = keptBy.get(stage) ?? new Map<string, ChargeState>();
  keptBy.set(stage, kept);
  const reference = chargeReference(transaction);
  return {
    signal: SOON(),
    state: async () => kept.get(reference) ?? null,
    keep: async (state) => void kept.set(reference, state),
    returnUrl: () => `http://127.0.0.1:3000/return/${reference}.mark`,
  };
}

export async function aPaidOne(stage: Stage): Promise<Transaction> {
  if (stage.paid) return await stage.paid();
  const paid = stage.payins.find(({ answers }) => answers === 'completed');
  assert.ok(paid, 'a case that completes is needed');
  const { transaction, outcome } = await send(stage, paid);
  return apply(stage, transaction, outcome, paid.name);
}

export function aCard(number: string): Instrument {
  return {
    kind: 'card',
    card: { details: { number, expiryMonth: '12', expiryYear: '2035' }, holder: 'Ada Lovelace', cvv: '123' },
  };
}

export async function send(stage: Stage, one: PayinCase | PayoutCase) {
  const transaction = afresh({ ...one.transaction, createdAt: stage.now(), updatedAt: stage.now() });
  return { transaction, outcome: await sendAs(stage, one, transaction) };
}

export async function sendAs(stage: Stage, one: PayinCase | PayoutCase, transaction: Transaction) {
  const call = callOf(stage, transaction);
  return 'instrument' in one
    ? await stage.provider.payIn(transaction, one.instrument, call)
    : await stage.provider.payOut(transaction, one.recipient, call);
}

export function afresh(transaction: Transaction): Transaction {
  const id = randomUUIDv7();
  return { ...transaction, id, sessionId: randomUUIDv7(), merchantReference: `order-${id}` };
}

/** null: the transaction's status does not allow the outcome. */
export function applied(
  stage: Stage,
  transaction: Transaction,
  outcome: Outcome,
  by: AppliedBy,
): Transaction | null {
  return (stage.apply ?? applyOutcome)(transaction, outcome, by, stage.now());
}

export function apply(stage: Stage, transaction: Transaction, outcome: Outcome, name: string): Transaction {
  const after = applied(stage, transaction, outcome, 'provider');
  assert.ok(after, `${name}: ${outcome.kind} cannot follow ${transaction.status}`);
  return after;
}

/** Inquires, and compares the answer with the earlier one. */
export async function assertAgrees(stage: Stage, stored: Transaction, said: Outcome, name: string) {
  const answer = await stage.provider.inquire(stored, callOf(stage, stored));
  if (answer.kind !== 'unheard') assertWellFormed(answer, stage.now(), name, 'an inquiry');
  assert.ok(mayFollow(stage, said, answer, stored), `${name}: ${said.kind} is followed by ${answer.kind}`);
  if (referenceOf(said) && referenceOf(answer))
    assert.equal(referenceOf(answer), referenceOf(said), `${name}: another reference`);
  const heard: Outcome = answer.kind === 'unheard' ? { kind: 'failed', errorCode: '9002' } : answer;
  assert.ok(
    applied(stage, stored, heard, 'resolver'),
    `${name}: ${answer.kind} cannot follow ${stored.status}`,
  );
  return answer;
}

export async function assertRefused(stage: Stage, transaction: Transaction, outcome: Outcome, what: string) {
  assertWellFormed(outcome, stage.now(), what);
  assert.ok(
    ['failed', 'declined'].includes(outcome.kind),
    `${what}: not declared, and answered ${outcome.kind}`,
  );
  assert.equal(stage.charges?.(transaction.id) ?? 0, 0, `${what}: not declared, and charged`);
}

export async function callEverything(
  stage: Stage,
  one: PayinCase | PayoutCase,
  transaction: Transaction,
  what: string,
) {
  const { provider, now } = stage;
  const call = callOf(stage, transaction);
  const confirmation = { essentialKey: '', additionalEssentialKey: null, documentType: null };
  const answers = [
    await sendAs(stage, one, transaction),
    await provider.confirm(transaction, confirmation, call),
    await provider.resume(transaction, { redirectResult: 'x', sandboxResult: 'approve.x' }, call),
    await provider.cancel(transaction, call),
  ];
  for (const answer of answers) assertWellFormed(answer, now(), what, 'an inquiry');
  const found = await provider.inquire(transaction, call);
  if (found.kind !== 'unheard') assertWellFormed(found, now(), what, 'an inquiry');
  const refund = newRefund({ ...transaction, provider: provider.id }, { createdAt: now() });
  assertWellFormedRefund(await provider.refund(transaction, refund, SOON()), now());
  assertWellFormedRefund(await provider.inquireRefund(transaction, refund, SOON()), now());
}
