// Adyen's settlement details report: what each type of row means, in every form that the file can have. The rows are
// those of Adyen's documentation and of its sample.
import assert from 'node:assert/strict';
import test from 'node:test';
import { readAll } from './read-settlements.ts';
import { GOOD_CARD } from './stage.ts';
import {
  aPayoutRow,
  aRow,
  aSettledRow,
  COLUMNS,
  type ReportForm,
  type ReportRow,
  writeReport,
} from './stand-in/settlement-report.ts';

const CHARGE = '0198f5a0-0000-7000-8000-000000000001';
const REFUND = '0198f5a0-0000-7000-8000-0000000000ff';
const PAYMENT = 'QFQTPCQ8HXSKGK82';

const inBatch = async (rows: readonly ReportRow[], form?: ReportForm) => {
  const { payouts, unknownValues } = await readAll(writeReport(rows, form));
  assert.equal(payouts.length, 1);
  return { ...payouts[0]!, unknownValues };
};
const onlyLine = async (row: ReportRow) => {
  const { lines, unknownValues } = await inBatch([row]);
  assert.equal(lines.length, 1);
  const { key: _, ...line } = lines[0]!;
  return { ...line, unknownValues };
};

const aRefundRow = (fields: ReportRow = {}) =>
  aSettledRow({
    Type: 'Refunded',
    'Modification Reference': 'REFUND0000000001',
    'Modification Merchant Reference': REFUND,
    'Gross Credit (GC)': '',
    'Gross Debit (GC)': '10.00',
    'Net Credit (NC)': '',
    'Net Debit (NC)': '10.05',
    'Markup (NC)': '0.05',
    'Scheme Fees (NC)': '',
    'Interchange (NC)': '',
    ...fields,
  });

test('a settled payment is a charge with its references, and its fee is the sum of the four columns', async () => {
  assert.deepEqual(await onlyLine(aSettledRow()), {
    kind: 'charge',
    charge: CHARGE,
    modification: null,
    payment: PAYMENT,
    providerReference: 'CAPTURE000000001',
    grossMinor: 2500n,
    feeMinor: 45n,
    netMinor: 2455n,
    currency: 'EUR',
    original: null,
    occurredAt: new Date('2026-11-28T09:00:00Z'),
    word: 'Settled',
    unknownValues: [],
  });
  const blended = {
    'Commission (NC)': '0.45',
    'Markup (NC)': '',
    'Scheme Fees (NC)': '',
    'Interchange (NC)': '',
  };
  assert.equal((await onlyLine(aSettledRow(blended))).feeMinor, 45n);
});

test('a refund has its own reference, and the payment keeps its reference beside it', async () => {
  const { kind, charge, modification, payment, providerReference, grossMinor, feeMinor, netMinor } =
    await onlyLine(aRefundRow());
  assert.deepEqual(
    [kind, charge, modification, payment, providerReference],
    ['refund', CHARGE, REFUND, PAYMENT, 'REFUND0000000001'],
  );
  assert.deepEqual([grossMinor, feeMinor, netMinor], [-1000n, 5n, -1005n]);
  for (const theirs of ['<auto>', '', `${CHARGE}-2`])
    assert.equal(
      (await onlyLine(aRefundRow({ 'Modification Merchant Reference': theirs }))).modification,
      null,
    );
});

test('each type of row that Adyen documents has its kind', async () => {
  const credit = { 'Gross Credit (GC)': '5.00', 'Net Credit (NC)': '5.00' };
  const debit = { 'Gross Debit (GC)': '5.00', 'Net Debit (NC)': '5.00' };
  const cases: [string, string, ReportRow][] = [
    ['Settled', 'charge', credit],
    ['SettledInInstallments', 'charge', credit],
    ['Refunded', 'refund', debit],
    ['RefundedReversed', 'refund-failed', credit],
    ['SettledReversed', 'dispute', debit],
    ['Chargeback', 'dispute', debit],
    ['SecondChargeback', 'dispute', debit],
    ['ChargebackReversed', 'dispute-reversed', credit],
    ['Balancetransfer', 'other', { 'Net Credit (NC)': '5.00' }],
    ['DepositCorrection', 'other', { 'Net Debit (NC)': '5.00' }],
    ['ManualCorrected', 'other', { 'Net Debit (NC)': '5.00' }],
    ['BankInstructionReturned', 'other', { 'Net Credit (NC)': '5.00' }],
  ];
  for (const [Type, kind, amounts] of cases) {
    const gross = 'Gross Debit (GC)' in amounts || 'Gross Credit (GC)' in amounts;
    const line = await onlyLine(aRow({ Type, ...amounts, ...(gross ? { 'Gross Currency': 'EUR' } : {}) }));
    const sign = 'Net Credit (NC)' in amounts ? 1n : -1n;
    assert.deepEqual(
      [line.kind, line.grossMinor, line.feeMinor, line.word],
      [kind, sign * 500n, 0n, Type],
      Type,
    );
    assert.deepEqual(line.unknownValues, [], Type);
  }
});

test('a fee has no gross amount, and is negative if Adyen gives it back', async () => {
  for (const Type of ['Fee', 'MiscCosts', 'PaymentCost', 'InvoiceDeduction', 'AdvancementCommissioned']) {
    const row = aRow({
      Type,
      'Modification Reference': 'Transaction Fees November 2026',
      'Net Debit (NC)': '12.3',
    });
    const line = await onlyLine(row);
    assert.deepEqual(
      [line.kind, line.grossMinor, line.feeMinor, line.netMinor, line.payment, line.providerReference],
      ['fee', 0n, 1230n, -1230n, null, 'Transaction Fees November 2026'],
    );
  }
  const back = await onlyLine(aRow({ Type: 'MiscCosts', 'Net Credit (NC)': '1.00' }));
  assert.deepEqual([back.feeMinor, back.netMinor], [-100n, 100n]);
});

test('a chargeback keeps the fee of the dispute apart from its amount', async () => {
  const line = await onlyLine(
    aSettledRow({
      Type: 'Chargeback',
      'Modification Reference': 'DISPUTE000000001',
      'Gross Credit (GC)': '',
      'Gross Debit (GC)': '349.99',
      'Net Credit (NC)': '',
      'Net Debit (NC)': '357.49',
      'Commission (NC)': '7.5',
      'Markup (NC)': '',
      'Scheme Fees (NC)': '',
      'Interchange (NC)': '',
    }),
  );
  assert.deepEqual(
    [line.kind, line.grossMinor, line.feeMinor, line.netMinor, line.providerReference],
    ['dispute', -34_999n, 750n, -35_749n, 'DISPUTE000000001'],
  );
});

test('a type that is not known, and a charge that takes money, are other lines and are counted', async () => {
  const strange = await onlyLine(aRow({ Type: 'Something\nnew', 'Net Debit (NC)': '3.00' }));
  assert.deepEqual([strange.kind, strange.grossMinor, strange.word], ['other', -300n, 'Something new']);
  assert.deepEqual(strange.unknownValues, ['Type=Something new']);
  const odd = await onlyLine(
    aRow({ Type: 'Settled', 'Gross Currency': 'EUR', 'Gross Debit (GC)': '3.00', 'Net Debit (NC)': '3.00' }),
  );
  assert.deepEqual([odd.kind, odd.grossMinor, odd.unknownValues], ['other', -300n, ['Type=Settled debit']]);
  for (const Type of ['__proto__', 'constructor', ''])
    assert.equal((await onlyLine(aRow({ Type, 'Net Debit (NC)': '3.00' }))).kind, 'other');
});

test('a converted line has its original amount, and a gross amount in the currency of the payout', async () => {
  const converted = { 'Gross Currency': 'USD', 'Exchange Rate': '0.92', 'Net Credit (NC)': '22.55' };
  const line = await onlyLine(aSettledRow(converted));
  assert.deepEqual(line.original, { amountMinor: 2500n, currency: 'USD', rate: '0.92' });
  assert.deepEqual(
    [line.currency, line.grossMinor, line.feeMinor, line.netMinor],
    ['EUR', 2300n, 45n, 2255n],
  );
  const refund = await onlyLine(
    aRefundRow({ 'Gross Currency': 'USD', 'Exchange Rate': 'n/a', 'Net Debit (NC)': '9.25' }),
  );
  assert.deepEqual(refund.original, { amountMinor: -1000n, currency: 'USD', rate: null });
  assert.deepEqual([refund.grossMinor, refund.feeMinor], [-920n, 5n]);
});

test('amounts are exact in the minor unit of each currency, also where Adyen counts in another one', async () => {
  const amounts: [string, string, bigint][] = [
    ['JPY', '500', 500n],
    ['JPY', '500.00', 500n],
    ['KWD', '1.25', 1250n],
    ['KWD', '1.255', 1255n],
    ['CLP', '1000.00', 1000n],
    ['ISK', '150', 150n],
    ['IDR', '150000', 15_000_000n],
    ['EUR', '0.1', 10n],
    ['EUR', '7.50000', 750n],
    ['EUR', '999999999999.99', 99_999_999_999_999n],
  ];
  for (const [currency, text, minor] of amounts) {
    const row = aRow({ Type: 'Balancetransfer', 'Net Currency': currency, 'Net Credit (NC)': text });
    assert.equal((await onlyLine(row)).netMinor, minor, `${text} ${currency}`);
  }
});

test('a payout has the batch as its reference, the amount that Adyen states, and the words at the bank', async () => {
  const { lines, unknownValues: _, ...payout } = await inBatch([aSettledRow(), aPayoutRow('24.55')]);
  assert.deepEqual(payout, {
    reference: '1',
    currency: 'EUR',
    netMinor: 2455n,
    paidAt: new Date('2026-11-29T03:00:00Z'),
    failure: null,
    bankWords: ['1', 'TollgateTestECOM'],
  });
  assert.equal(lines.length, 1);
  const unpaid = await inBatch([aSettledRow()]);
  assert.deepEqual([unpaid.netMinor, unpaid.paidAt], [null, null]);
  const alone = await inBatch([aPayoutRow('24.55')]);
  assert.deepEqual([alone.netMinor, alone.lines], [2455n, []]);
});

test('a batch with several currencies is a payout for each of them, and a report can have several batches', async () => {
  const inPounds = { 'Net Currency': 'GBP', 'Gross Currency': 'GBP' };
  const rows = [
    aPayoutRow('24.55', inPounds),
    aSettledRow(),
    aSettledRow(inPounds),
    aPayoutRow('24.55'),
    aSettledRow({ 'Batch Number': '2' }),
  ];
  for (const given of [rows, rows.toReversed()]) {
    const { payouts } = await readAll(writeReport(given));
    assert.deepEqual(
      payouts.map(({ reference, netMinor, lines }) => [reference, netMinor, lines.length]).sort(),
      [
        ['1-EUR', 2455n, 1],
        ['1-GBP', 2455n, 1],
        ['2', null, 1],
      ],
    );
    for (const { bankWords, reference } of payouts)
      assert.deepEqual(bankWords, [reference.slice(0, 1), 'TollgateTestECOM']);
  }
});

test('local times are converted by the zone of their row, and an unknown zone or date gives no time', async () => {
  const times: [string, string, string | null][] = [
    ['2026-11-28 10:00:00', 'CET', '2026-11-28T09:00:00.000Z'],
    ['2026-07-28 10:00:00', 'CEST', '2026-07-28T08:00:00.000Z'],
    ['2026-07-28 10:00:00', 'BST', '2026-07-28T09:00:00.000Z'],
    ['2026-12-31 23:59:59', 'PST', '2027-01-01T07:59:59.000Z'],
    ['2026-11-28 10:00', 'ACDT', '2026-11-27T23:30:00.000Z'],
    ['2026-11-28 10:00:00', 'GMT+05:30', '2026-11-28T04:30:00.000Z'],
    ['2026-11-28 10:00:00', 'utc', '2026-11-28T10:00:00.000Z'],
    ['2026-11-28 10:00:00', 'XYZ', null],
    ['2026-11-28 10:00:00', 'constructor', null],
    ['2026-11-28 10:00:00', 'IST', null],
    ['2026-11-28 10:00:00', '', null],
    ['28/11/2026 10:00', 'CET', null],
    ['2026-02-30 10:00:00', 'CET', null],
    ['0000-00-00 00:00:00', 'CET', null],
    ['', 'CET', null],
  ];
  for (const [date, TimeZone, expected] of times) {
    const { occurredAt, unknownValues } = await onlyLine(aSettledRow({ 'Creation Date': date, TimeZone }));
    assert.equal(occurredAt?.toISOString() ?? null, expected, `${date} ${TimeZone}`);
    assert.equal(unknownValues.length, expected === null ? 1 : 0);
  }
});

test('the form of the file changes nothing: separators, line ends, quotes, marks, columns and their order', async () => {
  const rows = [
    aSettledRow(),
    aRefundRow(),
    aPayoutRow('14.50'),
    aRow({ Type: 'Fee', 'Net Debit (NC)': '1.00' }),
  ];
  const expected = await readAll(writeReport(rows));
  const others = COLUMNS.filter((name) => !/^(Reserved|Company|Payment Method)/.test(name));
  const forms: ReportForm[] = [
    { separator: ';' },
    { separator: '\t', lineEnd: '\r\n' },
    { hasMark: true, isQuoted: true },
    { lineEnd: '\r\n', hasMark: true },
    { columns: others.toReversed() },
    { columns: ['Store', ...others, 'Shopper Reference', 'Store'] },
  ];
  for (const form of forms)
    for (const pieceSize of [1, 7, 100_000])
      assert.deepEqual(await readAll(writeReport(rows, form), pieceSize), expected, JSON.stringify(form));
  const written = writeReport(rows);
  const header = written.slice(0, written.indexOf('\n'));
  const spoken = written.replace(header, header.toUpperCase().replaceAll(',', ' ,'));
  for (const content of [
    `${written}\n\n\r\n`,
    `${written},,,,\n`,
    `sep=,\n${written}`,
    written.trimEnd(),
    spoken,
  ])
    assert.deepEqual(await readAll(content), expected);
});

test('commas, quotes, line breaks and formulas in a cell stay data', async () => {
  const texts = ['a,b;c\td', 'a "quoted" one', '=1+1', "'=cmd|' /C calc'!A0", '@SUM(A1)', 'ünïcode 💶'];
  for (const reference of texts)
    for (const separator of [',', ';', '\t']) {
      const { lines } = await inBatch([aSettledRow({ 'Merchant Reference': reference })], { separator });
      assert.equal(lines[0]!.charge, reference.replace('\t', ' '));
    }
  const broken = await onlyLine(aSettledRow({ 'Merchant Reference': 'one\r\ntwo\0three' }));
  assert.equal(broken.charge, 'one two three');
  const long = await onlyLine(aSettledRow({ 'Merchant Reference': '💶'.repeat(300) }));
  assert.equal(long.charge, '💶'.repeat(200));
  assert.equal((await onlyLine(aSettledRow({ 'Merchant Reference': GOOD_CARD }))).charge, GOOD_CARD);
});

test('lines that are alike in one batch have keys of their own, and keep them in another order', async () => {
  const fee = aRow({ Type: 'Fee', 'Net Debit (NC)': '0.10' });
  const rows = [fee, aSettledRow(), fee, fee, { ...fee, 'Batch Number': '2' }];
  const keysOf = async (given: ReportRow[], form?: ReportForm) =>
    (await readAll(writeReport(given, form))).payouts
      .flatMap(({ lines }) => lines.map(({ key }) => key))
      .sort();
  const keys = await keysOf(rows);
  assert.equal(new Set(keys).size, 5);
  assert.deepEqual(await keysOf(rows.toReversed(), { separator: ';' }), keys);
  const written = { ...fee, 'Net Debit (NC)': '0.1', 'Exchange Rate': '1', 'Gross Currency': 'EUR' };
  assert.deepEqual(await keysOf([written, aSettledRow(), fee, fee, { ...fee, 'Batch Number': '2' }]), keys);
});

test('a line has the same key in a report without the columns of the fee', async () => {
  const row = aRow({ Type: 'Something new', 'Net Credit (NC)': '9.50', 'Commission (NC)': '0.50' });
  const columns = COLUMNS.filter((name) => name !== 'Commission (NC)');
  const [whole, short] = [await inBatch([row]), await inBatch([row], { columns })];
  assert.deepEqual([whole.lines[0]!.feeMinor, short.lines[0]!.feeMinor], [50n, 0n]);
  assert.equal(short.lines[0]!.key, whole.lines[0]!.key);
});
