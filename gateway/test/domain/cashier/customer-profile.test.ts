// What the gateway remembers of a customer, and how it completes a later request: a name, an address and a document
// each count as one value.
import assert from 'node:assert/strict';
import test from 'node:test';
import { type Customer, fullName, nameInParts } from '@tollgate/provider-kit/seam/customer';
import {
  fillFromProfile,
  lacksUsualFields,
  profileOf,
} from '../../../src/domain/cashier/customer-profile.ts';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { holderByCustomer, withHolder } from '../../../src/domain/payment-data/account-holder.ts';

const ADA = { firstName: 'Ada', lastName: 'Lovelace' };
const BOB = { name: 'Bob Babbage' };

/** The database's content after one request. For several requests see http/v3/customer-profiles.test.ts. */
const stored = (request: Customer): Customer => profileOf(request) ?? {};

test('a new name replaces the whole former name, in either form', () => {
  for (const [before, now, name] of [
    [ADA, BOB, 'Bob Babbage'],
    [BOB, ADA, 'Ada Lovelace'],
    [ADA, { firstName: 'Bob' }, 'Bob'],
    [ADA, { lastName: 'Babbage' }, 'Babbage'],
    [BOB, { name: 'Charles' }, 'Charles'],
    [ADA, {}, 'Ada Lovelace'],
    [ADA, { firstName: null, name: '', email: 'a@example.com' }, 'Ada Lovelace'],
    [BOB, { email: 'a@example.com' }, 'Bob Babbage'],
  ] as [Customer, Customer, string][]) {
    const filled = fillFromProfile(now, stored(before));
    assert.equal(fullName(filled), name, JSON.stringify([before, now]));
    if (name !== 'Ada Lovelace') assert.notEqual(nameInParts(filled)?.lastName, 'Lovelace');
  }
});

test('an older profile with two names gives no name', () => {
  const mixed = { ...ADA, ...BOB, email: 'ada@example.com' };
  assert.deepEqual(fillFromProfile(null, mixed), { email: 'ada@example.com' });
  assert.equal(fullName(fillFromProfile(null, { ...ADA, name: 'Ada Lovelace' })), 'Ada Lovelace');
});

test('addresses and documents of two requests are never mixed, and empty values are ignored', () => {
  const profile = stored({
    address: { street: 'Main Street', city: 'Berlin' },
    document: { number: '1', type: 'CPF' },
    phone: '+4915112345678',
  });
  assert.deepEqual(fillFromProfile({ address: { city: 'Paris' }, document: { number: '2' } }, profile), {
    address: { city: 'Paris' },
    document: { number: '2' },
    phone: '+4915112345678',
  });
  const nothing = { address: { street: null }, document: {}, phone: null };
  assert.deepEqual(fillFromProfile(nothing, profile), profile);
  assert.equal(profileOf({ address: { street: null }, ip: '203.0.113.7' }), null);
});

test('a profile without a usual field is still read, and a name in one form is a name', () => {
  const rest = { email: 'a@example.com', phone: '+49', address: { city: 'Paris' } };
  assert.equal(lacksUsualFields({ ...rest, ...BOB }), false);
  assert.equal(lacksUsualFields({ ...rest, ...ADA }), false);
  assert.equal(lacksUsualFields(rest), true);
  assert.equal(lacksUsualFields(null), true);
});

test('the customer holds the account of a SEPA debit that names no holder', () => {
  const debit = optionsOf('PAYIN').find(({ method }) => method === 'sepa-direct-debit')!.id;
  const transfer = optionsOf('PAYIN').find(({ method }) => method === 'sepa-transfer')!.id;
  const data = { iban: 'DE89370400440532013000' };
  assert.deepEqual(withHolder({ optionId: debit, customer: ADA }, data), {
    ...data,
    accountHolder: 'Ada Lovelace',
  });
  assert.deepEqual(withHolder({ optionId: debit, customer: BOB }, data), {
    ...data,
    accountHolder: 'Bob Babbage',
  });
  const named = { ...data, accountHolder: 'Grace Hopper' };
  assert.deepEqual(withHolder({ optionId: debit, customer: ADA }, named), named);
  for (const customer of [
    null,
    {},
    { name: ' ' },
    { name: '4242 4242 4242 4242' },
    { name: 'x'.repeat(256) },
  ])
    assert.equal(holderByCustomer(debit, customer), null, JSON.stringify(customer));
  assert.equal(holderByCustomer(transfer, ADA), null);
});
