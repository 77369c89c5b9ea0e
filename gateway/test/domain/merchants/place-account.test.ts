// Which account a change concerns (contract 13), case by case, and
// which credentials the old account keeps.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type KeptAccount,
  placeAccount,
  retiredAccount,
  sameCredentials,
} from '../../../src/domain/merchants/place-account.ts';

const AT = new Date('2026-03-01T12:00:00.000Z');
const OWNER = { merchantId: 'm', brandId: 'b', provider: 'stripe', newId: 'new', at: AT };
const FIRST = { secretKey: 'first', webhookSecrets: ['w1'] };
const SECOND = { secretKey: 'second', webhookSecrets: ['w2'] };

function kept(id: string, fields: Partial<KeptAccount> = {}): KeptAccount {
  return {
    merchantId: 'm',
    brandId: 'b',
    provider: 'stripe',
    id,
    environment: 'test',
    priority: 100,
    optionIds: null,
    cardEntry: 'provider',
    multipleCaptures: false,
    wallets: [],
    endpoint: null,
    merchantAccount: null,
    credentials: FIRST,
    proven: null,
    createdAt: new Date(0),
    retiredAt: null,
    ...fields,
  };
}
const wanted = (credentials = FIRST) =>
  ({
    environment: 'test',
    priority: 100,
    optionIds: null,
    cardEntry: 'provider',
    multipleCaptures: false,
    wallets: [],
    endpoint: null,
    credentials,
  }) as const;

/** id, merchant account, secret key, proven secret key; then the retired account's id and its secret key. */
function placed(accounts: KeptAccount[], credentials: typeof FIRST, told: string | null) {
  const { account, former, retired } = placeAccount(accounts, wanted(credentials), told, OWNER);
  assert.equal(former?.id ?? 'new', account.id);
  assert.deepEqual([account.retiredAt, account.createdAt], [null, former ? former.createdAt : AT]);
  return [
    account.id,
    account.merchantAccount,
    account.credentials.secretKey,
    account.proven?.secretKey ?? null,
    ...(retired ? [retired.id, retired.credentials.secretKey] : []),
  ];
}

test('the first account is new, whether or not the provider reported its merchant account', () => {
  assert.deepEqual(placed([], FIRST, null), ['new', null, 'first', null]);
  assert.deepEqual(placed([], FIRST, 'A'), ['new', 'A', 'first', null]);
});

test('the same merchant account keeps its id, in use or retired', () => {
  const [a, b] = [kept('a', { merchantAccount: 'A' }), kept('b', { merchantAccount: 'B', retiredAt: AT })];
  assert.deepEqual(placed([a, b], SECOND, 'A'), ['a', 'A', 'second', null]);
  assert.deepEqual(placed([a, b], SECOND, 'B'), ['b', 'B', 'second', null, 'a', 'first']);
  assert.deepEqual(placed([b], SECOND, 'B'), ['b', 'B', 'second', null]);
});

test('another merchant account gets a new id, and the former keeps its own credentials', () => {
  const a = kept('a', { merchantAccount: 'A' });
  assert.deepEqual(placed([a], SECOND, 'C'), ['new', 'C', 'second', null, 'a', 'first']);
});

test('an account without a known merchant account takes the first name that is reported', () => {
  assert.deepEqual(placed([kept('a')], SECOND, 'A'), ['a', 'A', 'second', null]);
  // Unless an earlier account already has that name.
  const earlier = kept('e', { merchantAccount: 'A', retiredAt: AT });
  assert.deepEqual(placed([earlier, kept('a')], SECOND, 'A'), ['e', 'A', 'second', null, 'a', 'first']);
});

test('without an answer the account in use is assumed, and its proven credentials are kept until the next answer', () => {
  const a = kept('a', { merchantAccount: 'A' });
  assert.deepEqual(placed([a], FIRST, null), ['a', 'A', 'first', null]);
  assert.deepEqual(placed([a], SECOND, null), ['a', 'A', 'second', 'first']);
  const unproven = kept('a', { merchantAccount: 'A', credentials: SECOND, proven: FIRST });
  const third = { secretKey: 'third', webhookSecrets: ['w3'] };
  assert.deepEqual(placed([unproven], third, null), ['a', 'A', 'third', 'first']);
  assert.deepEqual(placed([unproven], SECOND, 'A'), ['a', 'A', 'second', null]);
  // They belonged to another merchant account, so the earlier account continues with its own.
  assert.deepEqual(placed([unproven], SECOND, 'B'), ['new', 'B', 'second', null, 'a', 'first']);
  assert.equal(retiredAccount(unproven, AT).credentials, FIRST);
});

test('credentials are equal in any order of their names, and lists only in the same order', () => {
  assert.ok(sameCredentials({ a: '1', b: ['2', '3'] }, { b: ['2', '3'], a: '1' }));
  assert.ok(!sameCredentials({ b: ['2', '3'] }, { b: ['3', '2'] }));
  assert.ok(!sameCredentials({ a: '1' }, { a: '1', b: '2' }));
});
