// Runs around a whole test run (run.ts, or `node --test --test-global-setup`). It builds the pages once, keeps the
// shared database server up between test files, and leaves nothing behind. It makes cheap what a run does a thousand
// times: it keeps compiled modules, and databases lie in memory.

import { mkdtempSync, readdirSync, readFileSync, statfsSync } from 'node:fs';
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
  // Test files are separate processes that load the same 1,800 modules: 0.8 s instead of 1.4.
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

/** The shared server's processor time so far in milliseconds, with all its sessions; 0 where there is no /proc. */
export function serverProcessorMs(): number {
  const postmaster = server.pid();
  if (postmaster === null || process.platform !== 'linux') return 0;
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(name))
    .filter((stat) => stat.pid === postmaster || stat.parent === postmaster)
    .reduce((sum, stat) => sum + stat.ticks, 0);
  return ticks * 10;
}

function statOf(pid: string): { pid: number; parent: number; ticks: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { pid: Number(pid), parent: Number(fields[1]), ticks };
  } catch {
    return { pid: 0, parent: 0, ticks: 0 };
  }
}

/**
 * Each database has some 530 files. On ext4, recently dropped databases make new ones expensive, because ext4 looks for
 * a free inode past all inodes freed in the last seconds: a gateway's start takes 450 ms there, 70 in memory. With
 * TMPDIR set, everything goes there.
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
