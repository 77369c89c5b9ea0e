// The loop that closes days makes few queries. In the hour before their days end it asks for all brands of an
// installation at once.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Sql } from '../../../../src/storage/database/database.ts';
import { closeEndedDays } from '../../../../src/worker/close-days.ts';
import { sharedMoneyStage } from './money-stage.ts';

test('a run without an ended day makes one query for all known brands', async (t) => {
  const { setClock, fund, stage } = await sharedMoneyStage(t);
  let statements = 0;
  const sql: Sql = new Proxy(stage.sql, {
    apply(target, self, given) {
      statements += 1;
      return Reflect.apply(target as never, self, given);
    },
  });
  const turn = closeEndedDays({ ...stage.gateway.context, sql });
  await fund(100);
  await turn();
  // In Berlin 2026-03-29 has 23 hours. So it ends exactly when the loop starts to look at its brand.
  for (const [moment, isOver] of [
    ['2026-03-28T23:14:00Z', false],
    ['2026-03-28T23:16:00Z', true],
    ['2026-03-29T22:14:00Z', false],
  ] as const) {
    setClock(moment);
    statements = 0;
    await turn();
    assert.equal(statements > 1, isOver, `${moment}: ${statements} statements`);
  }
});
