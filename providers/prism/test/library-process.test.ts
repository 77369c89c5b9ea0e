// The process of the library: what it is allowed, and that no death of it is mistaken for an answer.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { LibraryGone, LibraryProcess, type LibraryProcessOptions } from '../src/process/library-process.ts';
import type { Question } from '../src/process/protocol.ts';
import { commandOf, PERMISSIONS } from '../src/process/settings.ts';
import { deadlineFor, recordedCommand } from './open-library.ts';

const ACCOUNT = { connector: 'checkout', environment: 'SANDBOX', config: {} } as const;
const QUESTION: Question = { step: 'request', flow: 'get', account: ACCOUNT, message: {} };

function open(t: TestContext, command: string[], options: Partial<LibraryProcessOptions> = {}) {
  const warnings: object[] = [];
  const log = { warn: (fields: object) => void warnings.push(fields) };
  const library = new LibraryProcess({ command, log, ...options });
  t.after(() => library.stop());
  return { library, warnings };
}

test('the process of the library has no environment and opens no connection', async (t) => {
  const file = join(import.meta.dirname, 'odd-library.ts');
  const { library } = open(t, [process.execPath, ...PERMISSIONS, file]);
  const reply = await library.ask(QUESTION);
  assert.ok('message' in reply);
  assert.deepEqual(reply.message, { env: {}, network: 'ERR_ACCESS_DENIED' });
});

test('a process that dies, hangs or writes garbage ends its questions, and is started again', async (t) => {
  for (const fault of ['die', 'hang', 'garbage']) {
    const command = recordedCommand('checkout', `${fault}:answer`);
    const { library, warnings } = open(t, command, { deadlineOf: deadlineFor(`${fault}:answer`) });
    const http = { statusCode: 200, headers: {}, body: '' };
    await assert.rejects(library.ask({ ...QUESTION, step: 'answer', http }), LibraryGone, fault);
    assert.equal(warnings.length, 1, fault);
    assert.ok(!JSON.stringify(warnings).includes('4242'), 'nothing that the process wrote is logged');
    assert.ok('fault' in (await library.ask(QUESTION)), `${fault}: another process replies`);
  }
});

test('a program that does not exist ends each question', async (t) => {
  const { library } = open(t, ['/no/such/program']);
  await assert.rejects(library.ask(QUESTION), LibraryGone);
});

test('a process that keeps dying rests before it is started again', async (t) => {
  let time = 0;
  const nowMs = () => time;
  const { library, warnings } = open(t, recordedCommand('checkout', 'die:request'), { nowMs });
  await assert.rejects(library.ask(QUESTION), LibraryGone);
  await assert.rejects(library.ask(QUESTION), LibraryGone);
  await assert.rejects(library.ask(QUESTION), /it died a moment ago/);
  assert.equal(warnings.length, 2);
  time += 1_000;
  await assert.rejects(library.ask(QUESTION), /the process has ended/);
  time += 1_000;
  await assert.rejects(library.ask(QUESTION), /it died a moment ago/);
});

test('a command that the system cannot start ends the question, and nothing was asked', async (t) => {
  const { library } = open(t, ['\0']);
  library.start();
  await assert.rejects(library.ask(QUESTION), LibraryGone);
});

test('a signal to all processes leaves the library to the calls that the gateway still finishes', async (t) => {
  const command = await commandWith(t, 'class {}');
  const { library, warnings } = open(t, command, { deadlineOf: deadlineFor() });
  const { fault } = (await library.ask(QUESTION)) as { fault?: object };
  assert.deepEqual(fault, { code: 'UNKNOWN' });
  const { pid } = library;
  for (const signal of ['SIGINT', 'SIGTERM']) process.kill(pid!, signal);
  await library.ask(QUESTION);
  assert.equal(library.pid, pid);
  assert.deepEqual(warnings, []);
});

test('a library that hangs ends with the gateway', { timeout: 60_000 }, async (t) => {
  const hanging = `class { constructor() {
    require('node:fs').writeSync(1, String(process.pid) + ' ');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  } }`;
  const command = JSON.stringify(await commandWith(t, hanging));
  const start = `const [file, ...more] = ${command};
    require('node:child_process').spawn(file, more, { env: {}, stdio: ['pipe', 'inherit', 'ignore'] });`;
  const gateway = spawn(process.execPath, ['-e', start], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [said] = await once(gateway.stdout, 'data');
  t.after(() => endIfAlive(Number(said)));
  gateway.kill('SIGKILL');
  // The last process that could write there has ended.
  await once(gateway.stdout, 'end');
});

test('a full queue refuses a new request, and still takes the answer of a call that was made', async (t) => {
  const { library } = open(t, recordedCommand('checkout', 'hang:request'), { mostWaiting: 2 });
  const waiting = [library.ask(QUESTION), library.ask(QUESTION)];
  await assert.rejects(library.ask(QUESTION), /too many questions/);
  const http = { statusCode: 200, headers: {}, body: '' };
  assert.ok('fault' in (await library.ask({ ...QUESTION, step: 'answer', http })));
  library.stop();
  for (const one of waiting) await assert.rejects(one, LibraryGone);
});

/** The command of the process with a library that has this client. */
async function commandWith(t: TestContext, client: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'prism-'));
  t.after(() => rm(folder, { recursive: true }));
  const files = {
    'generated/proto.js': 'exports.types = {};',
    '_generated_flows.js': 'exports.FLOWS = exports.SINGLE_FLOWS = {};',
    'uniffi_client.js': `exports.UniffiClient = ${client};`,
  };
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, 'node_modules/hyperswitch-prism/dist/src/payments', name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return commandOf({ program: [process.execPath], library: folder });
}

function endIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
