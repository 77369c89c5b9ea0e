// A sandbox at a chosen moment, and pay-ins as they would be stored after each of its answers: the outcomes go through
// the real table of transitions.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { Confirmation } from '../../../src/domain/confirmations/confirmation.ts';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import type { PaymentData } from '../../../src/domain/payment-data/check-fields.ts';
import type { Refund } from '../../../src/domain/refunds/refund.ts';
import type { Outcome } from '../../../src/domain/transactions/outcome.ts';
import type { ReturnParameters } from '../../../src/domain/transactions/return-token.ts';
import { chargeReference, type Transaction } from '../../../src/domain/transactions/transaction.ts';
import { transition } from '../../../src/domain/transactions/transition.ts';
import {
  DECISION_PARAMETER,
  signDecision,
  type VisitDecision,
} from '../../../src/domain/transactions/visit-decision.ts';
import type { Instrument } from '../../../src/providers/provider.ts';
import { createSandbox } from '../../../src/providers/sandbox/sandbox.ts';
import { aTransaction } from '../../stage/builders.ts';
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

type Answer = Outcome | { kind: 'unheard' };

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

interface Case {
  /** The method's name in the sandbox's table. */
  method: string;
  optionId: string;
  country: string;
  currency: string;
  data: Record<string, string>;
  /** The last digits of amounts that end well: whole units. */
  amountMinor: bigint;
  waitsFor: 'nothing' | 'confirmation' | 'visit';
  statusCode: number;
  resultType: string;
  lifetimeMs: number;
}

const GIVEN: Readonly<Record<string, Record<string, string>>> = {
  'sepa-direct-debit': { iban: 'DE89370400440532013000' },
  'm-pesa': { phoneNumber: '+254712345678' },
};

const REDIRECT = {
  statusCode: 300,
  resultType: 'redirect',
  lifetimeMs: 15 * MINUTE,
  waitsFor: 'visit',
} as const;

const SHOWN: Readonly<Record<string, Pick<Case, 'statusCode' | 'resultType' | 'lifetimeMs' | 'waitsFor'>>> = {
  'open-banking': REDIRECT,
  ideal: REDIRECT,
  bancontact: REDIRECT,
  blik: REDIRECT,
  wallet: REDIRECT,
  paypal: REDIRECT,
  klarna: REDIRECT,
  'sepa-direct-debit': { statusCode: 80, resultType: 'form', lifetimeMs: 15 * MINUTE, waitsFor: 'visit' },
  'sepa-transfer': { statusCode: 84, resultType: 'info', lifetimeMs: 72 * HOUR, waitsFor: 'nothing' },
  'cash-agents': { statusCode: 84, resultType: 'info', lifetimeMs: 72 * HOUR, waitsFor: 'nothing' },
  'upi-qr': { statusCode: 81, resultType: 'qrcode', lifetimeMs: 30 * MINUTE, waitsFor: 'nothing' },
  'upi-transfer': {
    statusCode: 83,
    resultType: 'receipt',
    lifetimeMs: 72 * HOUR,
    waitsFor: 'confirmation',
  },
  p2p: { statusCode: 83, resultType: 'receipt', lifetimeMs: 72 * HOUR, waitsFor: 'confirmation' },
  pix: { statusCode: 81, resultType: 'qrcode', lifetimeMs: 30 * MINUTE, waitsFor: 'nothing' },
  boleto: { statusCode: 86, resultType: 'barcode', lifetimeMs: 72 * HOUR, waitsFor: 'nothing' },
  oxxo: { statusCode: 86, resultType: 'barcode', lifetimeMs: 72 * HOUR, waitsFor: 'nothing' },
  fawry: { statusCode: 90, resultType: 'fawry', lifetimeMs: 72 * HOUR, waitsFor: 'nothing' },
  'm-pesa': { statusCode: 91, resultType: 'mobile', lifetimeMs: 30 * MINUTE, waitsFor: 'confirmation' },
  crypto: { statusCode: 81, resultType: 'qrcode', lifetimeMs: 30 * MINUTE, waitsFor: 'nothing' },
};

/**
 * Every non-card pay-in of the catalogue with each of its methods, countries and currencies; crypto with each network.
 */
export const CASES: Case[] = optionsOf('PAYIN')
  .filter(({ method }) => method !== 'card')
  .flatMap((option) =>
    (option.suboptions.length > 0 ? option.suboptions : [option]).map((choice) => ({ option, choice })),
  )
  .flatMap(({ option, choice: { id, method, availableCountries } }) =>
    availableCountries.flatMap(({ code, currencies }) =>
      currencies.flatMap((currency) => {
        const { values, valuesByCurrency } = option.fields.find(({ name }) => name === 'network') ?? {};
        const networks = valuesByCurrency?.[currency] ?? values ?? [null];
        return networks.map((network) => ({
          method,
          optionId: id,
          country: code.length === 2 ? code : 'DE',
          currency,
          data: network === null ? (GIVEN[method] ?? {}) : { network },
          amountMinor: 10_000n,
          ...SHOWN[method]!,
        }));
      }),
    ),
  );

/** One case for each method. */
export const METHOD_CASES = [...new Map(CASES.map((one) => [one.method, one])).values()];

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
