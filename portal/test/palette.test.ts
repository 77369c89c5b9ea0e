// The palette leads to every page that has an address of its own, and the page recognises a card number in any
// spelling.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { cardNumberEnd } from '../src/api/card-number.ts';

/** Addresses that lead on to one of their parts. */
const CROSSROADS = ['/settings', '/developers'];

test('every page is in the palette, and nothing that is no page', () => {
  const src = join(import.meta.dirname, '../src');
  const pathsOf = (name: string) =>
    [...readFileSync(join(src, name), 'utf8').matchAll(/path: '([^']+)'/g)].map(([, path]) => path!);
  const routes = readdirSync(join(src, 'screens'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('routes.ts') && !name.startsWith('access'))
    .flatMap((name) => pathsOf(join('screens', name)))
    .filter((path) => !path.includes('$') && !CROSSROADS.includes(path));
  const places = new Set(pathsOf('shell/search/places.ts'));
  places.delete('/account');
  assert.deepEqual([...places].sort(), [...new Set(routes)].sort());
});

test('a card number is known with any signs between its digits and within a text; other numbers are searched', () => {
  for (const text of [
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    'ada 5555 5555 5555 4444 12/30',
    '378282246310005',
    '4000/0000/0000/9995',
    '4000_0000_0000_9995',
    '4000·0000·0000·9995',
  ])
    assert.match(cardNumberEnd(text) ?? '', /^\d{4}$/, text);
  for (const text of [
    '4242424242424241',
    '0012345',
    '+49 151 2345678',
    'order-424242',
    '42424242-4242-4242-4242-424242424242',
  ])
    assert.equal(cardNumberEnd(text), null, text);
});
