// Files that a spreadsheet opens without damage: a cell keeps its value,
// and the spreadsheet never runs anything in it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { GERMAN, writeCsv } from '../../../src/actions/spreadsheet/csv.ts';
import type { Sheet } from '../../../src/actions/spreadsheet/sheet.ts';
import { textAsItWas, textInCsv } from '../../../src/actions/spreadsheet/spreadsheet-text.ts';
import { writeXlsx } from '../../../src/actions/spreadsheet/xlsx.ts';

interface Row {
  reference: string | null;
  minor: bigint;
  currency: string;
  at: Date;
}

const NOON = new Date('2026-03-29T10:00:00Z');
const aRow = (reference: string | null, minor = 2500n, currency = 'EUR'): Row => ({
  reference,
  minor,
  currency,
  at: NOON,
});

const sheetOf = (...batches: Row[][]): Sheet<Row> => ({
  name: 'Rows & more',
  timeZone: 'Europe/Berlin',
  columns: [
    { title: 'Time', kind: 'time', value: (row) => row.at },
    { title: 'Reference', kind: 'text', value: (row) => row.reference },
    { title: 'Amount', kind: 'money', value: ({ minor, currency }) => ({ minor, currency }) },
    { title: 'Parts', kind: 'count', value: () => 3 },
  ],
  batches,
});

async function csvOf(sheet: Sheet<Row>): Promise<string> {
  let text = '';
  for await (const part of writeCsv(sheet)) text += part;
  return text;
}

async function xlsxOf(
  sheets: Sheet<Row> | Sheet<Row>[],
  most?: { rows: number; bytes: number },
): Promise<Record<string, string>> {
  const parts: Uint8Array[] = [];
  for await (const part of writeXlsx([sheets].flat(), most)) parts.push(part);
  const files = unzipSync(Buffer.concat(parts));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

test('a CSV file opens in a spreadsheet with the right encoding, times and decimals', async () => {
  const text = await csvOf(
    sheetOf([aRow('order-1'), aRow('order-2', 1002n, 'JPY')], [aRow(null, 1n, 'BTC')]),
  );
  assert.equal(
    text,
    '\uFEFFTime (Europe/Berlin),Reference,Amount,Parts\r\n' +
      '2026-03-29 12:00:00,"order-1",25.00,3\r\n' +
      '2026-03-29 12:00:00,"order-2",1002,3\r\n' +
      '2026-03-29 12:00:00,,0.00000001,3\r\n',
  );
});

const FORMULAS = [
  '=1+1',
  '+49151',
  '-5+1',
  '-A1',
  '@SUM(A1)',
  ' =1',
  '＝1+1',
  '＋49',
  '＠SUM(A1)',
  '﹦1',
  '\u200b=1',
];

/** Former versions wrote an apostrophe before these. */
const DATES_AND_NUMBERS = [
  '-5',
  '-1,234.56',
  '2026-03-29',
  '00123',
  '1'.repeat(61),
  '1E5',
  '1,5',
  '2-3',
  '3/4/2026',
  '12:30',
  '1jan',
  'TRUE',
  'WAHR',
  '#N/A',
  // Dates, fractions and times, in the languages of many spreadsheets.
  'MAR-1',
  '3月1日',
  '2026年3月',
  '9時30分',
  'SEPT2',
  'Dez 12',
  'Mär 1',
  'déc-12',
  '12/2026',
  '1.Mai 2026',
  'Dec 12, 2026',
  'Mon 3 March 2026',
  '1 1/2',
  '5 PM',
  // Amounts
  '(100)',
  '$5',
  '5 €',
  'R$ 5',
  '5%',
  '1 000',
  '4000123412341234',
  '－5',
  '１２３',
  '（100）',
  '\u22125',
];

test('only a cell that begins like a formula gets an apostrophe; dates and numbers stay what they are', async () => {
  const text = await csvOf(sheetOf([...FORMULAS, ...DATES_AND_NUMBERS].map((reference) => aRow(reference))));
  const rows = parse(text, { bom: true, columns: false }) as string[][];
  assert.deepEqual(
    rows.slice(1).map((row) => row[1]),
    [...FORMULAS.map((value) => `'${value}`), ...DATES_AND_NUMBERS],
  );
});

test('the German flavour has semicolons and decimal commas, and still no formula', async () => {
  const sheet = sheetOf([aRow('order-1', -1000n), aRow('=1;2', 123456n), aRow(null, 1002n, 'JPY')]);
  let text = '';
  for await (const part of writeCsv(sheet, GERMAN)) text += part;
  assert.equal(
    text,
    '\uFEFFTime (Europe/Berlin);Reference;Amount;Parts\r\n' +
      '2026-03-29 12:00:00;"order-1";-10,00;3\r\n' +
      '2026-03-29 12:00:00;"\'=1;2";1234,56;3\r\n' +
      '2026-03-29 12:00:00;;1002;3\r\n',
  );
});

test('a spreadsheet that splits at semicolons or tabs finds no formula either', async () => {
  const values = ['x;=1+1;y', '";=1+1', 'a; +1', 'a;＝1', 'b\t＠x', 'b\t@SUM(A1)', 'c\n-1+2', ';"=1+1'];
  const text = await csvOf(sheetOf(values.map((reference) => aRow(reference))));
  assert.equal(parse(text, { bom: true })[1]![1], "x;'=1+1;y");
  for (const separator of [/[;\r\n]/, /[,\r\n]/, /[\t\r\n]/]) {
    for (const cell of text.split(separator)) assert.doesNotMatch(cell, /^["\s]*[=+\-@＝＋－＠]/);
  }
});

test('reading removes the apostrophe that was added for a spreadsheet, and nothing else', () => {
  for (const value of [
    ...FORMULAS,
    ...DATES_AND_NUMBERS,
    ...["'t Hoen", "'", "''", "'123", "''=1", "x;'=1", "x;=1;'+2;＝3", '\t=1', '\r\n@x', '', "a'b", "'MAR-1"],
  ])
    assert.equal(textAsItWas(textInCsv(value)), value, value);
  for (const value of DATES_AND_NUMBERS) assert.equal(textAsItWas(`'${value}`), value, value);
  // Reading does not change a person's own text.
  for (const value of ["'t Hoen", "'s-Hertogenbosch", 'order-1', '123', 'MAR-1'])
    assert.equal(textAsItWas(value), value);
});

test('a text that looks like an escape of XLSX stays unchanged', async () => {
  const values = ['_x0041_', 'a_x000D_b', '_x005F_', '_x41_', 'line\r\nend', '__x0041__'];
  const files = await xlsxOf(sheetOf(values.map((reference) => aRow(reference))));
  const cells = [...files['xl/worksheets/sheet1.xml']!.matchAll(/<c s="2"[^>]*><is><t[^>]*>([^<]*)</g)];
  const decoded = cells.map(([, text]) =>
    text!.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  );
  assert.deepEqual(decoded, values);
});

test('ordinary references are written unchanged, with commas, quotes and line breaks', async () => {
  const values = [
    'order-1',
    'Maple 12',
    '#order',
    "'t Hoen",
    'N26',
    'a,b',
    'say "yes"',
    'two\nlines',
    'A-1',
    '01a20133-a983-7688-8501-d6b3c61faa84',
  ];
  const text = await csvOf(sheetOf(values.map((reference) => aRow(reference))));
  const rows = parse(text, { bom: true, columns: false }) as string[][];
  assert.deepEqual(
    rows.slice(1).map((row) => row[1]),
    values,
  );
});

test('XLSX has typed cells: text stays text, amounts and times are numbers', async () => {
  const files = await xlsxOf(sheetOf([aRow('=1+1'), aRow('00<12>&\u0001"')], [aRow(null, 10n ** 17n)]));
  const sheet = files['xl/worksheets/sheet1.xml']!;
  assert.match(files['xl/workbook.xml']!, /name="Rows &amp; more"/);
  assert.match(sheet, /t="inlineStr"><is><t xml:space="preserve">=1\+1<\/t>/);
  assert.match(sheet, /<t xml:space="preserve">00&lt;12&gt;&amp;&quot;<\/t>/);
  assert.match(sheet, /<c s="6"><v>25\.00<\/v><\/c>/);
  assert.match(sheet, /<c s="3"><v>46110\.5<\/v><\/c>/);
  assert.match(sheet, /preserve">1000000000000000\.00</, 'more digits than a spreadsheet can hold');
  assert.equal(sheet.match(/<row>/g)!.length, 4);
  assert.ok(files['[Content_Types].xml'] && files['_rels/.rels'] && files['xl/styles.xml']);
});

/** The name of each sheet in the workbook, with the references on it. */
function sheetsIn(files: Record<string, string>): [name: string, references: string[]][] {
  const names = [
    ...files['xl/workbook.xml']!.matchAll(/<sheet name="([^"]+)" sheetId="(\d+)" r:id="rId\2"/g),
  ];
  return names.map(([, name, number]) => {
    assert.match(files['[Content_Types].xml']!, new RegExp(`/sheet${number}\\.xml"`));
    const target = `Id="rId${number}" Type="[^"]+/worksheet" Target="worksheets/sheet${number}.xml"`;
    assert.match(files['xl/_rels/workbook.xml.rels']!, new RegExp(target));
    const text = files[`xl/worksheets/sheet${number}.xml`]!;
    assert.match(
      text,
      /^<\?xml.*<row><c s="1" t="inlineStr"><is><t xml:space="preserve">Time \(Europe\/Berlin\)</s,
    );
    assert.match(text, /<\/sheetData><\/worksheet>$/);
    return [name!, [...text.matchAll(/preserve">(order-\d+)</g)].map(([, reference]) => reference!)];
  });
}
const orders = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => aRow(`order-${from + i}`));
const names = (from: number, to: number) => orders(from, to).map(({ reference }) => reference!);

test('rows that do not fit on one sheet continue on the next, each with a heading', async () => {
  const most = { rows: 5, bytes: 1e9 };
  const long = sheetOf(orders(1, 3), orders(4, 13), [], orders(14, 14));
  const files = await xlsxOf(
    [long, { ...sheetOf(orders(20, 23)), name: 'Of 31 characters, all of them !' }],
    most,
  );
  assert.deepEqual(sheetsIn(files), [
    ['Rows &amp; more', names(1, 4)],
    ['Rows &amp; more 2', names(5, 8)],
    ['Rows &amp; more 3', names(9, 12)],
    ['Rows &amp; more 4', names(13, 14)],
    ['Of 31 characters, all of them !', names(20, 23)],
  ]);
  const full = await xlsxOf({ ...sheetOf(orders(1, 5)), name: 'Of 31 characters, all of them !' }, most);
  assert.deepEqual(
    sheetsIn(full).map(([name]) => name),
    ['Of 31 characters, all of them !', 'Of 31 characters, all of them 2'],
  );
});

test('a sheet ends before it is too long for a ZIP file', async () => {
  const files = await xlsxOf(sheetOf(orders(1, 1), orders(2, 2), orders(3, 3)), {
    rows: 100,
    bytes: 1,
  });
  assert.deepEqual(
    sheetsIn(files).map(([, references]) => references),
    [['order-1'], ['order-2'], ['order-3']],
  );
});

test('reading rows ends when the client disconnects', async () => {
  let ended = false;
  function* batches() {
    try {
      for (let i = 0; ; i += 1) yield orders(i, i);
    } finally {
      ended = true;
    }
  }
  const file = writeXlsx([{ ...sheetOf(), batches: batches() }]);
  await file.next();
  await file.return(undefined);
  assert.ok(ended);
});
