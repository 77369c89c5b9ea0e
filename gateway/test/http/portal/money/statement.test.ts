// The statement while money moves: a page and
// its balances show one moment.
import assert from 'node:assert/strict';
import test from 'node:test';
import { type BrandBalance, minus } from '../../../../src/domain/ledger/balance-activity.ts';
import { readStatement } from '../../../../src/http/portal/money/show-statement.ts';
import type { Sql } from '../../../../src/storage/database/database.ts';
import { sharedMoneyStage } from './money-stage.ts';

test('money that arrives while a page of the statement is read does not change the balances on it', async (t) => {
  const { stage, fund } = await sharedMoneyStage(t);
  await fund(100);
  await fund(20);
  const { brand } = stage;
  const stretch = {
    currency: 'EUR',
    begins: new Date(0),
    ends: new Date('2026-03-29T12:00:00Z'),
    kinds: null,
  };
  const sql = afterItsFirstQuestion(stage.sql, () => fund(5));
  const { lines } = await readStatement({ sql }, brand, stretch, { place: null, limit: 10 });
  const shown = lines.map(({ amountMinor, after }) => [amountMinor, after?.availableMinor]);
  assert.deepEqual(shown, [
    [2_000n, 12_000n],
    [10_000n, 10_000n],
  ]);
  const later = await readStatement({ sql: stage.sql }, brand, stretch, { place: null, limit: 10 });
  const [newest, next] = later.lines;
  assert.deepEqual(
    minus(newest!.after as BrandBalance, { availableMinor: 500n, reservedMinor: 0n }),
    next!.after,
  );
});

/** Runs `happens` once after the answer to the first query, inside or outside a transaction. */
function afterItsFirstQuestion(sql: Sql, happens: () => Promise<void>): Sql {
  let asked = false;
  const watched = <T extends object>(run: T): T =>
    new Proxy(run, {
      get(target, name) {
        const own: ((...given: unknown[]) => unknown) | undefined = Reflect.get(target as object, name);
        if (typeof own !== 'function') return own;
        if (name === 'begin')
          return (options: string, work: (tx: object) => unknown) =>
            own.call(target, options, (tx: object) => work(watched(tx)));
        if (name !== 'unsafe' || asked) return own.bind(target);
        return async (...question: unknown[]) => {
          asked = true;
          const rows = await own.apply(target, question);
          await happens();
          return rows;
        };
      },
    });
  return watched(sql);
}
