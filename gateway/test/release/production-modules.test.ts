// Which packages a release contains, where the lock file does not know a folder.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test from 'node:test';
import { productionModules } from '../../scripts/release/production-modules.ts';

test('a folder of a provider that the lock file does not know stops the release with a sentence', () => {
  const lock = { packages: { gateway: {} } } as unknown as Parameters<typeof productionModules>[0];
  assert.deepEqual(productionModules(lock, tmpdir(), ['gateway'], { embedded: false }), []);
  assert.throws(
    () => productionModules(lock, tmpdir(), ['gateway', 'providers/begun'], { embedded: false }),
    /package-lock\.json has no providers\/begun: run npm install/,
  );
});
