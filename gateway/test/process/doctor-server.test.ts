// What the doctor (doctor.test.ts) checks of the database's server and of a session there: settings behind a pooler,
// writes, owners, disk; and who owns the data folder.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import type { Finding } from '../../src/process/doctor/finding.ts';
import { checkDataDir } from '../../src/process/doctor/local-checks.ts';
import {
  checkDatabaseDisk,
  checkOwner,
  checkSession,
  checkWrites,
} from '../../src/process/doctor/server-checks.ts';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import { CITUS_URL } from '../stage/citus-cluster.ts';
import { asOwner, createTestDatabase, openTestPool } from '../stage/harness-database.ts';

/** Expects one sentence with its remedy. */
function names(finding: Finding, message: RegExp, mend: RegExp): void {
  assert.equal(finding.ok, false, finding.message);
  assert.match(finding.message, message);
  assert.doesNotMatch(finding.message, /\n|\.$/);
  assert.match(finding.mend ?? '', mend);
}

function isFine(finding: Finding): void {
  assert.deepEqual([finding.ok, finding.mend], [true, null], finding.message);
}

const database = await createTestDatabase();
const sql = await openTestPool(database.databaseUrl, { maxConnections: 2 });
const owner = await openTestPool(asOwner(database.databaseUrl), { maxConnections: 1 });
after(async () => {
  await Promise.all([sql.end(), owner.end()]);
  await database.drop();
});

test("the doctor checks the session's settings, where names lead, and whether the database can be written", async (t) => {
  const plain = (options: Record<string, string> = {}) => {
    const pool = connectPostgres(database.databaseUrl, { max: 1, onnotice: () => {}, connection: options });
    t.after(() => pool.end({ timeout: 1 }));
    return pool as unknown as typeof sql;
  };
  isFine(await checkSession(sql, database.databaseUrl));
  // Like behind a pooler: without the settings that we send at connection start.
  const bare = await checkSession(plain(), database.databaseUrl);
  names(
    bare,
    /lock_timeout, statement_timeout\), because a pooler/,
    /alter role \S+ in database \S+ set lock_timeout = '5000'/,
  );
  const ours = {
    statement_timeout: '10s',
    lock_timeout: '5s',
    idle_in_transaction_session_timeout: '10s',
    jit: 'off',
  };
  isFine(await checkSession(plain(ours), database.databaseUrl));
  names(
    await checkSession(plain({ ...ours, lock_timeout: '1h' }), database.databaseUrl),
    /\(lock_timeout\)/,
    /set lock_timeout/,
  );
  names(
    await checkSession(plain({ ...ours, search_path: 'pg_catalog' }), database.databaseUrl),
    /search_path is pg_catalog/,
    /set search_path = public/,
  );
  names(
    await checkSession(
      plain({ ...ours, default_transaction_isolation: 'serializable' }),
      database.databaseUrl,
    ),
    /is serializable/,
    /read committed/,
  );
  await owner`revoke usage on schema public from public, tollgate_app`;
  names(await checkSession(sql, database.databaseUrl), /may not use the schema public/, /--grant-app-role/);
  await owner`grant usage on schema public to public, tollgate_app`;
  isFine(await checkWrites(sql));
  names(
    await checkWrites(plain({ default_transaction_read_only: 'on' })),
    /default_transaction_read_only is on \(set for: client\)/,
    /alter role/,
  );
  const standby = (async () => [
    { standby: true, usual: 'off', source: 'default', now: 'on' },
  ]) as unknown as typeof sql;
  names(await checkWrites(standby), /is a standby/, /primary/);
});

test('the doctor checks the owner of the tables, and the disk of the database if it can see it', async () => {
  isFine(await checkOwner(sql));
  const [{ name }] = (await owner`select current_user as name`) as unknown as [{ name: string }];
  if (CITUS_URL === null) {
    await owner.unsafe('alter table refunds owner to tollgate_app');
    names(
      await checkOwner(sql),
      new RegExp(`several users \\(${name}: \\d+, tollgate_app: 1\\)`),
      /reassign owned by tollgate_app/,
    );
    await owner.unsafe(`alter table refunds owner to ${name}`);
    await owner`grant select, insert, update, delete on refunds to tollgate_app`;
    isFine(await checkOwner(sql));
  }
  const owned = (by: string) => (async () => [{ owner: by, tables: 60 }]) as unknown as typeof sql;
  names(
    await checkOwner(owned('tollgate_app')),
    /belong to tollgate_app, the user of the gateway/,
    /reassign owned/,
  );
  const server = (folder: string | null) => (async () => [{ size: '7 GB', folder }]) as unknown as typeof sql;
  const seen = async (url: string, folder: string | null, free: number, full = '') => {
    const stat = (place: string) => ({ bavail: place.endsWith(full) ? free : 5e6, blocks: 1e7, bsize: 4096 });
    return await checkDatabaseDisk(server(folder), url, null, { stat: stat as never, exists: () => true });
  };
  const here = 'postgres://u@127.0.0.1/d';
  names(
    await seen(here, '/data', 1e5),
    /^the database has 7 GB, and only 0\.4 GB are free at \/data: /,
    /make room/,
  );
  names(await seen(here, '/data', 1e5, 'pg_wal'), /at \/data\/pg_wal: /, /make room/);
  for (const [url, folder, said] of [
    [here, '/data', /7 GB; 19\.1 GB are free at \/data/],
    [here, null, /this user cannot see the disk: grant it pg_read_all_settings/],
    [
      'postgres://u@db.example/d',
      '/data',
      /this machine cannot see its disk: monitor the disk on the database server/,
    ],
  ] as const) {
    const finding = await seen(url, folder, 5e6);
    isFine(finding);
    assert.match(finding.message, said);
  }
});

test('the doctor checks the owner of the data folder and of its embedded database', (t) => {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-doctor-'));
  t.after(() => rmSync(home, { recursive: true }));
  mkdirSync(join(home, 'postgres'));
  const folder = (user: number, owner: number, refused = false) =>
    checkDataDir(home, {
      user,
      ownerOf: (place) => (place.endsWith('postgres') ? owner : 0),
      enter: () => {
        if (refused) throw Object.assign(new Error('no'), { code: 'EACCES' });
      },
    });
  isFine(folder(0, 70));
  isFine(folder(1000, 1000));
  names(
    folder(1000, 1000, true),
    /^user 1000 may not write in \S+, which belongs to user 0 \(EACCES\)$/,
    /chown -R 1000 \S+$/,
  );
  names(
    folder(1000, 70),
    /the embedded database in \S+ belongs to user 70, and this is user 1000$/,
    /chown -R 1000/,
  );
});
