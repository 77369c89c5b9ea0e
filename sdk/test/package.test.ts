// The package as a merchant gets it: made from the current sources, small, without dependencies. It works in an empty
// project on every runtime that is installed here.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { CARD_OPTION_ID, startTestGateway } from '../../gateway/test/stage/harness.ts';
import { onlyInProof } from '../../gateway/test/stage/how-much.ts';
import { payoutOption } from '../../gateway/test/stage/payouts.ts';
import { build } from '../build.ts';
import { describeApiTypes, TYPES_FILE } from '../write-types.ts';

const SDK = join(import.meta.dirname, '..');
const MOST_BYTES = 80_000;
const execute = promisify(execFile);

const folder = (t: test.TestContext) => {
  const made = mkdtempSync(join(tmpdir(), 'tollgate-sdk-'));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

test('the types match openapi/openapi.json (npm run sdk:types)', async () => {
  assert.equal(readFileSync(TYPES_FILE, 'utf8'), await describeApiTypes());
});

test('dist/ matches the sources (npm run sdk:build)', async (t) => {
  const made = folder(t);
  await build(made);
  const files = (root: string) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(root, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(join(root, name), 'utf8')]);
  assert.deepEqual(files(join(SDK, 'dist')), files(made));
});

const CHECKS = 'checks.mjs';

test('the package has less than 80 KB and works in an empty project on every runtime', {
  skip: onlyInProof,
}, async (t) => {
  const project = folder(t);
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [packed] = JSON.parse(npm('pack', SDK, '--json')) as [
    { filename: string; size: number; files: { path: string }[] },
  ];
  assert.ok(packed.size < MOST_BYTES, `${packed.size} bytes`);
  assert.deepEqual(
    packed.files.filter(({ path }) => !/^(dist\/|package\.json$|README\.md$)/.test(path)),
    [],
  );
  writeFileSync(join(project, 'package.json'), '{ "name": "shop", "type": "module", "private": true }');
  npm('install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', `./${packed.filename}`);
  assert.deepEqual(
    readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['@tollgate'],
  );
  copyFileSync(join(import.meta.dirname, 'runtimes', CHECKS), join(project, CHECKS));
  const gate = await startTestGateway(t);
  const settings = {
    enforceSignatures: true,
    automaticApproval: false,
    notificationUrl: 'http://127.0.0.1:9/',
  };
  const brand = await gate.createBrand(settings);
  for (const [name, program, args] of [
    ['the Node.js of this project', process.execPath, []],
    ['the Node.js of the machine', 'node', []],
    ['Bun', 'bun', []],
    ['Deno', 'deno', ['run', '--allow-net', '--allow-env', '--allow-read']],
  ] as const) {
    const env = {
      PATH: pathWithoutOurs(),
      HOME: project,
      NO_COLOR: '1',
      RUN: name,
      URL_OF_GATEWAY: gate.url,
      KEY: brand.apiKey,
      SECRET: brand.signingSecret,
      CARD: CARD_OPTION_ID,
      SEPA: payoutOption('sepa-transfer').id,
    };
    const run = (...given: string[]) => execute(program, given, { cwd: project, env, timeout: 300_000 });
    const version = await run('--version').then(
      ({ stdout }) => stdout.split('\n')[0]!,
      () => null,
    );
    const isOld = program === 'node' && Number(version?.match(/\d+/)?.[0]) < 20;
    const skip = version === null || isOld ? `${name} is not installed, or older than 20` : false;
    await t.test(`the package works on ${name} ${version ?? ''}`, { skip }, async () => {
      const { stdout } = await run(...args, CHECKS);
      assert.match(stdout, /^\d+ checks passed$/m);
      if (program !== 'node') return;
      const commands = await run('node_modules/.bin/tollgate', '--help');
      assert.match(commands.stdout, /tollgate rehearse/);
      const mcp = await run('node_modules/.bin/tollgate', 'mcp').catch((error) => error);
      assert.equal(mcp.code, 2);
      assert.match(mcp.stderr, /^npm install --save-dev @modelcontextprotocol\/sdk zod$/m);
    });
  }
});

/** npm puts this project's Node.js first on the PATH. */
function pathWithoutOurs(): string {
  return process.env
    .PATH!.split(':')
    .filter((part) => !part.includes('node_modules'))
    .join(':');
}
