// Values as the protocol sends them: parameters from JavaScript values, and columns by the type numbers of PostgreSQL's
// built-in types. Both directions match the driver (connect.ts): eight-byte integers are bigint, never a float, and
// decimals are text.
import { ARRAY_TYPES, formatArray } from './array-types.ts';
import { ColumnArray } from './recordset.ts';

/** Text, bytes in binary format, or null. Columns of rows are encoded at the time of sending. */
export type Encoded = string | Uint8Array | ColumnArray | null;

export function encode(value: unknown): Encoded {
  if (value === null || typeof value === 'string' || value instanceof Uint8Array) return value;
  if (value instanceof ColumnArray) return value;
  if (value === undefined) throw new TypeError('a parameter of a statement is undefined');
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return formatArray(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

type Decode = (bytes: Buffer, at: number, end: number) => unknown;

const ofAscii =
  (parse: (text: string) => unknown): Decode =>
  (bytes, at, end) =>
    parse(bytes.toString('latin1', at, end));
const ofText =
  (parse: (text: string) => unknown): Decode =>
  (bytes, at, end) =>
    parse(bytes.toString('utf8', at, end));

const asItIs: Decode = (bytes, at, end) => bytes.toString('utf8', at, end);
const asNumber = ofAscii(Number);
const asDate = ofAscii((text) => new Date(text));
const asJson = ofText((text) => JSON.parse(text));
const isTrue: Decode = (bytes, at) => bytes[at] === 't'.charCodeAt(0);
/** The digits follow `\x`. */
const asBytes: Decode = (bytes, at, end) => Buffer.from(bytes.toString('latin1', at + 2, end), 'hex');

const TYPES = new Map<number, Decode>([
  [16, isTrue],
  [17, asBytes],
  [20, ofAscii(BigInt)],
  // int2, int4, oid, float4, float8
  ...[21, 23, 26, 700, 701].map((type) => [type, asNumber] as const),
  // json, jsonb
  [114, asJson],
  [3802, asJson],
  // date, timestamp, timestamptz
  ...[1082, 1114, 1184].map((type) => [type, asDate] as const),
]);
for (const { from, parse } of Object.values(ARRAY_TYPES))
  for (const type of from!) TYPES.set(type, ofText(parse!));

interface Column {
  name: string;
  decode: Decode;
}
// biome-ignore lint/suspicious/noExplicitAny: as the driver types what a statement answers
export type Row = Record<string, any>;

/** Reads a description of rows (message `T`). */
export function readColumns(bytes: Buffer, start: number): Column[] {
  let at = start + 2;
  return Array.from({ length: bytes.readInt16BE(start) }, () => {
    const end = bytes.indexOf(0, at);
    const name = bytes.toString('utf8', at, end);
    // The type follows the numbers of table and column. Size, modifier and format come after it.
    const decode = TYPES.get(bytes.readUInt32BE(end + 7)) ?? asItIs;
    at = end + 19;
    return { name, decode };
  });
}

/** One row (message `D`). */
export function readRow(columns: readonly Column[], bytes: Buffer, start: number): Row {
  const row: Row = {};
  let at = start + 2;
  for (const { name, decode } of columns) {
    const length = bytes.readInt32BE(at);
    at += 4;
    row[name] = length < 0 ? null : decode(bytes, at, at + length);
    if (length > 0) at += length;
  }
  return row;
}

export type { Column };
