// `npm run keys:rotate` with NEW_MASTER_KEY as an operator runs it, and the result of a crash in the middle. The only
// key that opens the data must be stored: a process that dies must not take it along.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import { openDatabase } from '../../src/storage/database/database.ts';
import { rotateKeys } from '../../src/storage/keys/rotate-keys.ts';
import { Vault, WrongMasterKeyError } from '../../src/storage/keys/vault.ts';
import { eventually } from '../stage/harness.ts';
import { createTestDatabase } from '../stage/harness-database.ts';
import { programDataDir, runProgram } from '../stage/program.ts';

const KEPT = Buffer.alloc(32, 1);
const NEXT = Buffer.alloc(32, 2);
const text = (key: Buffer) => key.toString('base64');

/** A database whose key lies in the data folder. */
async function installation(t: TestContext) {
  const database = await createTestDatabase();
  const sql = openDatabase(database.databaseUrl, { maxConnections: 2 });
  t.after(async () => {
    await sql.end();
    await database.drop();
  });
  const dataDir = programDataDir(t);
  const path = join(dataDir, 'master.key');
  writeFileSync(path, `${text(KEPT)}\n`, { mode: 0o600 });
  const vault = await Vault.open(sql, KEPT);
  return {
    sql,
    vault,
    databaseUrl: database.databaseUrl,
    env: { DATABASE_URL: database.databaseUrl, DATA_DIR: dataDir },
    kept: () => readFileSync(path, 'utf8').trim(),
    next: () => (existsSync(`${path}.next`) ? readFileSync(`${path}.next`, 'utf8').trim() : null),
    storeNext: (key: Buffer) => writeFileSync(`${path}.next`, `${text(key)}\n`, { mode: 0o600 }),
    async starts() {
      const program = runProgram(t, { ...this.env, ROLE: 'api' });
      await program.ready();
      program.signal('SIGTERM');
      assert.equal(await program.ended(), 0);
    },
    async rotates(newKey: Buffer, more: Record<string, string> = {}) {
      const program = runProgram(t, { ...this.env, NEW_MASTER_KEY: text(newKey), ...more }, 'keys:rotate');
      const code = await program.ended();
      const output = program.output();
      for (const key of [KEPT, newKey]) assert(!output.includes(text(key)), 'a key was printed');
      return { code, output };
    },
  };
}

test('the new master key replaces the stored key, and the command prints which key is needed from now on', async (t) => {
  const gate = await installation(t);
  const { code, output } = await gate.rotates(NEXT);
  assert.equal(code, 0);
  assert.match(output, /2 keys wrapped/);
  assert.match(
    output,
    /every start from now on needs master key [0-9a-f]{12}, which is now in .*master\.key/,
  );
  assert.deepEqual([gate.kept(), gate.next()], [text(NEXT), null]);
  await Vault.open(gate.sql, NEXT);
});

test('a given MASTER_KEY is not written to a file, and the operator must replace it', async (t) => {
  const gate = await installation(t);
  const { code, output } = await gate.rotates(NEXT, { MASTER_KEY: text(KEPT) });
  assert.equal(code, 0);
  const [row] = await gate.sql`select distinct master_key_id from data_keys`;
  assert(output.includes(`master key ${row!.master_key_id}: set MASTER_KEY to the value of NEW_MASTER_KEY`));
  assert.deepEqual([gate.kept(), gate.next()], [text(KEPT), null]);
});

test('a rotation that dies before its commit has stored the new key, and the old key stays in use', async (t) => {
  const gate = await installation(t);
  const blocker = connectPostgres(gate.databaseUrl, { max: 1 });
  t.after(() => blocker.end());
  await blocker.begin(async (tx) => {
    // Reads continue; the commit of the new wrapping waits.
    await tx`lock table data_keys in share mode`;
    const program = runProgram(t, { ...gate.env, NEW_MASTER_KEY: text(NEXT) }, 'keys:rotate');
    await eventually(async () => {
      const [waiting] = await gate.sql`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%update data_keys set wrapped_key%' and pid <> pg_backend_pid()`;
      return waiting !== undefined;
    });
    program.signal('SIGKILL');
    await program.ended();
    assert.deepEqual([gate.kept(), gate.next()], [text(KEPT), text(NEXT)]);
  });
  await gate.starts();
  assert.deepEqual([gate.kept(), gate.next()], [text(KEPT), text(NEXT)]);

  const other = await gate.rotates(Buffer.alloc(32, 3));
  assert.equal(other.code, 1);
  assert.match(other.output, /master\.key\.next holds another key/);
  assert.equal((await gate.rotates(NEXT)).code, 0);
  assert.deepEqual([gate.kept(), gate.next()], [text(NEXT), null]);
});

test('after a rotation that died after its commit the next start, or the next rotation, uses the new key', async (t) => {
  for (const goOn of ['starts', 'rotates'] as const) {
    const gate = await installation(t);
    const sealed = gate.vault.seal('a secret', 'x');
    gate.storeNext(NEXT);
    await rotateKeys(gate.sql, gate.vault, { newMasterKey: NEXT });
    await assert.rejects(Vault.open(gate.sql, KEPT), WrongMasterKeyError);
    const last = goOn === 'starts' ? NEXT : Buffer.alloc(32, 4);
    if (goOn === 'starts') await gate.starts();
    else assert.equal((await gate.rotates(last)).code, 0);
    assert.deepEqual([gate.kept(), gate.next()], [text(last), null]);
    assert.equal((await (await Vault.open(gate.sql, last)).open(sealed, 'x')).toString(), 'a secret');
  }
});
