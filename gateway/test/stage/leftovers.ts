// Processes that tests start end with them, however they end: also by SIGKILL, a timeout or Ctrl-C, where no hook
// runs. A witness, a process of its own (leftovers-witness.ts), holds the other end of a pipe: it gets a list of them, and ends
// them when the pipe closes. Those that a test has ended itself are off the list. A test file whose runner is gone ends, too.
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';

/** One line of what the witness is told. */
export type Leftover =
  /** The leader of a process group; `ended`: it needs nobody any more. */
  | { group: number; ended?: true }
  /** A folder, with all servers whose data lies in it. */
  | { dataDir: string }
  /** The folder of the server that all test files share: the last one of them stops it. */
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
    // Ctrl-C reaches all of the terminal's group, and must not reach it.
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

/** A file that the runner started has lost it when somebody else is its parent. */
function endWithRunner(): void {
  if (process.env.NODE_TEST_CONTEXT === undefined) return;
  const runner = process.ppid;
  setInterval(() => {
    if (process.ppid !== runner) process.exit(1);
  }, RUNNER_GONE_AFTER_MS).unref();
}
