// A search for an amount goes day by day from the
// latest, no further back than its page.
import assert from 'node:assert/strict';
import test from 'node:test';
import { timeOrderedId } from '../../../src/domain/transactions/time-ordered-id.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { openStage } from '../store-stage.ts';
import { asking, BEGIN, fillUp, foldUp, openShop, type Spec } from './listing-stage.ts';

const DAY_MS = 86_400_000;
const SPENT = 4_200n;

/** This many transactions of the amount on day i. */
const ofDay = (day: number, count: number, amountMinor = SPENT): Spec[] =>
  Array.from({ length: count }, (_, i) => {
    const createdAt = new Date(BEGIN.getTime() + day * DAY_MS + i * 1_000);
    return { fields: { id: timeOrderedId(createdAt), createdAt, amountMinor } };
  });

test('a page filtered by amount starts at the latest days and reads only as many transactions as it needs', async (t) => {
  const stage = await openStage(t);
  await fillUp(stage);
  // The places in each line: 0 and 1 to 3, then 4 to 6 with another amount; 7 and 8, then 9 to 12.
  const shop = await openShop(stage, [
    ...[...ofDay(0, 1), ...ofDay(2, 3), ...ofDay(3, 3, 5_000n)],
    ...[...ofDay(5, 2), ...ofDay(9, 4)],
  ]);
  await foldUp(stage);
  const amount = { amountFromMinor: SPENT, amountToMinor: SPENT };
  /** `few`: how many transactions of the amount may be read. */
  const pagesOf = async (limit: number, few: number) => {
    let reads = 0;
    const sql: Sql = new Proxy(stage.sql, {
      get(target, property) {
        if (property === 'unsafe') reads += 1;
        return Reflect.get(target, property);
      },
    });
    return { pages: await asking(sql, shop, 0, few).pages(limit, amount), reads };
  };
  const inPages = [
    [12, 11],
    [10, 9],
    [8, 7],
    [3, 2],
    [1, 0],
  ];

  // A page needs two statements: the first reads the newest transactions, the second the amount. A third one reads each
  // facet.
  assert.deepEqual(await pagesOf(2, 7), { pages: inPages, reads: 10 });
  assert.deepEqual((await pagesOf(2, 3)).pages, inPages);
  assert.deepEqual(await pagesOf(2, 1), { pages: inPages, reads: 15 });
  assert.deepEqual(await pagesOf(20, 100), { pages: [inPages.flat()], reads: 2 });
  assert.deepEqual(await pagesOf(20, 9), { pages: [inPages.flat()], reads: 3 });
});
