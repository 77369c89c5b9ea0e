// A transaction whose statements are sent together (inPipeline): its caller gets the real error, not only that
// something failed.
import assert from 'node:assert/strict';
import test from 'node:test';
import { inPipeline, openDatabase, openPipeline, send } from '../../src/storage/database/database.ts';
import { createTestDatabase } from '../stage/harness-database.ts';

test('the first error is reported, even if a later statement fails first', async (t) => {
  const database = await createTestDatabase({ empty: true });
  const sql = openDatabase(database.databaseUrl, { maxConnections: 1 });
  t.after(async () => {
    await sql.end({ timeout: 1 });
    await database.drop();
  });
  const pipeline = openPipeline(sql);
  /** Throws the statement's error, but later than the error of the other statement. */
  const behind = async (other: Promise<unknown>, statement: Promise<unknown>) => {
    const [told] = await Promise.allSettled([statement, other]);
    // Later than any of the promises in between.
    await new Promise(setImmediate);
    if (told.status === 'rejected') throw told.reason;
  };
  const ways: Parameters<typeof inPipeline>[1][] = [
    async (tx) => {
      const first = send(tx, 'select 1 / 0', []);
      const second = send(tx, 'select 1', []);
      await Promise.all([behind(second, first), second]);
      return { last: [], answer: null };
    },
    async (tx) => {
      const first = send(tx, 'select 1 / 0', []);
      const second = send(tx, 'select 1', []);
      return { last: [behind(second, first), second], answer: null };
    },
  ];
  for (const work of ways) await assert.rejects(inPipeline(pipeline, work), { code: '22012' });
  assert.deepEqual(await send(pipeline, 'select 1 as one', []), [{ one: 1 }]);
});
