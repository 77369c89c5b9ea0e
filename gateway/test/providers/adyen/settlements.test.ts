// Settlements of a whole gateway with an account at Adyen's stand-in: a report that a notification names, and a report
// that a person hands in, settle the payments that they are about.
import assert from 'node:assert/strict';
import test from 'node:test';
import { eventually, OPERATOR_TOKEN } from '../../stage/harness.ts';
import { openShop } from './a-shop.ts';
import { takeEvents } from './stand-in/notifier.ts';
import { REPORT_PASSWORD, REPORT_USER } from './stand-in/reports.ts';
import { aRow, rowsOfPayments, writeReport } from './stand-in/settlement-report.ts';
import { API_KEY, HMAC_KEY, MERCHANT_ACCOUNT } from './stand-in/stand-in.ts';

const NAME = 'settlement_detail_report_batch_4.csv';
const NEEDED = { apiKey: API_KEY, merchantAccount: MERCHANT_ACCOUNT, hmacKeys: [HMAC_KEY] };
const CREDENTIALS = { ...NEEDED, reportUser: REPORT_USER, reportPassword: REPORT_PASSWORD };

interface Taken {
  lines: number;
  known: number;
  unmatched: number;
  conflicts: number;
}

async function openSettledShop(t: test.TestContext, credentials: object = CREDENTIALS) {
  const shop = await openShop(t, { credentials });
  const { gate, brandId, standIn } = shop;
  const path = `/operator/brands/${brandId}/settlements`;
  const handIn = async (content: string) => {
    const answer = await fetch(`${gate.url}${path}?provider=adyen`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'text/csv' },
      body: content,
    });
    return { status: answer.status, body: (await answer.json()) as Taken };
  };
  const settlements = async () => (await gate.operator('GET', path)).body;
  const linesOf = async (id: string) => (await gate.operator('GET', `${path}/${id}/lines`)).body;
  const paid = [await shop.pay(), await shop.pay()].map(({ result }) => result.transactionId as string);
  takeEvents(standIn.books);
  const rows = rowsOfPayments(standIn.books.payments, '4');
  return { ...shop, handIn, settlements, linesOf, paid, rows };
}

test('a report that a notification names settles the payments, and the same report handed in says so again', async (t) => {
  const { standIn, delivery, settlements, linesOf, paid, rows, handIn, record } = await openSettledShop(t);
  const content = writeReport(rows);
  standIn.reports.publish(NAME, content);
  assert.deepEqual(await standIn.deliver(delivery), [200]);
  const [settlement] = await eventually(async () => {
    const list = await settlements();
    return list.length > 0 && list;
  }, 10_000);
  assert.deepEqual(
    [settlement.reference, settlement.provider, settlement.currency, settlement.lines, settlement.state],
    ['4', 'adyen', 'EUR', 2, 'open'],
  );
  assert.equal(settlement.fees, -0.5);
  const lines = await linesOf(settlement.settlementId);
  assert.deepEqual(
    lines.map((line: { transactionId: string; state: string }) => [line.transactionId, line.state]).sort(),
    paid.map((id) => [id, 'matched']).sort(),
  );
  assert.equal((await record(paid[0]!)).settlement.settlementId, settlement.settlementId);
  assert.equal((await handIn(content)).status, 200);
  const other = await handIn(writeReport(rows.toReversed(), { separator: ';', hasMark: true }));
  assert.deepEqual([other.status, other.body.known, other.body.lines], [201, 2, 2]);
  assert.equal((await settlements()).length, 1);
});

test('without a report user the item waits for a person, and the report is handed in', async (t) => {
  const { standIn, delivery, items, rows, handIn, settlements } = await openSettledShop(t, NEEDED);
  const content = writeReport(rows);
  standIn.reports.publish(NAME, content);
  await standIn.deliver(delivery);
  const [item] = await eventually(async () => {
    const list = (await items()) as { state: string; reason: string }[];
    return list.some(({ state }) => state === 'unmatched') && list;
  }, 10_000);
  assert.match(item!.reason, /set the credentials reportUser and reportPassword/);
  assert.deepEqual(standIn.reports.asked, []);
  const taken = await handIn(content);
  assert.deepEqual(
    [taken.status, taken.body.lines, taken.body.unmatched, taken.body.conflicts],
    [201, 2, 0, 0],
  );
  const foreign = aRow({ 'Merchant Account': 'Another', Type: 'Fee', 'Net Debit (NC)': '1.00' });
  for (const refused of [writeReport([...rows, foreign]), '<html></html>', writeReport([])]) {
    const { status, body } = await handIn(refused);
    assert.equal(status, 400, JSON.stringify(body));
  }
  assert.equal((await settlements()).length, 1);
});
