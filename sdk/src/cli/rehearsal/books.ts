// Asks the merchant's side what it believes: a command of theirs gets a reference and prints its balance.
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);
export const NOTHING = 'nothing';
const TIMEOUT_MS = 20_000;

export interface Books {
  command: string;
  /** A receiver may answer first and book afterwards. */
  patienceMs: number;
}

export interface WrongBalance {
  said: string;
  /** Not a number: the command is at fault, and the books are not known. */
  isNumber: boolean;
}

/** null: the books say what they must. */
export async function wrongBalance(
  { command, patienceMs }: Books,
  reference: string,
  expected: number,
): Promise<WrongBalance | null> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const said = await ask(command, reference);
    const isNumber = said !== '' && !Number.isNaN(Number(said));
    if (isNumber && Number(said) === expected) return null;
    if (Date.now() > end) return { said: said === '' ? NOTHING : said.slice(0, 120), isNumber };
    await sleep(200);
  }
}

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
