// `npm run sbom`: the components of a release, as CycloneDX. It reads only the lock file, so the output is the same on
// every machine. (npm's own --omit=dev leaves out packages that both the program and its tests need.)
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { Lock } from '../../scripts/complete-lock.ts';

const root = join(import.meta.dirname, '../../..');

interface Component {
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
}

test('npm run sbom prints every package of the program with its version and hash', () => {
  const { stdout, stderr } = spawnSync('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 32 * 1024 * 1024,
    // Offline: it asks neither for packages nor for a newer npm.
    env: { ...process.env, npm_config_offline: 'true', npm_config_update_notifier: 'false' },
  });
  // If npm failed this is no JSON, and the parser's message shows what npm said.
  const { components } = JSON.parse(stdout || stderr) as { components: Component[] };
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const shipped = Object.entries(lock.packages).filter(
    ([place, { dev, link }]) => place.includes('node_modules/') && !dev && !link,
  );
  const wanted = shipped.map(([place, { version, integrity }]) => {
    const content = Buffer.from(integrity!.replace('sha512-', ''), 'base64').toString('hex');
    return [place.split('node_modules/').at(-1)!, version, [{ alg: 'SHA-512', content }]] as const;
  });
  const told = wanted.map(([name, version]) => {
    const found = components.find((one) => one.version === version && one.purl.includes(purlOf(name)));
    return [name, version, found?.hashes];
  });
  assert.deepEqual(told, wanted);
});

const purlOf = (name: string) => `pkg:npm/${name.replace('@', '%40')}@`;
