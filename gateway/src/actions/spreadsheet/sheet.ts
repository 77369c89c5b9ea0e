// A table for a file that a spreadsheet opens: named columns, each of one kind, and rows that come one after the other,
// so that a file of any length needs little memory. Times are written in one time zone, which the heading of their
// column names.
import { formatMinor } from '../../domain/money/money.ts';

export interface Money {
  minor: bigint;
  currency: string;
}

/** text: anything that must not be calculated with, including ids and references. */
export type Kind = 'text' | 'money' | 'count' | 'time';
/** A time may be a text: the wall clock as written. */
export type Cell = string | number | Date | Money | null;

export interface Column<Row> {
  title: string;
  kind: Kind;
  /** Has the column's kind. */
  value(row: Row): Cell;
  /** In characters. */
  width?: number;
  /** For money: the title of the column with its currency; absent: `Currency`. */
  currencyIn?: string;
}

export interface Sheet<Row = never> {
  /** At most 31 characters. */
  name: string;
  timeZone: string;
  columns: readonly Column<Row>[];
  /** In batches, as they are read. */
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
}

export function headings<Row>({ columns, timeZone }: Pick<Sheet<Row>, 'columns' | 'timeZone'>): string[] {
  return columns.map(({ title, kind }) => (kind === 'time' ? `${title} (${timeZone})` : title));
}

export const decimalText = ({ minor, currency }: Money) => formatMinor(minor, currency);

/** The wall clock in a time zone. We keep the `Intl` object, because making it is slow. */
export function wallClock(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (at) => format.format(at);
}
