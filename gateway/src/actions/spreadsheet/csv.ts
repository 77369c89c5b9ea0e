// Writes a sheet as CSV that spreadsheets open without damage: UTF-8 with its mark, CRLF, amounts with the decimals of
// their currency. Every text of a row is quoted. A text that begins like a formula gets an apostrophe
// (spreadsheet-text.ts). There are two flavours: a plain one for programs and English spreadsheets, and one for German
// spreadsheets, which separate columns by semicolons because the comma is their decimal sign.
import { type Cell, decimalText, headings, type Kind, type Money, type Sheet, wallClock } from './sheet.ts';
import { textInCsv } from './spreadsheet-text.ts';

const BYTE_ORDER_MARK = '\uFEFF';

interface Flavour {
  delimiter: string;
  decimal: string;
}

export const PLAIN: Flavour = { delimiter: ',', decimal: '.' };
export const GERMAN: Flavour = { delimiter: ';', decimal: ',' };

export async function* writeCsv<Row>(sheet: Sheet<Row>, flavour = PLAIN): AsyncGenerator<string> {
  const { columns, batches, timeZone } = sheet;
  const time = wallClock(timeZone);
  const line = (fields: string[]) => `${fields.join(flavour.delimiter)}\r\n`;
  yield BYTE_ORDER_MARK + line(headings(sheet));
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    yield rows
      .map((row) => line(columns.map((column) => written(column.kind, column.value(row), { time, flavour }))))
      .join('');
  }
}

interface Writing {
  time: (at: Date) => string;
  flavour: Flavour;
}

function written(kind: Kind, cell: Cell, { time, flavour }: Writing): string {
  if (cell === null) return '';
  if (kind === 'text') return quoted(textInCsv(String(cell)));
  if (kind === 'money') return decimalText(cell as Money).replace('.', flavour.decimal);
  if (kind === 'time') return time(cell as Date);
  return String(cell);
}

const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;
