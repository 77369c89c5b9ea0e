// Starts the bank (bank.ts) as a process of its own, kills it, and reads what it did.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import type { BankFaults, Deed } from './bank-words.ts';

export class BankProcess {
  readonly socketPath: string;
  readonly #journal: string;
  #child: ChildProcess | null = null;

  constructor(folder: string) {
    this.socketPath = join(folder, 'bank.sock');
    this.#journal = join(folder, 'bank.jsonl');
  }

  async start(): Promise<void> {
    const child = fork(join(import.meta.dirname, 'bank.ts'), [this.socketPath, this.#journal], {
      execArgv: [],
      env: { PATH: process.env.PATH },
    });
    this.#child = child;
    await once(child, 'message');
  }

  /** After a restart it knows its deeds again from its journal. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  setFaults(faults: Partial<BankFaults>): Promise<unknown> {
    return askBank(this.socketPath, '/faults', faults);
  }

  deeds(): Promise<Deed[]> {
    return askBank(this.socketPath, '/deeds', {});
  }
}

/** remote-sandbox.ts uses this too. Each call has its own connection, so a lost one says nothing about others. */
export function askBank<T>(
  socketPath: string,
  path: string,
  body: unknown,
  signal?: AbortSignal,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const asked = request({ socketPath, path, method: 'POST', agent: false, ...(signal && { signal }) });
    asked.on('error', reject);
    asked.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('error', reject);
      response.on('end', () => resolve(JSON.parse(text)));
    });
    asked.end(JSON.stringify(body));
  });
}
