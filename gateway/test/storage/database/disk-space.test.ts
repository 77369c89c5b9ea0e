// A database on a really full disk: a private server on a small file
// system in memory. Only root can make one.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startEmbeddedPostgres } from '@tollgate/embedded-postgres';
import { connectPostgres } from '../../../src/storage/database/connect.ts';
import { openDatabase } from '../../../src/storage/database/database.ts';
import { DiskSpace } from '../../../src/storage/database/disk-space.ts';
import { ServedMerchants } from '../../../src/storage/database/served-merchants.ts';
import { WriteProof } from '../../../src/storage/database/write-proof.ts';
import { eventually } from '../../stage/harness.ts';
import { putNewCluster } from '../../stage/new-cluster.ts';
import { FORGETFUL, silentLog } from '../../stage/shared-server.ts';

const SMALL = 'size=160m,mode=0711';

/** null: the disk could not be made, and the test is skipped with the reason. */
function smallDisk(t: TestContext): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    t.skip('a small disk takes root on Linux');
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-small-'));
  chmodSync(folder, 0o711);
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', SMALL, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  t.after(() => {
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  if (status === 0) return folder;
  t.skip(`no small disk can be mounted: ${stderr}`);
  return null;
}

test('on a full disk a small write still succeeds, but the gateway is not ready', async (t) => {
  const dataDir = smallDisk(t);
  if (dataDir === null) return;
  await putNewCluster(dataDir);
  const server = await startEmbeddedPostgres({
    dataDir,
    log: silentLog,
    connect: connectPostgres,
    revive: false,
    holdProcess: false,
    settings: { ...FORGETFUL, min_wal_size: '32MB', max_wal_size: '32MB' },
  });
  const sql = openDatabase(server.databaseUrl, { maxConnections: 2 });
  t.after(async () => {
    await sql.end({ timeout: 1 });
    await server.stop();
  });
  await sql`create table process_marks (id uuid primary key, written_at timestamptz not null)`;
  const served = () => new ServedMerchants(sql, () => []).share();
  assert.equal(await served(), 1);
  const proof = new WriteProof(sql);
  assert.equal(await proof.isProven(), true);
  const room = new DiskSpace(sql);
  assert.equal(await room.isThere(), true);

  const filler = join(dataDir, 'filler');
  spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=8k']);
  assert.equal(await new WriteProof(sql).isProven(), true, 'its page is there already');
  assert.equal(await new DiskSpace(sql).isThere(), false);
  assert.equal(await served(), 0);

  rmSync(filler);
  assert.equal(await served(), 1);
  await eventually(() => room.isThere());
});
