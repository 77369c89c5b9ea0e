// A sign-in leads back only to one of our own addresses, whatever the link says.
import assert from 'node:assert/strict';
import test from 'node:test';
import { wayBack } from '../src/shell/session/way-back.ts';

const ORIGIN = 'https://pay.example';

test('a sign-in leads back to an address of the portal, with its filters', () => {
  const deep = '/b/01890a5d/transactions?status=DECLINED&q=4242#x';
  assert.equal(wayBack(deep, ORIGIN), deep);
  assert.equal(wayBack(undefined, ORIGIN), undefined);
});

test('a sign-in never leads to an address outside the portal', () => {
  const elsewhere = [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/\n/evil.example',
    'evil.example',
    ' //evil.example',
  ];
  for (const next of elsewhere) assert.equal(wayBack(next, ORIGIN), undefined, JSON.stringify(next));
});
