// The program of docs/FIRST-CALLS.md, word for word: at most 15 lines, started in an empty project with the packed SDK
// and the demo's file, and paid through the cashier.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { CARD, optionOf, submit } from '../../gateway/test/http/cashier/shopper.ts';
import { eventually, sharedTestGateway } from '../../gateway/test/stage/harness.ts';

const REPOSITORY = join(import.meta.dirname, '../..');

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('the program of 15 lines in docs/FIRST-CALLS.md sells an order', async (t) => {
  const page = readFileSync(join(REPOSITORY, 'docs/FIRST-CALLS.md'), 'utf8');
  const [, program] = /`order\.mjs`:\n\n```js\n([\s\S]*?)```/.exec(page)!;
  const lines = program!.trim().split('\n');
  assert.ok(lines.length <= 15, `${lines.length} lines`);
  // The other program of the page may run at the same time.
  const ports = [...page.matchAll(/\.listen\((\d+)/g)].map(([, port]) => port);
  assert.deepEqual([...new Set(ports)], ports);
  assert.equal(ports.length, 2);

  const gate = await sharedTestGateway()();
  const { apiKey, signingSecret } = await gate.createBrand({ enforceSignatures: true });
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-order-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [{ filename }] = JSON.parse(npm('pack', join(REPOSITORY, 'sdk'), '--json'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  npm('install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', `./${filename}`);
  mkdirSync(join(folder, '.data'));
  writeFileSync(join(folder, '.data/demo.json'), JSON.stringify({ apiKey, signingSecret }));
  writeFileSync(join(folder, 'order.mjs'), program!.replaceAll('4001', String(await freePort())));

  const { port } = new URL(gate.url);
  const child = spawn('node', ['order.mjs'], { cwd: folder, env: { ...process.env, PORT: port } });
  t.after(() => child.kill());
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => {
      printed += piece;
    });
  const url = await eventually(
    () => /Pay at (\S+)/.exec(printed)?.[1] ?? (child.exitCode !== null && assert.fail(printed)),
    60_000,
  );
  const path = new URL(url).pathname;
  const paid = await submit(
    gate,
    { id: '', path, token: path.split('/').at(-1)! },
    optionOf('card').id,
    CARD,
  );
  assert.equal(paid.status, 200, paid.text);
  await eventually(() => /^order-\d+ payin\.completed$/m.test(printed), 60_000);
});
