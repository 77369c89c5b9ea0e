// The programs of the embedded PostgreSQL as npm unpacks them, without any install script: they run once their
// libraries are linked, even if another process links them at the same time.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { findBinaries, linkLibraries } from '../src/binaries.ts';
import { EmbeddedPostgresError } from '../src/fault.ts';

/** Programs and libraries of the package as they are in its archive, which has no links. */
function unpacked(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'tollgate-binaries-'));
  t.after(() => rmSync(root, { recursive: true }));
  const native = dirname(dirname(findBinaries().postgres));
  const withoutLinks = { recursive: true, filter: (path: string) => !lstatSync(path).isSymbolicLink() };
  for (const part of ['bin', 'lib', 'pg-symlinks.json']) {
    cpSync(join(native, part), join(root, 'native', part), withoutLinks);
  }
  return root;
}

const writeList = (root: string, links: { source: string; target: string }[]) =>
  writeFileSync(join(root, 'native', 'pg-symlinks.json'), JSON.stringify(links));

const version = (root: string) =>
  spawnSync(join(root, 'native', 'bin', 'postgres'), ['--version'], {
    encoding: 'utf8',
    env: { LC_ALL: 'C' },
  });

test('PostgreSQL runs only after its libraries were linked', (t) => {
  const root = unpacked(t);
  assert.notEqual(version(root).status, 0, 'it needs no links any more; take linkLibraries away');
  linkLibraries(root);
  const ran = version(root);
  assert.match(ran.stdout, /^postgres \(PostgreSQL\) \d+/, ran.stderr);
  const before = readdirSync(join(root, 'native', 'lib'));
  linkLibraries(root);
  assert.deepEqual(readdirSync(join(root, 'native', 'lib')), before);
});

test('linking leaves existing links unchanged, even broken ones', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'tollgate-binaries-'));
  t.after(() => rmSync(root, { recursive: true }));
  // A package without links has no list.
  linkLibraries(root);
  mkdirSync(join(root, 'native', 'lib'), { recursive: true });
  symlinkSync('absent', join(root, 'native', 'lib', 'one.so'));
  writeList(root, [{ source: 'native/lib/one.so.1', target: 'native/lib/one.so' }]);
  linkLibraries(root);
});

test('if a link cannot be made, the message names the folder and the remedies', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'tollgate-binaries-'));
  t.after(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'native'));
  writeList(root, [{ source: 'native/lib/one.so.1', target: 'native/lib/one.so' }]);
  assert.throws(
    () => linkLibraries(root),
    (error: Error) =>
      error instanceof EmbeddedPostgresError && /native\/lib\/one\.so .*DATABASE_URL$/.test(error.message),
  );
});

test('npm start and npm run build link the libraries', () => {
  const root = join(import.meta.dirname, '../..');
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const script = 'embedded-postgres/link-libraries.ts';
  for (const name of ['start', 'build']) assert.match(scripts[name], new RegExp(`&& node ${script}`));
  const ran = spawnSync(process.execPath, [script], { cwd: root, encoding: 'utf8' });
  assert.deepEqual([ran.status, ran.stdout, ran.stderr], [0, '', '']);
});
