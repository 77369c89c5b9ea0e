// Faults of the database's files: a full disk, and a
// copy taken while the server writes.
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@tollgate/embedded-postgres';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import { connectPostgres } from '../../../src/storage/database/connect.ts';
import { openDatabase } from '../../../src/storage/database/database.ts';
import type { Complain } from '../../crash/complaint.ts';
import { silentLog, temporaryDataDir } from '../../stage/shared-server.ts';
import type { Load } from '../load.ts';
import type { Scenario } from '../play.ts';
import { refusedDuring } from '../refusals.ts';
import type { World } from '../world.ts';

/** A folder of 16 MB for the tables that grow. Only root can create it; other users skip this fault. */
function mountSmallDisk(folder: string): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'a small disk takes root on Linux';
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=0700', 'tmpfs', folder]);
  return status === 0 ? null : `no small disk can be mounted: ${stderr}`;
}

function whyNoSmallDisk(): string | null {
  const folder = join(tmpdir(), `tollgate-small-disk-${process.pid}`);
  const reason = mountSmallDisk(folder);
  if (reason === null) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  return reason;
}

const GROWING = ['openings', 'steps', 'events', 'transfers'];

async function fillDisk({ server, sql }: World): Promise<void> {
  const folder = join(server.dataDir, 'small-disk');
  const reason = mountSmallDisk(folder);
  if (reason !== null) throw new Error(reason);
  const filler = join(folder, 'filler');
  try {
    const { uid, gid } = statSync(join(server.dataDir, 'postgres'));
    chownSync(folder, uid, gid);
    await sql.unsafe(`create tablespace small location '${folder}'`);
    for (const table of GROWING) await sql.unsafe(`alter table ${table} set tablespace small`);
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=8k']);
    await sleep(10_000);
  } finally {
    rmSync(filler, { force: true });
    for (const table of GROWING) await sql.unsafe(`alter table ${table} set tablespace pg_default`);
    await sql.unsafe('drop tablespace if exists small');
    spawnSync('umount', ['-l', folder]);
  }
}

/** Copies the folder while the server writes, and starts a second server from the copy. */
async function backUpAndRestore({ server, sql }: World, load: Load, complain: Complain): Promise<string> {
  const known = load.orders.filter(({ ending }) => ending === 'COMPLETED').map((one) => one.transactionId!);
  const copy = temporaryDataDir();
  const from = join(server.dataDir, 'postgres');
  const began = performance.now();
  const label = await sql.reserve().then(async (session) => {
    await session`select pg_backup_start('faults', true)`;
    spawnSync('cp', ['-a', from, copy]);
    const [row] = await session<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`;
    session.release();
    return row!.labelfile;
  });
  const cluster = join(copy, 'postgres');
  spawnSync('cp', ['-a', '-u', join(from, 'pg_wal'), cluster]);
  writeFileSync(join(cluster, 'backup_label'), label);
  chownSync(join(cluster, 'backup_label'), statSync(from).uid, statSync(from).gid);
  for (const left of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(join(cluster, left), { force: true });
  const restored = await startEmbeddedPostgres({
    dataDir: copy,
    log: silentLog,
    connect: connectPostgres,
    revive: false,
    holdProcess: false,
  });
  const other = openDatabase(restored.databaseUrl, { maxConnections: 2 });
  try {
    for (const fault of (await verifyLedger(other)).faults) complain('ledger', `of the copy: ${fault}`);
    const [found] = await other<{ count: number }[]>`select count(*)::int as count from transactions
      where status = 'COMPLETED' and id = any(${known}::uuid[])`;
    if (found!.count !== known.length)
      complain(
        'payment lost',
        `${known.length - found!.count} of ${known.length} payments are not in the copy`,
      );
    return `${known.length} payments found in the copy, which took ${Math.round(performance.now() - began)} ms`;
  } finally {
    await other.end({ timeout: 1 });
    await restored.stop();
  }
}

export const DISK_FAULTS: readonly Scenario[] = [
  {
    name: 'disk-full',
    promise:
      'The disk is full for 10 s: callers and readiness get 503, nothing is half written, and payments work again afterwards.',
    cannot: whyNoSmallDisk,
    // Payments hit it, because only the tables that grow are on the full disk.
    async fault(world, load, complain) {
      const said = await refusedDuring(world, load, complain, {
        harm: () => fillDisk(world),
        readiness: true,
      });
      return `the tables that grow were moved to a disk of 16 MB, which was then filled; ${said}`;
    },
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  },
  {
    name: 'backup-under-load',
    promise:
      'A copy of the database’s folder, taken under load, contains every payment acknowledged before, and is consistent.',
    fault: backUpAndRestore,
    recoversWithinMs: 15_000,
    quietWithinMs: 120_000,
  },
];
