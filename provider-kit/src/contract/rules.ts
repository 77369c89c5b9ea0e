// What every adapter must keep, so that the gateway can trust it with money: one rule for each promise of the seam. A
// stage (stage.ts) gives the adapter, its clock, and payments that produce each of its answers. The rules do what the
// gateway does: they apply outcomes, and lose answers at every point. They need no test runner.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { currencyDigits, type Instrument, type Outcome } from '../provider-kit.ts';
import { assertSameAnswer, isRefusal, referenceOf } from './answers.ts';
import { isFinal } from './apply-outcome.ts';
import { isCountryCode } from './country-codes.ts';
import { answersDisputes } from './disputes.ts';
import { HOSTILE_FIELDS, HOSTILE_TEXTS } from './hostile-input.ts';
import { capturesOnce, chargesWithoutPayer } from './later.ts';
import { knowsLostAnswers } from './lost-answers.ts';
import { newRefund } from './new-transaction.ts';
import { readsNotifications, refusesStrangeNotification } from './notifications.ts';
import { choicesOf } from './options.ts';
import {
  aCard,
  afresh,
  aPaidOne,
  apply,
  assertAgrees,
  assertRefused,
  callEverything,
  callOf,
  cannotBeAsked,
  SOON,
  send,
  sendAs,
} from './sending.ts';
import { settlesToTheCent } from './settlements.ts';
import type { Stage } from './stage.ts';
import { assertWellFormed, assertWellFormedRefund } from './well-formed.ts';

export type Check = (stage: Stage) => Promise<void>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The test tells networks to be quick; none of them needs this long. */
const ABANDONED_MS = 21_000;

export const CHECKS: Readonly<Record<string, Check>> = {
  async 'its capabilities name existing methods and currencies'({ provider, ownMethods = [] }) {
    const methodsOf = (direction: 'PAYIN' | 'PAYOUT') => [
      ...choicesOf(direction).map(({ method }) => method),
      ...ownMethods,
    ];
    const { methods } = provider.capabilities;
    assert.ok(methods.length > 0, 'it declares no method');
    for (const { direction, method, countries, currencies } of methods) {
      assert.ok(methodsOf(direction).includes(method), `there is no ${direction} method ${method}`);
      if (countries !== 'any')
        for (const code of countries) assert.ok(isCountryCode(code), `${code} is no country`);
      if (currencies !== 'any')
        for (const code of currencies)
          assert.ok(currencyDigits(code) !== undefined, `${code} is no currency`);
    }
    assert.match(provider.id, /^[a-z][a-z0-9-]{0,62}$/, `${provider.id} is no id of a provider`);
    // The resolver asks after 20 s, and must not hear "unheard" about a call that is still under way.
    const isInTime = provider.deadlineMs > 0 && provider.deadlineMs < ABANDONED_MS - 1_000;
    assert.ok(isInTime, `its deadline of ${provider.deadlineMs} ms is not between 0 and 20 s`);
  },

  async 'its answers fit its cases and are well-formed'(stage) {
    for (const one of [...stage.payins, ...stage.payouts]) {
      const { outcome, transaction } = await send(stage, one);
      assert.equal(
        outcome.kind,
        one.answers,
        `${one.name}: ${one.answers} was expected, not ${outcome.kind}`,
      );
      assertWellFormed(outcome, stage.now(), one.name);
      apply(stage, transaction, outcome, one.name);
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

  'a lost answer is unknown, and only a refusal means that nothing was done': knowsLostAnswers,

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
    assert.ok(stage.neverSent.length > 0, 'the stage needs payments that were never sent');
    for (const transaction of stage.neverSent) {
      let wasUnheard = false;
      for (const wait of [0, ABANDONED_MS, HOUR]) {
        stage.advance(wait);
        const answer = await stage.provider.inquire(transaction, callOf(stage, transaction));
        const age = stage.now().getTime() - transaction.createdAt.getTime();
        const mayBeUnderWay = !wasUnheard && age < (stage.callMayTakeMs ?? 0);
        if (mayBeUnderWay && answer.kind === 'unknown') continue;
        assert.deepEqual(answer, { kind: 'unheard' }, `it said ${answer.kind} about such a payment`);
        wasUnheard = true;
      }
    }
  },

  async 'it refuses a payment that it does not declare, and has not acted'(stage) {
    const { provider, payins, payouts } = stage;
    const declares = (direction: 'PAYIN' | 'PAYOUT', method: string) =>
      provider.capabilities.methods.some((one) => one.direction === direction && one.method === method);
    for (const { id: optionId, method } of choicesOf('PAYIN')) {
      if (declares('PAYIN', method)) continue;
      const transaction = afresh({ ...payins[0]!.transaction, optionId });
      const instrument: Instrument =
        method === 'card' ? aCard('4242424242424242') : { kind: 'method', method, data: {} };
      const outcome = await provider.payIn(transaction, instrument, callOf(stage, transaction));
      await assertRefused(stage, transaction, outcome, method);
    }
    const unknown: Instrument = { kind: 'method', method: 'no-such-method', data: {} };
    const stray = afresh({ ...payins[0]!.transaction, optionId: randomUUID(), card: null });
    const outcome = await provider.payIn(stray, unknown, callOf(stage, stray));
    await assertRefused(stage, stray, outcome, 'no-such-method');
    for (const { id: optionId, method } of choicesOf('PAYOUT')) {
      if (declares('PAYOUT', method)) continue;
      const transaction = afresh({ ...stray, type: 'PAYOUT', optionId });
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
        await refusesStrangeNotification(stage, headers, bytes);
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
      if (!provider.capabilities.cancel)
        assert.deepEqual(
          answer,
          { kind: 'unknown' },
          `${one.name}: not declared, and answered ${answer.kind}`,
        );
      else if (outcome.kind === 'completed')
        assert.ok(!isRefusal(answer), `${one.name}: was paid, and is ${answer.kind}`);
      else if (['redirect', 'instructions'].includes(outcome.kind)) {
        const isOver = isRefusal(answer) || answer.kind === 'completed';
        assert.ok(isOver, `${one.name}: nothing was paid, and cancelling answers ${answer.kind}`);
      }
    }
  },

  'it captures once under a capture’s id, if it declares that': (stage) =>
    capturesOnce(stage, (payin) => callOf(stage, payin)),

  'a later charge never has a step for the payer': (stage) =>
    chargesWithoutPayer(stage, (payin) => callOf(stage, payin)),

  'a response to a dispute arrives once, and is never forgotten': answersDisputes,

  'its payouts are the sums of their lines': settlesToTheCent,

  'it reads its notifications, and refuses those of strangers': readsNotifications,

  async 'it refunds once under a refund’s id, if it declares refunds'(stage) {
    const { provider, now } = stage;
    const stored = await aPaidOne(stage);
    for (const amountMinor of [1n, 2n, 3n, 4n, 5n, 10n]) {
      const payin = { ...stored, provider: provider.id };
      const refund = newRefund(payin, { amountMinor, createdAt: now() });
      const first = await provider.refund(stored, refund, SOON());
      assertWellFormedRefund(first, now());
      if (!provider.capabilities.refund) {
        const refused = { kind: 'failed', errorCode: '5004' };
        assert.deepEqual(first, refused, 'it declares no refunds, and does not refuse one with 5004');
        continue;
      }
      const again = await provider.refund(stored, refund, SOON());
      assert.deepEqual(
        [again.kind, referenceOf(again)],
        [first.kind, referenceOf(first)],
        'another answer for the same refund',
      );
      assert.ok((stage.charges?.(refund.id) ?? 0) <= 1, 'given back twice');
      stage.advance(HOUR);
      if (cannotBeAsked(stage)) continue;
      const later = await provider.inquireRefund(stored, refund, SOON());
      assertWellFormedRefund(later, now());
      if (first.kind === 'completed')
        assert.equal(later.kind, 'completed', `a completed refund is ${later.kind} later`);
      if (first.kind === 'pending') assert.notEqual(later.kind, 'unheard', 'it forgot a refund');
      if (first.kind === 'failed')
        assert.ok(['failed', 'unheard'].includes(later.kind), `a failed refund is ${later.kind} later`);
    }
  },
};
