// Each quick start as a newcomer starts it, against one gateway: the test pays an order on the cashier, its webhook
// arrives, and the shop passes the whole rehearsal. PHP and Python are tried only where they are installed.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { CARD, optionOf, submit } from '../../gateway/test/http/cashier/shopper.ts';
import { eventually, startTestGateway, type TestGateway } from '../../gateway/test/stage/harness.ts';
import { onlyInProof } from '../../gateway/test/stage/how-much.ts';
import { CHAPTERS } from '../../sdk/src/cli/rehearsal/chapters.ts';
import { desk } from '../../sdk/test/desk.ts';

const EXAMPLES = join(import.meta.dirname, '..');
const MOST_LINES = 110;
const HAS_CURL = spawnSync('curl', ['--version']).status === 0;

interface QuickStart {
  name: string;
  program: string;
  args(port: number): string[];
  /** It captures when the order ships. */
  ships?: true;
  /** Matches the output of `--version` if the program is new enough. */
  works?: RegExp;
}

const QUICK_STARTS: QuickStart[] = [
  { name: 'express', program: process.execPath, args: () => ['server.js'] },
  { name: 'fastify', program: process.execPath, args: () => ['server.js'], ships: true },
  { name: 'nextjs', program: process.execPath, args: () => ['../test/serve-routes.mjs', '.'] },
  {
    name: 'php',
    program: 'php',
    args: (port) => ['-S', `localhost:${port}`, 'index.php'],
    works: /^PHP (8\.[1-9]|9)/,
  },
  { name: 'python', program: 'python3', args: () => ['shop.py'], works: /^Python 3\.(9|\d\d)\b/ },
];

const isCode = (path: string) => /\.(js|php|py)$/.test(path);
const codeOf = (name: string): string[] =>
  readdirSync(join(EXAMPLES, name), { recursive: true, encoding: 'utf8' })
    .filter((path) => isCode(path) && !path.includes('node_modules'))
    .map((path) => readFileSync(join(EXAMPLES, name, path), 'utf8'));

test('each quick start has at most 110 lines of code', () => {
  for (const { name } of QUICK_STARTS) {
    const lines = codeOf(name).flatMap((text) => text.split('\n').filter((line) => line.trim() !== ''));
    assert.ok(lines.length > 20 && lines.length <= MOST_LINES, `${name} has ${lines.length} lines`);
  }
});

test('the three quick starts in JavaScript have the same books file', () => {
  const [first, ...others] = ['express/books.js', 'fastify/books.js', 'nextjs/lib/books.js'].map((path) =>
    readFileSync(join(EXAMPLES, path), 'utf8'),
  );
  for (const other of others) assert.equal(other, first);
});

/** null: the program is there; else the reason why not. */
function missing({ program, works }: QuickStart): string | null {
  if (works === undefined) return null;
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return works.test(stdout ?? '') ? null : `${program} is not installed, or too old`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts it; if another process has taken the port in the meantime, on another port. */
async function start(t: test.TestContext, one: QuickStart, env: Settings): Promise<Started> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const port = await freePort();
    const started = await startOn(t, one, env, port);
    if (started !== null) return started;
  }
  throw new Error(`${one.name} did not start`);
}

interface Started {
  shop: string;
  /** Ends the process and starts another one on the same port. */
  restart(): Promise<void>;
}

/** null: it ended at once. */
async function startOn(
  t: test.TestContext,
  one: QuickStart,
  env: Settings,
  port: number,
): Promise<Started | null> {
  let child: ChildProcess;
  const begin = async () => {
    child = spawn(one.program, one.args(port), {
      cwd: join(EXAMPLES, one.name),
      env: { ...process.env, ...env, PORT: String(port), PYTHONDONTWRITEBYTECODE: '1' },
    });
    const { stdout, stderr } = child;
    t.after(() => child.kill());
    let said = '';
    for (const stream of [stdout!, stderr!])
      stream.on('data', (piece) => {
        said += piece;
      });
    const isOpen = () => /http:\/\/localhost:\d+/.test(said) && !/in use/i.test(said);
    await eventually(() => child.exitCode !== null || isOpen(), 120_000);
    return child.exitCode === null;
  };
  const restart = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    assert.ok(await begin(), `${one.name} did not start again`);
  };
  return (await begin()) ? { shop: `http://localhost:${port}`, restart } : null;
}

/** A POST that ends in the middle of its body. The shop must still answer the next one. */
async function breakOff(shop: string): Promise<void> {
  const { hostname, port } = new URL(shop);
  for (const length of ['1000', '-1', 'x', '99999999']) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    await once(socket, 'connect');
    const head = `POST /webhooks HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: ${length}\r\n\r\n{"eventId":`;
    await new Promise((resolve) => socket.write(head, resolve));
    socket.destroy();
  }
}

/** The rehearsal runs a command to restart a shop; this server receives that command's call. */
async function restarter(t: test.TestContext, restart: () => Promise<void>): Promise<string> {
  const server = createServer((_request, response) => {
    restart().then(
      () => response.end(),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const script = `fetch('http://127.0.0.1:${port}').then(({ ok }) => { process.exitCode = ok ? 0 : 1; })`;
  return `${JSON.stringify(process.execPath)} -e "${script}"`;
}

/** Prints how many vectors `sign` gets wrong. */
const SIGNERS: Record<string, string[]> = {
  php: [
    '-r',
    `require 'tollgate.php'; $wrong = 0; $seen = 0;
     foreach (json_decode(file_get_contents($argv[1]), true)['groups'] as $group)
       foreach ($group['vectors'] as $one) { $seen++; $wrong += sign($one['stringToSign'], $one['secret']) !== $one['signature']; }
     echo "$wrong of $seen";`,
  ],
  python: [
    '-c',
    `import json, sys, tollgate
vectors = [one for group in json.load(open(sys.argv[1]))["groups"].values() for one in group["vectors"]]
wrong = [one for one in vectors if tollgate.sign(one["stringToSign"].encode(), one["secret"]) != one["signature"]]
print(f"{len(wrong)} of {len(vectors)}", end="")`,
  ],
};

for (const one of QUICK_STARTS.filter(({ name }) => name in SIGNERS))
  test(`the quick start for ${one.name} signs every test vector correctly`, {
    skip: missing(one) ?? false,
  }, () => {
    const vectors = join(EXAMPLES, '../openapi/signature-vectors.json');
    const { stdout, stderr } = spawnSync(one.program, [...SIGNERS[one.name]!, vectors], {
      cwd: join(EXAMPLES, one.name),
      encoding: 'utf8',
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    });
    const [wrong, seen] = stdout.split(' of ').map(Number);
    assert.equal(wrong, 0, stdout + stderr);
    assert.ok(seen! > 50, stdout);
  });

interface Settings {
  TOLLGATE_URL: string;
  TOLLGATE_API_KEY: string;
  TOLLGATE_SIGNING_SECRET: string;
  SHOP_DATA: string;
  BRAND_ID: string;
}

/** Plays everything from the first page to the last chapter of the rehearsal. */
async function buyAndRehearse(t: test.TestContext, gate: TestGateway, one: QuickStart, env: Settings) {
  const funds = { currency: 'EUR', amount: 5000, reference: one.name };
  await gate.operator('POST', `/operator/brands/${env.BRAND_ID}/funding`, funds);
  const { shop, restart } = await start(t, one, env);
  await breakOff(shop);
  const text = async (path: string) => (await fetch(shop + path)).text();
  assert.match(await text('/'), /action="\/orders"/);

  const bought = await fetch(`${shop}/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
    redirect: 'manual',
  });
  assert.equal(bought.status, 303, await bought.text());
  const { pathname: path } = new URL(bought.headers.get('location')!);
  const [, token] = /^\/cashier\/(.+)$/.exec(path)!;
  const [row] = await gate.gateway.context
    .sql`select merchant_reference from transactions where brand_id = ${env.BRAND_ID}`;
  const order = `/orders/${row!.merchant_reference}`;
  assert.match(await text(order), /Not paid yet/);
  const paid = await submit(gate, { id: '', path, token: token! }, optionOf('card').id, CARD);
  assert.equal(paid.status, 200, paid.text);
  await eventually(async () => /Thank you/.test(await text(order)), 120_000);
  if (one.ships) {
    assert.match(await text(order), /^Ordered/);
    assert.equal(await text(`/balance/${row!.merchant_reference}`), '0', 'held money is not paid');
    for (let call = 1; call <= 2; call++) {
      const shipped = await fetch(`${shop + order}/ship`, { method: 'POST' });
      assert.equal(await shipped.text(), 'The capture is COMPLETED.\n');
    }
    await eventually(async () => /^Paid and shipped/.test(await text(order)), 120_000);
    assert.equal(await text(`/balance/${row!.merchant_reference}`), '25');
  }

  // The rehearsal asks after each step, and curl starts ten times as fast as Node.js.
  const ask = `fetch('${shop}/balance/' + process.argv[1]).then((answer) => answer.text()).then(console.log)`;
  const books = HAS_CURL
    ? `sh -c 'curl -s ${shop}/balance/$1' sh`
    : `${JSON.stringify(process.execPath)} -e "${ask}"`;
  const words = ['rehearse', '--receiver', `${shop}/webhooks`, '--books', books, '--json'];
  words.push('--restart', await restarter(t, restart));
  // The machine may be busy with other work.
  words.push('--patience', '60', '--within', '20');
  const { code, json, err } = await desk({ ...env }, env.SHOP_DATA)(words);
  assert.equal(code, 0, err);
  assert.deepEqual(
    json().filter(({ ok, skipped }) => !ok || skipped),
    [],
  );
  assert.equal(json().length, Object.keys(CHAPTERS).length);
}

// All at once, because each waits for the sandbox most of the time.
const together = { concurrency: QUICK_STARTS.length, skip: onlyInProof };
test('each quick start sells an order and passes the rehearsal', together, async (t) => {
  const gate = await startTestGateway(t, { env: { SANDBOX_DELAY_MS: '50' } });
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-quick-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const settings: Settings[] = [];
  for (const { name } of QUICK_STARTS) {
    const { brandId, apiKey, signingSecret } = await gate.createBrand({ enforceSignatures: true });
    settings.push({
      TOLLGATE_URL: gate.url,
      TOLLGATE_API_KEY: apiKey,
      TOLLGATE_SIGNING_SECRET: signingSecret,
      SHOP_DATA: join(folder, name),
      BRAND_ID: brandId,
    });
  }
  await Promise.all(
    QUICK_STARTS.map((one, at) =>
      t.test(one.name, { skip: missing(one) ?? false }, (t) => buyAndRehearse(t, gate, one, settings[at]!)),
    ),
  );
});
