// How long the gateway takes to start: from the start of the process until /health/ready answers 200, with an empty
// data folder (the embedded database is created, migrated and seeded) and with an existing one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MAIN = join(import.meta.dirname, '../gateway/src/main.ts');
const POLL_MS = 10;
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;

export interface StartupTimes {
  firstMs: number[];
  laterMs: number[];
}

export async function measureStartup(folder: string, times: number): Promise<StartupTimes> {
  const firstMs: number[] = [];
  const laterMs: number[] = [];
  for (let i = 0; i < times; i++) {
    const dataDir = join(folder, `start-${i}`);
    firstMs.push(await startOnce(dataDir));
    laterMs.push(await startOnce(dataDir));
  }
  return { firstMs, laterMs };
}

async function startOnce(dataDir: string): Promise<number> {
  const port = await freePort();
  const { PATH, HOME, LANG } = process.env;
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--disable-sigusr1', MAIN], {
    env: { PATH, HOME, LANG, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = once(child, 'exit');
  try {
    for (;;) {
      const ready = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
        (response) => response.status === 200,
        () => false,
      );
      if (ready) return performance.now() - startedAt;
      if (child.exitCode !== null)
        throw new Error(`the gateway ended with ${child.exitCode} while it started`);
      if (performance.now() - startedAt > START_TIMEOUT_MS)
        throw new Error('the gateway was not ready in time');
      await sleep(POLL_MS);
    }
  } finally {
    child.kill('SIGTERM');
    const stopped = await Promise.race([
      exit.then(() => true),
      sleep(STOP_TIMEOUT_MS, false, { ref: false }),
    ]);
    if (!stopped) child.kill('SIGKILL');
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
