// The program as an operator runs it: its own process, started from main.ts with an environment. Tests watch its output
// and end it with signals. For tests of starting, stopping and crashing.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { isAlive, lockFilePid } from '@tollgate/embedded-postgres';
import { buildCashier } from '../../../cashier/build.ts';
import { buildPortal } from '../../../portal/build.ts';
import { endsWithThisProcess } from './leftovers.ts';
import { putNewCluster } from './new-cluster.ts';
import { temporaryDataDir } from './shared-server.ts';

export const MAIN = join(import.meta.dirname, '../../src/main.ts');
const READY_TIMEOUT_MS = 240_000;

/** Reuses the modules that the run has compiled before. This saves a third of the processor time of a start. */
const INHERITED = Object.fromEntries(
  ['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

// The program needs the built pages to start. A full run has built them already.
await Promise.all([buildCashier(), buildPortal()]);

/**
 * How to end the programs of each data folder. Test hooks run in the order of registration, and the folder registers
 * first.
 */
const endings = new Map<string, (() => Promise<void>)[]>();

export interface Program {
  child: ChildProcess;
  /** Everything written so far to stdout and stderr. */
  output(): string;
  /** The address it listens on. Rejects with the output if it ends before it is ready. */
  ready(): Promise<string>;
  /** The exit code, or the name of the signal that killed it. */
  ended(): Promise<number | NodeJS.Signals>;
  signal(name: NodeJS.Signals): void;
  /** Signals the whole process group, like Ctrl-C in a terminal. */
  signalGroup(name: NodeJS.Signals): void;
}

/**
 * PORT defaults to 0. From this process's environment it passes only the variables named above. `command`: a command
 * with its options. `flags`: flags for Node.js, by default those of the scripts in package.json. `main`: other sources.
 * `launcher`: what a release uses instead of both. `limits`: a shell command that runs before, such as "ulimit -n 64".
 */
export function runProgram(
  t: Pick<TestContext, 'after'>,
  env: Record<string, string>,
  command = 'start',
  flags: readonly string[] = ['--disable-sigusr1'],
  { main = MAIN, launcher = '', limits = '' } = {},
): Program {
  const runs = launcher === '' ? [process.execPath, ...flags, main] : [launcher];
  const program = [...runs, ...command.split(' ')];
  const [file, ...args] = limits === '' ? program : ['sh', '-c', `${limits} && exec "$0" "$@"`, ...program];
  const child = spawn(file!, args, {
    detached: true,
    env: { ...INHERITED, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const group = child.pid!;
  endsWithThisProcess({ group });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  child.once('close', () => endsWithThisProcess({ group, ended: true }));
  const end = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  t.after(end);
  if (env.DATA_DIR !== undefined) endings.set(env.DATA_DIR, [...(endings.get(env.DATA_DIR) ?? []), end]);
  return {
    child,
    output: () => output,
    async ready() {
      const deadline = Date.now() + READY_TIMEOUT_MS;
      for (;;) {
        const [, url] = /"url":"(http:[^"]+)".*"msg":"ready"/.exec(output) ?? [];
        if (url !== undefined) return url;
        if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
          throw new Error(`not ready:\n${output}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    ended: () => closed.then(([code, signal]) => code ?? signal!),
    signal: (name) => child.kill(name),
    signalGroup: (name) => process.kill(-child.pid!, name),
  };
}

/** A data folder for this test. When the test ends, its programs end and the folder goes. */
export function programDataDir(t: Pick<TestContext, 'after'>): string {
  const dataDir = temporaryDataDir();
  t.after(async () => {
    // A running program would write into the folder while it is removed.
    await Promise.all((endings.get(dataDir) ?? []).map((end) => end()));
    endings.delete(dataDir);
    const cluster = join(dataDir, 'postgres');
    const pid = lockFilePid(cluster);
    if (pid !== null && isAlive(pid)) process.kill(pid, 'SIGINT');
    for (let waited = 0; lockFilePid(cluster) !== null && waited < 10_000; waited += 20) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    rmSync(dataDir, { recursive: true, force: true });
  });
  return dataDir;
}

/** A data folder with a new database, for tests that need not see the database being created. */
export async function dataDirWithDatabase(t: Pick<TestContext, 'after'>): Promise<string> {
  const dataDir = programDataDir(t);
  await putNewCluster(dataDir);
  return dataDir;
}

/** Whether the embedded server of this folder runs. */
export function databaseRuns(dataDir: string): boolean {
  const pid = lockFilePid(join(dataDir, 'postgres'));
  return pid !== null && isAlive(pid);
}
