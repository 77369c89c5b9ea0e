// The one PostgreSQL server of all test files: a real embedded one without fsync. It lies in the temporary folder,
// under the user's number and the repository's path, so the next run finds its files. A full run has its own server in
// memory and deletes it afterwards. Processes join and leave. The last one stops the server, or its witness does if the
// process was killed.

import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  isAlive,
  lockFilePid,
  serverRuns,
  startEmbeddedPostgres,
} from '@tollgate/embedded-postgres';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import type { Sql } from '../../src/storage/database/database.ts';
import { endsWithThisProcess } from './leftovers.ts';

export const silentLog = { info() {}, warn() {}, error() {} };

/** A test server may lose everything in a crash of the machine. */
export const FORGETFUL = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_compression: 'off',
  autovacuum: 'off',
};

export const SHARED_SERVER = {
  log: silentLog,
  connect: connectPostgres,
  holdProcess: false,
  settings: { ...FORGETFUL, shared_buffers: '128MB', max_connections: 1_000, max_wal_size: '256MB' },
};

/** Linux' file system in memory. global-setup.ts decides when a server lies there. */
export const IN_MEMORY = '/dev/shm';

function sharedDataDir(): string {
  if (process.env.TEST_SERVER_HOME) return process.env.TEST_SERVER_HOME;
  const uid = process.getuid?.() ?? 0;
  const repository = createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 10);
  return join(tmpdir(), `tollgate-test-${uid}-${repository}`);
}

/**
 * Frees the memory. Whoever in a run sees its server stopped calls this; if a test file leaves last, its witness does.
 */
export function forgetSharedServer(dataDir = sharedDataDir()): void {
  if (!dataDir.startsWith(`${IN_MEMORY}/`) || serverRuns(join(dataDir, 'postgres'))) return;
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
}

/** Creates the folder. */
export function requireSharedDataDir(): string {
  const dataDir = sharedDataDir();
  enterable(dataDir);
  return dataDir;
}

export async function joinSharedServer(): Promise<EmbeddedPostgres> {
  const dataDir = requireSharedDataDir();
  const cluster = join(realpathSync(dataDir), 'postgres');
  const found = serverRuns(cluster) ? lockFilePid(cluster) : null;
  // Several processes may find no server; each of them may be the one that starts it.
  if (found === null) endsWithThisProcess({ sharedDataDir: dataDir });
  const server = await startOrMend(dataDir);
  // The server went away meanwhile, and this process may have started another.
  if (found !== null && server.pid() !== found) endsWithThisProcess({ sharedDataDir: dataDir });
  return server;
}

async function startOrMend(dataDir: string): Promise<EmbeddedPostgres> {
  const options = { ...SHARED_SERVER, dataDir };
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError) || !error.message.includes('does not start')) throw error;
    // A crash of the machine left a cluster without fsync. Nothing in it is worth a repair.
    rmSync(join(dataDir, 'postgres'), { recursive: true, force: true });
    return startEmbeddedPostgres(options);
  }
}

/**
 * A new folder for this test that the server's user may enter. It lies in memory if the run has its server there.
 * Servers in it end with this process at the latest.
 */
export function temporaryDataDir(): string {
  const home = process.env.TEST_SERVER_HOME;
  const dir = mkdtempSync(join(home === undefined ? tmpdir() : dirname(home), 'tollgate-data-'));
  chmodSync(dir, 0o711);
  endsWithThisProcess({ dataDir: dir });
  return dir;
}

/** A connection to the server's maintenance database. */
export function connectMaintenance(server: EmbeddedPostgres): Sql {
  const url = new URL(server.databaseUrl);
  url.pathname = '/postgres';
  return connectPostgres(url.href, { max: 1, onnotice: () => {} });
}

/** Drops databases of test processes that ended without dropping them: test_<pid>_<random>. */
export async function dropAbandonedDatabases(sql: Sql): Promise<void> {
  const rows = await sql<
    { name: string }[]
  >`select datname as name from pg_database where datname ~ '^test_[0-9]+_'`;
  for (const { name } of rows) {
    if (!isAlive(Number(name.split('_')[1]))) await sql`drop database if exists ${sql(name)} with (force)`;
  }
}

function enterable(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const { uid } = statSync(dataDir);
  if (uid !== (process.getuid?.() ?? uid)) throw new Error(`${dataDir} belongs to another user; set TMPDIR`);
  chmodSync(dataDir, 0o711);
}
