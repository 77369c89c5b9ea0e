// A sandbox at a chosen moment, and pay-ins as they would be stored after each of its answers: the outcomes go through
// the real table of transitions.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { Instrument, Outcome, ReturnParameters } from '@tollgate/provider-kit';
import type { Confirmation } from '../../../src/domain/confirmations/confirmation.ts';
import type { PaymentData } from '../../../src/domain/payment-data/check-fields.ts';
import type { Refund } from '../../../src/domain/refunds/refund.ts';
import type { Outcome as GatewayOutcome } from '../../../src/domain/transactions/outcome.ts';
import { chargeReference, type Transaction } from '../../../src/domain/transactions/transaction.ts';
import { transition } from '../../../src/domain/transactions/transition.ts';
import {
  DECISION_PARAMETER,
  signDecision,
  type VisitDecision,
} from '../../../src/domain/transactions/visit-decision.ts';
import { SANDBOX_SERVICES } from '../../../src/providers/built-in.ts';
import { createSandbox } from '../../../src/providers/sandbox/sandbox.ts';
import { aTransaction } from '../../stage/builders.ts';
import { PAYIN_METHODS, PAYIN_WAYS, type PayinWay } from '../../stage/payin-ways.ts';
import { aCall } from '../a-provider.ts';

export const START = new Date('2026-03-01T12:00:00.000Z');
export const DELAY_MS = 10_000;
export const PUBLIC_URL = 'https://pay.example';
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const fingerprint = (text: string) => createHmac('sha256', 'key').update(text).digest();
export const at = (ms: number) => new Date(START.getTime() + ms);

/** The sandbox's calls as the gateway makes them, and the shopper's decision on its bank page. */
export function sandboxAt(afterMs: number) {
  const sandbox = createSandbox({
    services: SANDBOX_SERVICES,
    publicUrl: PUBLIC_URL,
    delayMs: DELAY_MS,
    now: () => at(afterMs),
    fingerprint,
  });
  const { signal } = aCall();
  return {
    capabilities: sandbox.capabilities,
    payIn: (transaction: Transaction, instrument: Instrument) =>
      sandbox.payIn(transaction, instrument, aCall()),
    payOut: (transaction: Transaction, recipient: PaymentData) =>
      sandbox.payOut(transaction, recipient, aCall()),
    confirm: (transaction: Transaction, confirmation: Confirmation) =>
      sandbox.confirm(transaction, confirmation, aCall()),
    inquire: (transaction: Transaction) => sandbox.inquire(transaction, aCall()),
    cancel: (transaction: Transaction) => sandbox.cancel(transaction, aCall()),
    refund: (transaction: Transaction, refund: Refund) => sandbox.refund(transaction, refund, signal),
    inquireRefund: (transaction: Transaction, refund: Refund) =>
      sandbox.inquireRefund(transaction, refund, signal),
    resume: (transaction: Transaction, parameters: ReturnParameters) =>
      sandbox.resume(transaction, parameters, aCall()),
    /** The shopper came back from the bank's page with their decision. */
    decide: (transaction: Transaction, decision: VisitDecision) =>
      sandbox.resume(
        transaction,
        { [DECISION_PARAMETER]: signDecision(chargeReference(transaction), decision, fingerprint) },
        aCall(),
      ),
  };
}

type Answer = GatewayOutcome | { kind: 'unheard' };

/** The transaction as stored when the outcome was applied a few milliseconds later. */
export function stored(before: Transaction, outcome: Answer, afterMs: number): Transaction {
  assert.ok(outcome.kind !== 'unheard');
  const change = transition(before, outcome, 'provider', at(afterMs + 7));
  assert.ok(change, `${outcome.kind} is not admitted`);
  // due_at holds the sweep's lease when the sandbox is asked, so the sandbox must not read it.
  return { ...change.after, dueAt: at(afterMs + 999_999_999) };
}

/** The outcome without the fields that are the same for all. */
export function essence(outcome: Answer) {
  const { providerReference: _reference, ...rest } = outcome as Outcome & { providerReference?: string };
  return rest;
}

export interface Case extends PayinWay {
  /** The last digits of amounts that end well: whole units. */
  amountMinor: bigint;
}

const asCase = (way: PayinWay): Case => ({ ...way, amountMinor: 10_000n });
export const CASES: readonly Case[] = PAYIN_WAYS.map(asCase);
/** One case for each method. */
export const METHOD_CASES: readonly Case[] = PAYIN_METHODS.map(asCase);

export function payinBy({ optionId, country, currency, amountMinor }: Case, ending = 0n): Transaction {
  return aTransaction({
    createdAt: START,
    optionId,
    country,
    currency,
    amountMinor: amountMinor + ending,
  });
}

export function ask(one: Case, transaction: Transaction, afterMs = 0) {
  return sandboxAt(afterMs).payIn(transaction, { kind: 'method', method: one.method, data: one.data });
}

/** A pay-in as stored after the payer was shown what to do. */
export async function shown(one: Case, ending = 0n, afterMs = 0): Promise<Transaction> {
  const payin = payinBy(one, ending);
  return stored(payin, await ask(one, payin, afterMs), afterMs);
}
