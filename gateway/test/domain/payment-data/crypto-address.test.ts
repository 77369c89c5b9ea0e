// Crypto addresses (contract 7) with the test vectors of their standards: Base58Check, BIP 173 and 350, EIP-55; and the
// network, which must belong to the currency.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { accepted, faultyFields, withOtherCharacter } from './check-option.ts';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

const CURRENCY: Record<string, string> = { bitcoin: 'BTC', tron: 'USDT', ethereum: 'USDT' };
const payout = (currency: string | undefined) =>
  ({ direction: 'PAYOUT', method: 'crypto', currency }) as const;

function read(network: string, address: string): string {
  return accepted(payout(CURRENCY[network]), { network, address }).address!;
}
function refused(network: string, address: string): void {
  const faults = faultyFields(payout(CURRENCY[network]), { network, address });
  assert.deepEqual(faults, ['paymentData.address'], `${network} ${address}`);
}

const LEGACY = [
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
];
/** An address whose hash begins with zero bytes: each gives a leading 1. */
const BURN = '1111111111111111111114oLvT2';
const SEGWIT = [
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
  'bc1sw50qgdz25j',
  'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
];
const TRON = ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'];
const ETHEREUM = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x52908400098527886E0F7030069857D2E4169EE7',
];

test('addresses of each network are accepted', () => {
  for (const address of [...LEGACY, BURN, ...SEGWIT]) assert.equal(read('bitcoin', address), address);
  for (const address of TRON) assert.equal(read('tron', address), address);
  for (const address of ETHEREUM) assert.equal(read('ethereum', address), address);
});

test('blanks around an address are removed, and each network has its normal form', () => {
  assert.equal(read('bitcoin', ` ${LEGACY[0]} `), LEGACY[0]);
  assert.equal(read('bitcoin', SEGWIT[0]!.toUpperCase()), SEGWIT[0]);
  for (const address of ETHEREUM) {
    assert.equal(read('ethereum', address.toLowerCase()), address);
    assert.equal(read('ethereum', `0x${address.slice(2).toUpperCase()}`), address);
  }
});

test('any single character changed in a Base58 address is noticed', () => {
  const addresses = [...LEGACY.map((one) => ['bitcoin', one]), ...TRON.map((one) => ['tron', one])] as [
    string,
    string,
  ][];
  fc.assert(
    fc.property(fc.constantFrom(...addresses), fc.nat(33), fc.nat(56), ([network, address], place, step) => {
      refused(network, withOtherCharacter(address, place, step, BASE58));
    }),
    { numRuns: 500 },
  );
});

test('up to four characters changed in a bc1 address are noticed', () => {
  const changes = fc.array(fc.tuple(fc.nat(100), fc.nat(30)), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.constantFrom(...SEGWIT), changes, (address, list) => {
      const wrong = list.reduce(
        (body, [place, step]) => withOtherCharacter(body, place, step, BECH32),
        address.slice(3),
      );
      fc.pre(`bc1${wrong}` !== address);
      refused('bitcoin', `bc1${wrong}`);
    }),
    { numRuns: 500 },
  );
});

test('the invalid addresses of BIP 173 and BIP 350 are refused, and so are those of test networks', () => {
  for (const address of [
    'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty', // other prefix
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', // checksum
    'BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2', // version
    'bc1rw5uspcuh', // program length
    'bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', // version 0 of 16 bytes
    'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du', // more than four spare bits
    'bc1gmk9yu', // no data
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', // Bech32 instead of Bech32m
    'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', // Bech32m instead of Bech32
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', // an o
    'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
    'bc1pw5dgrnzv', // program of one byte
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', // zero padding of more than four bits
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j', // padding that is not zero
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
  ]) {
    refused('bitcoin', address);
  }
  refused('bitcoin', `bc1Q${SEGWIT[0]!.slice(4)}`);
});

test('each Base58 address has a single spelling, because it has as many leading ones as zero bytes', () => {
  refused('bitcoin', `1${LEGACY[0]}`);
  refused('bitcoin', BURN.slice(1));
  refused('bitcoin', `1${BURN}`);
  refused('bitcoin', '1'.repeat(34));
});

test('a change of case in an Ethereum address with a checksum is noticed', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ETHEREUM), fc.integer({ min: 2, max: 41 }), (address, at) => {
      const letter = address[at]!;
      const other = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
      const wrong = address.slice(0, at) + other + address.slice(at + 1);
      // An address in one case only has no checksum that could be wrong.
      fc.pre(/[a-f]/.test(wrong.slice(2)) && /[A-F]/.test(wrong.slice(2)) && wrong !== address);
      refused('ethereum', wrong);
    }),
    { numRuns: 300 },
  );
  refused('ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee');
});

test('a text without the form of an address is refused', () => {
  for (const network of ['bitcoin', 'tron', 'ethereum']) {
    for (const address of [
      'x',
      '0x',
      'T',
      '1',
      'bc1',
      ' ',
      '0'.repeat(255),
      'z'.repeat(255),
      'bc1'.repeat(80),
    ])
      refused(network, address);
  }
  refused('ethereum', ETHEREUM[0]!.slice(2));
  refused('ethereum', ETHEREUM[0]!.slice(0, -1));
  refused('ethereum', `${ETHEREUM[0]}0`);
  refused('ethereum', ETHEREUM[0]!.replace('0x', '0X'));
});

test('an address of another network is refused', () => {
  refused('bitcoin', TRON[0]!);
  refused('bitcoin', ETHEREUM[0]!);
  refused('tron', LEGACY[0]!);
  refused('tron', ETHEREUM[0]!);
  refused('ethereum', TRON[0]!);
});

test('a network must belong to the currency, and is written in lower case', () => {
  for (const direction of ['PAYIN', 'PAYOUT'] as const) {
    const crypto = (currency: string) => ({ direction, method: 'crypto', currency });
    assert.deepEqual(accepted(crypto('BTC'), { network: 'bitcoin' }), { network: 'bitcoin' });
    for (const network of ['tron', 'ethereum'])
      assert.deepEqual(accepted(crypto('USDT'), { network }), { network });
    for (const [currency, network] of [
      ['BTC', 'tron'],
      ['BTC', 'ethereum'],
      ['USDT', 'bitcoin'],
      ['USDT', 'TRON'],
      ['USDT', 'solana'],
      ['USDT', 'constructor'],
    ] as const)
      assert.deepEqual(
        faultyFields(crypto(currency), { network }),
        ['paymentData.network'],
        `${currency} ${network}`,
      );
  }
});

test('an address without its network must be valid in some network of the currency', () => {
  assert.deepEqual(accepted(payout('USDT'), { address: TRON[0] }), { address: TRON[0] });
  assert.deepEqual(accepted(payout('USDT'), { address: ETHEREUM[0]!.toLowerCase() }), {
    address: ETHEREUM[0],
  });
  assert.deepEqual(accepted(payout('BTC'), { address: SEGWIT[0] }), { address: SEGWIT[0] });
  assert.deepEqual(faultyFields(payout('BTC'), { address: TRON[0] }), ['paymentData.address']);
  assert.deepEqual(faultyFields(payout('USDT'), { address: LEGACY[0] }), ['paymentData.address']);
});
