// A reader of the log that stalls: the process continues, counts dropped lines and logs the count when the reader is
// back. Its last lines reach a reader that is only late.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Pool } from 'undici';
import { eventually } from '../stage/harness.ts';
import { createTestDatabase } from '../stage/harness-database.ts';
import { onlyInProof } from '../stage/how-much.ts';
import { programDataDir, runProgram } from '../stage/program.ts';

const MASTER_KEY = Buffer.alloc(32, 3).toString('base64');
const OPERATOR_TOKEN = 'operator-token-of-a-stalled-log';

/** Runs `script` in a process of its own. Nobody reads its stdout yet. */
function writer(t: TestContext, script: string, wrap: (command: string[]) => string[] = (same) => same) {
  const source = (name: string) => pathToFileURL(join(import.meta.dirname, '../../src/process', name)).href;
  const code = `
    import { newLog } from '${source('log.ts')}';
    import { LogOutput } from '${source('log-output.ts')}';
    const output = new LogOutput(1);
    const log = newLog('info', 1, output);
    ${script}`;
  const [program, ...args] = wrap([process.execPath, '--input-type=module', '-e', code]);
  const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

/** Reads everything from now on. `onText` sees the text so far. */
async function read(child: ChildProcess, onText: (text: string) => void = () => {}): Promise<string> {
  let text = '';
  for await (const piece of child.stdout!.setEncoding('utf8')) {
    text += piece;
    onText(text);
  }
  return text;
}

const MANY_LINES = `for (let number = 0; number < 12_000; number++) log.info({ number }, 'x'.repeat(100));`;

/** The writer's last line comes once the reader has all the many lines, so speed does not matter. */
function lastLine(t: TestContext) {
  const dir = mkdtempSync(join(tmpdir(), 'tollgate-log-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const caughtUp = join(dir, 'caught-up');
  return {
    dir,
    script: `
      const { existsSync } = await import('node:fs');
      const watch = setInterval(() => {
        if (!existsSync('${caughtUp}')) return;
        clearInterval(watch);
        log.info('the end');
      }, 20);`,
    onText: (text: string) => {
      if (text.includes('"number":11999') && !existsSync(caughtUp)) writeFileSync(caughtUp, '');
    },
  };
}

test('a gateway whose log is not read still answers, and counts dropped lines', {
  skip: onlyInProof,
}, async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const env = { DATABASE_URL: database.databaseUrl, DATA_DIR: programDataDir(t), MASTER_KEY, OPERATOR_TOKEN };
  const program = runProgram(t, { ...env, LOG_LEVEL: 'debug' });
  const url = await program.ready();
  const stdout = program.child.stdout!;
  stdout.pause();
  const pool = new Pool(url, { connections: 4, pipelining: 50 });
  t.after(() => pool.destroy());
  const get = async (path: string) => {
    const answer = await pool.request({
      method: 'GET',
      path,
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  };
  const dropped = async () => {
    const { text } = await get('/metrics');
    return Number(/^tollgate_log_lines_dropped_total (\d+)$/m.exec(text)![1]);
  };

  // Some 250 bytes a line: more than pipe and memory hold together.
  for (let round = 0; round < 200 && (await dropped()) === 0; round++) {
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => get('/no-such-page')));
    assert(answers.every(({ status }) => status === 404));
  }
  assert((await dropped()) > 0);

  stdout.resume();
  const told = () =>
    [...program.output().matchAll(/"lines":(\d+),"msg":"the reader of this log stalled/g)].map(([, lines]) =>
      Number(lines),
    );
  await eventually(async () => told().reduce((sum, lines) => sum + lines, 0) === (await dropped()));
  program.signal('SIGTERM');
  assert.equal(await program.ended(), 0);
  for (const line of program
    .output()
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('{')))
    JSON.parse(line);
  assert.match(program.output(), /"msg":"stopped"/);
});

test('the newest lines are kept, the oldest are dropped, and one line says how many', async (t) => {
  const { script, onText } = lastLine(t);
  const child = writer(t, `${MANY_LINES} process.stderr.write(String(output.dropped)); ${script}`);
  const [counted] = await once(child.stderr!.setEncoding('utf8'), 'data');
  const lines = (await read(child, onText))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(lines.at(-1).msg, 'the end');
  const numbers = lines.filter(({ number }) => number !== undefined).map(({ number }) => number);
  assert.equal(numbers[0], 0);
  assert.equal(numbers.at(-1), 11_999);
  const gap = lines.findIndex(({ lines: count }) => count !== undefined);
  assert.equal(lines[gap].lines, Number(counted));
  assert.equal(lines[gap].level, 40);
  assert.equal(lines[gap + 1].number - lines[gap - 1].number - 1, lines[gap].lines);
  assert.equal(numbers.length + lines[gap].lines, 12_000);
});

test('a late reader gets the last lines; a missing reader does not delay the exit', {
  skip: onlyInProof,
}, async (t) => {
  const words = `${MANY_LINES} log.fatal('the last word'); process.stderr.write('ending'); process.exit(7);`;
  const late = writer(t, words.replace('log.fatal', 'process.stderr.write("reading"); log.fatal'));
  await once(late.stderr!, 'data');
  assert.match(await read(late), /"msg":"the last word"\}\n$/);

  const never = writer(t, words);
  const [code] = await once(never, 'exit');
  assert.equal(code, 7);
});

test('the end of a log reader does not stop the process, and the missed lines are counted', {
  skip: onlyInProof,
}, async (t) => {
  const child = writer(
    t,
    `await new Promise((go) => setTimeout(go, 300)); ${MANY_LINES} process.stderr.write(String(output.dropped));`,
  );
  child.stdout!.destroy();
  const [counted] = await once(child.stderr!.setEncoding('utf8'), 'data');
  assert(Number(counted) > 11_000, counted);
});

const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

test('a stopped terminal does not stop the process either', {
  skip: hasScript ? false : 'needs the `script` of util-linux, which lends a terminal',
}, async (t) => {
  const { dir, script, onText } = lastLine(t);
  const path = join(dir, 'dropped');
  const child = writer(
    t,
    `import { writeFileSync } from 'node:fs';
     ${MANY_LINES} writeFileSync('${path}', String(output.dropped)); ${script}`,
    // Its quotes go to a shell; nobody reads the shell's stdout.
    (command) => [
      'script',
      '-qfc',
      command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' '),
      '/dev/null',
    ],
  );
  const counted = await eventually(() => existsSync(path) && readFileSync(path, 'utf8'));
  assert(Number(counted) > 0);
  const shown = await read(child, onText);
  assert.match(shown, /WARN.*lines were dropped here/);
  assert.match(shown, /the end/);
  assert.doesNotMatch(shown, /"msg"/);
});
