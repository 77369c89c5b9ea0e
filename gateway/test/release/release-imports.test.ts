// A release lists its folders, so a source that moves into a new folder can be missing there. Each import of one of our
// files in the release must lead to a file in the release.
import assert from 'node:assert/strict';
import { readFileSync, realpathSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { ownFiles } from '../../scripts/release/release-files.ts';

const ROOT = join(import.meta.dirname, '../../..');
const IMPORT =
  /^(?:import|export) (?!type )(?:[^'"`;]* from )?'((?:\.{1,2}|@tollgate)\/[^']+)'|\bimport\('((?:\.{1,2}|@tollgate)\/[^']+)'\)/gm;

/** Imports that lead to no file of the release: `importer imports path`. */
function lostImports(files: ReadonlySet<string>): string[] {
  return [...files]
    .filter((path) => /\.(ts|js)$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return [...text.matchAll(IMPORT)]
        .map(([, named, late]) => pathOf(named ?? late!, path))
        .filter((target) => !files.has(target))
        .map((target) => `${path} imports ${target}`);
    });
}

/** The file that an import leads to, relative to the repository. */
function pathOf(named: string, importer: string): string {
  if (named.startsWith('.')) return posix.join(posix.dirname(importer), named);
  return relative(realpathSync(ROOT), realpathSync(fileURLToPath(import.meta.resolve(named))));
}

test('each import of a file in the release leads to a file in the release', () => {
  const files = new Set(ownFiles(ROOT));
  assert.ok(files.size > 500, `${files.size} files`);
  assert.deepEqual(lostImports(files), []);
  // Another file imports each of these in a different way: by its path, and by the name of its package.
  const moved = [
    'provider-kit/src/seam/declaration-fault.ts',
    'gateway/src/domain/money/money.ts',
    'sdk/dist/tollgate.js',
  ];
  for (const path of moved) {
    assert.ok(files.delete(path), path);
    assert.ok(
      lostImports(files).some((line) => line.endsWith(` imports ${path}`)),
      path,
    );
    files.add(path);
  }
});
