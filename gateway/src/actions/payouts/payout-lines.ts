// Reads the lines of a CSV file of payouts as spreadsheets write it: with or without a byte order mark and a first line
// `sep=;`, separated by commas, semicolons or tabs, with empty columns and rows around the content. A text that our own
// export protected from conversion gets its original form back. Pure. A fault must never repeat the content of a cell.
import { CsvError, type Info, parse } from 'csv-parse/sync';
import { optionsOf } from '../../domain/options/payment-option.ts';
import { textAsItWas } from '../spreadsheet/spreadsheet-text.ts';

export const MOST_LINES = 1_000;

export interface FileFault {
  /** Counted as in an editor; line 1 has the column names. */
  line: number;
  /** null: the fault concerns the whole line. */
  column: string | null;
  message: string;
}

export interface Line {
  line: number;
  cells: Record<string, string>;
}

/** The columns that every payout has; the fields of the methods come in addition. */
const COLUMNS = ['method', 'amount', 'currency', 'country', 'merchantReference', 'userId', 'email'];
export const REQUIRED_COLUMNS = ['method', 'amount', 'currency', 'merchantReference'];
const CARD_COLUMNS = ['cardnumber', 'cardholder', 'expirymonth', 'expiryyear', 'cardcvv', 'cvv', 'pan'];

/** The fields of all payout methods except cards, which are named by their token. */
export const METHOD_COLUMNS: readonly string[] = [
  ...new Set([
    'token',
    ...optionsOf('PAYOUT')
      .filter(({ type }) => type !== 'CARD')
      .flatMap(({ fields }) => fields.map(({ name }) => name)),
  ]),
];

interface Row {
  record: string[];
  info: Info;
}

/** The rows by column name; or the faults of the whole file. */
export function readPayoutLines(csv: string): { lines: Line[]; delimiter: string } | { faults: FileFault[] } {
  const whole = (line: number, message: string, column: string | null = null) => ({
    faults: [{ line, column, message }],
  });
  const said = SAYS_SEPARATOR.exec(csv)?.[1];
  const delimiter = said ?? delimiterOf(csv);
  let rows: Row[];
  try {
    rows = filledRows(csv, delimiter, said !== undefined);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number((error as { lines?: number }).lines ?? 1);
    return whole(line, 'cannot be read as CSV: look for a quote that is not closed');
  }
  const [header, ...rest] = rows;
  if (!header || rest.length === 0) return whole(1, 'there are no payouts in this file');
  if (rest.length > MOST_LINES)
    return whole(1, `${rest.length} payouts are too many; split the file, ${MOST_LINES} at most`);
  const names = namesOf(header.record, rest);
  const columns = names.map((name) => (name === null ? null : columnNamed(name)));
  const faults = headerFaults(names, columns, Number(header.info.lines));
  if (faults.length > 0) return { faults };
  const lines: Line[] = [];
  for (const { record, info } of rest) {
    const line = Number(info.lines);
    if (record.slice(columns.length).some((cell) => cell !== ''))
      return whole(line, `has ${record.length} cells, the first line has ${columns.length}`);
    const filled = record.flatMap((cell, i) => {
      const name = columns[i] ?? null;
      return name !== null && cell !== '' ? [[name, textAsItWas(cell)] as const] : [];
    });
    lines.push({ line, cells: Object.fromEntries(filled) });
  }
  return { lines, delimiter };
}

/** Microsoft Excel's own first line, which names the separator. */
const SAYS_SEPARATOR = /^\uFEFF?"?sep=([,;\t|])"?[ \t,;|]*(?:\r\n?|\n|$)/i;

/** Skips rows without any content, wherever they stand: a spreadsheet may write a million at the end. */
function filledRows(csv: string, delimiter: string, isSeparatorSaid: boolean): Row[] {
  const rows = parse(csv, {
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    ...(isSeparatorSaid && { from_line: 2 }),
  }) as unknown as Row[];
  return rows.filter(({ record }) => record.some((cell) => cell !== ''));
}

/** In many countries, spreadsheets separate cells by semicolons. */
function delimiterOf(csv: string): string {
  const first = csv.split(/\r\n?|\n/).find((line) => /[^\s,;"\uFEFF]/.test(line)) ?? '';
  const counts = [',', ';', '\t'].map((one) => [one, first.split(one).length] as const);
  return counts.reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}

/** null: an empty column without a name, which we skip. */
function namesOf(header: readonly string[], rows: readonly Row[]): (string | null)[] {
  const used = new Set<number>();
  for (const { record } of rows) for (const [i, cell] of record.entries()) if (cell !== '') used.add(i);
  return header.map((name, i) => (name !== '' || used.has(i) ? name : null));
}

/** Accepts any spelling: "Merchant reference", merchant_reference, merchantReference. */
function columnNamed(given: string): string | null {
  const flat = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');
  return [...COLUMNS, ...METHOD_COLUMNS].find((name) => flat(name) === flat(given)) ?? null;
}

function headerFaults(
  given: readonly (string | null)[],
  columns: readonly (string | null)[],
  line: number,
): FileFault[] {
  const faults: FileFault[] = [];
  for (const [i, column] of columns.entries()) {
    const name = given[i] ?? null;
    if (name === null) continue;
    const isCard = CARD_COLUMNS.includes(name.toLowerCase().replace(/[\s_-]/g, ''));
    if (isCard) {
      const message = 'card details are not accepted in files; use the column token, with userId';
      faults.push({ line, column: name, message });
    } else if (column === null && name === '') {
      faults.push({ line, column: null, message: `column ${i + 1} has no name` });
    } else if (column === null) {
      // Do not repeat the name: in a file without names it may be any cell.
      faults.push({ line, column: null, message: `column ${i + 1} has an unknown name` });
    } else if (columns.indexOf(column) < i) {
      faults.push({ line, column, message: 'appears twice' });
    }
  }
  for (const column of REQUIRED_COLUMNS)
    if (!columns.includes(column)) faults.push({ line, column, message: 'this column is required' });
  return faults;
}
