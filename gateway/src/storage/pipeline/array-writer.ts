// Encodes columns of rows as the protocol sends arrays of one dimension in binary format. It never touches the
// protocol's messages.
import { Bytes } from '../wire/bytes.ts';
import type { ColumnArray, ColumnType, Types } from './recordset.ts';

/** The numbers of PostgreSQL's built-in types, the same in every version. */
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
const UUID_LENGTH = 36;
const DASH = '-'.charCodeAt(0);
/** The value of a hexadecimal digit, by its character; -1 for all others. */
const HEX = new Int8Array(65_536).fill(-1);
for (let i = 0; i < 16; i++) {
  const digit = i.toString(16);
  HEX[digit.charCodeAt(0)] = i;
  HEX[digit.toUpperCase().charCodeAt(0)] = i;
}

/** All arrays share the same memory: copy them before `clear`. */
export class ArrayWriter {
  readonly #bytes = new Bytes();
  /** Each function writes one value, without the length before it. */
  readonly #writers: { [Type in ColumnType]: (value: Types[Type]) => void } = {
    uuid: (value) => this.#uuid(value),
    text: (value) => this.#bytes.text(value),
    integer: (value) => {
      if (!Number.isInteger(value)) throw new TypeError('this is not a whole number');
      this.#bytes.int32(value);
    },
    bigint: (value) => this.#bytes.int64(value),
    boolean: (value) => this.#bytes.byte(value ? 1 : 0),
    timestamptz: (value) => this.#timestamp(value),
    bytea: (value) => this.#bytes.raw(value),
    jsonb: (value) => {
      this.#bytes.byte(JSONB_VERSION);
      this.#bytes.text(JSON.stringify(value));
    },
  };

  clear(): void {
    this.#bytes.clear();
  }

  /** Throws if the column cannot hold a value. */
  write({ type, values }: ColumnArray): Buffer {
    const bytes = this.#bytes;
    const start = bytes.length;
    // Dimensions, whether there are nulls, the type, the length, the first index.
    for (const word of [1, values.includes(null) ? 1 : 0, TYPE_IDS[type], values.length, 1])
      bytes.int32(word);
    const write = this.#writers[type] as (value: unknown) => void;
    for (const value of values) {
      bytes.int32(-1);
      if (value === null) continue;
      const begin = bytes.length;
      write(value);
      bytes.setInt32(bytes.length - begin, begin - 4);
    }
    return bytes.from(start);
  }

  #uuid(value: string): void {
    let fault = value.length === UUID_LENGTH ? 0 : -1;
    for (let i = 0; i < UUID_LENGTH; i += 2) {
      if (i === 8 || i === 13 || i === 18 || i === 23) fault |= value.charCodeAt(i++) === DASH ? 0 : -1;
      const byte = (HEX[value.charCodeAt(i)]! << 4) | HEX[value.charCodeAt(i + 1)]!;
      fault |= byte;
      this.#bytes.byte(byte);
    }
    if (fault < 0) throw new TypeError('this is not a UUID');
  }

  #timestamp(value: Date): void {
    const micros = (value.getTime() - EPOCH_MS) * 1_000;
    if (Number.isNaN(micros)) throw new TypeError('this is not a date');
    const high = Math.floor(micros / INT32);
    this.#bytes.int32(high);
    this.#bytes.int32((micros - high * INT32) | 0);
  }
}
