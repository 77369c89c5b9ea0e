// The table of screens, and what follows from it: the palette, the rail, and what the gateway tells the document in
// advance about a screen.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { permissionsOf } from '../../gateway/src/domain/access/portal-permission.ts';
import { firstScreen } from '../../gateway/src/http/portal/first-screen.ts';
import { SCREENS } from './read-screens.ts';

const PORTAL = join(import.meta.dirname, '..');
// Their types need the portal's own settings of TypeScript.
const load = (name: string) => import(join(PORTAL, 'src/shell', name));

test('each screen has a unique path, and each screen in a menu a unique title', () => {
  const paths = SCREENS.map(({ path }) => path);
  assert.deepEqual(paths, [...new Set(paths)]);
  const titles = SCREENS.filter(({ path }) => !path.includes('$')).map(({ title }) => title);
  assert.deepEqual(titles, [...new Set(titles)]);
  assert.ok(SCREENS.length > 30, 'the table was read');
});

test('the palette leads a role to the screens that it may open, and to no others', async () => {
  const { placesFor } = await load('search/places.ts');
  for (const role of ['owner', 'support', 'read-only'] as const) {
    const permissions: string[] = permissionsOf(role);
    const { pages, actions } = placesFor(permissions) as Record<string, { path: string }[]>;
    const open = SCREENS.filter(
      ({ path, permission }) => !path.includes('$') && permissions.includes(permission),
    );
    const found = new Set([...pages!, ...actions!].map(({ path }) => path));
    assert.deepEqual([...found].sort(), open.map(({ path }) => path).sort(), role);
  }
});

test('the rail has seven areas, each with a unique letter as its keyboard shortcut', async () => {
  const { areasFor, keyOf } = await load('open-areas.ts');
  const areas: { label: string }[] = areasFor(permissionsOf('owner'));
  assert.equal(areas.length, 7);
  const keys = areas.map(({ label }) => keyOf(label));
  assert.deepEqual(keys, [...new Set(keys)]);
});

test('the document that the gateway sends agrees with the table of screens', () => {
  const id = '01a20ae8-381d-78c9-9dbb-f651b0cdc017';
  const known = SCREENS.flatMap(({ path, title }) => {
    const first = firstScreen(`b/${id}${path.replace(/\$\w+/, id)}`, false);
    return first ? [{ title, first }] : [];
  });
  assert.equal(known.length, 8);
  for (const { title, first } of known) {
    assert.equal(first.title, title);
    assert.ok(existsSync(join(PORTAL, first.source)), first.source);
  }
});
