// The role that claims give (contract 14): by a name or a path, only mapped roles, and never by a claim that people set
// themselves.
import assert from 'node:assert/strict';
import test from 'node:test';
import { roleOfClaims } from '../../../src/domain/access/role-of-claim.ts';
import { readIdentity, settingsMark } from '../../../src/domain/access/single-sign-on.ts';

const roles = { admins: 'owner', books: 'finance-approver', all: 'read-only' } as const;
const roleOf = (roleClaim: string, claims: Record<string, unknown>) =>
  roleOfClaims({ roleClaim, roles }, claims);

test('a claim is found by its name or by a path, and a name with dots is tried before a path', () => {
  const cases: [string, Record<string, unknown>, string | null][] = [
    ['groups', { groups: ['books', 'x'] }, 'finance-approver'],
    ['realm_access.roles', { realm_access: { roles: ['books'] } }, 'finance-approver'],
    ['resource_access.my.client.roles', { resource_access: { 'my.client': { roles: 'all' } } }, 'read-only'],
    ['https://example.com/roles', { 'https://example.com/roles': ['admins'] }, 'owner'],
    ['https://example.com/access.roles', { 'https://example.com/access': { roles: ['all'] } }, 'read-only'],
    ['a.b', { 'a.b': ['all'], a: { b: ['admins'] } }, 'read-only'],
    ['a.b', { a: { b: { c: 'admins' } } }, null],
    ['a.b', { a: [{ b: 'admins' }] }, null],
    ['a.b', { a: 'admins' }, null],
    ['a.b', { b: 'admins' }, null],
    ['constructor.name', {}, null],
    ['__proto__.groups', JSON.parse('{"groups": "admins"}'), null],
    ['length', { groups: 'admins' }, null],
  ];
  for (const [claim, claims, role] of cases) assert.equal(roleOf(claim, claims), role, claim);
});

test('only mapped texts give a role, and the first in the order of roles counts', () => {
  assert.equal(roleOf('groups', { groups: ['all', 'books'] }), 'finance-approver');
  for (const groups of [
    'Admins',
    ' admins',
    'admins,all',
    'admins all',
    '',
    null,
    7,
    true,
    { admins: true },
    [['admins']],
    ['toString'],
  ])
    assert.equal(roleOf('groups', { groups }), null, JSON.stringify(groups));
  for (const claim of ['name', 'nickname', 'preferred_username', 'address.region', 'profile'])
    assert.equal(roleOf(claim, { [claim]: 'admins', address: { region: 'admins' } }), null, claim);
  const byAddress = { roleClaim: 'email', roles: { 'anna@example.com': 'owner' } } as const;
  const anna = { email: 'anna@example.com' };
  assert.equal(roleOfClaims(byAddress, anna), 'owner');
  assert.equal(roleOfClaims(byAddress, { ...anna, email_verified: true }), 'owner');
  assert.equal(roleOfClaims(byAddress, { ...anna, email_verified: false }), null);
});

test('an address is verified if the claim is true or absent, never if it is a text or a number', () => {
  const identity = (claims: object) => readIdentity({ roleClaim: 'groups', roles }, { sub: '1', ...claims });
  assert.equal(identity({}).emailVerified, true);
  assert.equal(identity({ email_verified: true }).emailVerified, true);
  for (const told of [false, null, 'true', 'false', '', 1, 0, [true], {}])
    assert.equal(identity({ email_verified: told }).emailVerified, false, JSON.stringify(told));
  assert.equal(identity({ email: 'Anna@Example.COM' }).email, 'anna@example.com');
  assert.equal(
    identity({ email: 'mar\u212A@example.com' }).email,
    'mar\u212A@example.com',
    'not mark@example.com',
  );
});

test('the mark of settings changes with each setting that decides access, whatever the order they are written in', () => {
  const one = { issuer: 'https://a.example', clientId: 'c', roleClaim: 'groups', roles };
  const same = { ...one, roles: { all: 'read-only', books: 'finance-approver', admins: 'owner' } } as const;
  assert.equal(settingsMark(one), settingsMark(same));
  for (const change of [
    { issuer: 'https://b.example' },
    { clientId: 'd' },
    { roleClaim: 'r' },
    { roles: { all: 'owner' } as const },
  ])
    assert.notEqual(settingsMark(one), settingsMark({ ...one, ...change }));
});
