// A statement of several parts beside payments (contract 15): every credit in it pays its payment, and the gateway
// takes other payments at the same time. `npm run bench:statement` measures a large one.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../../src/storage/database/database.ts';
import { aCardPayin, OPERATOR_TOKEN, startTestGateway } from '../../stage/harness.ts';
import { Shop } from '../providers/stage.ts';
import { copyPayin, statementOf } from './many-payins.ts';
import { openBank } from './stage.ts';

/** A part has a thousand entries. */
const ENTRIES = 2_100;
const AMOUNT = 10;

const ends: (() => unknown)[] = [];
after(async () => {
  for (const end of ends) await end();
});

test('every entry of a large statement is applied, and the gateway accepts payments meanwhile', async (t) => {
  const gateway = await startTestGateway({ after: (end: () => unknown) => ends.unshift(end) } as never);
  const sql = openDatabase(gateway.databaseUrl, { maxConnections: 1 });
  ends.unshift(() => sql.end({ timeout: 1 }));
  const shop = new Shop({} as never, gateway, await gateway.createBrand());
  const desk = await openBank(t, { gateway, shop: async () => shop });
  const { merchantId, brandId } = shop.brand;
  const { result } = await desk.payIn(AMOUNT);
  const ids = await copyPayin(sql, { merchantId, id: result.transactionId }, ENTRIES);
  const before = await shop.balance();

  let isTaken = false;
  const taken = gateway
    .call('POST', `/operator/brands/${brandId}/bank-statements`, {
      headers: { 'content-type': 'application/xml', authorization: `Bearer ${OPERATOR_TOKEN}` },
      body: statementOf(ids, AMOUNT),
    })
    .finally(() => {
      isTaken = true;
    });
  // Another brand, so that the first brand's balance comes from the statement alone.
  const other = await gateway.createBrand();
  do {
    const paid = await gateway.call('POST', '/v3/payment', { apiKey: other.apiKey, body: aCardPayin() });
    assert.equal(paid.status, 201, paid.text);
    await sleep(50);
  } while (!isTaken);
  const answer = await taken;
  assert.equal(answer.status, 201, answer.text);
  const { entries, applied, known, unmatched, conflicts } = answer.body;
  assert.deepEqual(
    { entries, applied, known, unmatched, conflicts },
    { entries: ENTRIES, applied: ENTRIES, known: 0, unmatched: 0, conflicts: 0 },
  );
  assert.equal((await shop.balance()).available, before.available + ENTRIES * AMOUNT);
});
