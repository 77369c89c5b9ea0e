// SEPA accounts (contract 7): IBAN, BIC and holder,
// for payouts and for direct debits.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { accepted, faultyFields, withOtherCharacter } from './check-option.ts';

const payout = { direction: 'PAYOUT', method: 'sepa-transfer' } as const;
const debit = { direction: 'PAYIN', method: 'sepa-direct-debit' } as const;
const DIGITS = '0123456789';

/** The check digits of ISO 13616, computed with one big number. */
function germanIban(account: string): string {
  const rest = BigInt(`${account}131400`) % 97n;
  return `DE${String(98n - rest).padStart(2, '0')}${account}`;
}

test('the IBANs that the countries publish as examples are accepted', () => {
  const examples =
    'DE89370400440532013000 FR1420041010050500013M02606 ES9121000418450200051332 NL91ABNA0417164300 ' +
    'IT60X0542811101000000123456 GB29NWBK60161331926819 AT611904300234573201 BE68539007547034 IE29AIBK93115212345678 ' +
    'PT50000201231234567890154 RS35260005601001611379 ME25505000012345678951';
  for (const iban of examples.split(' ')) {
    assert.deepEqual(accepted(payout, { iban }), { iban });
    assert.deepEqual(accepted(debit, { iban }), { iban });
  }
});

test('blanks and lower case are brought into the normal form', () => {
  const printed = ' de89 3704 0044\u00a00532 0130 00 ';
  assert.deepEqual(accepted(debit, { iban: printed }), { iban: 'DE89370400440532013000' });
  assert.deepEqual(
    accepted(payout, { iban: printed, bic: ' cobadeffxxx ', accountHolder: '  Anna Schmidt ' }),
    {
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      accountHolder: 'Anna Schmidt',
    },
  );
});

test('any German account with its right check digits is accepted, and with any one digit changed refused', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{18}$/), fc.nat(19), fc.nat(8), (account, place, step) => {
      const iban = germanIban(account);
      assert.deepEqual(accepted(payout, { iban }), { iban });
      const wrong = `DE${withOtherCharacter(iban.slice(2), place, step, DIGITS)}`;
      assert.deepEqual(faultyFields(payout, { iban: wrong }), ['paymentData.iban'], wrong);
    }),
    { numRuns: 300 },
  );
});

test('two neighbouring digits that are swapped are noticed', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{18}$/), fc.integer({ min: 4, max: 20 }), (account, at) => {
      const iban = germanIban(account);
      fc.pre(iban[at] !== iban[at + 1]);
      const wrong = iban.slice(0, at) + iban[at + 1] + iban[at] + iban.slice(at + 2);
      assert.deepEqual(faultyFields(debit, { iban: wrong }), ['paymentData.iban'], wrong);
    }),
  );
});

test('a text with a wrong length, an unknown country or other characters is no IBAN', () => {
  for (const iban of [
    'DE8937040044053201300',
    'DE893704004405320130000',
    'XX89370400440532013000',
    'DE89-3704-0044-0532-0130-00',
    'DE8937040044053201300O',
    'ＤＥ89370400440532013000',
    'ﬁ2112345600000785',
    'DE',
    '   ',
    'D'.repeat(255),
  ]) {
    assert.deepEqual(faultyFields(debit, { iban }), ['paymentData.iban'], iban);
  }
});

test('an account outside SEPA is refused, even with valid check digits', () => {
  for (const iban of [
    'TR330006100519786457841326',
    'BR1800360305000010009795493C1',
    'SA0380000000608010167519',
  ]) {
    assert.deepEqual(faultyFields(payout, { iban }), ['paymentData.iban'], iban);
  }
});

test('a BIC has eight or eleven characters and a country', () => {
  for (const bic of ['DEUTDEFF', 'DEUTDEFF500', 'NEDSZAJJXXX'])
    assert.deepEqual(accepted(payout, { bic }), { bic });
  for (const bic of [
    'DEUTDEF',
    'DEUTDEFF5',
    'DEUTDEFF50',
    'DEUTDEFF5000',
    '1EUTDEFF',
    'DEUT1EFF',
    'DEUTDE-F',
    ' ',
  ]) {
    assert.deepEqual(faultyFields(payout, { bic }), ['paymentData.bic'], bic);
  }
});

test('a blank account holder is refused, and all faults are listed at once', () => {
  assert.deepEqual(faultyFields(payout, { iban: 'DE00', accountHolder: '  ', bic: 'x' }).sort(), [
    'paymentData.accountHolder',
    'paymentData.bic',
    'paymentData.iban',
  ]);
});
