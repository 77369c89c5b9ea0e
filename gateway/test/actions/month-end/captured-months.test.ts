// Money that is captured later, in month-ends: an authorisation moves nothing, each capture belongs to the month of its
// transfer, and what lapses appears nowhere.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runVerifyClose } from '../../../src/process/close.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { sweepDueTransactions } from '../../../src/worker/due-transactions.ts';
import { type ClosedMonth, openMonthEnds } from './month-end-stage.ts';

const stage = await openMonthEnds();

const movements = (month: ClosedMonth) =>
  month.table('movements.csv').map((line) => [line.Kind, line.Reference, line.Amount]);

test('captures of one pay-in in two months, its refund and a lapse are in both month-ends to the cent', async (t) => {
  stage.setClock('2026-10-28T10:00:00Z');
  const brand = await stage.brand(t);
  const { shop } = brand;
  const { context } = stage.providerStage.gateway.gateway;
  const { merchantId } = shop.brand;
  const authorize = async (amount: number, merchantReference: string): Promise<string> => {
    const { result } = await shop.card({ amount, merchantReference, captureMode: 'manual' });
    assert.equal(result.authorized, true, JSON.stringify(result));
    return result.transactionId;
  };
  const capture = async (transactionId: string, amount: number, fields: object = {}) => {
    const made = await shop.call('POST', '/capture-payment', { transactionId, amount, ...fields });
    assert.deepEqual([made.status, made.body.status], [201, 'COMPLETED'], made.text);
  };
  const lapse = async (...ids: string[]) => {
    await sweepDueTransactions(context);
    return await Promise.all(ids.map(async (id) => (await shop.record(id)).status));
  };

  const split = await authorize(100.11, 'split');
  await capture(split, 33.34, { final: false });
  const partly = await authorize(50.77, 'partly');
  await capture(partly, 0.01, { final: false });
  const never = await authorize(70.99, 'never');

  // The last day on which the rest can be captured lies in the next month.
  stage.setClock('2026-11-02T10:00:00Z');
  const october = await brand.close('2026-10');
  assert.deepEqual(movements(october).sort(), [
    ['CAPTURED', 'partly', '0.01'],
    ['CAPTURED', 'split', '33.34'],
    ['FUNDING', '', '1000000.00'],
  ]);
  await capture(split, 66.77);
  await shop.refund('split', 80.15);
  await stage.payRefunds();
  stage.setClock('2026-11-05T10:00:01Z');
  assert.deepEqual(await lapse(partly, never), ['COMPLETED', 'DECLINED']);
  stage.setClock('2026-12-02T10:00:00Z');
  const november = await brand.close('2026-11');
  assert.deepEqual(movements(november).sort(), [
    ['CAPTURED', 'split', '66.77'],
    ['REFUND_PAID', 'split', '80.15'],
    ['REFUND_SET_ASIDE', 'split', '80.15'],
  ]);
  assert.deepEqual(
    november
      .table('changes.csv')
      .map((line) => [line.Change, line.Month, line['Payment id'], line.Amount])
      .sort(),
    [
      ['captured', '2026-10', split, '66.77'],
      ['refunded', '2026-10', split, '-80.15'],
    ],
  );

  // In minor units: what the provider holds for the merchant is what was captured and not refunded.
  const closing = (month: ClosedMonth) =>
    Object.fromEntries(month.manifest.accounts.map((one) => [one.account, one.closing]));
  assert.deepEqual([closing(october).provider, closing(october).available], ['-3335', '100003335']);
  assert.deepEqual([closing(november).provider, closing(november).available], ['-1997', '100001997']);
  assert.equal(closing(november).reserved, '0');
  const sums = await context.sql`
    select sum(case when to_account = 'available' then amount_minor when from_account = 'available' then -amount_minor else 0 end)::text
      as available from transfers where merchant_id = ${merchantId}`;
  assert.equal(sums[0]!.available, closing(november).available);
  assert.deepEqual(await shop.balance(), { available: 1_000_019.97, reserved: 0 });
  const record = await shop.record(split);
  assert.deepEqual([record.amountCaptured, record.amountRefunded], [100.11, 80.15]);

  const folder = mkdtempSync(join(tmpdir(), 'tollgate-captured-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [first, second] = [join(folder, 'october.zip'), join(folder, 'november.zip')];
  writeFileSync(first, october.bytes);
  writeFileSync(second, november.bytes);
  const printed: string[] = [];
  const using = {
    print: (line: string) => void printed.push(line),
    withSql: (work: (sql: Sql) => Promise<number>) => work(context.sql),
  };
  assert.equal(await runVerifyClose([second, '--former', first, '--database'], using), 0, printed.join('\n'));
});
