// SIGKILL while lines of a payout are stored (contract 17): between two pages of Stripe, and within a report of Adyen.
// The next process goes on, and each line is there once.
import assert from 'node:assert/strict';
import test from 'node:test';
import { writeReport } from '../providers/adyen/stand-in/settlement-report.ts';
import { MERCHANT_ACCOUNT } from '../providers/adyen/stand-in/stand-in.ts';
import { book, createPayout, reconcilePayout } from '../providers/stripe/stand-in/payouts.ts';
import { eventually } from '../stage/harness.ts';
import { type Change, guardedText } from './mutants.ts';
import { ProviderStage } from './provider-stage.ts';

const DIE = "process.kill(process.pid, 'SIGKILL');";
const PAGE_MS = 300_000;

const AFTER_A_PAGE: Change = {
  name: 'dies after the first page',
  file: 'actions/settlements/follow-payout.ts',
  original: '    after = page.rest;',
  replacement: `    ${DIE}`,
};
const WITHIN_A_REPORT: Change = {
  name: 'dies before the commit of a report',
  file: 'actions/settlements/take-report.ts',
  original: 'await insertTaken(context, tx, by, { source, sha256, answer });',
  replacement: `${DIE}`,
};

/** How the lines stand in the database. */
async function stored({ sql }: ProviderStage) {
  const [sums] = await sql`
    select coalesce(sum(lines), 0)::integer as lines, count(*)::integer as settlements,
      coalesce(bool_and(is_complete), false) as complete,
      coalesce(sum(charges_minor + refunds_minor + disputes_minor + fees_minor + other_minor), 0)::bigint as net
    from settlements`;
  const [rows] =
    await sql`select count(*)::integer as rows, count(distinct line_key)::integer as keys from settlement_lines`;
  return { ...sums, ...rows };
}

test('a gateway that is killed between two pages of a payout counts each line once', async (t) => {
  assert.ok(guardedText(AFTER_A_PAGE));
  const stage = await ProviderStage.open(t, AFTER_A_PAGE);
  const { books } = stage.stripe;
  const lines = Array.from({ length: 150 }, () =>
    book(books, 'fee', null, { amount: -100, currency: 'eur' }),
  );
  reconcilePayout(books, createPayout(books, lines).id);
  await stage.tellStripe();
  await stage.died();
  const half = await stored(stage);
  assert.deepEqual([half.rows > 0, half.rows < 150, half.complete], [true, true, false]);
  await stage.startAgain(undefined, PAGE_MS);
  await stage.tellStripe();
  await eventually(async () => (await stored(stage)).complete);
  const { settlements, lines: counted, rows, keys, net } = await stored(stage);
  assert.deepEqual([settlements, counted, rows, keys, net], [1, 150, 150, 150, -15_000n]);
});

test('a gateway that is killed within a report stores nothing of it, and all of it afterwards', async (t) => {
  assert.ok(guardedText(WITHIN_A_REPORT));
  const stage = await ProviderStage.open(t, WITHIN_A_REPORT);
  const fee = {
    'Merchant Account': MERCHANT_ACCOUNT,
    Type: 'Fee',
    'Net Currency': 'EUR',
    'Net Debit (NC)': '1.00',
    'Batch Number': '7',
    'Creation Date': '2026-03-01 10:00:00',
    TimeZone: 'CET',
  };
  const report = writeReport(Array.from({ length: 40 }, () => fee));
  assert.equal(await stage.takeReport('adyen', report), null);
  await stage.died();
  assert.equal((await stored(stage)).rows, 0);
  await stage.startAgain(undefined, PAGE_MS);
  const taken = await stage.takeReport('adyen', report);
  assert.deepEqual([taken!.status, JSON.parse(taken!.text).lines], [201, 40], taken!.text);
  const again = await stage.takeReport('adyen', report);
  assert.deepEqual([again?.status, again?.text], [200, taken!.text]);
  const { lines, rows, net } = await stored(stage);
  assert.deepEqual([lines, rows, net], [40, 40, -4_000n]);
});
