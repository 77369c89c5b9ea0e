// Around a whole run of tests (`node --test --test-global-setup`): the pages are built once, the shared database
// server stays up between test files, and nothing of it is left behind. What a run does a thousand times is made cheap
// here: compiled modules are kept, and databases lie in memory.

import { mkdtempSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedPostgres } from '@tollgate/embedded-postgres';
import { buildCashier } from '../../cashier/build.ts';
import { buildPortal } from '../../portal/build.ts';
import {
  connectMaintenance,
  dropAbandonedDatabases,
  forgetSharedServer,
  IN_MEMORY,
  joinSharedServer,
} from './stage/shared-server.ts';

const TMPFS = 0x01021994;
/** A run takes up to 300 MB. */
const ENOUGH_BYTES = 2 * 1024 ** 3;

let server: EmbeddedPostgres;

export async function globalSetup(): Promise<void> {
  // Test files are processes of their own that load the same 1,800 modules: 0.8 s instead of 1.4.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/node');
  if (hasMemory()) process.env.TEST_SERVER_HOME = mkdtempSync(join(IN_MEMORY, 'tollgate-test-'));
  else delete process.env.TEST_SERVER_HOME;
  await buildCashier();
  await buildPortal();
  server = await joinSharedServer();
  const sql = connectMaintenance(server);
  await dropAbandonedDatabases(sql);
  await sql.end();
}

export async function globalTeardown(): Promise<void> {
  await server.stop();
  forgetSharedServer();
}

/**
 * Each database is some 530 files. On ext4 the files of databases dropped a moment ago make new ones expensive (it looks
 * for a free inode past all that were freed in the last seconds): 450 ms of a gateway's start, in memory 70. Whoever
 * sets TMPDIR wants everything there.
 */
function hasMemory(): boolean {
  if (process.platform !== 'linux' || process.env.TMPDIR) return false;
  try {
    const { type, bavail, bsize } = statfsSync(IN_MEMORY);
    return type === TMPFS && bavail * bsize >= ENOUGH_BYTES && process.availableMemory() >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
