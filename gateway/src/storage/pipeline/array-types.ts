// Arrays of PostgreSQL's built-in types, with one dimension, for connect.ts. Without them the driver would query the
// types on every new connection, in a promise that nobody awaits. If the connection were lost at that moment, the
// process would end. The type numbers are the same in every PostgreSQL. This file never queries them.
import type postgres from 'postgres';

const asText = (text: string): unknown => text;
const BUILT_IN = {
  bool: { array: 1000, parse: (text: string): unknown => text === 't' },
  bytea: { array: 1001, parse: (text: string): unknown => Buffer.from(text.slice(2), 'hex') },
  int2: { array: 1005, parse: Number },
  int4: { array: 1007, parse: Number },
  text: { array: 1009, parse: asText },
  varchar: { array: 1015, parse: asText },
  int8: { array: 1016, parse: BigInt },
  float8: { array: 1022, parse: Number },
  timestamptz: { array: 1185, parse: (text: string): unknown => new Date(text) },
  numeric: { array: 1231, parse: asText },
  uuid: { array: 2951, parse: asText },
  jsonb: { array: 3807, parse: JSON.parse },
};

export const ARRAY_TYPES: Record<string, postgres.PostgresType> = Object.fromEntries(
  Object.entries(BUILT_IN).map(([name, { array, parse }]) => [
    `${name}s`,
    { to: array, from: [array], serialize: formatArray, parse: (text: string) => parseArray(text, parse) },
  ]),
);

/** A value that is not an array is already in PostgreSQL's notation: `{a,b}`. */
export function formatArray(elements: unknown): string {
  if (!Array.isArray(elements)) return String(elements);
  return `{${elements.map((one) => (one === null ? 'null' : quoted(textOf(one)))).join(',')}}`;
}

function textOf(element: unknown): string {
  if (element instanceof Date) return element.toISOString();
  if (element instanceof Uint8Array) return `\\x${Buffer.from(element).toString('hex')}`;
  if (typeof element === 'object') return JSON.stringify(element);
  return String(element);
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

function parseArray(text: string, parse: (text: string) => unknown): unknown[] {
  if (!/^\{(?!\{)/.test(text)) throw new TypeError(`not an array of one dimension: ${text.slice(0, 40)}`);
  const elements = text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|[^,]+/gs);
  return [...elements].map(([whole, inQuotes]) => {
    if (inQuotes !== undefined) return parse(inQuotes.replace(/\\(.)/gs, '$1'));
    return whole === 'NULL' ? null : parse(whole);
  });
}
