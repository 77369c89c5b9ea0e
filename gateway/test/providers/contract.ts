// What every provider's adapter must keep, so that the gateway can trust it with money: one check for each promise of
// providers/provider.ts. An adapter's own test opens a stage (the adapter, its clock, payments that produce each of its
// answers) for `testContract`. The checks do what the gateway does: they apply outcomes with
// domain/transactions/transition.ts and lose answers at every point.
import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import type { ChargeState, Instrument, PayinCall } from '@tollgate/provider-kit';
import { isCountryCode } from '../../src/domain/options/country.ts';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import type { PaymentData } from '../../src/domain/payment-data/check-fields.ts';
import type { Outcome } from '../../src/domain/transactions/outcome.ts';
import { chargeReference, isFinal, type Transaction } from '../../src/domain/transactions/transaction.ts';
import { transition } from '../../src/domain/transactions/transition.ts';
import { aRefund, assertSameAnswer, isRefusal, mayFollow, referenceOf } from './contract-answers.ts';
import { capturesOnce, chargesWithoutPayer, type LaterStage } from './contract-later.ts';
import { type SettlementStage, settlesToTheCent } from './contract-settlements.ts';
import { HOSTILE_FIELDS, HOSTILE_TEXTS } from './hostile-input.ts';
import { assertWellFormed, assertWellFormedRefund } from './well-formed.ts';

interface Case {
  name: string;
  /** The transaction as stored when it is sent. Each check gives it a fresh id. */
  transaction: Transaction;
  answers: Outcome['kind'];
}

export interface PayinCase extends Case {
  instrument: Instrument;
}

export interface PayoutCase extends Case {
  recipient: PaymentData;
}

export interface Stage extends LaterStage, SettlementStage {
  advance(ms: number): void;
  payins: PayinCase[];
  payouts: PayoutCase[];
  /** Stored, and as far as anybody can know never sent to this provider. */
  neverSent: Transaction[];
  /**
   * It moves no money and remembers nothing, like the sandbox: afterwards it may not know a promise or a decline that
   * was lost before it was stored. A provider that moves money must never say so.
   */
  keepsNothing?: boolean;
  /**
   * How long after the first try it may say `unknown` about a payment that it never received; absent: it never says so.
   */
  callMayTakeMs?: number;
  /** A paid pay-in, for providers where none completes at once: the shopper has gone to the provider's page. */
  paid?(): Promise<Transaction>;
}

type Check = (stage: Stage) => Promise<void>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The test tells networks to be quick; none of them needs this long. */
const ABANDONED_MS = 21_000;

export const CHECKS: Readonly<Record<string, Check>> = {
  async 'its capabilities name existing methods and currencies'({ provider }) {
    const methodsOf = (direction: 'PAYIN' | 'PAYOUT') =>
      optionsOf(direction).flatMap((option) => [option, ...option.suboptions].map(({ method }) => method));
    const { methods } = provider.capabilities;
    assert.ok(methods.length > 0);
    for (const { direction, method, countries, currencies } of methods) {
      assert.ok(methodsOf(direction).includes(method), method);
      if (countries !== 'any') for (const code of countries) assert.ok(isCountryCode(code), code);
      if (currencies !== 'any') for (const code of currencies) assert.match(code, /^[A-Z]{3,4}$/);
    }
    assert.match(provider.id, /^[a-z][a-z0-9-]{0,62}$/);
    // The resolver asks after 20 s, and must not hear "unheard" about a call that is still under way.
    assert.ok(provider.deadlineMs > 0 && provider.deadlineMs < ABANDONED_MS - 1_000);
  },

  async 'its answers fit its cases and are well-formed'(stage) {
    for (const one of [...stage.payins, ...stage.payouts]) {
      const { outcome, transaction } = await send(stage, one);
      assert.equal(outcome.kind, one.answers, one.name);
      assertWellFormed(outcome, stage.now(), one.name);
      assert.ok(transition(transaction, outcome, 'provider', stage.now()), `${one.name}: not admitted`);
    }
  },

  async 'the same id moves money once, however often and quickly it is sent'(stage) {
    for (const one of [...stage.payins, ...stage.payouts]) {
      const { transaction, outcome } = await send(stage, one);
      const again = await Promise.all([1, 2].map(() => sendAs(stage, one, transaction)));
      for (const repeated of again) {
        assertSameAnswer(outcome, repeated, one.name);
        assert.equal(referenceOf(repeated), referenceOf(outcome), `${one.name}: another reference`);
      }
      const charges = stage.charges?.(transaction.id) ?? 0;
      assert.ok(charges <= 1, `${one.name}: charged ${charges} times`);
    }
  },

  async 'an inquiry after a lost answer gets the same answer'(stage) {
    if (cannotBeAsked(stage)) return;
    for (const one of [...stage.payins, ...stage.payouts]) {
      const { transaction, outcome } = await send(stage, one);
      stage.advance(ABANDONED_MS);
      await assertAgrees(stage, transaction, outcome, `${one.name}, lost`);
    }
  },

  async 'an inquiry about a stored payment gets a possible next outcome at any time'(stage) {
    if (cannotBeAsked(stage)) return;
    for (const one of [...stage.payins, ...stage.payouts]) {
      const { transaction, outcome } = await send(stage, one);
      let stored = apply(stage, transaction, outcome, one.name);
      let said: Outcome = outcome;
      for (const wait of [0, 11_000, MINUTE, HOUR, 80 * HOUR]) {
        stage.advance(wait);
        if (isFinal(stored.status)) break;
        const answer = await assertAgrees(stage, stored, said, `${one.name}, ${wait} ms later`);
        if (answer.kind === 'unheard') break;
        stored = apply(stage, stored, answer, one.name);
        if (answer.kind !== 'waiting') said = answer;
      }
    }
  },

  async 'a payment that it never received is unheard, and stays unheard'(stage) {
    if (cannotBeAsked(stage)) return;
    assert.ok(stage.neverSent.length > 0);
    for (const transaction of stage.neverSent) {
      let wasUnheard = false;
      for (const wait of [0, ABANDONED_MS, HOUR]) {
        stage.advance(wait);
        const answer = await stage.provider.inquire(transaction, callOf(stage, transaction));
        const age = stage.now().getTime() - transaction.createdAt.getTime();
        const mayBeUnderWay = !wasUnheard && age < (stage.callMayTakeMs ?? 0);
        if (mayBeUnderWay && answer.kind === 'unknown') continue;
        assert.deepEqual(answer, { kind: 'unheard' });
        wasUnheard = true;
      }
    }
  },

  async 'it refuses a payment that it does not declare, and has not acted'(stage) {
    const { provider, payins, payouts } = stage;
    const declares = (direction: 'PAYIN' | 'PAYOUT', method: string) =>
      provider.capabilities.methods.some((one) => one.direction === direction && one.method === method);
    for (const option of optionsOf('PAYIN')) {
      for (const { id: optionId, method } of [option, ...option.suboptions]) {
        if (declares('PAYIN', method)) continue;
        const transaction = afresh({ ...payins[0]!.transaction, optionId });
        const instrument: Instrument =
          method === 'card' ? aCard('4242424242424242') : { kind: 'method', method, data: {} };
        const outcome = await provider.payIn(transaction, instrument, callOf(stage, transaction));
        await assertRefused(stage, transaction, outcome, method);
      }
    }
    const unknown: Instrument = { kind: 'method', method: 'no-such-method', data: {} };
    const stray = afresh({ ...payins[0]!.transaction, optionId: randomUUID(), card: null });
    const outcome = await provider.payIn(stray, unknown, callOf(stage, stray));
    await assertRefused(stage, stray, outcome, 'no-such-method');
    for (const { id: optionId, method } of optionsOf('PAYOUT')) {
      if (declares('PAYOUT', method)) continue;
      const transaction = afresh({ ...stray, type: 'PAYOUT', moneyReserved: true, optionId });
      const sent = await provider.payOut(transaction, {}, callOf(stage, transaction));
      await assertRefused(stage, transaction, sent, `payout by ${method}`);
    }
    if (provider.capabilities.methods.some(({ currencies }) => currencies === 'any')) return;
    for (const one of [...payins, ...payouts]) {
      const elsewhere = afresh({ ...one.transaction, currency: 'XTS' });
      await assertRefused(stage, elsewhere, await sendAs(stage, one, elsewhere), 'currency XTS');
    }
  },

  async 'no input makes it throw or give a malformed answer'(stage) {
    const { provider, payins, payouts } = stage;
    for (const hostile of HOSTILE_FIELDS) {
      for (const one of [payins[0]!, payouts[0]].filter((case_) => case_ !== undefined)) {
        const transaction = afresh({ ...one.transaction, ...hostile });
        await callEverything(stage, one, transaction, JSON.stringify(Object.keys(hostile)));
      }
    }
    const methods = new Set(
      provider.capabilities.methods.flatMap(({ direction, method }) => (direction === 'PAYIN' ? method : [])),
    );
    methods.delete('card');
    for (const text of HOSTILE_TEXTS) {
      const data = JSON.parse(`{"__proto__": {"iban": "x"}, "constructor": ${JSON.stringify(text)}}`);
      for (const method of [text, ...methods]) {
        const transaction = afresh({ ...payins[0]!.transaction, card: null });
        const fields = Object.fromEntries(
          ['iban', 'vpa', 'phoneNumber', 'network'].map((name) => [name, text]),
        );
        for (const given of [{}, data, fields]) {
          const instrument: Instrument = { kind: 'method', method, data: given };
          assertWellFormed(
            await provider.payIn(transaction, instrument, callOf(stage, transaction)),
            stage.now(),
          );
        }
      }
      const transaction = afresh(payins[0]!.transaction);
      const call = callOf(stage, transaction);
      assertWellFormed(await provider.payIn(transaction, aCard(text), call), stage.now());
      const confirmation = { essentialKey: text, additionalEssentialKey: text, documentType: text };
      assertWellFormed(await provider.confirm(transaction, confirmation, call), stage.now());
      const parameters = JSON.parse(`{"__proto__": "x", "constructor": ${JSON.stringify(text)}}`);
      assertWellFormed(await provider.resume(transaction, parameters, call), stage.now(), text, 'an inquiry');
      const bytes = Buffer.from(text);
      for (const headers of [{}, { 'stripe-signature': text, authorization: text }]) {
        assert.deepEqual(provider.readNotification(headers, bytes, stage.now()), { kind: 'refused' });
      }
    }
  },

  async 'it cancels an unpaid payment, if it declares that, and never a paid payment'(stage) {
    const { provider, now } = stage;
    for (const one of stage.payins) {
      const { transaction, outcome } = await send(stage, one);
      const stored = apply(stage, transaction, outcome, one.name);
      const answer = await provider.cancel(stored, callOf(stage, stored));
      assertWellFormed(answer, now(), one.name);
      if (!provider.capabilities.cancel) assert.deepEqual(answer, { kind: 'unknown' }, one.name);
      else if (outcome.kind === 'completed') assert.ok(!isRefusal(answer), `${one.name}: was paid`);
      else if (['redirect', 'instructions'].includes(outcome.kind)) {
        assert.ok(isRefusal(answer) || answer.kind === 'completed', `${one.name}: ${answer.kind}`);
      }
    }
  },

  'it captures once under a capture’s id, if it declares that': (stage) =>
    capturesOnce(stage, (payin) => callOf(stage, payin)),

  'a later charge never has a step for the payer': (stage) =>
    chargesWithoutPayer(stage, (payin) => callOf(stage, payin)),

  'its payouts are the sums of their lines': settlesToTheCent,

  async 'it refunds once under a refund’s id, if it declares refunds'(stage) {
    const { provider, now } = stage;
    const stored = await aPaidOne(stage);
    for (const amountMinor of [1n, 2n, 3n, 4n, 5n, 10n]) {
      const refund = aRefund(stage, stored, amountMinor);
      const first = await provider.refund(stored, refund, SOON());
      assertWellFormedRefund(first, now());
      if (!provider.capabilities.refund) {
        assert.deepEqual(first, { kind: 'failed', errorCode: '5004' });
        continue;
      }
      const again = await provider.refund(stored, refund, SOON());
      assert.deepEqual([again.kind, referenceOf(again)], [first.kind, referenceOf(first)]);
      assert.ok((stage.charges?.(refund.id) ?? 0) <= 1, 'given back twice');
      stage.advance(HOUR);
      if (cannotBeAsked(stage)) continue;
      const later = await provider.inquireRefund(stored, refund, SOON());
      assertWellFormedRefund(later, now());
      if (first.kind === 'completed') assert.equal(later.kind, 'completed');
      if (first.kind === 'pending') assert.notEqual(later.kind, 'unheard');
      if (first.kind === 'failed') assert.ok(['failed', 'unheard'].includes(later.kind));
    }
  },
};

/** Each check runs on its own stage. */
export function testContract(name: string, open: (t: TestContext) => Stage | Promise<Stage>): void {
  for (const [promise, check] of Object.entries(CHECKS)) {
    test(`${name}: ${promise}`, async (t) => check(await open(t)));
  }
}

/** Such a provider cannot be asked; notifications tell what became of a payment. */
const cannotBeAsked = ({ provider }: Stage) => provider.capabilities.inquiry === 'notifications-only';

const SOON = () => AbortSignal.timeout(10_000);

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

async function aPaidOne(stage: Stage): Promise<Transaction> {
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

async function send(stage: Stage, one: PayinCase | PayoutCase) {
  const transaction = afresh({ ...one.transaction, createdAt: stage.now(), updatedAt: stage.now() });
  return { transaction, outcome: await sendAs(stage, one, transaction) };
}

async function sendAs(stage: Stage, one: PayinCase | PayoutCase, transaction: Transaction) {
  const call = callOf(stage, transaction);
  return 'instrument' in one
    ? await stage.provider.payIn(transaction, one.instrument, call)
    : await stage.provider.payOut(transaction, one.recipient, call);
}

function afresh(transaction: Transaction): Transaction {
  const id = randomUUIDv7();
  return { ...transaction, id, sessionId: randomUUIDv7(), merchantReference: `order-${id}` };
}

function apply(stage: Stage, transaction: Transaction, outcome: Outcome, name: string): Transaction {
  const change = transition(transaction, outcome, 'provider', stage.now());
  assert.ok(change, `${name}: ${transaction.status} does not admit ${outcome.kind}`);
  return change.after;
}

/** Inquires, and compares the answer with the earlier one. */
async function assertAgrees(stage: Stage, stored: Transaction, said: Outcome, name: string) {
  const answer = await stage.provider.inquire(stored, callOf(stage, stored));
  if (answer.kind !== 'unheard') assertWellFormed(answer, stage.now(), name, 'an inquiry');
  assert.ok(mayFollow(stage, said, answer, stored), `${name}: ${said.kind} is followed by ${answer.kind}`);
  if (referenceOf(said) && referenceOf(answer)) assert.equal(referenceOf(answer), referenceOf(said), name);
  const heard: Outcome = answer.kind === 'unheard' ? { kind: 'failed', errorCode: '9002' } : answer;
  assert.ok(
    transition(stored, heard, 'resolver', stage.now()),
    `${name}: ${stored.status} does not admit ${answer.kind}`,
  );
  return answer;
}

async function assertRefused(stage: Stage, transaction: Transaction, outcome: Outcome, what: string) {
  assertWellFormed(outcome, stage.now(), what);
  assert.ok(
    ['failed', 'declined'].includes(outcome.kind),
    `${what}: not declared, and answered ${outcome.kind}`,
  );
  assert.equal(stage.charges?.(transaction.id) ?? 0, 0, `${what}: not declared, and charged`);
}

async function callEverything(
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
  const refund = aRefund({ provider, now }, transaction, 1n);
  assertWellFormedRefund(await provider.refund(transaction, refund, SOON()), now());
  assertWellFormedRefund(await provider.inquireRefund(transaction, refund, SOON()), now());
}
