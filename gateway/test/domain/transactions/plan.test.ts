// The plan for a pay-in or a payout: one decision for every
// call, in one order (contract 7, 8).
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Brand } from '../../../src/domain/merchants/brand.ts';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import {
  closestFitRefusal,
  type Facts,
  type PlanRequest,
  planTransaction,
} from '../../../src/domain/transactions/plan.ts';
import { aBrand } from '../../stage/builders.ts';

const payinOf = (method: string) => optionsOf('PAYIN').find((one) => one.method === method)!.id;
const payoutOf = (method: string) => optionsOf('PAYOUT').find((one) => one.method === method)!.id;

const PAYIN: PlanRequest = {
  type: 'PAYIN',
  optionId: payinOf('sepa-direct-debit'),
  country: 'DE',
  currency: 'EUR',
  amountMinor: 2_500n,
  userId: null,
  customer: null,
};
const PAYOUT: PlanRequest = { ...PAYIN, type: 'PAYOUT', optionId: payoutOf('sepa-transfer') };
const KNOWN: Facts = {
  served: 'served',
  unusable: null,
  block: null,
  data: { iban: 'DE89370400440532013000' },
  needed: [],
};
const RECIPIENT: Facts = { ...KNOWN, data: { ...KNOWN.data, accountHolder: 'Ada Lovelace' } };

const plan = (request: Partial<PlanRequest>, facts: Partial<Facts> = {}, brand: Partial<Brand> = {}) =>
  planTransaction({ ...PAYIN, ...request }, aBrand(brand), { ...KNOWN, ...facts });
const planPayout = (request: Partial<PlanRequest>, facts: Partial<Facts> = {}, brand: Partial<Brand> = {}) =>
  planTransaction({ ...PAYOUT, ...request }, aBrand(brand), { ...RECIPIENT, ...facts });

test('a complete transaction is sent, and a payout waits if its brand approves each payout', () => {
  assert.deepEqual(plan({}), { kind: 'send' });
  assert.deepEqual(plan({}, {}, { automaticApproval: false }), { kind: 'send' });
  assert.deepEqual(planPayout({}, {}, { automaticApproval: true }), { kind: 'send' });
  assert.deepEqual(planPayout({}, {}, { automaticApproval: false }), { kind: 'wait-for-approval' });
});

test('missing fields are asked for before a payout waits for approval', () => {
  assert.deepEqual(plan({}, { data: {} }), { kind: 'ask-for-more', missing: ['paymentData.iban'] });
  assert.deepEqual(plan({ country: null }), { kind: 'ask-for-more', missing: ['country'] });
  const missing = { kind: 'ask-for-more', missing: ['paymentData.accountHolder'] };
  assert.deepEqual(planPayout({}, KNOWN), missing);
  assert.deepEqual(planPayout({}, KNOWN, { automaticApproval: true }), missing);
});

test('a server learns at once which fields the provider needs, and the cashier asks for them', () => {
  const needed = ['accountHolder'];
  assert.deepEqual(plan({}, { needed }), { kind: 'decline', errorCode: '1005' });
  const asked = { kind: 'ask-for-more', missing: ['paymentData.accountHolder'] };
  assert.deepEqual(plan({ isAtPage: true }, { needed }), asked);
  // The cashier is needed anyway, and asks for both.
  const both = { kind: 'ask-for-more', missing: ['paymentData.iban', 'paymentData.accountHolder'] };
  assert.deepEqual(plan({}, { needed, data: {} }), both);
  const data = { ...KNOWN.data, accountHolder: 'Ada Lovelace' };
  assert.deepEqual(plan({}, { needed, data }), { kind: 'send' });
});

test('a card that was checked as a whole has no missing field', () => {
  assert.deepEqual(plan({ optionId: payinOf('card') }, { data: null }), { kind: 'send' });
});

test('a transaction without a provider is declined before anything is asked for, pay-ins and payouts alike', () => {
  const declined = { kind: 'decline', errorCode: '1011' };
  for (const data of [{}, RECIPIENT.data]) {
    assert.deepEqual(plan({}, { served: 'not-served', data }), declined);
    assert.deepEqual(planPayout({}, { served: 'not-served', data }), declined);
  }
});

test('the rules are checked in a fixed order, whatever else is wrong', () => {
  const wrong: [string, Partial<PlanRequest>, Partial<Brand>][] = [
    ['1012', {}, { active: false }],
    ['1010', { optionId: 'f47ac10b-58cc-4372-a567-0e02b2c3d479' }, {}],
    ['1004', { country: 'BR' }, {}],
    ['1003', { currency: 'USD' }, {}],
    ['1001', { amountMinor: 99n }, {}],
  ];
  const facts = { served: 'not-served', unusable: '2014', data: {} } as const;
  for (let first = 0; first < wrong.length; first++) {
    const rest = wrong.slice(first);
    const request = Object.assign({}, ...rest.map(([, one]) => one).reverse());
    const brand = Object.assign({}, ...rest.map(([, , one]) => one));
    const [errorCode] = wrong[first]!;
    assert.deepEqual(plan(request, facts, brand), { kind: 'decline', errorCode });
  }
  assert.deepEqual(plan({}, facts), { kind: 'decline', errorCode: '1011' });
  assert.deepEqual(plan({}, { ...facts, served: 'served' }), { kind: 'decline', errorCode: '2014' });
});

test('if several checks refuse, the refusal of the last check counts', () => {
  assert.equal(closestFitRefusal(['1010', '1004', '1010']), '1004');
  assert.equal(closestFitRefusal(['1003', '1002', '1001', '1004']), '1002');
  assert.equal(closestFitRefusal(['1002', '1011', '1010']), '1011');
  assert.equal(closestFitRefusal(['1012']), '1012');
});

test('a blocked transaction is declined before anything is asked for, and after the rules of its option', () => {
  const block = { id: 'b1', kind: 'country', value: 'DE', expiresAt: null } as const;
  const refused = {
    kind: 'decline',
    errorCode: '2203',
    refusedBy: { rule: 'block country', blockId: 'b1' },
  };
  assert.deepEqual(plan({}, { block }), refused);
  assert.deepEqual(plan({ country: null }, { block, data: {} }), refused);
  assert.deepEqual(planPayout({}, { block }), refused);
  assert.deepEqual(plan({}, { block }, { active: false }), { kind: 'decline', errorCode: '1012' });
});
