import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import test from 'node:test';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import type { Capabilities } from '../../src/providers/provider.ts';
import { newProviders, routeTo } from '../../src/providers/registry.ts';
import { aProvider } from './a-provider.ts';

const optionOf = (direction: 'PAYIN' | 'PAYOUT', method: string) =>
  optionsOf(direction).find((option) => option.method === method)!;
const CARD = optionOf('PAYIN', 'card').id;
const CARD_PAYOUT = optionOf('PAYOUT', 'card').id;

function withCapabilities(id: string, capabilities: Partial<Capabilities>) {
  const none = {
    payinMethods: [],
    payoutMethods: [],
    currencies: 'any',
    refund: false,
    cancel: false,
  } as const;
  return aProvider({ id, capabilities: { ...none, ...capabilities } });
}

const ids = (providers: { id: string }[]) => providers.map(({ id }) => id);

test('an option goes to all providers of its method and currency, in their order', () => {
  const providers = routeTo([
    withCapabilities('euro cards', { payinMethods: ['card'], currencies: ['EUR'] }),
    withCapabilities('vouchers', { payinMethods: ['boleto', 'oxxo'] }),
    withCapabilities('all cards', { payinMethods: ['card', 'pix'] }),
    withCapabilities('sends to cards', { payoutMethods: ['card'] }),
  ]);
  assert.deepEqual(ids(providers.forOption(CARD, 'EUR')), ['euro cards', 'all cards']);
  assert.deepEqual(ids(providers.forOption(CARD, 'USD')), ['all cards']);
  assert.deepEqual(ids(providers.forOption(CARD_PAYOUT, 'EUR')), ['sends to cards']);
  assert.deepEqual(ids(providers.forOption(optionOf('PAYIN', 'boleto').id, 'BRL')), ['vouchers']);
  assert.deepEqual(providers.forOption(optionOf('PAYIN', 'fawry').id, 'EGP'), []);
  assert.deepEqual(providers.forOption(randomUUID(), 'EUR'), []);
});

test('a suboption is served by its own method if it has one', () => {
  const upi = optionsOf('PAYIN').find(({ type }) => type === 'UPI')!;
  const providers = routeTo([
    withCapabilities('transfers', { payinMethods: ['upi-transfer'] }),
    withCapabilities('codes', { payinMethods: ['upi-qr'] }),
  ]);
  for (const suboption of upi.suboptions) {
    const expected = suboption.method === 'upi-transfer' ? 'transfers' : 'codes';
    assert.deepEqual(ids(providers.forOption(suboption.id, 'INR')), [expected]);
  }
  assert.ok(new Set(upi.suboptions.map(({ method }) => method)).size === 2);
});

test('the provider of a transaction is found by its id, whatever methods it serves', () => {
  const retired = withCapabilities('retired', {});
  const providers = routeTo([retired, withCapabilities('other', { payinMethods: ['card'] })]);
  assert.equal(providers.byId('retired'), retired);
  assert.equal(providers.byId('nobody'), undefined);
});

test('the sandbox exists only in the test environment', () => {
  const fingerprint = (text: string) => createHmac('sha256', 'key').update(text).digest();
  const open = (environment: 'test' | 'production') =>
    newProviders({
      config: { environment, publicUrl: 'https://pay.example', sandboxDelayMs: 10 },
      vault: { fingerprint, seal: (text) => Buffer.from(text) },
      now: () => new Date(),
    });
  assert.deepEqual(ids(open('test').forOption(CARD, 'EUR')), ['sandbox']);
  assert.deepEqual(open('production').forOption(CARD, 'EUR'), []);
  assert.equal(open('production').byId('sandbox'), undefined);
});
