// Runs the merchant's commands: one gets a reference and prints its balance, the other restarts the receiver.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);
export const NOTHING = 'nothing';
const TIMEOUT_MS = 20_000;
/** A large shop on a slow machine. */
const RESTART_TIMEOUT_MS = 180_000;

export interface Books {
  /** What the command prints for a reference. */
  ask(reference: string): Promise<string>;
  /** How long to wait: a receiver may answer first and book afterwards. */
  patienceMs: number;
}

export interface WrongBalance {
  said: string;
  /** false: the command printed no number, so the command is at fault and the balance is not known. */
  isNumber: boolean;
}

/** Less than half of the smallest unit of any currency: a program that adds in binary prints 54.050000000000004. */
const NOISE = 0.000_04;

/** null: the balance is right. */
export async function wrongBalance(
  { ask, patienceMs }: Books,
  reference: string,
  expected: number,
): Promise<WrongBalance | null> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const said = await ask(reference);
    const isNumber = said !== '' && !Number.isNaN(Number(said));
    if (isNumber && Math.abs(Number(said) - expected) < NOISE) return null;
    if (Date.now() >= end) return { said: said === '' ? NOTHING : said.slice(0, 120), isNumber };
    await sleep(200);
  }
}

/** `command` gets the reference as its last argument. */
export const booksOfCommand = (command: string, patienceMs: number): Books => ({
  ask: (reference) => ask(command, reference),
  patienceMs,
});

async function ask(command: string, reference: string): Promise<string> {
  try {
    const env = { ...process.env, REFERENCE: reference };
    const { stdout } = await execute('sh', ['-c', `${command} "$@"`, 'sh', reference], {
      env,
      timeout: TIMEOUT_MS,
    });
    return stdout.trim();
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    return `a failure (${(stderr.trim().split('\n').at(-1) || message).slice(0, 120)})`;
  }
}

/** Returns when the command ends, even if a process that it started still runs in the background. */
export async function runCommand(command: string): Promise<void> {
  const child = spawn('sh', ['-c', command], { stdio: 'ignore' });
  const timer = setTimeout(() => child.kill(), RESTART_TIMEOUT_MS);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  if (code !== 0) throw new Error(`--restart: ${command} ended with ${code ?? 'a signal'}`);
}
