// One gateway of the fault suite: the real program in a process of its own, behind a bad network to its database. Tests
// can kill, stop and restart it. Its client records each answer, or that there was none.
import { Pool } from 'undici';
import { type FaultProxy, startFaultProxy } from '../../stage/fault-proxy.ts';
import { MASTER_KEY, OPERATOR_TOKEN } from '../../stage/harness.ts';
import { type Program, programDataDir, runProgram } from '../../stage/program.ts';

const PRELOAD = new URL('./preload.ts', import.meta.url).href;
/** A client gives up after this time; the result of its request is then unknown. */
const CLIENT_PATIENCE_MS = 15_000;

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface GatewaySettings {
  env?: Record<string, string>;
  /** Flags for Node.js, before the program. */
  flags?: readonly string[];
  /** A shell command that runs before it. */
  limits?: string;
  /** A mutant's sources. */
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
  /** Whether the load balancer sends clients to it. */
  inService = true;
  #underWay = 0;
  /** Ends of the process that nobody asked for. */
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
      // A real schedule's three days in three minutes.
      WEBHOOK_RETRY_SCHEDULE: ['0', '0.2', '0.5', '1', '2', ...Array(45).fill('4')].join(),
      FAULTS_BANK: bankSocket,
    };
    return new Gateway(t, name, env, proxy, settings);
  }

  /** Starts it; `ready` says when it is ready. */
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

  /** Takes it out of service, lets it answer its open calls and end, and starts it again from other sources. */
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

  /** SIGTERM, as an operator ends it. Returns how it ended and after how long. */
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

  timesLogged(text: string): number {
    return [...this.#logs, this.program?.output() ?? ''].join('\n').split(text).length - 1;
  }

  /** Log lines of level warning and above, each fault once. */
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
