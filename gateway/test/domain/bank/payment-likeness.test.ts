// Which payment an entry of a statement most likely pays, and why: the words for the person who decides.
import assert from 'node:assert/strict';
import test from 'node:test';
import { type EntryFacts, likenessOf, type PaymentFacts } from '../../../src/domain/bank/payment-likeness.ts';

const entry = (facts: Partial<EntryFacts> = {}): EntryFacts => ({
  text: '',
  payer: null,
  bookedOn: '2026-03-04',
  amountMinor: 5_500n,
  ...facts,
});
const payment = (facts: Partial<PaymentFacts> = {}): PaymentFacts => ({
  merchantReference: 'INV-7002',
  paymentReference: null,
  userId: null,
  customer: { firstName: 'Jürgen', lastName: 'Groß' },
  amountMinor: 5_500n,
  createdAt: new Date('2026-01-02T10:00:00Z'),
  isOpen: false,
  ...facts,
});

test('a suggestion knows references, digits inside references, and names in any order and spelling', () => {
  for (const [said, reason] of [
    [{ text: 'inv 7002' }, 'the text contains its reference'],
    [{ text: 'Rechnung 7002 vom 3.3.' }, 'the text contains 7002 of its reference INV-7002'],
    [{ text: 'Rechnung Nr. 007002' }, 'the text contains 7002 of its reference INV-7002'],
    [{ payer: 'GROSS JUERGEN' }, 'the payer has the name of its customer'],
    [{ payer: 'Jurgen Gross' }, 'the payer has the name of its customer'],
    [{ payer: 'J. Groß' }, 'the payer has the last name of its customer'],
    [{ text: 'Kaffee, Jürgen Groß' }, 'the text contains the name of its customer'],
    [{ text: 'danke' }, null],
    [{ text: 'Rechnung 17002' }, null],
    [{ text: 'INV 70023' }, null],
    [{ payer: 'Jürgen Klein' }, null],
  ] as const) {
    const { reasons, isNamed } = likenessOf(entry(said), payment());
    assert.deepEqual(
      [reasons[0], isNamed],
      [reason ?? 'the same amount', reason !== null],
      JSON.stringify(said),
    );
  }
});

test('a payment that the text names comes before one of the same amount, and a larger amount says so', () => {
  const said = entry({ text: 'Rechnung 7002', amountMinor: 5_400n });
  const named = likenessOf(said, payment());
  const like = likenessOf(said, payment({ merchantReference: 'INV-1', amountMinor: 5_400n, isOpen: true }));
  assert.ok(named.weight > like.weight);
  assert.equal(named.reasons.at(-1), 'a larger amount: the entry may be a part of it');
  assert.deepEqual(like.reasons, ['it is still open', 'the same amount']);
});
