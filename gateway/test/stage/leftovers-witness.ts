// The process that outlives a test process and ends what it left behind (leftovers.ts starts it). It waits until the
// pipe closes, which the system does when the test process dies. It ends gateways first, because they would restart
// their servers.
import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Leftover } from './leftovers.ts';

const groups = new Set<number>();
const dataDirs: string[] = [];
const sharedDataDirs: string[] = [];
for await (const line of createInterface({ input: process.stdin })) {
  const told: Leftover = JSON.parse(line);
  if ('dataDir' in told) dataDirs.push(told.dataDir);
  else if ('sharedDataDir' in told) sharedDataDirs.push(told.sharedDataDir);
  else if (told.ended) groups.delete(told.group);
  else groups.add(told.group);
}

// Loaded only when something is left.
for (const group of groups) kill(-group, 'SIGKILL');
for (const dataDir of dataDirs) if (existsSync(dataDir)) await endServersIn(dataDir);
for (const dataDir of sharedDataDirs) if (existsSync(dataDir)) await stopWhenLeft(dataDir);

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process is already gone.
  }
}

/** Only the dead process used this folder, so its data may go. */
async function endServersIn(dataDir: string): Promise<void> {
  const { lockFilePid, serverRuns } = await import('@tollgate/embedded-postgres');
  const within = readdirSync(realpathSync(dataDir), { recursive: true, encoding: 'utf8' });
  const clusters = within
    .filter((path) => path.endsWith('postmaster.pid'))
    .map((path) => dirname(join(realpathSync(dataDir), path)));
  for (const cluster of clusters) if (serverRuns(cluster)) kill(lockFilePid(cluster)!, 'SIGQUIT');
  for (let waited = 0; clusters.some(serverRuns) && waited < 10_000; waited += 50) await sleep(50);
  // Removing the files also stops an initdb that still runs.
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
}

/** Joins and leaves until it is the last process, which stops the server. */
async function stopWhenLeft(dataDir: string): Promise<void> {
  const { serverRuns, startEmbeddedPostgres } = await import('@tollgate/embedded-postgres');
  const { forgetSharedServer, SHARED_SERVER } = await import('./shared-server.ts');
  const cluster = join(realpathSync(dataDir), 'postgres');
  // The server may be starting right now.
  for (let waited = 0; !serverRuns(cluster) && waited < 2_000; waited += 50) await sleep(50);
  while (serverRuns(cluster)) {
    const server = await startEmbeddedPostgres({ ...SHARED_SERVER, dataDir, revive: false }).catch(
      () => null,
    );
    await server?.stop();
    await sleep(500);
  }
  forgetSharedServer(dataDir);
}
