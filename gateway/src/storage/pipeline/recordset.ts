// Rows as parameters of a statement: one array for each column, which `unnest` turns into rows again. PostgreSQL reads
// a row of 40 columns from arrays in 2 µs and from JSON in 18 (docs/decisions/0064). It never contains SQL of the
// business.
import { formatArray } from './array-types.ts';

/** The values that a column takes. `jsonb`: any value that JSON can express; null and undefined are null in SQL. */
export interface Types {
  uuid: string;
  text: string;
  integer: number;
  bigint: bigint;
  boolean: boolean;
  timestamptz: Date;
  bytea: Uint8Array;
  jsonb: unknown;
}
export type ColumnType = keyof Types;
export type Columns = Readonly<Record<string, ColumnType>>;
export type RowOf<C extends Columns> = { readonly [Name in keyof C]: Types[C[Name]] | null | undefined };

/** The names of columns, separated by commas. */
export const namesOf = (columns: Columns): string => Object.keys(columns).join(', ');

export type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';
/** The name of a field's column. */
export const snakeCase = <Name extends string>(field: Name) =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Snake<Name>;

/** The values of one column, as one parameter. */
export class ColumnArray {
  readonly type: ColumnType;
  readonly values: readonly unknown[];

  constructor(type: ColumnType, values: readonly unknown[]) {
    this.type = type;
    this.values = values;
  }

  /** For the driver, which takes arrays as text. */
  asText(): string {
    const isJson = this.type === 'jsonb';
    return formatArray(
      isJson ? this.values.map((one) => (one === null ? null : JSON.stringify(one))) : this.values,
    );
  }
}

/** The columns of the rows that a statement receives. */
export class Recordset<C extends Columns> {
  /** The names of the columns, separated by commas. */
  readonly names: string;
  /** For a `from` clause: the rows as `r`, in their order. The parameters are `$1` to the number of columns. */
  readonly rows: string;
  /** How many columns it has. */
  readonly width: number;
  readonly #columns: [keyof C & string, ColumnType][];
  readonly #casts: Readonly<Record<string, string>>;
  /** The texts by the number of rows. */
  readonly #valuesOf = new Map<number, string>();

  /** `casts`: the types of columns with values that are text here. */
  constructor(columns: C, casts: Readonly<Record<string, string>> = {}) {
    this.#columns = Object.entries(columns);
    this.#casts = casts;
    this.width = this.#columns.length;
    this.names = namesOf(columns);
    const columnsOfRows = this.#columns.map(([name, type], i) => {
      const cast = casts[name] === undefined ? '' : `::${casts[name]}`;
      return `unnest($${i + 1}::${type}[])${cast} as ${name}`;
    });
    this.rows = `(select ${columnsOfRows.join(', ')}) as r`;
  }

  /**
   * The values must not change until they are sent. A column without any value is sent as null. PostgreSQL fills a
   * shorter column with nulls up to the length of the longest column, which is the first.
   */
  parameters(rows: readonly RowOf<C>[]): (ColumnArray | null)[] {
    return this.#columns.map(([name, type], place) => {
      const values = rows.map((row) => row[name] ?? null);
      const isEmpty = place > 0 && values.every((value) => value === null);
      return isEmpty ? null : new ColumnArray(type, values);
    });
  }

  /** The rows as `values`, for an insert into these columns. */
  valuesOf(count: number): string {
    const known = this.#valuesOf.get(count);
    if (known !== undefined) return known;
    // As text first: otherwise the driver would encode JSON a second time.
    const casts = this.#columns.map(([name, type]) => {
      const cast = this.#casts[name];
      if (cast !== undefined) return `${type}::${cast}`;
      return type === 'jsonb' ? 'text::jsonb' : type;
    });
    const row = (number: number) =>
      casts.map((cast, i) => `$${number * this.width + i + 1}::${cast}`).join(', ');
    const text = `values ${Array.from({ length: count }, (_, i) => `(${row(i)})`).join(', ')}`;
    this.#valuesOf.set(count, text);
    return text;
  }

  /** The parameters of `valuesOf`. */
  values(rows: readonly RowOf<C>[]): unknown[] {
    return rows.flatMap((row) =>
      this.#columns.map(([name, type]) => {
        const value = row[name] ?? null;
        return type === 'jsonb' && value !== null ? JSON.stringify(value) : value;
      }),
    );
  }
}
