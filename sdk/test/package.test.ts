// The package as a merchant gets it: made of the sources as they are, small, without dependencies, and working in an empty project, on
// every runtime that is installed here.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { CARD_OPTION_ID, startTestGateway } from '../../gateway/test/stage/harness.ts';
import { build } from '../build.ts';
import { describeApiTypes, TYPES_FILE } from '../write-types.ts';

const SDK = join(import.meta.dirname, '..');
const MOST_BYTES = 60_000;
const execute = promisify(execFile);

const folder = (t: test.TestContext) => {
  const made = mkdtempSync(join(tmpdir(), 'tollgate-sdk-'));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

test('the types are those of openapi/openapi.json (npm run sdk:types)', async () => {
  assert.equal(readFileSync(TYPES_FILE, 'utf8'), await describeApiTypes());
});

test('dist/ is what the sources give (npm run sdk:build)', (t) => {
  const made = folder(t);
  build(made);
  const files = (root: string) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(root, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(join(root, name), 'utf8')]);
  assert.deepEqual(files(join(SDK, 'dist')), files(made));
});

/** Pays by card, opens a session, and verifies a webhook; prints `paid`. */
const PROGRAM = `
import { Tollgate, webhooks, DuplicateReferenceError } from '@tollgate/sdk';
import { verify } from '@tollgate/sdk/webhooks';
const { URL_OF_GATEWAY: baseUrl, KEY: apiKey, SECRET: signingSecret, CARD, RUN } = globalThis.Deno ? Deno.env.toObject() : process.env;
const tollgate = new Tollgate({ baseUrl, apiKey, signingSecret });
const payment = {
  paymentOptionId: CARD, currency: 'EUR', amount: 25, country: 'DE', merchantReference: 'order of ' + RUN,
  paymentData: { cardNumber: '4242424242424242', expiryMonth: '12', expiryYear: '2035', cardCvv: '123', cardHolder: 'Ada Lovelace' },
};
const { result } = await tollgate.payments.create(payment);
const again = await tollgate.payments.create(payment).catch((error) => error);
if (!(again instanceof DuplicateReferenceError) || again.transactionId !== result.transactionId) throw again;
const { body, headers } = await webhooks.sign({ eventId: 'e1' }, signingSecret);
if ((await verify(body, headers, ['tgs_old', signingSecret])).eventId !== 'e1') throw new Error('not verified');
for await (const { eventType } of tollgate.events.stream({ signal: AbortSignal.timeout(30000) })) { console.log(eventType); break; }
console.log(result.status === 'COMPLETED' ? 'paid' : result.status);
`;

test('npm pack gives less than 60 KB, which works in an empty project on every runtime', async (t) => {
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
  writeFileSync(join(project, 'pay.mjs'), PROGRAM);
  const gate = await startTestGateway(t);
  const brand = await gate.createBrand({ enforceSignatures: true, notificationUrl: 'http://127.0.0.1:9/' });
  for (const [name, program, args] of [
    ['the Node.js of this project', process.execPath, []],
    ['the Node.js of the machine', 'node', []],
    ['Bun', 'bun', []],
    ['Deno', 'deno', ['run', '--allow-net', '--allow-env', '--allow-read']],
  ] as const) {
    const env = {
      ...{ PATH: pathWithoutOurs(), HOME: project, NO_COLOR: '1', RUN: name },
      ...{ URL_OF_GATEWAY: gate.url, KEY: brand.apiKey, SECRET: brand.signingSecret, CARD: CARD_OPTION_ID },
    };
    const run = (...given: string[]) => execute(program, given, { cwd: project, env, timeout: 300_000 });
    const version = await run('--version').then(
      ({ stdout }) => stdout.split('\n')[0]!,
      () => null,
    );
    const isOld = program === 'node' && Number(version?.match(/\d+/)?.[0]) < 20;
    const skip = version === null || isOld ? `${name} is not installed, or older than 20` : false;
    await t.test(`${name} ${version ?? ''}`, { skip }, async () => {
      const { stdout } = await run(...args, 'pay.mjs');
      assert.equal(stdout, 'payin.completed\npaid\n');
      if (program !== 'node') return;
      const commands = await run('node_modules/.bin/tollgate', '--help');
      assert.match(commands.stdout, /tollgate rehearse/);
      const mcp = await run('node_modules/.bin/tollgate', 'mcp').catch((error) => error);
      assert.equal(mcp.code, 2);
      assert.match(mcp.stderr, /^npm install --save-dev @modelcontextprotocol\/sdk zod$/m);
    });
  }
});

/** npm puts this project's Node.js first. */
function pathWithoutOurs(): string {
  return process.env
    .PATH!.split(':')
    .filter((part) => !part.includes('node_modules'))
    .join(':');
}
