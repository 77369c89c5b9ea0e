// Files that are not a settlement details report of this account: each is refused whole, with a text that says what is
// wrong, and none costs memory beyond its size.
import assert from 'node:assert/strict';
import test from 'node:test';
import { faultOf, piecesOf, sourceOf } from './read-settlements.ts';
import {
  aPayoutRow,
  aRow,
  aSettledRow,
  COLUMNS,
  type ReportRow,
  writeReport,
} from './stand-in/settlement-report.ts';

const MB = 1024 * 1024;
const faultOfRow = (row: ReportRow) => faultOf(writeReport([aSettledRow(), aSettledRow(row)]));

test('a file that is no report is refused', async () => {
  const html = '<!DOCTYPE html>\n<html><body>Please log in</body></html>\n';
  for (const content of [
    '',
    '\n',
    html,
    '{"status":500}',
    'a,b,c\n1,2,3\n',
    '%PDF-1.7\n',
    '-----BEGIN PGP MESSAGE-----\n',
  ])
    assert.match(await faultOf(content), /no settlement details report of Adyen/, content);
  assert.match(await faultOf(writeReport([])), /has no lines/);
  assert.match(await faultOf(`${writeReport([])},,,\n\n`), /has no lines/);
});

test('a report without a needed column is refused, and the fault names the column', async () => {
  for (const column of ['Batch Number', 'Type', 'Net Credit (NC)', 'Merchant Account', 'TimeZone']) {
    const columns = COLUMNS.filter((one) => one !== column);
    const fault = await faultOf(writeReport([aSettledRow()], { columns }));
    assert.ok(fault.includes(column), fault);
  }
  const twice = await faultOf(writeReport([aSettledRow()], { columns: [...COLUMNS, 'Net Debit (NC)'] }));
  assert.match(twice, /two columns Net Debit \(NC\)/);
  const columns = COLUMNS.filter((one) => one !== 'Markup (NC)');
  const converted = aSettledRow({ 'Gross Currency': 'USD', 'Net Credit (NC)': '20.00' });
  assert.match(await faultOf(writeReport([converted], { columns })), /no column Markup \(NC\), and line 2/);
});

test('a report with a line of another merchant account is refused', async () => {
  for (const account of ['TollgateTestPOS', 'tollgatetestecom', ''])
    assert.match(
      await faultOfRow({ 'Merchant Account': account }),
      /line 3 belongs to the merchant account .*, not to TollgateTestECOM/,
    );
});

test('an amount that is not exact refuses the report', async () => {
  const texts = [
    '1.005',
    '4,88',
    '1,000.00',
    '1e3',
    '=1+1',
    "'5.00",
    '0x10',
    'NaN',
    '5.',
    '.5',
    '+5',
    '1234567890123',
    '5 EUR',
  ];
  for (const text of texts)
    assert.match(
      await faultOfRow({ Type: 'Fee', 'Net Debit (NC)': text }),
      /line 3 has no amount of EUR/,
      text,
    );
  const yen = aRow({ Type: 'Fee', 'Net Currency': 'JPY', 'Net Debit (NC)': '5.5' });
  assert.match(await faultOf(writeReport([yen])), /no amount of JPY/);
});

test('a line that does not add up, or has no known currency or batch, refuses the report', async () => {
  assert.match(await faultOfRow({ 'Net Credit (NC)': '24.54' }), /line 3 does not add up/);
  assert.match(await faultOfRow({ 'Gross Credit (GC)': '' }), /line 3 does not add up/);
  for (const currency of ['', 'eur', 'XXX', 'BTC'])
    for (const column of ['Net Currency', 'Gross Currency'])
      assert.match(await faultOfRow({ [column]: currency }), new RegExp(`no known currency.*${column}`));
  for (const batch of ['', 'x', '-1', '1.5', '1'.repeat(19)])
    assert.match(await faultOfRow({ 'Batch Number': batch }), /line 3 has no batch number/);
  const crossed = { 'Gross Currency': 'USD', 'Net Credit (NC)': '', 'Net Debit (NC)': '20.00' };
  assert.match(await faultOfRow(crossed), /takes in one currency what it gives in the other/);
});

test('a damaged file is refused', async () => {
  const good = writeReport([aSettledRow(), aPayoutRow('24.55')]);
  assert.match(await faultOf(`${good}"not closed,,,\n`), /look for a quote/);
  assert.match(await faultOf(good.replace('visa', 'vi"sa')), /line 2 cannot be read as CSV/);
  assert.match(await faultOf(good.slice(0, -8)), /line 3 has \d+ cells/);
  assert.match(await faultOf(good.replace(/\n$/, ',,,extra\n')), /line 3 has \d+ cells/);
});

test('another encoding than UTF-8 is refused', async () => {
  const row = aSettledRow({ 'Merchant Reference': 'Café' });
  const report = writeReport([row]);
  for (const content of [
    Buffer.from(report, 'latin1'),
    Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(report, 'utf16le')]),
  ])
    assert.match(await faultOf(content), /not UTF-8/);
  assert.match(await faultOf(Buffer.from(report, 'utf16le')), /not UTF-8|no settlement details report/);
  const cut = Buffer.concat([Buffer.from(report), Buffer.of(0xc3)]);
  assert.match(await faultOf(cut), /not UTF-8/);
});

test('sums that the database cannot hold refuse the report', async () => {
  const clf = aRow({ Type: 'Balancetransfer', 'Net Currency': 'CLF', 'Net Credit (NC)': '999999999999' });
  assert.match(
    await faultOf(writeReport(Array.from({ length: 1_000 }, () => clf))),
    /amounts of batch 1 are too large/,
  );
});

/** Counts the bytes that were taken of an endless file, and never holds it. */
function endless(start: string, again: string) {
  const piece = Buffer.from(again.repeat(Math.ceil(10_000 / again.length)));
  const taken = { bytes: 0 };
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(start);
    while (taken.bytes < 100 * MB) {
      taken.bytes += piece.length;
      yield piece;
    }
  }
  return { taken, pieces };
}

test('a cell or a line without end is refused before it is held, and an endless report at 20 MB', async () => {
  const header = writeReport([aSettledRow()]);
  const files: [string, string, number, RegExp][] = [
    ['', 'x', MB, /line 1 is longer/],
    [header, 'x', MB, /line 3 is longer/],
    [header, ',', MB, /line 3 is longer/],
    [`${header}"`, 'x\n', MB, /is longer .* a quote in it is not closed/],
    [header, '"\n",,,,', MB, /is longer/],
    [header, `${header.split('\n')[1]}\n`, 21 * MB, /larger than 20 MB/],
  ];
  for (const [start, again, most, fault] of files) {
    const { taken, pieces } = endless(start, again);
    const read = async () => {
      for await (const _ of sourceOf().readReport!(pieces())) assert.fail('a line was told');
    };
    await assert.rejects(read(), { name: 'ReportFault', message: fault });
    assert.ok(taken.bytes <= most, `${taken.bytes} bytes were taken`);
  }
});

test('a failure on the way is no fault of the report', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(writeReport([aSettledRow()]));
    throw new Error('the connection was reset');
  }
  const read = async () => {
    for await (const _ of sourceOf().readReport!(broken())) assert.fail('a line was told');
  };
  await assert.rejects(read(), { name: 'Error', message: 'the connection was reset' });
});

test('the pieces of a file do not matter', async () => {
  const fault = await faultOf(writeReport([aSettledRow({ 'Batch Number': '' })]));
  for (const size of [1, 3, 50_000]) {
    const read = async () => {
      for await (const _ of sourceOf().readReport!(
        piecesOf(writeReport([aSettledRow({ 'Batch Number': '' })]), size),
      ))
        assert.fail('a line was told');
    };
    await assert.rejects(read(), { message: fault });
  }
});

test('a report of more payouts than one import can store is refused', async () => {
  const rows = Array.from({ length: 5_001 }, (_, at) => aSettledRow({ 'Batch Number': String(at) }));
  assert.match(await faultOf(writeReport(rows)), /more than 5000 payouts/);
});
