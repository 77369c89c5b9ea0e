// PIX (contract 7): keys of payouts by their type, and the payer's document of a pay-in, with the
// check digits of CPF and
// CNPJ.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Customer } from '@tollgate/provider-kit/seam/customer';
import fc from 'fast-check';
import { accepted, faultyFields, withOtherCharacter } from './check-option.ts';

const payout = { direction: 'PAYOUT', method: 'pix', currency: 'BRL' } as const;
const payin = { direction: 'PAYIN', method: 'pix', currency: 'BRL' } as const;

const CPF = '52998224725';
const CNPJ = '11222333000181';
/** The example that the tax office published with the letters. */
const CNPJ_WITH_LETTERS = '12ABC34501DE35';
const UUID = '123e4567-e89b-42d3-a456-426614174000';
const DIGITS = '0123456789';

/** Adds the digit that makes the weighted sum a multiple of 11. It tries all of them; a ten is written as 0. */
function withCheckDigit(text: string, mostWeight: number): string {
  const weighted = [...text].reverse().reduce((sum, character, i) => {
    return sum + (character.charCodeAt(0) - 48) * (2 + (i % (mostWeight - 1)));
  }, 0);
  const digit = [...Array(11).keys()].find((candidate) => (weighted + candidate) % 11 === 0)!;
  return text + (digit === 10 ? 0 : digit);
}
const cpfFor = (nine: string) => withCheckDigit(withCheckDigit(nine, 11), 11);
const cnpjFor = (twelve: string) => withCheckDigit(withCheckDigit(twelve, 9), 9);

const isRepeated = (text: string) => new Set(text).size === 1;
const cpfs = fc
  .stringMatching(/^[0-9]{9}$/)
  .filter((nine) => !isRepeated(nine))
  .map(cpfFor);
const cnpjs = fc
  .stringMatching(/^[0-9A-Z]{12}$/)
  .filter((twelve) => !isRepeated(twelve))
  .map(cnpjFor);

const refused = (pixKeyType: string, pixKey: string) =>
  assert.deepEqual(
    faultyFields(payout, { pixKeyType, pixKey }),
    ['paymentData.pixKey'],
    `${pixKeyType} ${pixKey}`,
  );
const keyOf = (pixKeyType: string, pixKey: string) => accepted(payout, { pixKeyType, pixKey }).pixKey!;

test('each type of key has its normal form', () => {
  assert.equal(keyOf('CPF', '529.982.247-25'), CPF);
  assert.equal(keyOf('CNPJ', '11.222.333/0001-81'), CNPJ);
  assert.equal(keyOf('CNPJ', '12.abc.345/01de-35'), CNPJ_WITH_LETTERS);
  assert.equal(keyOf('EMAIL', ' Maria@Example.com '), 'maria@example.com');
  assert.equal(keyOf('PHONE', '+55 (11) 98765-4321'), '+5511987654321');
  assert.equal(keyOf('PHONE', '11987654321'), '+5511987654321');
  assert.equal(keyOf('RANDOM', UUID.toUpperCase()), UUID);
});

test('a key of one type is not accepted as a key of another type', () => {
  const keys = { CPF, CNPJ, EMAIL: 'maria@example.com', PHONE: '+5511987654321', RANDOM: UUID };
  for (const type of Object.keys(keys)) {
    for (const [other, key] of Object.entries(keys)) {
      if (type === other) assert.equal(keyOf(type, key), key);
      else refused(type, key);
    }
  }
});

test('any CPF with its check digits is accepted, and with either of them changed refused', () => {
  fc.assert(
    fc.property(cpfs, fc.nat(1), fc.nat(8), (cpf, place, step) => {
      assert.equal(keyOf('CPF', cpf), cpf);
      refused('CPF', cpf.slice(0, 9) + withOtherCharacter(cpf.slice(9), place, step, DIGITS));
    }),
  );
});

test('a CPF with any single digit changed is refused, unless its first check digit is 0', () => {
  // 0 stands for two remainders. So after a first check digit of 0 the scheme itself misses a few changes.
  fc.assert(
    fc.property(
      cpfs.filter((cpf) => cpf[9] !== '0'),
      fc.nat(10),
      fc.nat(8),
      (cpf, place, step) => {
        refused('CPF', withOtherCharacter(cpf, place, step, DIGITS));
      },
    ),
    { numRuns: 300 },
  );
});

test('any CNPJ with its check digits is accepted, also with letters', () => {
  fc.assert(
    fc.property(cnpjs, fc.nat(1), fc.nat(8), (cnpj, place, step) => {
      assert.equal(keyOf('CNPJ', cnpj), cnpj);
      refused('CNPJ', cnpj.slice(0, 12) + withOtherCharacter(cnpj.slice(12), place, step, DIGITS));
    }),
  );
  for (let place = 0; place < CNPJ.length; place++) {
    for (let step = 0; step < 9; step++) refused('CNPJ', withOtherCharacter(CNPJ, place, step, DIGITS));
  }
});

test('a number with a wrong check digit is refused as CPF or CNPJ', () => {
  for (let digit = 0; digit < 10; digit++) refused('CPF', String(digit).repeat(11));
  refused('CNPJ', '0'.repeat(14));
  for (const key of ['5299822472', `${CPF}0`, '٥٢٩٩٨٢٢٤٧٢٥', '529982247-2S', 'A2998224725', '...', '  '])
    refused('CPF', key);
  for (const key of ['1122233300018', `${CNPJ}0`, '1122233300018A', '11222333É00181']) refused('CNPJ', key);
});

test('a text that is no e-mail address, phone number or UUID is refused', () => {
  for (const key of [
    'maria',
    'maria@',
    '@example.com',
    'maria@example',
    'a b@example.com',
    'a@@example.com',
    '"a"@example.com',
  ])
    refused('EMAIL', key);
  for (const key of ['a@-example.com', 'a..b@example.com', 'a@example..com', 'märia@example.com'])
    refused('EMAIL', key);
  assert.equal(keyOf('EMAIL', `${'a'.repeat(65)}@example.com`).length, 77);
  refused('EMAIL', `${'a'.repeat(66)}@example.com`);
  for (const key of ['+551133334444', '12345', '+5511', 'telefone', '+551198765432a']) refused('PHONE', key);
  for (const key of [
    UUID.replaceAll('-', ''),
    `{${UUID}}`,
    UUID.slice(1),
    `${UUID}0`,
    UUID.replace('a', 'g'),
  ])
    refused('RANDOM', key);
});

test('long malicious keys are refused without delay', () => {
  for (const pixKeyType of ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM', undefined]) {
    for (const piece of ['a', '1', 'a@', '.', '-', '@a.']) {
      const pixKey = piece.repeat(100);
      assert.ok(faultyFields(payout, { pixKeyType, pixKey }).includes('paymentData.pixKey'));
    }
  }
});

test('a key without its type must be the key of some type, and is not changed', () => {
  for (const pixKey of ['529.982.247-25', 'Maria@Example.com', '+55 11 98765-4321', UUID.toUpperCase()])
    assert.deepEqual(accepted(payout, { pixKey }), { pixKey });
  assert.deepEqual(faultyFields(payout, { pixKey: '52998224724' }), ['paymentData.pixKey']);
});

test('an unknown type of key is refused, and so is a type in lower case', () => {
  for (const pixKeyType of ['EVP', 'cpf', 'constructor', '__proto__'])
    assert.deepEqual(faultyFields(payout, { pixKeyType, pixKey: CPF }), ['paymentData.pixKeyType']);
});

const documentFaults = (document: Customer['document']) =>
  faultyFields({ ...payin, customer: { document } }, {});
const documentPasses = (document: Customer['document']) =>
  assert.deepEqual(accepted({ ...payin, customer: { document } }, {}), {});

test('the document of a payer must be a CPF or a CNPJ, with or without its type', () => {
  documentPasses({ type: 'CPF', number: '529.982.247-25' });
  documentPasses({ type: 'CNPJ', number: CNPJ });
  documentPasses({ type: 'cnpj', number: CNPJ_WITH_LETTERS });
  documentPasses({ number: CPF });
  documentPasses({ type: null, number: CNPJ });
  assert.deepEqual(documentFaults({ type: 'CPF', number: '52998224724' }), ['customer.document.number']);
  assert.deepEqual(documentFaults({ type: 'CPF', number: CNPJ }), ['customer.document.number']);
  assert.deepEqual(documentFaults({ type: 'CNPJ', number: CPF }), ['customer.document.number']);
  assert.deepEqual(documentFaults({ number: '12345' }), ['customer.document.number']);
  assert.deepEqual(documentFaults({ type: 'PASSPORT', number: 'C01X0006H' }), ['customer.document.type']);
  assert.deepEqual(documentFaults({ type: 'PASSPORT' }), ['customer.document.type']);
});

test('a document that is absent or empty is no fault', () => {
  for (const document of [
    undefined,
    null,
    {},
    { number: null },
    { number: '' },
    { type: '', number: '' },
    { type: 'CPF' },
  ])
    documentPasses(document as Customer['document']);
  assert.deepEqual(accepted(payin, {}), {});
});

// proves 2.5 document, methods
test("the customer's document is not checked if the method needs none", () => {
  const customer = { document: { type: 'PASSPORT', number: 'C01X0006H' } };
  assert.deepEqual(accepted({ ...payin, method: 'boleto', customer }, {}), {});
  assert.deepEqual(accepted({ ...payout, customer }, { pixKeyType: 'CPF', pixKey: CPF }), {
    pixKeyType: 'CPF',
    pixKey: CPF,
  });
});
