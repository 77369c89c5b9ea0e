// Compares finding, discovery and judgement of options with
// spec 2.2, 4.1, 4.3 and contract 7.

import assert from 'node:assert/strict';
import test from 'node:test';
import { currencyDigits } from '@tollgate/provider-kit/currency';
import fc from 'fast-check';
import {
  type Direction,
  discover,
  findOption,
  judgeOption,
  type OptionUse,
  optionsOf,
} from '../../../src/domain/options/payment-option.ts';
import { soldIn } from '../../stage/contract-options.ts';

const DIRECTIONS: Direction[] = ['PAYIN', 'PAYOUT'];
const everyOption = DIRECTIONS.flatMap((direction) => optionsOf(direction));
const everything = { isEnabled: () => true, publicUrl: 'https://pay.example' };
const names = (direction: Direction, country?: string, currency?: string) =>
  discover(direction, { ...everything, country, currency }).map((option) => option.name);
const idOf = (direction: Direction, name: string) =>
  optionsOf(direction).find((option) => option.name === name)!.id;
const subIdOf = (name: string, suboption: string) =>
  optionsOf('PAYIN')
    .find((option) => option.name === name)!
    .suboptions.find((one) => one.name === suboption)!.id;

// proves 2.1 paymentOptionId
test('an option is found by its id in either case, and a suboption with its option', () => {
  for (const option of everyOption) {
    assert.equal(findOption(option.id)?.option, option);
    assert.equal(findOption(option.id.toUpperCase())?.option, option);
    assert.equal(findOption(option.id)?.suboption, undefined);
    for (const suboption of option.suboptions)
      assert.deepEqual(findOption(suboption.id), { option, suboption });
  }
  for (const id of ['', 'card', '00000000-0000-4000-8000-000000000000', '__proto__']) {
    assert.equal(findOption(id), undefined);
  }
});

test("UPI's suboptions have methods of their own, other suboptions have their option's method", () => {
  const found = (id: string) => findOption(id)?.suboption?.method;
  assert.equal(found(subIdOf('UPI', 'UPI QR')), 'upi-qr');
  assert.equal(found(subIdOf('UPI', 'UPI Transfer')), 'upi-transfer');
  assert.equal(found(subIdOf('Open banking', 'Grachtbank')), 'open-banking');
});

// proves 2.2 discovery; 8 amount
test('an option is shown with exactly the fields of the specification', () => {
  const [wallet] = discover('PAYIN', { ...everything, currency: 'GBP', country: 'US' }).filter(
    (o) => o.type === 'WALLET',
  );
  assert.deepEqual(wallet, {
    id: idOf('PAYIN', 'Wallet'),
    name: 'Wallet',
    logo: 'https://pay.example/assets/logos/wallet.svg',
    type: 'WALLET',
    suboptions: ['Pocketwell', 'Finchpay'].map((name) => ({
      id: subIdOf('Wallet', name),
      name,
      logo: `https://pay.example/assets/logos/wallet-${name.toLowerCase()}.svg`,
      type: 'WALLET',
    })),
    availableCountries: [{ code: 'WORLDWIDE', currencies: ['GBP'] }],
  });
});

test('without filters the whole catalogue is listed in its order', () => {
  for (const direction of DIRECTIONS) {
    const shown = discover(direction, everything);
    assert.deepEqual(
      shown.map((option) => [option.id, option.availableCountries, option.suboptions.length]),
      optionsOf(direction).map((option) => [option.id, option.availableCountries, option.suboptions.length]),
    );
  }
});

test('country and currency narrow the options, and WORLDWIDE and ANY fit every country', () => {
  const uses: [Direction, string?, string?][] = [
    ['PAYIN', 'DE', 'EUR'],
    ['PAYIN', 'DE'],
    ['PAYIN', 'IN', 'INR'],
    ['PAYIN', 'SE', 'BTC'],
    ['PAYIN', undefined, 'GBP'],
    ['PAYIN', 'GB', 'PEN'],
    ['PAYIN', 'PE', 'PEN'],
    ['PAYOUT', 'BR', 'BRL'],
    ['PAYOUT', 'BR', 'USD'],
    ['PAYOUT', 'BR', 'PLN'],
  ];
  for (const use of uses) assert.deepEqual(names(...use), soldIn(...use), use.join(' '));
  assert.deepEqual(names('PAYIN', 'SE', 'BTC'), ['Crypto']);
  assert.deepEqual(names('PAYIN', 'GB', 'PEN'), []);
  assert.deepEqual(names('PAYOUT', 'BR', 'BRL'), ['PIX']);
});

test('suboptions are filtered like their option', () => {
  const banks = (country?: string, currency?: string) =>
    discover('PAYIN', { ...everything, country, currency })
      .filter((option) => option.type === 'OPEN_BANKING' || option.type === 'P2P')
      .flatMap((option) => option.suboptions.map((one) => one.name));
  assert.deepEqual(banks('NL'), ['Grachtbank', 'Duinbank', 'Polderbank', 'Molenbank']);
  assert.deepEqual(banks(undefined, 'TRY'), ['Kervan Bank', 'Çınaraltı Bank', 'Lodos Bank']);
  assert.deepEqual(banks('US'), []);
});

test('without countries the lists are empty and the filter still applies', () => {
  const shown = discover('PAYIN', { ...everything, country: 'KE', excludeCountries: true });
  assert.deepEqual(
    shown.map((option) => option.name),
    soldIn('PAYIN', 'KE'),
  );
  for (const option of shown) assert.deepEqual(option.availableCountries, []);
});

test('options and suboptions that a brand has switched off are not shown', () => {
  const wallet = idOf('PAYIN', 'Wallet');
  const shown = discover('PAYIN', {
    publicUrl: '',
    isEnabled: (id, suboptionId) => id === wallet && suboptionId !== subIdOf('Wallet', 'Finchpay'),
  });
  assert.deepEqual(
    shown.map((option) => [option.name, ...option.suboptions.map((one) => one.name)]),
    [['Wallet', 'Pocketwell']],
  );
});

test('a changed answer of discovery does not change the catalogue', () => {
  discover('PAYIN', everything)[0]!.availableCountries[0]!.currencies.length = 0;
  assert.equal(optionsOf('PAYIN')[0]!.availableCountries[0]!.currencies.length, 12);
});

const CARD_USE: OptionUse = {
  brandActive: true,
  enabled: true,
  direction: 'PAYIN',
  optionId: idOf('PAYIN', 'Card'),
  country: 'DE',
  currency: 'EUR',
  amountMinor: 2500n,
  minorDigits: 2,
};
const verdict = (changes: Partial<OptionUse>) => {
  const judged = judgeOption({ ...CARD_USE, ...changes });
  return judged === 'ok' ? 'ok' : judged.errorCode;
};

test('the first broken rule decides, in the order of the contract', () => {
  const all = {
    brandActive: false,
    enabled: false,
    optionId: idOf('PAYIN', 'PIX'),
    country: 'DE',
    currency: 'EUR',
    amountMinor: 1n,
  };
  assert.equal(verdict(all), '1012');
  assert.equal(verdict({ ...all, brandActive: true }), '1010');
  assert.equal(verdict({ ...all, brandActive: true, enabled: true }), '1004');
  assert.equal(verdict({ ...all, brandActive: true, enabled: true, country: 'BR' }), '1003');
  assert.equal(verdict({ ...all, brandActive: true, enabled: true, country: 'BR', currency: 'BRL' }), '1001');
  assert.equal(verdict({ optionId: idOf('PAYIN', 'PIX'), country: 'BR', currency: 'BRL' }), 'ok');
});

test('an unknown option and an option of the other direction are not allowed', () => {
  assert.equal(verdict({ optionId: '00000000-0000-4000-8000-000000000000' }), '1010');
  assert.equal(verdict({ optionId: idOf('PAYOUT', 'Card') }), '1010');
  assert.equal(verdict({ optionId: idOf('PAYIN', 'Card'), direction: 'PAYOUT' }), '1010');
  assert.equal(verdict({ optionId: idOf('PAYOUT', 'Card'), direction: 'PAYOUT' }), 'ok');
});

// proves 2.2 suboptions
test('a missing country is no fault, and a suboption has its own country', () => {
  assert.equal(verdict({ country: null }), 'ok');
  assert.equal(verdict({ country: null, optionId: idOf('PAYIN', 'Open banking') }), 'ok');
  assert.equal(verdict({ country: null, optionId: idOf('PAYIN', 'Open banking'), currency: 'USD' }), '1003');
  const dutchBank = subIdOf('Open banking', 'Grachtbank');
  assert.equal(verdict({ optionId: dutchBank, country: 'NL' }), 'ok');
  assert.equal(verdict({ optionId: dutchBank, country: 'DE' }), '1004');
  assert.equal(verdict({ optionId: idOf('PAYIN', 'Open banking'), country: 'GB' }), '1003');
});

test('the usual limits are 1 and 50,000 in the scale of each currency', () => {
  for (const currency of ['EUR', 'JPY', 'KWD']) {
    const minorDigits = currencyDigits(currency)!;
    const one = 10n ** BigInt(minorDigits);
    const at = (amountMinor: bigint) => verdict({ currency, minorDigits, amountMinor });
    assert.deepEqual([at(0n), at(one - 1n), at(one)], ['1001', '1001', 'ok'], currency);
    assert.deepEqual([at(50_000n * one), at(50_000n * one + 1n)], ['ok', '1002'], currency);
  }
});

test('the limits of crypto are wide, but an amount of zero is too small', () => {
  const crypto = { optionId: idOf('PAYIN', 'Crypto'), currency: 'BTC', minorDigits: 8 };
  assert.equal(verdict({ ...crypto, amountMinor: 0n }), '1001');
  assert.equal(verdict({ ...crypto, amountMinor: 1n }), 'ok');
  assert.equal(verdict({ ...crypto, amountMinor: 10n ** 14n }), 'ok');
  assert.equal(verdict({ ...crypto, amountMinor: 10n ** 14n + 1n }), '1002');
});

test('each limit of a brand replaces the usual limit', () => {
  assert.equal(verdict({ amountMinor: 50n, limits: { minAmount: 0.5 } }), 'ok');
  assert.equal(verdict({ amountMinor: 49n, limits: { minAmount: 0.5, maxAmount: null } }), '1001');
  assert.equal(verdict({ amountMinor: 6_000_000n, limits: { maxAmount: 60_000 } }), 'ok');
  assert.equal(verdict({ amountMinor: 50n, limits: { maxAmount: 60_000 } }), '1001');
  assert.equal(verdict({ amountMinor: 0n, limits: { minAmount: 0 } }), 'ok');
});

test("a payout by SEPA transfer stays within the limits of a payment file, whatever the brand's limits", () => {
  const sepa = { direction: 'PAYOUT', optionId: idOf('PAYOUT', 'SEPA'), country: 'DE' } as const;
  const limits = { minAmount: 0, maxAmount: 999_999_999_999 };
  assert.equal(verdict({ ...sepa, amountMinor: 0n, limits }), '1001');
  assert.equal(verdict({ ...sepa, amountMinor: 1n, limits }), 'ok');
  assert.equal(verdict({ ...sepa, amountMinor: 99_999_999_999n, limits }), 'ok');
  assert.equal(verdict({ ...sepa, amountMinor: 100_000_000_000n, limits }), '1002');
});

test('an amount equal to a limit is allowed, and one minor unit more is not', () => {
  const cases = fc.tuple(fc.constantFrom(0, 2, 3, 6, 8), fc.integer({ min: 1, max: 2 ** 40 }));
  fc.assert(
    fc.property(cases, ([minorDigits, minor]) => {
      const text = String(minor).padStart(minorDigits + 1, '0');
      const limit = Number(
        minorDigits === 0 ? text : `${text.slice(0, -minorDigits)}.${text.slice(-minorDigits)}`,
      );
      const limits = { minAmount: limit, maxAmount: limit };
      const at = (amountMinor: bigint) => verdict({ minorDigits, amountMinor, limits });
      assert.deepEqual(
        [at(BigInt(minor) - 1n), at(BigInt(minor)), at(BigInt(minor) + 1n)],
        ['1001', 'ok', '1002'],
      );
    }),
    { numRuns: 300 },
  );
});

test('discovery shows exactly the options that a country and currency allow', () => {
  const countries = fc.constantFrom('DE', 'FR', 'GB', 'IN', 'BR', 'MX', 'PE', 'EG', 'KE', 'TR', 'IT', 'US');
  const currencies = fc.constantFrom(
    'EUR',
    'USD',
    'GBP',
    'INR',
    'BRL',
    'MXN',
    'PEN',
    'EGP',
    'KES',
    'TRY',
    'BTC',
    'SEK',
  );
  fc.assert(
    fc.property(countries, currencies, fc.constantFrom(...DIRECTIONS), (country, currency, direction) => {
      const shown = discover(direction, { ...everything, country, currency });
      const ids = new Set(shown.flatMap((option) => [option.id, ...option.suboptions.map((one) => one.id)]));
      for (const choice of optionsOf(direction).flatMap((option) => [option, ...option.suboptions])) {
        const minorDigits = currencyDigits(currency)!;
        const amountMinor = 25n * 10n ** BigInt(minorDigits);
        const judged = verdict({
          direction,
          optionId: choice.id,
          country,
          currency,
          minorDigits,
          amountMinor,
        });
        assert.equal(judged === 'ok', ids.has(choice.id), `${choice.name} ${country} ${currency} ${judged}`);
      }
    }),
  );
});
