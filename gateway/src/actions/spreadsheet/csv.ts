// A sheet as CSV that spreadsheets open without damage: UTF-8 with its mark, CRLF, commas, amounts with the decimals of
// their currency. Text that a spreadsheet would calculate (=, +, -, @) or turn into a number or a date (00123, 1E5, 2-3)
// gets an apostrophe in front: a formula must never run on a colleague's machine, and a reference must stay as it was. Every
// text of a row is quoted; a formula behind a semicolon, tab or line break inside a text gets an apostrophe too, because a
// spreadsheet that splits there reads no quotes in the middle of what it takes for a cell.
import { type Cell, decimalText, headings, type Kind, type Money, type Sheet, wallClock } from './sheet.ts';

const BYTE_ORDER_MARK = '\uFEFF';

export async function* writeCsv<Row>(sheet: Sheet<Row>): AsyncGenerator<string> {
  const { columns, batches, timeZone } = sheet;
  const time = wallClock(timeZone);
  yield BYTE_ORDER_MARK + line(headings(sheet));
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    yield rows
      .map((row) => line(columns.map((column) => written(column.kind, column.value(row), time))))
      .join('');
  }
}

const line = (fields: string[]) => `${fields.join(',')}\r\n`;

function written(kind: Kind, cell: Cell, time: (at: Date) => string): string {
  if (cell === null) return '';
  if (kind === 'text') return quoted(asText(String(cell)));
  if (kind === 'money') return decimalText(cell as Money);
  if (kind === 'time') return time(cell as Date);
  return String(cell);
}

/** Texts that a spreadsheet reads as a formula, a number or a date. */
const CALCULATED = /^[\s]*[=+\-@]|^[\t\r\n]/;
const CONVERTED =
  /^\s*[\d.,]+(?:e[+-]?\d+)?%?\s*$|^\s*\d{1,4}[-/.: ]\d{1,2}(?:[-/.: ].*)?$|^\s*(?:true|false)\s*$|^\d{1,2}[- ]?[a-z]{3}/i;

const BEHIND_SEPARATOR = /([;\t\r\n]["\s]*)(?=[=+\-@])/g;

function asText(value: string): string {
  const inside = value.replace(BEHIND_SEPARATOR, "$1'");
  return CALCULATED.test(value) || CONVERTED.test(value) ? `'${inside}` : inside;
}

const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;
