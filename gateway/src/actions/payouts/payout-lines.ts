// Reads the lines of a CSV file of payouts as spreadsheets write it: with or without a byte order mark and a first line
// `sep=;`, separated by commas, semicolons or tabs, with empty columns and rows around the content. A text that our own
// export protected from conversion gets its original form back. Pure. A fault must never repeat the content of a cell.
import { CsvError, type Info, parse } from 'csv-parse/sync';
import { textAsItWas } from '../spreadsheet/spreadsheet-text.ts';
import {
  columnsOf,
  type FileColumn,
  type FileFault,
  headerFaults,
  type Mapping,
  MOST_COLUMNS,
} from './payout-columns.ts';

export const MOST_LINES = 1_000;

export interface Line {
  line: number;
  cells: Record<string, string>;
}

/** `columns`: empty if the file has no readable first line. */
export type ReadLines = { columns: FileColumn[] } & (
  | { lines: Line[]; delimiter: string }
  | { faults: FileFault[] }
);

interface Row {
  record: string[];
  info: Info;
}

/** The rows by column name; or the faults of the whole file. */
export function readPayoutLines(csv: string, mapping: Mapping = {}): ReadLines {
  let columns: FileColumn[] = [];
  const whole = (line: number, message: string, column: string | null = null) => ({
    columns,
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
  if (header.record.length > MOST_COLUMNS)
    return whole(1, `has ${header.record.length} columns, ${MOST_COLUMNS} at most`);
  const names = namesOf(header.record, rest);
  columns = columnsOf(
    names,
    rest.map(({ record }) => record),
    mapping.columns,
  );
  const faults = headerFaults(names, columns, mapping, Number(header.info.lines));
  if (faults.length > 0) return { columns, faults };
  const lines: Line[] = [];
  for (const { record, info } of rest) {
    const line = Number(info.lines);
    const isSkippedFilled = () => record.some((cell, i) => cell !== '' && columns[i]?.column === null);
    // Commas that separate cells and decimals alike move the cells: a skipped column would swallow the last one.
    const isMoved = delimiter === ',' && record.length > columns.length && isSkippedFilled();
    if (isMoved || record.slice(columns.length).some((cell) => cell !== ''))
      return whole(line, `has ${record.length} cells, the first line has ${columns.length}`);
    const filled = record.flatMap((cell, i) => {
      const name = columns[i]?.column ?? null;
      return name !== null && cell !== '' ? [[name, textAsItWas(cell)] as const] : [];
    });
    lines.push({ line, cells: { ...mapping.values, ...Object.fromEntries(filled) } });
  }
  return { columns, lines, delimiter };
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
