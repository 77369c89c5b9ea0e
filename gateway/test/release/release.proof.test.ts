// The release as an operator gets it: made once, unpacked outside of this folder, and started with five variables.
// Checks what is in it, what is not, that its hashes and its list of components match its files, and that it reads
// nothing else.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { after, type TestContext } from 'node:test';
import { makeRelease } from '../../scripts/release/release.ts';
import { writeTarball } from '../../scripts/release/write-tarball.ts';
import { versionOf } from '../../src/process/build.ts';
import { createTestDatabase } from '../stage/harness-database.ts';
import { PRODUCTION } from '../stage/production.ts';
import { runProgram } from '../stage/program.ts';

const version = versionOf(join(import.meta.dirname, '../..'));
const MOST_BYTES = 150 * 1024 * 1024;

const place = realpathSync(mkdtempSync(join(tmpdir(), 'tollgate-release-')));
after(() => rmSync(place, { recursive: true, force: true }));
const release = await makeRelease(place, { withNode: false, withPostgres: false }, 1);
execFileSync('tar', ['-xzf', release.tarball, '-C', place]);
const folder = join(place, release.folder);
const launcher = join(folder, 'bin/tollgate');
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => !entry.isDirectory())
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  // readdir follows the links.
  .filter((path) => !/^node_modules\/@tollgate\/[^/]+\//.test(path))
  .sort();

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
/** Node.js and the tools of a bare machine, and nothing of this folder. */
const PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;

test('a release has the program and its built pages, and no build tool', () => {
  assert.equal(release.folder, `tollgate-${version}`);
  assert.ok(release.unpackedBytes < MOST_BYTES, `${release.unpackedBytes} bytes`);
  for (const path of [
    'cashier/dist/manifest.json',
    'portal/dist/manifest.json',
    'gateway/migrations/0001-data-model.sql',
    'provider-kit/src/provider-kit.ts',
    'providers/mollie/src/mollie.ts',
    'node_modules/@mollie/api-client/package.json',
  ])
    assert.ok(files.includes(path), path);
  const packages = [
    ...new Set(files.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])),
  ];
  assert.ok(packages.length > 100, `${packages.length} packages`);
  const strange =
    /vite|rolldown|typescript|react|preact|mantine|tabler|simple-icons|biome|playwright|chromium|postgres-|^@embedded|^node-(bin|darwin|linux)/;
  const allowed = ['@tollgate', 'postgres'];
  assert.deepEqual(
    packages.filter((name) => strange.test(name) && !allowed.includes(name)),
    [],
  );
  assert.deepEqual(
    files.filter((path) =>
      /^(portal|cashier)\/src\/|\/test\/.*\.test\.ts$|^node_modules\/.*\.(ts|map)$/.test(path),
    ),
    [],
  );
});

test('the release has the right hash of each of its files', () => {
  const listed = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
  const hashes = new Map(listed.map((line) => [line.slice(66), line.slice(0, 64)]));
  for (const [path, hash] of hashes) assert.equal(sha256(join(folder, path)), hash, path);
  const unlisted = files.filter((path) => !hashes.has(path));
  // The links have no bytes of their own.
  assert.deepEqual(unlisted, [
    'SHA256SUMS',
    'node_modules/@tollgate/embedded-postgres',
    'node_modules/@tollgate/provider-kit',
    'node_modules/@tollgate/sdk',
  ]);
  const [whole] = readFileSync(`${release.tarball}.sha256`, 'utf8').split(' ');
  assert.equal(whole, sha256(release.tarball));
});

test('the list of components names exactly the packages of the release, with version and hash', () => {
  const { components, metadata } = JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8')) as {
    components: { purl: string; hashes: { alg: string }[] }[];
    metadata: { component: { purl: string } };
  };
  const named = components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', '').split('?')[0]!));
  const installed = files
    .filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path))
    .map((path) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as { name: string; version: string })
    .map((one) => `${one.name}@${one.version}`);
  assert.deepEqual(named.sort(), [...new Set(installed)].sort());
  for (const { purl, hashes } of components)
    assert.deepEqual(
      hashes.map(({ alg }) => alg),
      ['SHA-512'],
      purl,
    );
  assert.equal(metadata.component.purl, `pkg:npm/tollgate@${encodeURIComponent(version)}`);
});

test('two tarballs of the same files are the same bytes', async () => {
  const some = new Map([
    ['a', { bytes: Buffer.from('a'), executable: true }],
    ['b/c', { link: '../a' }],
  ]);
  const [first, second] = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const path = join(place, name);
      await writeTarball(path, some, { folder: 'x', at: new Date(0), level: 1 });
      return readFileSync(path);
    }),
  );
  assert.deepEqual(first, second);
});

function secretFile(t: TestContext, name: string, secret: string): string {
  const path = join(place, name);
  writeFileSync(path, `${secret}\n`, { mode: 0o400 });
  t.after(() => rmSync(path));
  return path;
}

test('an unpacked release starts with five variables, reads only its own files and has no secret in its environment', async (t) => {
  const database = await createTestDatabase({ empty: true });
  t.after(() => database.drop());
  const { ENVIRONMENT, PUBLIC_URL, MASTER_KEY, OPERATOR_TOKEN } = PRODUCTION;
  const five = {
    ENVIRONMENT,
    PUBLIC_URL,
    DATABASE_URL_FILE: secretFile(t, 'database-url', database.databaseUrl),
    MASTER_KEY_FILE: secretFile(t, 'master-key', MASTER_KEY),
    OPERATOR_TOKEN_FILE: secretFile(t, 'operator-token', OPERATOR_TOKEN),
  };
  // Node.js refuses every other file. (The tests add PORT=0: 3000 may be taken.)
  const readable = [
    folder,
    ...Object.values(five).filter((one) => one.startsWith(place)),
    '/proc/self/limits',
  ];
  const NODE_OPTIONS = [
    '--permission',
    '--allow-net',
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ].join(' ');
  const program = runProgram(t, { ...five, PATH, NODE_OPTIONS }, 'start', [], {
    launcher,
    limits: `cd ${folder}`,
  });
  const url = await program.ready();
  assert.equal((await fetch(`${url}/health/ready`)).status, 200);
  const page = await fetch(`${url}/portal`);
  assert.equal(page.status, 200, await page.clone().text());
  const [, script] = /<script[^>]* src="([^"]+)"/.exec(await page.text())!;
  assert.equal((await fetch(new URL(script!, url))).status, 200);
  assert.equal((await fetch(`${url}/openapi.json`)).status, 200);
  const authorization = `Bearer ${OPERATOR_TOKEN}`;
  assert.equal((await fetch(`${url}/metrics`, { headers: { authorization } })).status, 200);
  if (process.platform === 'linux') {
    const environment = readFileSync(`/proc/${program.child.pid}/environ`, 'latin1');
    assert.ok(environment.includes('MASTER_KEY_FILE='), 'the environment was read');
    for (const secret of [MASTER_KEY, OPERATOR_TOKEN, database.databaseUrl])
      assert(!environment.includes(secret));
  }
  const healthy = (PORT: string) =>
    spawnSync(process.execPath, [join(folder, 'bin/healthy.mjs')], { env: { PORT } }).status;
  assert.equal(healthy(new URL(url).port), 0);
  program.signal('SIGTERM');
  assert.equal(await program.ended(), 0, program.output());
  assert.equal(healthy(new URL(url).port), 1);
  assert.doesNotMatch(program.output(), /"level":(40|50|60)(?!.*(runs as root|no brand is connected))/);
  assert.ok(!existsSync(join(folder, '.data')), 'it wrote nothing beside itself');
});

test('without the embedded database a start that needs it names the missing setting', async (t) => {
  const program = runProgram(t, { PATH, DATA_DIR: join(place, 'data') }, 'start', [], { launcher });
  assert.equal(await program.ended(), 1);
  assert.match(
    program.output(),
    /^Tollgate cannot start: DATABASE_URL is not set, and this release has no database of its own: set DATABASE_URL/m,
  );
});

test('the launcher reports a missing or outdated Node.js', (t) => {
  const bin = mkdtempSync(join(place, 'bin-'));
  for (const tool of ['sh', 'dirname', 'readlink'])
    execFileSync('sh', ['-c', `ln -s "$(command -v ${tool})" "$0"`, join(bin, tool)]);
  const launched = () => {
    const { status, stderr } = spawnSync(launcher, ['--help'], { env: { PATH: bin }, encoding: 'utf8' });
    return [status, stderr];
  };
  assert.deepEqual(launched(), [1, 'Tollgate needs Node.js 26 or newer, and there is no node in PATH.\n']);
  const node = join(bin, 'node');
  for (const [printed, named] of [
    ['v20.19.0', 'v20.19.0'],
    ['', 'something else'],
  ] as const) {
    writeFileSync(node, `#!/bin/sh\necho ${printed}\n`);
    chmodSync(node, 0o755);
    assert.deepEqual(launched(), [1, `Tollgate needs Node.js 26 or newer; ${node} is ${named}.\n`]);
  }
  t.diagnostic(`${(release.unpackedBytes / 1024 / 1024).toFixed(1)} MB unpacked`);
});
