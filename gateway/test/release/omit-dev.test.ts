// `npm ci --omit=dev && npm start` in a clone has no vite, so it cannot build an unbuilt page. It must say what to do
// in one sentence, and not print which module was missing where. Pages that are built already need no vite.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { buildCashier } from '../../../cashier/build.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** The sources that the build of the cashier's page reads, without any package. */
const SOURCES = [
  'cashier/build.ts',
  'cashier/src',
  'cashier/styles',
  'cashier/vite.config.ts',
  'cashier/package.json',
];
const MORE = ['gateway/scripts/build-page.ts', 'package.json', 'package-lock.json'];

await buildCashier();

test('without vite the build of a page says what to do, and a built page needs no build', (t) => {
  const clone = mkdtempSync(join(tmpdir(), 'tollgate-clone-'));
  t.after(() => rmSync(clone, { recursive: true, force: true }));
  for (const path of [...SOURCES, ...MORE]) cpSync(join(ROOT, path), join(clone, path), { recursive: true });
  const build = () =>
    spawnSync(process.execPath, [join(clone, 'cashier/build.ts')], { encoding: 'utf8', env: {} });
  const refused = build();
  assert.deepEqual([refused.status, refused.stdout], [1, '']);
  assert.match(
    refused.stderr,
    /^Tollgate cannot build its pages, because vite is not installed: run npm ci .*\n$/,
  );

  cpSync(join(ROOT, 'cashier/dist'), join(clone, 'cashier/dist'), { recursive: true });
  assert.deepEqual([build().status, build().stderr], [0, '']);
});
