// A gateway in its own process that a test may kill and start again: same database, same secrets, any port. It keeps
// the log, to be shown with a complaint.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';
import type { ProcessOrders } from './gateway-process.ts';

const ENTRY = join(import.meta.dirname, 'gateway-process.ts');
const START_LIMIT_MS = 240_000;
/** Nothing here takes this long; a later answer counts as none. */
const ANSWER_LIMIT_MS = 8_000;
const MOST_LOG_LINES = 20;

export class GatewayChild {
  readonly #orders: ProcessOrders;
  readonly #logLines: string[] = [];
  #process: ChildProcess | null = null;
  #pool: Pool | null = null;
  /** http://127.0.0.1:{port} of the latest process. */
  url = '';
  kills = 0;
  /** Requests in flight when the process died. */
  cutOff = 0;

  constructor(orders: ProcessOrders) {
    this.#orders = { ...orders };
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [ENTRY, JSON.stringify(this.#orders)], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    createInterface({ input: child.stderr! }).on('line', (line) => {
      this.#logLines.push(line);
      this.#logLines.splice(0, this.#logLines.length - MOST_LOG_LINES);
    });
    this.#process = child;
    const ready = await Promise.race([
      once(child, 'message').then(([message]) => message as { port: number }),
      once(child, 'exit').then(() => null),
      new Promise<null>((resolve) => setTimeout(resolve, START_LIMIT_MS, null).unref()),
    ]);
    if (ready === null) {
      child.kill('SIGKILL');
      // Nobody needs to wait for its end again.
      this.#process = null;
      throw new Error(`the gateway did not start:\n${this.log()}`);
    }
    this.url = `http://127.0.0.1:${ready.port}`;
    this.#pool = new Pool(this.url, {
      connections: 12,
      headersTimeout: ANSWER_LIMIT_MS,
      bodyTimeout: ANSWER_LIMIT_MS,
    });
  }

  /** SIGKILL: no handler runs, nothing is flushed. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child) return;
    this.#process = null;
    this.kills++;
    // The test may have made it kill itself.
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
    child.kill('SIGKILL');
    await gone;
    await this.#pool?.destroy();
    this.#pool = null;
  }

  /** Waits until a process that a test changed to kill itself is dead. */
  async died(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const limit = AbortSignal.timeout(START_LIMIT_MS);
    await once(child, 'exit', { signal: limit }).catch(() => {
      throw new Error(`the gateway did not end:\n${this.log()}`);
    });
  }

  /** Moves the clock of this process and of its successors. */
  async moveClock(clockOffsetMs: number): Promise<void> {
    this.#orders.clockOffsetMs = clockOffsetMs;
    const child = this.#process;
    if (!child) return;
    const taken = Promise.race([once(child, 'message'), once(child, 'exit')]);
    child.send({ clockOffsetMs });
    await taken;
  }

  /** null: no answer, and the result of the request is unknown. */
  async call(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    { headers, body }: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<Reply | null> {
    const pool = this.#pool;
    if (!pool) return null;
    try {
      const answer = await pool.request({
        method,
        path,
        headers: { 'content-type': 'application/json', ...headers },
        body: body ?? null,
      });
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
    } catch {
      this.cutOff++;
      return null;
    }
  }

  /** Its complaints, each fault once. */
  log(): string {
    const lines = this.#logLines.map((line) => {
      if (!line.startsWith('{')) return line;
      const { msg, err, error, route } = JSON.parse(line);
      const fault = err ?? error;
      const place = fault?.stack?.split('\n').slice(1, 3).join(' ');
      return [msg, route, fault?.message, place ?? JSON.stringify(fault)].filter(Boolean).join(': ');
    });
    return [...new Set(lines)].join('\n');
  }
}

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}
