// Processes that tests start end with them, even after SIGKILL, a timeout or Ctrl-C, where no hook runs. A witness
// process (leftovers-witness.ts) holds the other end of a pipe. It gets a list of processes and ends them when the pipe
// closes. A process that its test has already ended leaves the list. A test file also ends when its runner is gone.
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';

/** One line sent to the witness. */
export type Leftover =
  /** The leader of a process group. `ended`: the test has ended it already. */
  | { group: number; ended?: true }
  /** A folder; all servers with data in it end. */
  | { dataDir: string }
  /** The folder of the server that all test files share; the last file stops that server. */
  | { sharedDataDir: string };

const RUNNER_GONE_AFTER_MS = 500;

let pipe: Socket | null = null;

export function endsWithThisProcess(what: Leftover): void {
  pipe ??= startWitness();
  pipe.write(`${JSON.stringify(what)}\n`);
}

function startWitness(): Socket {
  endWithRunner();
  const witness = spawn(process.execPath, [join(import.meta.dirname, 'leftovers-witness.ts')], {
    // Ctrl-C signals the whole group of the terminal and must not reach the witness.
    detached: true,
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  witness.unref();
  const stdin = witness.stdin as Socket;
  stdin.unref();
  stdin.on('error', () => {});
  return stdin;
}

/** A test file whose parent process changes has lost its runner. */
function endWithRunner(): void {
  if (process.env.NODE_TEST_CONTEXT === undefined) return;
  const runner = process.ppid;
  setInterval(() => {
    if (process.ppid !== runner) process.exit(1);
  }, RUNNER_GONE_AFTER_MS).unref();
}
