// A table on its way into a file that a spreadsheet opens: named columns, each of one kind, and rows that come one after the
// other, so that a file of any length needs little memory. csv.ts and xlsx.ts write it; exports of the portal make it.
// Times are written in one time zone, which stands in the heading of their column.
import { formatMinor } from '../../../domain/money/money.ts';

export interface Money {
  minor: bigint;
  currency: string;
}

/** text: anything that must not be calculated with, ids and references too. */
export type Kind = 'text' | 'money' | 'count' | 'time';
export type Cell = string | number | Date | Money | null;

export interface Column<Row> {
  title: string;
  kind: Kind;
  /** Of the kind of the column. */
  value(row: Row): Cell;
  /** In characters. */
  width?: number;
}

export interface Sheet<Row = never> {
  /** At most 31 characters. */
  name: string;
  timeZone: string;
  columns: readonly Column<Row>[];
  /** In batches, as they were read. */
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
}

export function headings<Row>({ columns, timeZone }: Pick<Sheet<Row>, 'columns' | 'timeZone'>): string[] {
  return columns.map(({ title, kind }) => (kind === 'time' ? `${title} (${timeZone})` : title));
}

export const decimalText = ({ minor, currency }: Money) => formatMinor(minor, currency);

/** The wall clock in a time zone: what `Intl` makes is kept, because making it is slow. */
export function wallClock(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (at) => format.format(at);
}
