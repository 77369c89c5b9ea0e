// What ledger:verify prints: the verdict alone if it is over soon, otherwise also which checks have run, separate from
// the output.
import assert from 'node:assert/strict';
import test from 'node:test';
import { ALL_CHECKS } from '../../src/actions/ledger/verify-ledger.ts';
import { verifyLedgerOf } from '../../src/process/verify.ts';
import { createTestDatabase, openTestPool } from '../stage/harness-database.ts';

test('a long proof reports each check, and a short proof only its verdict', async (t) => {
  const database = await createTestDatabase();
  const sql = await openTestPool(database.databaseUrl, { maxConnections: 1 });
  t.after(async () => {
    await sql.end();
    await database.drop();
  });
  const verify = async (quietSeconds: number) => {
    const [printed, noted]: string[][] = [[], []];
    const print = (line: string) => printed!.push(line);
    const note = (line: string) => noted!.push(line);
    assert.equal(await verifyLedgerOf(sql, { print, note, quietSeconds }), 0);
    return { printed, noted: noted!.map((line) => line.replace(/after \d+ s/, 'after n s')) };
  };
  const printed = ['The ledger is right: 0 transactions, 0 transfers, 0 balances checked'];
  assert.deepEqual(await verify(3_600), { printed, noted: [] });
  assert.deepEqual(await verify(0), {
    printed,
    noted: ALL_CHECKS.map(({ proves }, i) => `${i + 1} of ${ALL_CHECKS.length} checks after n s: ${proves}`),
  });
});
