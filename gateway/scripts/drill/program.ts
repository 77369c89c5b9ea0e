// A program of the drills: the gateway as an operator starts it, with its output, its end and its address. It ends with
// this process.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
const READY_WITHIN_MS = 180_000;

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class Program {
  readonly child: ChildProcess;
  readonly #closed: Promise<unknown>;
  #output = '';

  constructor(file: string, args: readonly string[], env: Readonly<Record<string, string>>) {
    this.child = spawn(file, args, {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(this.child);
    for (const stream of [this.child.stdout!, this.child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-200_000);
      });
    this.#closed = once(this.child, 'close').then(() => running.delete(this.child));
  }

  static gateway(command: readonly string[], env: Readonly<Record<string, string>>): Program {
    return new Program(process.execPath, ['--disable-sigusr1', MAIN, ...command], env);
  }

  get output(): string {
    return this.#output;
  }

  async ended(): Promise<number | null> {
    await this.#closed;
    return this.child.exitCode;
  }

  /** Resolves once the program has printed `what`. */
  async says(what: RegExp): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!what.test(this.#output)) {
      if (this.child.exitCode !== null || Date.now() > deadline)
        throw new Error(`no ${what}:\n${this.#output}`);
      await sleep(20);
    }
  }
}

/** Ends them as an operator would, so that a gateway closes its database. */
export async function endAll(): Promise<void> {
  const children = [...running];
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(children.map((child) => (running.has(child) ? once(child, 'close') : null)));
}

// A drill that is stopped leaves nothing running.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAll().finally(() => process.exit(1)));

/** Asks until `condition` holds. */
export async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`this did not happen in time: ${what}`);
    await sleep(50);
  }
}

export const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
