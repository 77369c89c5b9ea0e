// Rows as parameters of a statement: one array for each column, in binary format, which `unnest` turns into rows again. PostgreSQL
// reads a row of 40 columns from arrays in 2 µs and from JSON in 18 (docs/decisions/0069). Holds no SQL of the business.
import { formatArray } from './array-types.ts';

/** What a column takes. `jsonb`: any value that has JSON; null and undefined are null in SQL. */
interface Types {
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

/** The numbers of PostgreSQL's built-in types; they are the same in every version. */
const TYPE_IDS: Record<ColumnType, number> = {
  uuid: 2950,
  text: 25,
  integer: 23,
  bigint: 20,
  boolean: 16,
  timestamptz: 1184,
  bytea: 17,
  jsonb: 3802,
};
/** PostgreSQL counts microseconds from 2000-01-01. */
const EPOCH_MS = 946_684_800_000;
const INT32 = 2 ** 32;
/** The first byte of `jsonb` in binary format. */
const JSONB_VERSION = 1;
const FIRST_BYTES = 65_536;
/** Memory that one large group made larger is not kept. */
const MOST_BYTES_KEPT = 1_048_576;
const UUID_LENGTH = 36;
const UUID_BYTES = 16;
const DASH = '-'.charCodeAt(0);
/** The value of a hexadecimal digit, by its character; -1 for all others. */
const HEX = new Int8Array(65_536).fill(-1);
for (let i = 0; i < 16; i++) {
  const digit = i.toString(16);
  HEX[digit.charCodeAt(0)] = i;
  HEX[digit.toUpperCase().charCodeAt(0)] = i;
}

/** The names of columns, separated by commas. */
export const namesOf = (columns: Columns): string => Object.keys(columns).join(', ');

/** The values of one column, as a parameter. */
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

/** The columns of rows that a statement is given. */
export class Recordset<C extends Columns> {
  /** The names of the columns, separated by commas. */
  readonly names: string;
  /** For a `from` clause: the rows as `r`, in their order. Its parameters are `$1` to the number of columns. */
  readonly rows: string;
  /** How many columns it has. */
  readonly width: number;
  readonly #columns: [keyof C & string, ColumnType][];

  constructor(columns: C) {
    this.#columns = Object.entries(columns);
    this.width = this.#columns.length;
    this.names = namesOf(columns);
    const columnsOfRows = this.#columns.map(([name, type], i) => `unnest($${i + 1}::${type}[]) as ${name}`);
    this.rows = `(select ${columnsOfRows.join(', ')}) as r`;
  }

  /**
   * The values must not change until they are sent. A column without a value is null as a whole: PostgreSQL fills up what is shorter than the longest column, here the first.
   */
  parameters(rows: readonly RowOf<C>[]): (ColumnArray | null)[] {
    return this.#columns.map(([name, type], place) => {
      const values = rows.map((row) => row[name] ?? null);
      const isEmpty = place > 0 && values.every((value) => value === null);
      return isEmpty ? null : new ColumnArray(type, values);
    });
  }
}

/**
 * Encodes columns as the protocol sends arrays of one dimension in binary format, one after the other into the same memory: they
 * are to be copied before `rewind`.
 */
export class ArrayWriter {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  /** Where the present array begins. */
  #start = 0;
  #at = 0;
  /** Each writes one value behind its length. */
  readonly #writers: { [Type in ColumnType]: (value: Types[Type]) => void } = {
    uuid: (value) => this.#uuid(value),
    text: (value) => this.#text(value),
    integer: (value) => {
      if (!Number.isInteger(value)) throw new TypeError('this is not a whole number');
      this.#int32(value);
    },
    bigint: (value) => {
      this.#makeRoom(8);
      this.#at = this.#bytes.writeBigInt64BE(value, this.#at);
    },
    boolean: (value) => this.#byte(value ? 1 : 0),
    timestamptz: (value) => this.#timestamp(value),
    bytea: (value) => {
      this.#makeRoom(value.length);
      this.#bytes.set(value, this.#at);
      this.#at += value.length;
    },
    jsonb: (value) => {
      this.#byte(JSONB_VERSION);
      this.#text(JSON.stringify(value));
    },
  };

  rewind(): void {
    if (this.#bytes.length > MOST_BYTES_KEPT) this.#bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
    this.#at = 0;
  }

  /** Throws on a value that the column cannot hold. */
  write({ type, values }: ColumnArray): Buffer {
    this.#start = this.#at;
    // Dimensions, whether there are nulls, the type, the length, the first index.
    for (const word of [1, values.includes(null) ? 1 : 0, TYPE_IDS[type], values.length, 1])
      this.#int32(word);
    const write = this.#writers[type] as (value: unknown) => void;
    for (const value of values) {
      this.#int32(-1);
      if (value === null) continue;
      const begin = this.#at - this.#start;
      write(value);
      const end = this.#at - this.#start;
      this.#bytes.writeInt32BE(end - begin, this.#start + begin - 4);
    }
    return this.#bytes.subarray(this.#start, this.#at);
  }

  #uuid(value: string): void {
    this.#makeRoom(UUID_BYTES);
    let fault = value.length === UUID_LENGTH ? 0 : -1;
    for (let i = 0; i < UUID_LENGTH; i += 2) {
      if (i === 8 || i === 13 || i === 18 || i === 23) fault |= value.charCodeAt(i++) === DASH ? 0 : -1;
      const byte = (HEX[value.charCodeAt(i)]! << 4) | HEX[value.charCodeAt(i + 1)]!;
      fault |= byte;
      this.#bytes[this.#at++] = byte;
    }
    if (fault < 0) throw new TypeError('this is not a UUID');
  }

  #timestamp(value: Date): void {
    const micros = (value.getTime() - EPOCH_MS) * 1_000;
    if (Number.isNaN(micros)) throw new TypeError('this is not a date');
    const high = Math.floor(micros / INT32);
    this.#int32(high);
    this.#int32((micros - high * INT32) | 0);
  }

  #text(value: string): void {
    // No character takes more.
    this.#makeRoom(value.length * 3);
    this.#at += this.#bytes.write(value, this.#at);
  }

  #byte(value: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#at++] = value;
  }

  #int32(value: number): void {
    this.#makeRoom(4);
    this.#at = this.#bytes.writeInt32BE(value, this.#at);
  }

  #makeRoom(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const begun = this.#bytes.subarray(this.#start, this.#at);
    // What was written before keeps the former memory.
    this.#bytes = Buffer.allocUnsafeSlow(2 * Math.max(this.#bytes.length, begun.length + bytes));
    this.#bytes.set(begun);
    this.#start = 0;
    this.#at = begun.length;
  }
}
