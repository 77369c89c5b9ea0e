// The files of a new embedded database. initdb makes them once in a run; every test that needs a server copies them. A
// copy takes some 50 ms of processor time, initdb more than a second.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@tollgate/embedded-postgres';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import { endsWithThisProcess } from './leftovers.ts';
import { FORGETFUL, requireSharedDataDir, silentLog } from './shared-server.ts';

/** Copies the files into an empty data folder. */
export async function putNewCluster(dataDir: string): Promise<void> {
  // Keeps owner and modes; Node.js' own copy keeps no owner.
  await promisify(execFile)('cp', ['-a', await template(), join(dataDir, 'postgres')]);
}

async function template(): Promise<string> {
  const made = readFileSync(join(import.meta.dirname, '../../../embedded-postgres/src/cluster.ts'));
  const home = join(
    requireSharedDataDir(),
    `new-cluster-${createHash('sha256').update(made).digest('hex').slice(0, 10)}`,
  );
  if (!existsSync(home)) await makeTemplate(home);
  return home;
}

async function makeTemplate(home: string): Promise<void> {
  const draft = mkdtempSync(`${home}.making-`);
  chmodSync(draft, 0o711);
  endsWithThisProcess({ dataDir: draft });
  const options = {
    dataDir: draft,
    log: silentLog,
    connect: connectPostgres,
    revive: false,
    settings: FORGETFUL,
  };
  try {
    await (await startEmbeddedPostgres(options)).stop();
    renameSync(join(draft, 'postgres'), home);
  } catch (error) {
    // Another process was quicker; its files are as good as ours.
    if (!existsSync(home)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
