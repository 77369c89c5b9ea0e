// Writes sheets as one XLSX file while the rows come. Cells are typed, so that amounts can be summed, times sorted, and
// references stay text. Strings are written in their cells, because a string table could only be written at the end.
// Rows beyond the limit of one sheet continue on the next.
import { currencyDigits } from '@tollgate/provider-kit/currency';
import { Zip } from 'fflate';
import { DeflatedFile } from './deflated-file.ts';
import { type Cell, type Column, decimalText, headings, type Money, type Sheet, wallClock } from './sheet.ts';

/** The limits of spreadsheets: rows of a sheet with its heading, and the length that a ZIP file can name. */
const MOST = { rows: 1_048_576, bytes: 4_000_000_000 };
/** A spreadsheet rounds longer numbers, so we write such an amount as text. */
const MOST_DIGITS = 15;

/** `most`: smaller in tests. */
// biome-ignore lint/suspicious/noExplicitAny: each sheet has rows of its own
export async function* writeXlsx(sheets: readonly Sheet<any>[], most = MOST): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  const taken = () => {
    const chunks = made;
    made = [];
    return chunks;
  };
  let file: DeflatedFile | null = null;
  try {
    for await (const part of workbookParts(sheets, most)) {
      if (part.begins) {
        file = new DeflatedFile(part.file);
        zip.add(file);
      }
      await file!.write(Buffer.from(part.text));
      if (part.ends) await file!.end();
      yield* taken();
    }
    zip.end();
    yield* taken();
  } finally {
    file?.leave();
  }
}

/** The files of a workbook in order, in pieces: to write a workbook, and to compare one with its rows. */
export async function* workbookParts(
  // biome-ignore lint/suspicious/noExplicitAny: each sheet has rows of its own
  sheets: readonly Sheet<any>[],
  most = MOST,
): AsyncGenerator<Part & { file: string }> {
  const names: string[] = [];
  for (const sheet of sheets) {
    let number = 1;
    for await (const part of sheetParts(sheet, most)) {
      if (part.begins) names.push(nameOf(sheet.name, number++));
      yield { ...part, file: `xl/worksheets/sheet${names.length}.xml` };
    }
  }
  // Last, because the number of sheets is known only now.
  for (const [file, text] of fixedParts(names)) yield { file, text, begins: true, ends: true };
}

/** A spreadsheet allows 31 characters. */
const nameOf = (name: string, number: number) =>
  number === 1 ? name : `${name.slice(0, 30 - String(number).length)} ${number}`;

interface Part {
  text: string;
  /** Marks the first part of a sheet. */
  begins?: true;
  ends?: true;
}

async function* sheetParts<Row>(sheet: Sheet<Row>, most: typeof MOST): AsyncGenerator<Part> {
  const { columns, batches } = sheet;
  const time = wallClock(sheet.timeZone);
  const beginning: Part = { text: sheetBeginning(sheet), begins: true };
  const ending: Part = { text: '</sheetData></worksheet>', ends: true };
  yield beginning;
  let rows = 1;
  let bytes = 0;
  for await (let batch of batches) {
    while (batch.length > 0) {
      if (rows >= most.rows || bytes >= most.bytes) {
        yield ending;
        yield beginning;
        rows = 1;
        bytes = 0;
      }
      const fitting = batch.slice(0, most.rows - rows);
      batch = batch.slice(fitting.length);
      const text = fitting.map((one) => row(columns.map((column) => cell(column, one, time)))).join('');
      rows += fitting.length;
      bytes += Buffer.byteLength(text);
      yield { text };
    }
  }
  yield ending;
}

function sheetBeginning<Row>(sheet: Sheet<Row>): string {
  const widths = sheet.columns.map(
    ({ width = 18 }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  );
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${row(
    headings(sheet).map((title) => inline(title, STYLES.heading)),
  )}`;
}

const row = (cells: string[]) => `<row>${cells.join('')}</row>`;

function cell<Row>(column: Column<Row>, of: Row, time: (at: Date) => string): string {
  const value: Cell = column.value(of);
  if (value === null) return '<c/>';
  if (column.kind === 'money') return amount(value as Money);
  if (column.kind === 'time')
    return `<c s="${STYLES.time}"><v>${serial(typeof value === 'string' ? value : time(value as Date))}</v></c>`;
  if (column.kind === 'count') return `<c><v>${Number(value)}</v></c>`;
  return inline(String(value), STYLES.text);
}

function amount(money: Money): string {
  const text = decimalText(money);
  if (text.replace(/\D/g, '').length > MOST_DIGITS) return inline(text, STYLES.text);
  return `<c s="${FIRST_MONEY + (currencyDigits(money.currency) ?? 2)}"><v>${text}</v></c>`;
}

function inline(text: string, style: number): string {
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`;
}

/** Days since the end of 1899, for a wall clock "2026-03-29 12:00:00". */
function serial(wall: string): number {
  return Date.parse(`${wall.replace(' ', 'T')}Z`) / 86_400_000 + 25_569;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** In a text `_x0041_` means A, so we escape its underscore. A carriage return would be read as a line feed. */
const ESCAPED_ALREADY = /_(?=x[0-9A-Fa-f]{4}_)/g;
const cellText = (text: string): string =>
  escaped(text.replace(ESCAPED_ALREADY, '_x005F_').replaceAll('\r', '_x000D_'));

/** XML forbids some characters; we leave them out. */
function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones XML forbids
  const allowed = text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');
  return allowed.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
}

const STYLES = { plain: 0, heading: 1, text: 2, time: 3 } as const;
/** From here on, the same style with 0 to 8 decimals. */
const FIRST_MONEY = 4;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const FORMS = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function fixedParts(names: readonly string[]): [string, string][] {
  const types = names
    .map(
      (_, i) =>
        `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${FORMS}.worksheet+xml"/>`,
    )
    .join('');
  const sheets = names
    .map((name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
    .join('');
  const relations = names
    .map(
      (_, i) =>
        `<Relationship Id="rId${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
    )
    .join('');
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${FORMS}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${FORMS}.styles+xml"/>${types}</Types>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relations}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles()],
  ];
}

function styles(): string {
  const digits = Array.from({ length: 9 }, (_, i) => i);
  const formats = digits
    .map((n) => `<numFmt numFmtId="${170 + n}" formatCode="#,##0${n === 0 ? '' : `.${'0'.repeat(n)}`}"/>`)
    .join('');
  const money = digits.map(
    (n) => `<xf numFmtId="${170 + n}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  return `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${digits.length + 1}"><numFmt numFmtId="169" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>${formats}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${4 + money.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="169" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>${money.join('')}</cellXfs></styleSheet>`;
}
