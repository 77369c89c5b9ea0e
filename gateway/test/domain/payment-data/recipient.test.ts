// How a payout's recipient may be shown
// (contract 5).
import assert from 'node:assert/strict';
import test from 'node:test';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { shownRecipient } from '../../../src/domain/payment-data/recipient.ts';

test('the recipient has the name as given and only the last four characters of the account', () => {
  const cases: [Record<string, string>, string | null, string | null][] = [
    [{ iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace', bic: 'X' }, 'Ada Lovelace', '***3000'],
    [{ accountNumber: '50100123456789', ifsc: 'HDFC0000001', accountHolder: 'Asha' }, 'Asha', '***6789'],
    [{ vpa: 'asha@okbank' }, null, '***bank'],
    [{ pixKeyType: 'EMAIL', pixKey: 'ana@example.com' }, null, '***.com'],
    [{ phoneNumber: '+254712345678' }, null, '***5678'],
    [{ walletId: 'wallet-77' }, null, '***t-77'],
    [{ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', network: 'bitcoin' }, null, '***f3t4'],
    [{ cardNumber: '5555555555554444', cardHolder: 'Ada' }, 'Ada', '***4444'],
    [{ accountHolder: 'Ada' }, 'Ada', null],
    [{ walletId: 'abcd' }, null, '***'],
    [{ walletId: 'a😀b😀c' }, null, '***😀b😀c'],
  ];
  for (const [data, name, account] of cases) assert.deepEqual(shownRecipient(data), { name, account });
});

test('without any known field there is no recipient', () => {
  assert.equal(shownRecipient({}), null);
  assert.equal(shownRecipient({ network: 'bitcoin', pixKeyType: 'CPF', bic: 'DEUTDEFF' }), null);
});

test('each field of a payout method that holds a name is known as one', () => {
  const fields = optionsOf('PAYOUT').flatMap((option) => option.fields.map(({ name }) => name));
  const named = [...new Set(fields)].filter((name) => /holder|name/i.test(name));
  assert.deepEqual(named.sort(), ['accountHolder', 'cardHolder']);
  for (const name of named) assert.equal(shownRecipient({ [name]: 'Ada' })?.name, 'Ada', name);
});
