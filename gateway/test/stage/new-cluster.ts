// The files of a new embedded database, made by initdb once in a run and copied wherever a test needs a server but not to see its files
// being made: a copy takes some 50 ms of a processor, initdb more than a second.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@tollgate/embedded-postgres';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import { endsWithThisProcess } from './leftovers.ts';
import { FORGETFUL, requireSharedDataDir, silentLog } from './shared-server.ts';

/** Puts them into a data folder that has none. */
export async function putNewCluster(dataDir: string): Promise<void> {
  // Owner and modes too; Node.js' own copy keeps no owner.
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
    // Another process was quicker: its files are as good as ours.
    if (!existsSync(home)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
