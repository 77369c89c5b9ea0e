import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import test from 'node:test';
import { type Capability, type ProviderDeclaration, SEAM_VERSION } from '@tollgate/provider-kit';
import type { ProviderAccount } from '@tollgate/provider-kit/seam/declaration';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import type { Routed } from '../../src/domain/options/routed.ts';
import { newProviders, routeTo } from '../../src/providers/registry.ts';
import { aProvider, everywhere } from './a-provider.ts';

const optionOf = (direction: 'PAYIN' | 'PAYOUT', method: string) =>
  optionsOf(direction).find((option) => option.method === method)!;
const CARD = optionOf('PAYIN', 'card').id;
const CARD_PAYOUT = optionOf('PAYOUT', 'card').id;

function serving(id: string, ...methods: Capability[]) {
  const capabilities = { methods, refund: false, cancel: false, inquiry: 'supported' } as const;
  return aProvider({ id, capabilities });
}

const BRAND = randomUUID();
const at = (optionId: string, currency: string, country: string | null = null): [string, Routed] => [
  BRAND,
  { optionId, country, currency },
];

const ids = (providers: { id: string }[]) => providers.map(({ id }) => id);

test('an option goes to all providers of its method and currency, in their order', () => {
  const providers = routeTo([
    serving('euro cards', ...everywhere({ PAYIN: ['card'] }, ['EUR'])),
    serving('vouchers', ...everywhere({ PAYIN: ['boleto', 'oxxo'] })),
    serving('all cards', ...everywhere({ PAYIN: ['card', 'pix'] })),
    serving('sends to cards', ...everywhere({ PAYOUT: ['card'] })),
  ]);
  assert.deepEqual(ids(providers.forOption(...at(CARD, 'EUR'))), ['euro cards', 'all cards']);
  assert.deepEqual(ids(providers.forOption(...at(CARD, 'USD'))), ['all cards']);
  assert.deepEqual(ids(providers.forOption(...at(CARD_PAYOUT, 'EUR'))), ['sends to cards']);
  assert.deepEqual(ids(providers.forOption(...at(optionOf('PAYIN', 'boleto').id, 'BRL'))), ['vouchers']);
  assert.deepEqual(providers.forOption(...at(optionOf('PAYIN', 'fawry').id, 'EGP')), []);
  assert.deepEqual(providers.forOption(...at(randomUUID(), 'EUR')), []);
});

test('a suboption with its own method is served by that method', () => {
  const upi = optionsOf('PAYIN').find(({ type }) => type === 'UPI')!;
  const providers = routeTo([
    serving('transfers', ...everywhere({ PAYIN: ['upi-transfer'] })),
    serving('codes', ...everywhere({ PAYIN: ['upi-qr'] })),
  ]);
  for (const suboption of upi.suboptions) {
    const expected = suboption.method === 'upi-transfer' ? 'transfers' : 'codes';
    assert.deepEqual(ids(providers.forOption(...at(suboption.id, 'INR'))), [expected]);
  }
  assert.ok(new Set(upi.suboptions.map(({ method }) => method)).size === 2);
});

test('a provider serves only its countries, and a payment without a country fits everywhere', () => {
  const ideal = optionOf('PAYIN', 'ideal').id;
  const providers = routeTo([
    serving('nearby', { direction: 'PAYIN', method: 'ideal', countries: ['NL'], currencies: ['EUR'] }),
    serving('anywhere', ...everywhere({ PAYIN: ['ideal'] }, ['EUR'])),
  ]);
  assert.deepEqual(ids(providers.forOption(...at(ideal, 'EUR', 'NL'))), ['nearby', 'anywhere']);
  assert.deepEqual(ids(providers.forOption(...at(ideal, 'EUR', 'DE'))), ['anywhere']);
  assert.deepEqual(ids(providers.forOption(...at(ideal, 'EUR'))), ['nearby', 'anywhere']);
});

test('the provider of a transaction is found by its id, whatever methods it serves', () => {
  const retired = serving('retired');
  const providers = routeTo([retired, serving('other', ...everywhere({ PAYIN: ['card'] }))]);
  assert.equal(providers.byId('retired', null), retired);
  assert.equal(providers.byId('nobody', null), undefined);
});

test('the sandbox exists only in the test environment', () => {
  const fingerprint = (text: string) => createHmac('sha256', 'key').update(text).digest();
  const open = (environment: 'test' | 'production') =>
    newProviders({
      config: { environment, publicUrl: 'https://pay.example', sandboxDelayMs: 10 },
      vault: { fingerprint },
      now: () => new Date(),
    });
  assert.deepEqual(ids(open('test').forOption(...at(CARD, 'EUR'))), ['sandbox']);
  assert.deepEqual(open('production').forOption(...at(CARD, 'EUR')), []);
  assert.equal(open('production').byId('sandbox', null), undefined);
});

test('an account whose adapter cannot be made holds back no other account, and is tried again after a minute', () => {
  let now = new Date('2026-11-28T12:00:00Z');
  let isBroken = true;
  const warned: object[] = [];
  const account = (provider: string) => ({ id: provider, provider, optionIds: null }) as ProviderAccount;
  const kind = (id: string, ...methods: Capability[]): ProviderDeclaration => ({
    seam: SEAM_VERSION,
    id,
    name: id,
    capabilities: serving(id, ...methods).capabilities,
    cardEntries: ['provider'],
    credentials: [],
    merchantAccountOf: () => null,
    connect() {
      if (id === 'broken' && isBroken) throw new Error('the key sk_live_1 is wrong');
      return serving(id, ...methods);
    },
  });
  const accounts = [account('broken'), account('works')];
  const providers = newProviders({
    config: { environment: 'test', publicUrl: 'https://pay.example', sandboxDelayMs: 10 },
    vault: { fingerprint: (text) => createHmac('sha256', 'key').update(text).digest() },
    now: () => now,
    log: { warn: (fields) => void warned.push(fields) },
    accounts: { ofBrand: () => accounts, byId: (id) => accounts.find((one) => one.id === id) },
    kinds: [
      kind('broken', ...everywhere({ PAYIN: ['card', 'pix'] })),
      kind('works', ...everywhere({ PAYIN: ['card'] })),
    ],
  });
  const cards = () => ids(providers.forOption(...at(CARD, 'EUR')));
  assert.deepEqual(cards(), ['works']);
  assert.deepEqual(
    ids(providers.forOption(...at(optionOf('PAYIN', 'pix').id, 'BRL'))),
    [],
    'not the sandbox',
  );
  assert.equal(providers.byId('broken', 'broken'), undefined);
  assert.deepEqual(warned, [{ provider: 'broken', accountId: 'broken', error: 'Error' }], 'without the key');
  isBroken = false;
  assert.deepEqual(cards(), ['works'], 'not with each payment');
  now = new Date(now.getTime() + 60_000);
  assert.deepEqual(cards(), ['broken', 'works']);
});
