// Programs of a platform: its commands, and its server until the tests end.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { isAlive } from '@tollgate/embedded-postgres';
import { endsWithThisProcess } from '../../../gateway/test/stage/leftovers.ts';

export type Env = Readonly<Record<string, string>>;

/** An installation on a slow network; everything else ends much earlier. */
const LINE_MS = 600_000;

/** Runs a line of a page to its end; returns what it wrote. Throws with that if it fails or takes too long. */
export async function runLine(line: string, folder: string, env: Env, limitMs = LINE_MS): Promise<string> {
  const { child, output, ended } = start(line, folder, env);
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), limitMs);
  const code = await ended;
  clearTimeout(timer);
  if (code !== 0) throw new Error(`${line} ended with ${code}:\n${output().slice(-4_000)}`);
  return output();
}

export interface Server {
  output(): string;
  /** Ends it without a warning. */
  kill(): Promise<void>;
}

/** Starts a server and waits until it answers at `url`. It ends with the tests. */
export async function serve(
  t: Pick<TestContext, 'after'>,
  line: string,
  { folder, env, url, timeoutMs = 300_000 }: { folder: string; env: Env; url: string; timeoutMs?: number },
): Promise<Server> {
  const { child, output, ended } = start(line, folder, env);
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
    await ended;
  };
  t.after(kill);
  const end = Date.now() + timeoutMs;
  for (;;) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
    if (answer?.ok) return { output, kill };
    if (child.exitCode !== null || Date.now() > end)
      throw new Error(`${line} is not ready:\n${output().slice(-4_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function start(line: string, folder: string, env: Env) {
  const child: ChildProcess = spawn('sh', ['-c', line], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  endsWithThisProcess({ group: child.pid! });
  let text = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  const ended = once(child, 'close').then(([code, signal]) => {
    endsWithThisProcess({ group: child.pid!, ended: true });
    return (code ?? signal) as number | string;
  });
  return { child, output: () => text, ended };
}

const NO_NETWORK =
  /\bE(AI_AGAIN|CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOTFOUND|TIMEDOUT|PROTO)\b|network/i;

/** Why tests cannot install from npm's registry; false: they can. Any other fault of npm throws. */
export function whyNoRegistry(name: string): string | false {
  const { status, stderr, error } = spawnSync('npm', ['view', name, 'version'], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (status === 0) return false;
  const reason = error?.message ?? stderr.trim();
  if (error !== undefined || NO_NETWORK.test(reason))
    return `the npm registry does not answer, so the shop is not installed: ${reason.split('\n')[0]}`;
  throw new Error(`npm cannot look at ${name}:\n${stderr}`);
}

/** A folder in the temporary folder for a shop. It ends with the tests; one of a process that was killed goes now. */
export function shopFolder(t: Pick<TestContext, 'after'>, platform: string): string {
  const prefix = `tollgate-${platform}-`;
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) remove(join(tmpdir(), name));
  }
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  t.after(() => remove(folder));
  return folder;
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
