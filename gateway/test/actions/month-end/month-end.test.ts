// A month-end lists every movement once, matched with the bank's entries. Every difference has its cause. The next
// month-end reports later changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commitMonthEnd } from '../../../src/actions/month-end/commit-month-end.ts';
import { formerFaults, verifyMonthEnd } from '../../../src/actions/month-end/verify-month-end.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import { sha256Of } from '../../../src/domain/month-end/manifest.ts';
import { timeOrderedId } from '../../../src/domain/transactions/time-ordered-id.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { statusReport } from '../../http/bank/messages.ts';
import { causes, openMonthEnds } from './month-end-stage.ts';

const stage = await openMonthEnds();
const compact = (id: string) => id.replaceAll('-', '');

test('a month whose statements have all arrived has no difference with the bank', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  const payin = await brand.transfer(100, 'C1');
  const payout = await brand.payOut(30);
  await brand.shop.operator('POST', 'bank-files', {});
  stage.setClock('2026-10-06T10:00:00Z');
  const debit = { amount: '30.00', direction: 'DBIT' as const, details: [{ endToEndId: compact(payout) }] };
  await brand.take([payin.paid, debit], { day: '2026-10-06', closing: '70.00' });
  // The last day of the month is a Saturday, so the bank's last day is the day before.
  await brand.take([], { day: '2026-10-30', closing: '70.00' });
  stage.setClock('2026-11-02T10:00:00Z');
  const closed = await brand.close('2026-10');
  assert.deepEqual(causes(closed), ['funding 2026-10 1000000.00']);
  const movements = closed.table('movements.csv');
  assert.deepEqual(
    movements.map(({ Kind, Proof, Difference }) => [Kind, Proof, Difference]),
    [
      ['FUNDING', 'none', 'funding'],
      ['PAYOUT_SET_ASIDE', 'internal', ''],
      ['PAYIN', 'bank', ''],
      ['PAYOUT_PAID', 'bank', ''],
    ],
  );
  assert.deepEqual(
    closed
      .table('accounts.csv')
      .map((line) => [line.Account, line['Opening balance'], line['Closing balance']]),
    [
      ['available', '0.00', '1000070.00'],
      ['funding', '0.00', '-1000000.00'],
      ['provider', '0.00', '-70.00'],
      ['reserved', '0.00', '0.00'],
    ],
  );
  const [bank] = closed.table('providers.csv');
  assert.deepEqual(
    [
      bank!.Provider,
      bank!.In,
      bank!.Out,
      bank!['Bank entries in'],
      bank!['Bank entries out'],
      bank!['Bank closing balance'],
    ],
    ['bank', '100.00', '30.00', '100.00', '30.00', '70.00'],
  );
  assert.deepEqual((await verifyMonthEnd(closed.bytes)).faults, []);
  assert.match(closed.text('read-me.html'), /2026-10/);
});

test('each difference has its cause', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  const { shop } = brand;
  const late = await brand.transfer(11, 'C1');
  const other = await brand.transfer(12, 'C2');
  const unbooked = await brand.payOut(7);
  const waiting = await brand.payOut(8);
  const file = await shop.operator('POST', 'bank-files', {});
  await brand.tell(
    statusReport(file.body.fileId, { of: [{ endToEndId: compact(unbooked), status: 'ACSC' }] }),
  );
  const card = await shop.card({ amount: 50 });
  const first = await brand.take(
    [
      { amount: '3.00', bankReference: 'F1', direction: 'DBIT', kind: 'CHRG' },
      { amount: '4.00', bankReference: 'U1', details: [{ text: 'hello' }] },
      { amount: '5.00', bankReference: 'U2', details: [{ text: 'gone' }] },
      { ...other.paid, amount: '13.00' },
    ],
    { day: '2026-10-07', closing: '20.00' },
  );
  assert.equal(first.unmatched, 3, JSON.stringify(first));
  const listed = await shop.operator('GET', 'bank-entries?state=unmatched');
  const gone = listed.body.find((one: { amount: number }) => one.amount === 5);
  await shop.operator('POST', `bank-entries/${gone.entryId}/dismiss`, { reason: 'Zoë Müller called' });
  // Booked on the last day of the month, reported on the first day of the next one.
  stage.setClock('2026-11-01T09:00:00Z');
  await brand.take([late.paid], { day: '2026-10-31', closing: '31.00' });
  stage.setClock('2026-11-02T10:00:00Z');
  const closed = await brand.close('2026-10');
  const found = closed.table('differences.csv');
  assert.deepEqual(found.map((line) => [line.Difference, line.Of, line.Amount]).sort(), [
    ['bank-charge', 'bank entry', '-3.00'],
    ['conflict', 'bank entry', '13.00'],
    ['dismissed', 'bank entry', '5.00'],
    ['funding', 'movement', '1000000.00'],
    ['no-statements', 'account', '50.00'],
    ['not-booked', 'movement', '-7.00'],
    ['recorded-in-another-month', 'bank entry', '11.00'],
    ['set-aside', 'payment', '-8.00'],
    ['unmatched', 'bank entry', '4.00'],
  ]);
  assert.equal(found.find((line) => line.Difference === 'set-aside')!['Payment id'], waiting);
  const counted = closed.manifest.counts.differences;
  assert.equal(
    Object.values(counted).reduce((sum, one) => sum + one, 0),
    found.length,
  );
  assert.equal(closed.monthEnd.differences, found.length);
  // Contains neither a customer nor a person's text.
  const all = ['movements.csv', 'bank-entries.csv', 'differences.csv', 'read-me.html', 'manifest.json'];
  for (const name of all) assert.doesNotMatch(closed.text(name), /Müller|Muller|FR14|Ada|hello/, name);
  assert.deepEqual((await verifyMonthEnd(closed.bytes)).faults, []);

  // The next month: the pay-in's entry belongs to October; the payout is booked, the conflict is decided.
  await brand.take(
    [
      {
        amount: '7.00',
        direction: 'DBIT',
        bankReference: 'D1',
        details: [{ endToEndId: compact(unbooked) }],
      },
    ],
    { day: '2026-11-03', closing: '24.00' },
  );
  await brand.take([], { day: '2026-11-30', closing: '24.00' });
  stage.setClock('2026-12-02T10:00:00Z');
  const next = await brand.close('2026-11');
  assert.deepEqual(
    next
      .table('differences.csv')
      .map((line) => [line.Difference, line.Month, line.Amount])
      .sort(),
    [
      ['booked-in-another-month', '2026-11', '11.00'],
      ['conflict', '2026-10', '13.00'],
      ['recorded-in-another-month', '2026-11', '-7.00'],
      ['set-aside', '2026-11', '-8.00'],
      ['unmatched', '2026-10', '4.00'],
    ],
  );
  assert.deepEqual(
    next.table('changes.csv').map((line) => [line.Change, line.Month, line['Month was closed'], line.Amount]),
    [
      ['completed', '2026-10', 'yes', '11.00'],
      ['settled', '2026-10', 'yes', '-7.00'],
    ],
  );
  assert.ok(card);
  const former = await verifyMonthEnd(closed.bytes);
  assert.deepEqual(formerFaults(next.manifest, former), []);
  const [account] = next.manifest.accounts;
  const moved = { ...account!, opening: String(BigInt(account!.opening) + 1n) };
  for (const wrong of [
    formerFaults({ ...next.manifest, begins: '2026-11-01T00:00:01.000Z' }, former),
    formerFaults({ ...next.manifest, accounts: [moved, ...next.manifest.accounts.slice(1)] }, former),
    formerFaults(next.manifest, { ...former, faults: ['it is wrong'] }),
  ])
    assert.equal(wrong.length, 1, wrong.join('\n'));
  assert.equal(formerFaults(closed.manifest, former).length, 1);
});

test('the next month-end reports a late success, and its balances continue those of the last month', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  const payin = await brand.transfer(15, 'C1');
  await brand.shop.card({ amount: 40, merchantReference: 'card-1' });
  await brand.shop.call('POST', '/cancel-payment', { transactionId: payin.id });
  stage.setClock('2026-11-02T10:00:00Z');
  const october = await brand.close('2026-10');
  assert.equal(october.table('movements.csv').length, 2);
  assert.deepEqual(october.table('changes.csv'), []);
  // Closing the same month again gives the same bytes.
  const again = await brand.close('2026-10');
  assert.equal(again.isNew, false);
  assert.deepEqual(again.bytes, october.bytes);

  await brand.take([payin.paid], { day: '2026-11-02', closing: '15.00' });
  await brand.take([{ amount: '9.00', bankReference: 'X1', details: [{ text: 'from October' }] }], {
    day: '2026-10-20',
    closing: '9.00',
  });
  await brand.shop.refund('card-1', 5);
  await stage.payRefunds();
  stage.setClock('2026-12-02T10:00:00Z');
  const november = await brand.close('2026-11');
  const changes = november.table('changes.csv');
  assert.deepEqual(
    changes.map((line) => [line.Change, line.Month, line.Reference === '', line.Amount]).sort(),
    [
      ['entry-came-later', '2026-10', true, '9.00'],
      ['late-success', '2026-10', false, '15.00'],
      ['refunded', '2026-10', false, '-5.00'],
    ],
  );
  assert.equal(changes.find((line) => line.Change === 'late-success')!['Payment id'], payin.id);
  for (const account of october.manifest.accounts) {
    const later = november.manifest.accounts.find((one) => one.account === account.account)!;
    assert.equal(later.opening, account.closing, account.account);
  }
  assert.deepEqual((await verifyMonthEnd(november.bytes)).faults, []);
});

test('a month is refused if it is not over or out of turn, and an empty month can be closed', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  await assert.rejects(brand.close('2026-10'), /2026-10 is not over yet/);
  await assert.rejects(brand.close('2026-13'), /must be a month/);
  // Ten years before, there was nothing to close.
  await assert.rejects(brand.close('2016-10'), /money first moved in 2026-10/);
  stage.setClock('2026-10-31T23:59:00Z');
  await assert.rejects(brand.close('2026-10'), /is not over yet/);
  stage.setClock('2026-12-02T10:00:00Z');
  await brand.close('2026-10');
  stage.setClock('2027-01-02T10:00:00Z');
  await assert.rejects(brand.close('2026-12'), /the next month to close is 2026-11/);
  await assert.rejects(brand.close('2026-09'), /the next month to close is 2026-11/);
  const empty = await brand.close('2026-11');
  assert.deepEqual([empty.manifest.counts.movements, empty.table('differences.csv')], [0, []]);
  assert.deepEqual((await verifyMonthEnd(empty.bytes)).faults, []);
});

test('people who close a month at the same time get the same month-end', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  stage.setClock('2026-11-02T10:00:00Z');
  const [one, other] = await Promise.all([brand.close('2026-10'), brand.close('2026-10')]);
  assert.deepEqual(one.bytes, other.bytes);
  const { sql } = stage.providerStage.gateway.gateway.context;
  const { merchantId } = brand.shop.brand;
  const [rows] =
    await sql`select count(distinct month_end_id)::integer as tries from month_end_parts where merchant_id = ${merchantId}`;
  assert.equal(rows!.tries, 1);
  const logged =
    await sql`select 1 from audit_log where merchant_id = ${merchantId} and action = 'month-end.made'`;
  assert.equal(logged.length, 1);
});

test('a closing whose answer was lost is durable, and an overtaken closing is refused', async (t) => {
  stage.setClock('2026-10-05T10:00:00Z');
  const brand = await stage.brand(t);
  stage.setClock('2026-11-02T10:00:00Z');
  const { monthEnd: october, manifest } = await brand.close('2026-10');
  const { sql, vault } = stage.providerStage.gateway.gateway.context;
  const id = timeOrderedId(new Date('2026-12-02T10:00:00Z'));
  const november = { ...october, month: '2026-11', id, manifestSha256: sha256Of('november') };
  const committing = { monthEnd: november, manifest, statementIds: [], former: october };
  const months = async () => {
    const rows = await sql`
      select month from month_ends where merchant_id = ${october.merchantId} order by month`;
    return rows.map(({ month }) => month);
  };
  // It was read before October was closed.
  await assert.rejects(
    commitMonthEnd({ sql, vault }, ROOT, { ...committing, former: null }),
    /2026-10 has just been closed/,
  );
  let begun = 0;
  const losing: Sql = new Proxy(sql, {
    get(target, property) {
      const value = Reflect.get(target, property);
      if (property !== 'begin' || ++begun > 1) return value;
      return async (work: unknown) => {
        await value(work);
        throw Object.assign(new Error('the connection broke'), { code: 'CONNECTION_CLOSED' });
      };
    },
  });
  const made = await commitMonthEnd({ sql: losing, vault }, ROOT, committing);
  assert.deepEqual([begun, made.isNew, made.monthEnd.id], [2, true, id]);
  const other = { ...november, id: timeOrderedId(new Date('2026-12-02T10:00:00Z')) };
  const again = await commitMonthEnd({ sql, vault }, ROOT, { ...committing, monthEnd: other });
  assert.deepEqual([again.isNew, again.monthEnd.id], [false, id]);
  assert.deepEqual(await months(), ['2026-10', '2026-11']);
  const logged =
    await sql`select 1 from audit_log where merchant_id = ${october.merchantId} and action = 'month-end.made'`;
  assert.equal(logged.length, 2);

  // An archive with a missing part is no archive.
  await sql`delete from month_end_parts where merchant_id = ${october.merchantId} and file = 'movements.csv' and part = 0`;
  await assert.rejects(brand.close('2026-10'), /lacks the piece 0 of movements\.csv/);
});
