// The declarations without the library: they load, say what they serve, and why they cannot be used here.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { declarationFault } from '../../../provider-kit/src/seam/declaration-fault.ts';
import PRISM from '../src/prism.ts';
import { readSettings, whyUnavailable } from '../src/process/settings.ts';
import { PLAYED } from './stage.ts';

test('every connector of the library has a declaration, and five of them were played', () => {
  assert.equal(PRISM.length, 102);
  for (const declaration of PRISM) assert.equal(declarationFault(declaration), null);
  const played = PRISM.filter((one) => one.played === 'played').map(({ id }) => id);
  assert.deepEqual(played.sort(), PLAYED.map(({ connector }) => `prism-${connector}`).sort());
});

test('a connector through which nothing can be paid says so', () => {
  const without = PRISM.filter(({ capabilities }) => capabilities.methods.length === 0);
  assert.ok(without.length > 0);
  for (const { available } of without) assert.match(available!()!, /^This package takes no payment through /);
});

test('without the library an account is refused with one sentence', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'prism-'));
  t.after(() => rm(folder, { recursive: true }));
  const absent = readSettings({ PRISM_LIBRARY: folder });
  assert.match(whyUnavailable(absent)!, /^The library hyperswitch-prism is not installed here: .+\.$/);

  const library = join(folder, 'node_modules/hyperswitch-prism');
  await mkdir(library, { recursive: true });
  await writeFile(join(library, 'package.json'), '{}');
  const other = readSettings({ PRISM_LIBRARY: folder, PRISM_PROGRAM: '/no/such/node --flag' });
  assert.deepEqual(other.program, ['/no/such/node', '--flag']);
  assert.equal(whyUnavailable(other), 'The program that PRISM_PROGRAM names does not exist.');

  const own = whyUnavailable(readSettings({ PRISM_LIBRARY: folder }), '2.36');
  assert.match(own!, /^The library hyperswitch-prism needs glibc 2\.38, and this system has 2\.36: .+\.$/);
  assert.equal(whyUnavailable(readSettings({ PRISM_LIBRARY: folder }), '2.41'), null);
  assert.match(whyUnavailable(readSettings({ PRISM_LIBRARY: folder }), null)!, /another C library\.$/);
});
