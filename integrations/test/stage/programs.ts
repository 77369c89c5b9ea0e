// Programs of a platform: its commands, and its server until the tests end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { endsWithThisProcess } from '../../../gateway/test/stage/leftovers.ts';

export type Env = Readonly<Record<string, string>>;

/** Runs a line of a page to its end; returns what it wrote. Throws with that if it fails. */
export async function runLine(line: string, folder: string, env: Env): Promise<string> {
  const { output, ended } = start(line, folder, env);
  const code = await ended;
  if (code !== 0) throw new Error(`${line} ended with ${code}:\n${output().slice(-4_000)}`);
  return output();
}

/** Starts a server and waits until it answers at `url`. It ends with the tests. */
export async function serve(
  t: Pick<TestContext, 'after'>,
  line: string,
  { folder, env, url, timeoutMs = 300_000 }: { folder: string; env: Env; url: string; timeoutMs?: number },
): Promise<{ output(): string }> {
  const { child, output, ended } = start(line, folder, env);
  t.after(async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
    await ended;
  });
  const end = Date.now() + timeoutMs;
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return { output };
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

/** Platforms take a port from their configuration and do not say which one they got, so it must be free before. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
