// Reads the rows of a table of a month-end, one at a time. A table that somebody made to exhaust the reader is refused.
import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { textAsItWas } from '../spreadsheet/spreadsheet-text.ts';

export type Line = Record<string, string>;
export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A month-end's rows have a few hundred characters. */
export const LONGEST_ROW = 1_000_000;

export function linesOf(content: Content): AsyncIterable<Line> {
  const parser = parse({ bom: true, columns: true, cast: textAsItWas, max_record_size: LONGEST_ROW });
  pipeline(Readable.from(shortLines(content), { objectMode: false }), parser, () => {});
  return parser;
}

/** The parser's own limit does not count empty fields, so we measure the lines ourselves. */
export async function* shortLines(content: Content): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of content) {
    const end = chunk.lastIndexOf(NEWLINE);
    length = end === -1 ? length + chunk.length : chunk.length - end - 1;
    if (length > LONGEST_ROW) throw new Error('a row is too long');
    yield chunk;
  }
}

const NEWLINE = 10;

/** Amounts have all the decimals of their currency, so without the point they are minor units. */
export const minorOf = (text: string | undefined): bigint => BigInt((text || '0').replace('.', ''));
