// Writes a sheet as CSV that spreadsheets open without damage: UTF-8 with its mark, CRLF, commas, amounts with the
// decimals of their currency. Every text of a row is quoted. A text that a spreadsheet would calculate or convert gets
// an apostrophe (spreadsheet-text.ts).
import { type Cell, decimalText, headings, type Kind, type Money, type Sheet, wallClock } from './sheet.ts';
import { textInCsv } from './spreadsheet-text.ts';

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
  if (kind === 'text') return quoted(textInCsv(String(cell)));
  if (kind === 'money') return decimalText(cell as Money);
  if (kind === 'time') return time(cell as Date);
  return String(cell);
}

const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;
