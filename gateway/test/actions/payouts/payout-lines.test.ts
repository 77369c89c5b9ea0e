// Lines of payouts as spreadsheets write them: a first line that names the separator, empty columns and rows, and texts
// that our export protected from conversion.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MOST_LINES, readPayoutLines } from '../../../src/actions/payouts/payout-lines.ts';
import { textInCsv } from '../../../src/actions/spreadsheet/spreadsheet-text.ts';

const HEADER = 'method;amount;currency;merchantReference';
const CELLS = { method: 'SEPA', amount: '10,50', currency: 'EUR', merchantReference: 'p-1' };
const LINE = 'SEPA;10,50;EUR;p-1';

function linesOf(csv: string) {
  const read = readPayoutLines(csv);
  assert.ok('lines' in read, JSON.stringify(read));
  return read.lines;
}

function faultsOf(csv: string) {
  const read = readPayoutLines(csv);
  assert.ok('faults' in read, JSON.stringify(read));
  return read.faults;
}

test('the first line decides the separator, and lines are counted as in an editor', () => {
  for (const first of ['sep=;', 'SEP=;', '"sep=;"', 'sep=;;;;', '\uFEFFsep=;', '\uFEFF"sep=;"'])
    for (const end of ['\n', '\r\n', '\r'])
      assert.deepEqual(
        linesOf([first, HEADER, LINE, ''].join(end)),
        [{ line: 3, cells: CELLS }],
        JSON.stringify([first, end]),
      );
  const tabs = `sep=\t\n${HEADER}\n${LINE}`.replaceAll(';', '\t');
  assert.deepEqual(linesOf(tabs), [{ line: 3, cells: CELLS }]);
  // The separator line counts for less than the commas of the texts.
  const commas = 'sep=;\nmethod;amount;currency;merchantReference\nSEPA;10,50;EUR;"a,b,c,d,e,f,g"';
  assert.equal(linesOf(commas)[0]!.cells.merchantReference, 'a,b,c,d,e,f,g');
});

test('an empty column between others is ignored', () => {
  const csv = 'method;;amount;currency;;;merchantReference;\nSEPA;;10,50;EUR;;;p-1;';
  assert.deepEqual(linesOf(csv), [{ line: 2, cells: CELLS }]);
  assert.deepEqual(faultsOf(csv.replace('SEPA;;', 'SEPA;x;')), [
    { line: 1, column: null, message: 'column 2 has no name' },
  ]);
});

test('empty columns at the end and empty rows anywhere are ignored', () => {
  const csv = [
    ';;;;;',
    `${HEADER};;`,
    '',
    `${LINE};;`,
    ';;;;;',
    `${LINE}`,
    ...Array(MOST_LINES + 5).fill(';;;;;'),
  ];
  assert.deepEqual(
    linesOf(csv.join('\r\n')).map(({ line, cells }) => [line, cells]),
    [
      [4, CELLS],
      [6, CELLS],
    ],
  );
});

test('a filled column without a name is a fault, and so is a surplus cell', () => {
  assert.deepEqual(faultsOf(`${HEADER};\n${LINE};x`), [
    { line: 1, column: null, message: 'column 5 has no name' },
  ]);
  assert.match(faultsOf(`${HEADER}\n${LINE};x`)[0]!.message, /has 5 cells/);
});

test('a reference from an export is read as the original reference', () => {
  for (const reference of ['MAR-1', '12/2026', '(100)', '$5', '00123', '=1+1', "'123", "'t Hoen", 'x;=1']) {
    const cell = `"${textInCsv(reference)}"`;
    const [line] = linesOf(`${HEADER}\nSEPA;10,50;EUR;${cell}`);
    assert.equal(line!.cells.merchantReference, reference);
  }
});

test('names of other programs are recognised, also with lost umlauts, and our own names come first', () => {
  const columnsOf = (header: string) =>
    readPayoutLines(`${header}\n${'x;'.repeat(header.split(';').length)}`).columns.map(
      ({ column }) => column,
    );
  assert.deepEqual(columnsOf('Betrag (EUR);WÄHRUNG;Empfaenger;Verwendungszweck;Zahlungsart'), [
    'amount',
    'currency',
    'accountHolder',
    'merchantReference',
    'method',
  ]);
  assert.deepEqual(columnsOf('W\uFFFDhrung;Empf?nger;Merchant reference;Rechnung'), [
    'currency',
    'accountHolder',
    'merchantReference',
    null,
  ]);
  // The first of two similar names counts, and one of our own before them.
  assert.deepEqual(columnsOf('Name;Empfänger;Referenz;merchantReference'), [
    'accountHolder',
    null,
    null,
    'merchantReference',
  ]);
  assert.deepEqual(columnsOf('constructor;Saldo'), [null, null]);
});

test('a decimal comma without quotes moves no cell into a column that is skipped', () => {
  const columns = ['accountHolder', 'iban', 'amount', 'merchantReference', null];
  const values = { method: 'SEPA', currency: 'EUR' };
  const read = (line: string) =>
    readPayoutLines(`Name,IBAN,Betrag,Referenz,Notiz\n${line}`, { columns, values });
  const moved = read('Ada,DE89370400440532013000,12,50,p-1,');
  assert.ok('faults' in moved, JSON.stringify(moved));
  assert.match(moved.faults[0]!.message, /has 6 cells, the first line has 5/);
  for (const line of [
    'Ada,DE89370400440532013000,"12,50",p-1,',
    'Ada,DE89370400440532013000,"12,50",p-1,x',
  ]) {
    const right = read(line);
    assert.ok('lines' in right && right.lines[0]!.cells.amount === '12,50', line);
  }
});
