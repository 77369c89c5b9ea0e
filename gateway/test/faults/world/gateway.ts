// One gateway of the fault suite: the real program in a process of its own, behind a bad network to its database. It can be
// killed, stopped, started again, and called by a client that records each answer, or that there was none.
import { Pool } from 'undici';
import { type FaultProxy, startFaultProxy } from '../../stage/fault-proxy.ts';
import { MASTER_KEY, OPERATOR_TOKEN } from '../../stage/harness.ts';
import { type Program, programDataDir, runProgram } from '../../stage/program.ts';

const PRELOAD = new URL('./preload.ts', import.meta.url).href;
/** A client that waits longer has given up: nobody knows what became of its request. */
const CLIENT_PATIENCE_MS = 15_000;

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface GatewaySettings {
  env?: Record<string, string>;
  /** Node's, before the program. */
  flags?: readonly string[];
  /** A command of the shell before it. */
  limits?: string;
  /** Other sources: of a mutant. */
  main?: string;
}

type Ends = { after(end: () => unknown): void };

export class Gateway {
  readonly #t: Ends;
  readonly #env: Record<string, string>;
  readonly proxy: FaultProxy;
  readonly name: string;
  settings: GatewaySettings;
  program: Program | null = null;
  url = '';
  #pool: Pool | null = null;
  /** What a load balancer sends clients to. */
  inService = true;
  #underWay = 0;
  /** Processes that ended without being told to. */
  deaths: string[] = [];
  #logs: string[] = [];

  private constructor(
    t: Ends,
    name: string,
    env: Record<string, string>,
    proxy: FaultProxy,
    settings: GatewaySettings,
  ) {
    this.#t = t;
    this.name = name;
    this.#env = env;
    this.proxy = proxy;
    this.settings = settings;
  }

  static async make(
    t: Ends,
    name: string,
    { databaseUrl, bankSocket, ...settings }: GatewaySettings & { databaseUrl: string; bankSocket: string },
  ): Promise<Gateway> {
    const proxy = await startFaultProxy(t, databaseUrl);
    const env = {
      DATABASE_URL: proxy.databaseUrl,
      DATA_DIR: programDataDir(t),
      MASTER_KEY: MASTER_KEY.toString('base64'),
      OPERATOR_TOKEN,
      PUBLIC_URL: 'http://localhost',
      SANDBOX_DELAY_MS: '300',
      WEBHOOK_TIMEOUT_MS: '3000',
      // The three days of a real schedule in three minutes.
      WEBHOOK_RETRY_SCHEDULE: ['0', '0.2', '0.5', '1', '2', ...Array(45).fill('4')].join(),
      FAULTS_BANK: bankSocket,
    };
    return new Gateway(t, name, env, proxy, settings);
  }

  /** Begins; `ready` says when it has. */
  spawn(): Program {
    const { env, flags = [], limits, main } = this.settings;
    const program = runProgram(
      this.#t,
      { ...this.#env, ...env },
      'start',
      ['--disable-sigusr1', ...flags, '--import', PRELOAD],
      { ...(main && { main }), ...(limits && { limits }) },
    );
    this.program = program;
    void program.ended().then((how) => {
      if (this.program === program)
        this.deaths.push(`${this.name} ended by itself with ${how}:\n${program.output().slice(-2_000)}`);
    });
    return program;
  }

  async start(): Promise<void> {
    const url = await this.spawn().ready();
    this.connect(url);
  }

  connect(url: string): void {
    void this.#pool?.destroy();
    this.url = url;
    this.#pool = new Pool(url, {
      connections: 24,
      headersTimeout: CLIENT_PATIENCE_MS,
      bodyTimeout: CLIENT_PATIENCE_MS,
      connectTimeout: 3_000,
    });
  }

  /** Gets no more clients, ends when it has answered those that are there, and begins anew from other sources. */
  async replace(main: string | undefined): Promise<{ how: number | string }> {
    this.inService = false;
    while (this.#underWay > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const { how } = await this.terminate();
    const { main: _former, ...settings } = this.settings;
    this.settings = { ...settings, ...(main !== undefined && { main }) };
    await this.start();
    this.inService = true;
    return { how };
  }

  /** SIGKILL: no handler runs, nothing is flushed. */
  async kill(): Promise<void> {
    await this.#leave('SIGKILL');
  }

  /** SIGTERM, as an operator ends it; answers how it ended and after how long. */
  async terminate(): Promise<{ how: number | string; tookMs: number }> {
    const began = performance.now();
    const how = await this.#leave('SIGTERM');
    return { how, tookMs: performance.now() - began };
  }

  async #leave(signal: NodeJS.Signals): Promise<number | string> {
    const { program } = this;
    this.program = null;
    if (program === null) return 'was not there';
    this.#logs.push(program.output());
    program.signal(signal);
    const how = await program.ended();
    await this.#pool?.destroy();
    this.#pool = null;
    return how;
  }

  /** null: no answer. */
  async call(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    { headers, body }: { headers?: Record<string, string>; body?: unknown } = {},
  ): Promise<Reply | null> {
    const pool = this.#pool;
    if (pool === null) return null;
    const raw = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    this.#underWay += 1;
    try {
      const answer = await pool.request({
        method,
        path,
        headers: { ...(raw !== undefined && { 'content-type': 'application/json' }), ...headers },
        body: raw ?? null,
        signal: AbortSignal.timeout(CLIENT_PATIENCE_MS),
      });
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
    } catch {
      return null;
    } finally {
      this.#underWay -= 1;
    }
  }

  operator(path: string, body: unknown, method: 'POST' | 'PUT' = 'POST'): Promise<Reply | null> {
    return this.call(method, path, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` }, body });
  }

  /** Lines of its log from warnings on, each fault once. */
  troubles(): string[] {
    const lines = [...this.#logs, this.program?.output() ?? ''].join('\n').split('\n');
    const told = lines
      .filter((line) => /"level":[4-6]0/.test(line) || /^(?![{ \n]).*\w/.test(line))
      .map((line) => {
        if (!line.startsWith('{')) return line;
        const { msg, err, error, loop } = JSON.parse(line);
        return [msg, loop, (err ?? error)?.code, (err ?? error)?.message].filter(Boolean).join(': ');
      });
    return [...new Set(told)];
  }
}
