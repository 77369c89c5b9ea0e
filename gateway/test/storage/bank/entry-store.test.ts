// Claims and verdicts for a part of a statement (contract 15): entries are found by their ids, however many others
// wait, and a verdict never undoes what a person decided meanwhile.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { timeOrderedId } from '../../../src/domain/transactions/time-ordered-id.ts';
import { claimTransactions } from '../../../src/storage/bank/entry-claims.ts';
import {
  assignEntry,
  type EntryVerdict,
  findEntry,
  saveVerdicts,
  waitingEntries,
} from '../../../src/storage/bank/entry-store.ts';
import { insertStatement, type NewEntryRow } from '../../../src/storage/bank/statement-store.ts';
import { type Sql, withRetries } from '../../../src/storage/database/database.ts';
import { ON_POSTGRESQL } from '../../stage/citus-cluster.ts';
import { createTestDatabase, openTestPool } from '../../stage/harness-database.ts';

const OTHERS = 5_000;
const PIECE = 200;

async function storeWaiting(sql: Sql, count: number): Promise<{ merchantId: string; statementId: string }> {
  const [merchantId, brandId, statementId] = [randomUUID(), randomUUID(), timeOrderedId(new Date())];
  const rows = Array.from({ length: count }, (_, i): NewEntryRow => {
    return {
      merchant_id: merchantId,
      brand_id: brandId,
      statement_id: statementId,
      account_id: null,
      id: timeOrderedId(new Date()),
      entry_key: String(i).padStart(6, '0'),
      direction: 'credit',
      amount_minor: null,
      currency: null,
      booked_at: null,
      booked_day: null,
      booking_key: null,
      said_key: null,
      details_sealed: null,
      state: 'waiting',
    };
  });
  async function* inPieces() {
    for (let at = 0; at < rows.length; at += 1_000) yield rows.slice(at, at + 1_000);
  }
  const statement = {
    merchantId,
    brandId,
    id: statementId,
    kind: 'camt.053',
    entries: count,
    madeBy: 'test',
    known: 0,
    fault: null,
    sha256: statementId,
    createdAt: new Date(),
    leasedUntil: new Date(),
  };
  await withRetries(() => sql.begin((tx) => insertStatement(tx, statement, inPieces())));
  return { merchantId, statementId };
}

/** Entries read through the index of waiting entries, or without an index. */
async function readInPassing(sql: Sql): Promise<number> {
  await sql`select pg_stat_force_next_flush()`;
  const [row] = await sql`
    select i.idx_tup_read + t.seq_tup_read as count from pg_stat_user_indexes i join pg_stat_user_tables t using (relid)
    where i.indexrelname = 'bank_entries_waiting'`;
  return Number(row!.count);
}

async function openSql(t: TestContext): Promise<Sql> {
  const database = await createTestDatabase();
  const sql = await openTestPool(database.databaseUrl, { maxConnections: 1 });
  t.after(async () => {
    await sql.end({ timeout: 1 });
    await database.drop();
  });
  return sql;
}

test('claims and verdicts of a few entries do not read all waiting entries', ON_POSTGRESQL, async (t) => {
  const sql = await openSql(t);
  await storeWaiting(sql, OTHERS);
  const { merchantId, statementId } = await storeWaiting(sql, PIECE);
  const entries = await waitingEntries(sql, { merchantId, statementId, after: null, limit: PIECE });
  assert.equal(entries.length, PIECE);
  const before = await readInPassing(sql);

  const payments = new Map(entries.map(({ id }) => [id, timeOrderedId(new Date())]));
  const claims = entries.map(({ id: entryId }) => ({
    merchantId,
    entryId,
    transactionId: payments.get(entryId)!,
    role: 'paid' as const,
  }));
  assert.equal((await claimTransactions(sql, claims)).length, PIECE);
  const verdict = { state: 'applied', reason: null, readReason: null, withdrawnFile: null } as const;
  await saveVerdicts(
    sql,
    entries.map(({ id }) => ({ merchantId, id, transactionId: payments.get(id)!, ...verdict })),
  );
  assert.equal((await readInPassing(sql)) - before, 0);
  assert.deepEqual(await waitingEntries(sql, { merchantId, statementId, after: null, limit: PIECE }), []);
});

test('a verdict on an older reading does not undo an assignment', async (t) => {
  const sql = await openSql(t);
  const { merchantId, statementId } = await storeWaiting(sql, 1);
  const waiting = () => waitingEntries(sql, { merchantId, statementId, after: null, limit: 1 });
  const [older] = await waiting();
  const unmatched: EntryVerdict = {
    merchantId,
    id: older!.id,
    readReason: older!.reason,
    transactionId: null,
    withdrawnFile: null,
    state: 'unmatched',
    reason: 'it contains none of our references',
  };
  await saveVerdicts(sql, [unmatched]);
  const transactionId = timeOrderedId(new Date());
  assert.equal(
    await sql.begin((tx) =>
      assignEntry(tx, older!, { isPart: false, transactionId, reason: 'assigned: by phone' }),
    ),
    true,
  );
  await saveVerdicts(sql, [unmatched]);
  const [assigned] = await waiting();
  assert.deepEqual([assigned?.role, assigned?.transactionId], ['paid', transactionId]);
  const applied = { state: 'applied', reason: assigned!.reason, readReason: assigned!.reason } as const;
  await saveVerdicts(sql, [{ ...unmatched, ...applied, transactionId }]);
  assert.deepEqual(await waiting(), []);
  const found = await findEntry(sql, older!, older!.id);
  assert.deepEqual([found?.state, found?.role, found?.transactionId], ['applied', 'paid', transactionId]);
});
