// Runs the commands of README and FIRST-CALLS in a shell beside a started gateway and compares the answers with the
// pages. Checks the other pages against the repository: paths, scripts, settings, metrics. A `sh` block followed by a
// `json` block is a command and its answer.
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import test, { type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { BARE_OPERATOR_TOKEN, bareApp } from '../http/bare-app.ts';
import { onlyInProof } from '../stage/how-much.ts';
import { programDataDir, runProgram } from '../stage/program.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
/** The second page continues the first one. */
const COMMANDS = ['README.md', 'docs/FIRST-CALLS.md'].map(read).join('\n');
/** Commands create these; they are not in the repository. */
const MADE_LATER = ['bench/RESULTS.md', 'cashier/dist', 'portal/dist', 'provider-kit/dist'];
// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely and assert what they find
type Answer = any;
const HAS_CURL = spawnSync('curl', ['--version']).status === 0;

function read(path: string): string {
  return readFileSync(join(REPOSITORY, path), 'utf8');
}

/** Every page for readers, by its path. */
function pages(): Map<string, string> {
  const docs = readdirSync(join(REPOSITORY, 'docs'), { recursive: true, encoding: 'utf8' });
  const paths = [
    'README.md',
    'CONTRIBUTING.md',
    ...docs.filter((path) => path.endsWith('.md')).map((path) => `docs/${path}`),
  ];
  return new Map(paths.map((path) => [path, read(path)]));
}

interface Block {
  language: string;
  text: string;
}

function blocksOf(markdown: string): Block[] {
  const fences = markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm);
  return [...fences].map(([, language, text]) => ({ language: language!, text: text! }));
}

/** Commands with their printed answers (null: none), the assignments they need, and the receiver's source. */
function readExamples(markdown: string) {
  const blocks = blocksOf(markdown);
  const commands = blocks.flatMap(({ language, text }, i) => {
    if (language !== 'sh' || !text.includes('curl -s')) return [];
    const next = blocks[i + 1];
    return [{ command: text, answer: next?.language === 'json' ? JSON.parse(next.text) : null }];
  });
  const assignments = blocks.filter(
    ({ language, text }) =>
      language === 'sh' &&
      text
        .trim()
        .split('\n')
        .every((line) => /^[A-Z_]+=(\$\(.*\)|\S+)$/.test(line)),
  );
  const receiver = blocks.find(
    ({ language, text }) => language === 'js' && text.includes('timingSafeEqual'),
  )!.text;
  return { commands, prologue: assignments.map(({ text }) => text).join(''), receiver };
}

/** Ids, times and values made from them differ from run to run; the rest of an answer must match the page. */
function withoutChance(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) =>
      README_IDS.has(id) ? id : '<id>',
    )
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"<time>"')
    .replaceAll(/tok_[0-9A-Za-z_-]{43}/g, '<token>')
    .replaceAll(/http:\/\/localhost:\d+\/cashier\/[0-9A-Za-z_-]{65}/g, '<link>');
  return JSON.parse(text);
}

/** These ids never change: the ids of options. */
const README_IDS = new Set(['955677db-135d-4bd3-a241-a616beca374c', '3423412e-a051-4862-b2be-167be3708ab0']);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** A folder to paste commands into. It has the repository's `.data`, and `node` is the binary that runs this test. */
function workplace(t: TestContext, dataDir: string): { cwd: string; env: NodeJS.ProcessEnv } {
  const cwd = mkdtempSync(join(tmpdir(), 'tollgate-readme-'));
  symlinkSync(dataDir, join(cwd, '.data'));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  return { cwd, env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` } };
}

test('the commands of README and FIRST-CALLS, run in their order, get the answers on the pages', {
  skip: onlyInProof || (HAS_CURL ? false : 'there is no curl on this machine'),
}, async (t) => {
  const { commands, prologue, receiver } = readExamples(COMMANDS);
  assert.equal(commands.length, 9);
  const dataDir = programDataDir(t);
  const program = runProgram(t, { DATA_DIR: dataDir });
  const place = workplace(t, dataDir);
  const url = await program.ready();
  const port = await freePort();
  const here = (text: string) =>
    text
      .replaceAll('http://localhost:3000', url)
      .replaceAll('http://localhost:4000', `http://localhost:${port}`);

  const { signingSecret } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
  writeFileSync(join(place.cwd, 'receiver.mjs'), receiver.replace('.listen(4000', `.listen(${port}`));
  const listening = spawn(process.execPath, ['receiver.mjs'], {
    cwd: place.cwd,
    env: { ...place.env, SIGNING_SECRET: signingSecret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => listening.kill());
  let heard = '';
  listening.stdout.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  await until(() => heard.includes('waiting for webhooks'));
  const forged = await fetch(`http://localhost:${port}`, { method: 'POST', body: '{}' });
  assert.equal(forged.status, 403);
  await breakOff(port);
  await until(() => heard.includes('not received'));

  const said: Answer[] = [];
  for (const { command, answer } of commands) {
    const { stdout } = await promisify(execFile)('sh', ['-c', prologue + here(command)], place);
    said.push(JSON.parse(stdout));
    if (answer) assert.deepEqual(withoutChance(said.at(-1)), withoutChance(answer), command);
  }
  // The hosted page comes first, as it does for most merchants.
  const [session, found] = said as [Answer, Answer];
  const page = await fetch(url + new URL(session.cashierUrl).pathname);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-type')!, /^text\/html/);
  assert.deepEqual([found[0].transactionId, found[0].status], [session.transactionId, 'INIT']);
  const [, printed] = /the receiver prints `(.+)`/.exec(COMMANDS)!;
  await until(() => heard.includes(`${printed}\n`));
  const before = 'waiting for webhooks\na message that is not from Tollgate\nnot received: aborted\n';
  assert.equal(heard, `${before}${printed}\n`);
  program.signal('SIGTERM');
  assert.equal(await program.ended(), 0);
});

/** A POST that ends in the middle of its body. */
async function breakOff(port: number): Promise<void> {
  const socket = connect(port, 'localhost');
  await once(socket, 'connect');
  await new Promise((resolve) =>
    socket.write('POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: 100\r\n\r\n{', resolve),
  );
  socket.destroy();
}

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 20) {
    assert(waited < 10_000, 'not within 10 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('--help names each command and only existing settings, and an unknown command prints the same', async (t) => {
  const env = { DATA_DIR: join(tmpdir(), `tollgate-never-made-${process.pid}`) };
  const told = async (command: string, code: number) => {
    const program = runProgram(t, env, command);
    assert.equal(await program.ended(), code, program.output());
    return program.output();
  };
  const help = await told('--help', 0);
  assert.equal(await told('-h', 0), help);
  assert.equal(await told('fly', 2), `Tollgate has no command "fly".\n\n${help}`);
  const commands = [...read('package.json').matchAll(/main\.ts ([\w:]+)/g)].map(([, name]) => name);
  const named = (title: string) => {
    const [, lines] = new RegExp(`^${title}.*:\n((?: {2}.+\n)+)`, 'm').exec(help)!;
    return [...lines!.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name!);
  };
  assert.deepEqual(named('Commands').sort(), commands.sort());
  const settings = read('docs/OPERATIONS.md');
  for (const name of named('Settings')) assert(settings.includes(`| \`${name}\` |`), name);
  for (const page of named('Read on').filter((path) => path.endsWith('.md')))
    assert(existsSync(join(REPOSITORY, page)), page);
  assert(!existsSync(env.DATA_DIR));
});

test('the tables of scripts name exactly the scripts of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...read('docs/SCRIPTS.md').matchAll(/^\| `([\w:-]+)` \|/gm)].map(([, name]) => name);
  assert.deepEqual(named.sort(), Object.keys(scripts).sort());
});

test('every path named in the pages leads to a file', () => {
  const dead: string[] = [];
  let looked = 0;
  const look = (page: string, path: string) => {
    looked++;
    const inside = relative(REPOSITORY, path);
    if (!MADE_LATER.includes(inside) && !existsSync(path)) dead.push(`${page}: ${inside}`);
  };
  for (const [page, text] of pages()) {
    for (const [, path] of text.matchAll(
      /`((?:gateway|cashier|portal|shop|embedded-postgres|provider-kit|providers\/(?:mollie|prism)|examples|docs|openapi|bench|\.ci)\/[\w./-]+)`/g,
    ))
      look(page, join(REPOSITORY, path!));
  }
  assert(looked > 50, `only ${looked} looked at`);
  assert.deepEqual(dead, []);
});

test('OPERATIONS has a row for exactly the settings that are read', () => {
  const config = read('gateway/src/process/config.ts');
  const settings = new Set([...config.matchAll(/'([A-Z][A-Z_]{3,})'/g)].map(([, name]) => name));
  const table = read('docs/OPERATIONS.md')
    .split('\n## ')
    .find((section) => section.startsWith('Settings'))!;
  const named = [...table.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name);
  assert.deepEqual(named.sort(), [...settings].sort());
});

test('OPERATIONS has a row for exactly the loops of a worker', () => {
  const loops = [...read('gateway/src/worker/chores.ts').matchAll(/name: '([a-z ]+)'/g)].map(
    ([, name]) => name!,
  );
  assert(loops.length > 20);
  const [table = ''] = /\| loop \| every \|[\s\S]*?\n\n/.exec(read('docs/OPERATIONS.md')) ?? [];
  const named = [...table.matchAll(/^\| ([a-z ]+) \| (?!every)/gm)].map(([, name]) => name!);
  // Webhooks have loops of their own.
  assert.deepEqual(named.sort(), [...loops, 'webhooks'].sort());
});

test('OPERATIONS names exactly the metrics of the gateway', async () => {
  const app = await bareApp();
  const headers = { authorization: `Bearer ${BARE_OPERATOR_TOKEN}` };
  const { payload } = await app.inject({ url: '/metrics', headers });
  await app.close();
  const ours = [...payload.matchAll(/^# HELP (tollgate_\w+)/gm)].map(([, name]) => name);
  const named = [...read('docs/OPERATIONS.md').matchAll(/^\| `(tollgate_\w+)`/gm)].map(([, name]) => name);
  assert.deepEqual(named.sort(), ours.sort());
});

test('the tests that SECURITY names exist', () => {
  const page = read('docs/SECURITY.md');
  const files = [...page.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path]) => path!);
  assert.deepEqual(
    files.filter((path) => !existsSync(join(REPOSITORY, path))),
    [],
  );
  const named = [...page.matchAll(/`((?:gateway|embedded-postgres|shop)\/test\/[\w./-]+)`: \*(.+?)\*/g)];
  assert(named.length > 20, `only ${named.length} found`);
  const missing = named.filter(([, path, name]) => !read(path!).includes(name!));
  assert.deepEqual(
    missing.map(([cell]) => cell),
    [],
  );
});
