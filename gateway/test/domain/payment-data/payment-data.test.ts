// Rules for the fields of every method (spec 2.8, contract 3 and 7): hostile, absent and unknown values, and the fields
// that the cashier must ask for.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Customer } from '@tollgate/provider-kit/seam/customer';
import fc from 'fast-check';
import { findOption, optionsOf } from '../../../src/domain/options/payment-option.ts';
import type { PaymentData } from '../../../src/domain/payment-data/check-fields.ts';
import { missingInputs } from '../../../src/domain/payment-data/payment-data.ts';
import { accepted, check, faultyFields, optionOf } from './check-option.ts';

const METHODS = (['PAYIN', 'PAYOUT'] as const).flatMap((direction) =>
  optionsOf(direction)
    .filter(({ type }) => direction === 'PAYOUT' || type !== 'CARD')
    .map(({ method, availableCountries, fields }) => ({
      direction,
      method,
      currency: availableCountries[0]!.currencies[0]!,
      names: fields.map(({ name }) => name).filter((name) => !name.startsWith('customer.')),
    })),
);

for (const { names, ...sent } of METHODS) {
  const title = `${sent.direction} by ${sent.method}`;

  test(`${title}: a field that is no string, not clean or too long is refused by its name`, () => {
    for (const name of names) {
      const hostile: unknown[] = [
        0,
        -1,
        1e300,
        true,
        false,
        {},
        [],
        ['a'],
        { a: 1 },
        { toString: 'a' },
        Number.NaN,
      ];
      const unclean = [
        'a\u0000',
        '\n',
        'a\u007fb',
        '\u0085',
        '\ud800',
        'a\udc00b',
        'x'.repeat(256),
        '😀'.repeat(256),
      ];
      for (const value of [...hostile, ...unclean])
        assert.deepEqual(
          faultyFields(sent, { [name]: value }),
          [`paymentData.${name}`],
          JSON.stringify(value),
        );
    }
  });

  test(`${title}: null and the empty string count as absent, and unknown fields are ignored`, () => {
    const nothing = Object.fromEntries(names.map((name, i) => [name, i % 2 ? null : '']));
    const unknown = { cardNumber2: 7, nested: { deep: ['\u0000'] }, constructor: 'x', toString: 1 };
    assert.deepEqual(accepted(sent, { ...nothing, ...unknown }), {});
    assert.deepEqual(accepted(sent, JSON.parse('{"__proto__": {"iban": "x"}}')), {});
    assert.deepEqual(accepted(sent, {}), {});
  });

  test(`${title}: any input gives either faults of its fields or strings that pass again unchanged`, () => {
    const fields = fc.dictionary(
      fc.constantFrom(...names, 'token', 'other'),
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.stringMatching(/^[A-Za-z0-9@.+ -]{0,40}$/),
        fc.anything(),
      ),
    );
    fc.assert(
      fc.property(fields, (paymentData) => {
        const checked = check(sent, paymentData);
        if (Array.isArray(checked)) {
          for (const { field } of checked) {
            const name = field.replace('paymentData.', '');
            assert.ok(names.includes(name) || name === 'token', field);
          }
        } else assert.deepEqual(accepted(sent, checked as PaymentData), checked);
      }),
    );
  });
}

const suboptionOf = (method: string, place: number) =>
  findOption(optionOf({ direction: 'PAYIN', method }).option.suboptions[place]!.id)!;

function missing(
  found: ReturnType<typeof optionOf>,
  given: { country?: string | null; currency?: string; data?: PaymentData; customer?: Customer | null } = {},
) {
  return missingInputs(found, { country: 'DE', currency: 'EUR', data: {}, customer: null, ...given });
}

test('a method that is limited to countries needs a country, and any other method does not', () => {
  const sepa = optionOf({ direction: 'PAYIN', method: 'sepa-transfer' });
  assert.deepEqual(missing(sepa), []);
  assert.deepEqual(missing(sepa, { country: null }), ['country']);
  assert.deepEqual(missing(suboptionOf('wallet', 0), { country: null }), []);
  assert.deepEqual(missing(suboptionOf('open-banking', 0), { country: null }), ['country']);
});

test('an option with suboptions needs a suboption', () => {
  for (const method of ['open-banking', 'upi', 'wallet', 'p2p']) {
    assert.deepEqual(missing(optionOf({ direction: 'PAYIN', method })), ['suboption'], method);
    assert.deepEqual(missing(suboptionOf(method, 0)), [], method);
  }
});

test('required fields are reported missing until they are given, and optional fields never', () => {
  const fields = (direction: 'PAYIN' | 'PAYOUT', method: string) => missing(optionOf({ direction, method }));
  assert.deepEqual(fields('PAYIN', 'sepa-direct-debit'), ['paymentData.iban']);
  assert.deepEqual(fields('PAYIN', 'm-pesa'), ['paymentData.phoneNumber']);
  assert.deepEqual(fields('PAYIN', 'crypto'), ['paymentData.network']);
  assert.deepEqual(fields('PAYOUT', 'sepa-transfer'), ['paymentData.iban', 'paymentData.accountHolder']);
  assert.deepEqual(fields('PAYOUT', 'upi'), ['paymentData.vpa']);
  assert.deepEqual(fields('PAYOUT', 'pix'), ['paymentData.pixKeyType', 'paymentData.pixKey']);
  assert.deepEqual(fields('PAYOUT', 'wallet'), ['paymentData.walletId']);
  const sepa = optionOf({ direction: 'PAYOUT', method: 'sepa-transfer' });
  assert.deepEqual(missing(sepa, { data: { iban: 'DE89370400440532013000' } }), [
    'paymentData.accountHolder',
  ]);
});

test('the card of a payout is complete with its four fields, or with a token alone', () => {
  const card = optionOf({ direction: 'PAYOUT', method: 'card' });
  const number = { cardNumber: '4242424242424242', cardHolder: 'Ada', expiryYear: '2030' };
  assert.deepEqual(missing(card, { data: number }), ['paymentData.expiryMonth']);
  assert.deepEqual(missing(card, { data: { ...number, expiryMonth: '12' } }), []);
  assert.deepEqual(missing(card, { data: { token: 'tok_abc' } }), []);
});

test('PIX needs a valid document, from the request or from the profile', () => {
  const pix = optionOf({ direction: 'PAYIN', method: 'pix' });
  const both = ['customer.document.type', 'customer.document.number'];
  const withDocument = (document: Customer['document']) => missing(pix, { customer: { document } });
  assert.deepEqual(missing(pix), both);
  assert.deepEqual(withDocument({ type: 'CPF' }), both);
  assert.deepEqual(withDocument({ type: 'PASSPORT', number: 'C01X0006H' }), both);
  assert.deepEqual(withDocument({ number: '52998224724' }), both);
  assert.deepEqual(withDocument({ number: '52998224725' }), []);
  assert.deepEqual(withDocument({ type: 'CPF', number: '529.982.247-25' }), []);
});
