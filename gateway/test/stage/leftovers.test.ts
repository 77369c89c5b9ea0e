// A test run leaves no process behind, however it ends. These tests start runners in their own temporary folder, with a
// test that hangs. They kill them, interrupt them like Ctrl-C, or let them time out.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { eventually } from './harness.ts';
import { onlyInProof } from './how-much.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const PATIENCE_MS = 60_000;

const HANGING = `
  import { writeFileSync } from 'node:fs';
  import test from 'node:test';
  const { createTestDatabase, startPrivateServer } = await import(${JSON.stringify(import.meta.resolve('./harness-database.ts'))});
  const { programDataDir, runProgram } = await import(${JSON.stringify(import.meta.resolve('./program.ts'))});
  test('hangs', async (t) => {
    const { databaseUrl } = await createTestDatabase();
    if (process.env.MORE) {
      await startPrivateServer();
      const secrets = { MASTER_KEY: Buffer.alloc(32, 3).toString('base64'), OPERATOR_TOKEN: 'token' };
      await runProgram(t, { DATABASE_URL: databaseUrl, DATA_DIR: programDataDir(t), ...secrets }).ready();
    }
    writeFileSync(process.env.READY, '');
    await new Promise((resolve) => setTimeout(resolve, 3_600_000));
  });`;

/** Servers, gateways and tests whose environment or folder points into this temporary folder. */
function processesOf(temporary: string): string[] {
  const found: string[] = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      if (environment.includes(temporary) || command.includes(temporary)) found.push(`${pid} ${command}`);
    } catch {
      // The process has ended, or belongs to another user.
    }
  }
  return found;
}

test('whichever way a test run ends, its servers, gateways and databases end too', {
  skip: onlyInProof || (process.platform === 'linux' ? false : 'this reads /proc'),
}, async (t) => {
  const temporary = mkdtempSync(join(tmpdir(), 'tollgate-left-'));
  t.after(() => {
    for (const one of processesOf(temporary)) process.kill(Number.parseInt(one, 10), 'SIGKILL');
    rmSync(temporary, { recursive: true, force: true, maxRetries: 20 });
  });
  chmodSync(temporary, 0o755);
  const file = join(temporary, 'hanging.test.mjs');
  const READY = join(temporary, 'ready');
  writeFileSync(file, HANGING);
  const run = (flags: string[], more = {}): ChildProcess => {
    return spawn(process.execPath, [join(REPOSITORY, 'gateway/test/run.ts'), ...flags, file], {
      cwd: REPOSITORY,
      detached: true,
      env: { ...process.env, TMPDIR: temporary, READY, TEST_LINGER_MS: '1000', ...more },
      stdio: 'ignore',
    });
  };
  const ends: Record<string, (runner: ChildProcess) => unknown> = {
    'SIGKILL of the runner': (runner) => runner.kill('SIGKILL'),
    'Ctrl-C': (runner) => process.kill(-runner.pid!, 'SIGINT'),
    'a time-out': () => {},
  };
  for (const [name, end] of Object.entries(ends)) {
    const isKilled = name.startsWith('SIGKILL');
    const runner = run(name === 'a time-out' ? ['--timeout=8000'] : [], isKilled ? { MORE: '1' } : {});
    t.after(() => runner.kill('SIGKILL'));
    const ended = once(runner, 'exit');
    if (name !== 'a time-out') await eventually(() => existsSync(READY), PATIENCE_MS);
    // The shared server and at least one more, such as a private one or a gateway's.
    if (isKilled) assert(processesOf(temporary).filter((one) => one.includes(' -D ')).length >= 2);
    end(runner);
    await ended;
    rmSync(READY, { force: true });
    await eventually(() => processesOf(temporary).length === 0, PATIENCE_MS).catch(() => {
      assert.fail(`after ${name} these are left:\n${processesOf(temporary).join('\n')}`);
    });
    const left = readdirSync(temporary).filter((one) => one.startsWith('tollgate-data-'));
    assert.deepEqual(left, [], name);
  }
});
