// A report of Adyen as rows of a CSV file. It takes at most 20 MB of UTF-8, and refuses a record without end while that
// record is still small. Columns are known by name, in any order. A cell is data: a formula in it is never evaluated.
import { pipeline, Readable } from 'node:stream';
import { isCleanText, ReportFault } from '@tollgate/provider-kit';
import { CsvError, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';

export const MOST_BYTES = 20 * 1024 * 1024;
export const TOO_LARGE =
  'the report is larger than 20 MB; make reports of fewer batches in Adyen’s Customer Area and hand them in';

/** Rows of real reports have some hundred bytes. */
const LONGEST_RECORD = 100_000;
const SLAB_BYTES = 64 * 1024;
const SEPARATORS = [',', ';', '\t'];

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export interface Row {
  /** Counted as in an editor, for a fault. */
  line: number;
  /** Without blanks around it; empty: the report has no such column, or the cell is empty. */
  cell(column: string): string;
  has(column: string): boolean;
}

export interface Columns {
  /** A report without one of them cannot be read. */
  needed: readonly string[];
  /** A row may end before these. */
  optional: readonly string[];
}

/** The bytes of a report, in pieces of equal size. */
export type HeldReport = readonly Buffer[];

/** Reads all of it, so that a report with a fault at its end changes nothing. */
export async function holdReport(bytes: AsyncIterable<Uint8Array>): Promise<HeldReport> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const records = new RecordLengths();
  const slabs: Buffer[] = [];
  let slab = Buffer.allocUnsafe(SLAB_BYTES);
  let used = 0;
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new ReportFault(TOO_LARGE);
    decode(decoder, chunk);
    records.add(chunk);
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(SLAB_BYTES - used, chunk.length - at);
      slab.set(chunk.subarray(at, at + taken), used);
      at += taken;
      used += taken;
      if (used < SLAB_BYTES) continue;
      slabs.push(slab);
      slab = Buffer.allocUnsafe(SLAB_BYTES);
      used = 0;
    }
  }
  decode(decoder, null);
  slabs.push(slab.subarray(0, used));
  return slabs;
}

function decode(decoder: TextDecoder, chunk: Uint8Array | null): void {
  try {
    if (chunk === null) decoder.decode();
    else decoder.decode(chunk, { stream: true });
  } catch {
    throw new ReportFault(
      'the report is not UTF-8; hand it in as Adyen made it, not saved again by a program',
    );
  }
}

/** The parser's own limit does not count empty cells, so the records are measured here. */
class RecordLengths {
  #length = 0;
  #line = 1;
  #isQuoted = false;

  add(chunk: Uint8Array): void {
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      this.#length += 1;
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
        if (byte === LINE_FEED) this.#line += 1;
        if (!this.#isQuoted) this.#length = 0;
      }
      if (this.#length > LONGEST_RECORD)
        throw new ReportFault(
          `line ${this.#line} is longer than ${LONGEST_RECORD} characters, or a quote in it is not closed`,
        );
    }
  }
}

/** Rows without any content are left out. */
export async function* rowsOf(report: HeldReport, columns: Columns): AsyncGenerator<Row> {
  const { delimiter, firstLine } = formOf(report[0]!, columns);
  const parser = parse({
    bom: true,
    delimiter,
    from_line: firstLine,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  pipeline(Readable.from(report, { objectMode: false }), parser, () => {});
  let header: Header | null = null;
  try {
    for await (const one of parser) {
      const { record, info } = one as { record: string[]; info: { lines: number } };
      if (header === null) header = new Header(record, columns);
      else if (record.some((cell) => cell.trim() !== '')) yield header.rowOf(record, info.lines);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number((error as { lines?: number }).lines ?? 1);
    throw new ReportFault(`line ${line} cannot be read as CSV: look for a quote that is not closed`);
  }
}

/** A first line of the form `sep=;` is Excel's own. */
const FIRST_LINES = /^\uFEFF?(?:sep=(.)(?:\r\n|\n|\r))?([^\r\n]*)/i;

function formOf(start: Buffer, { needed, optional }: Columns): { delimiter: string; firstLine: number } {
  const [, said, header = ''] = FIRST_LINES.exec(start.toString('utf8')) ?? [];
  const known = new Set([...needed, ...optional].map(simplified));
  const found = SEPARATORS.map((delimiter) => ({
    delimiter,
    count: cellsOf(header, delimiter).filter((name) => known.has(simplified(name))).length,
  }));
  const { delimiter, count } = found.reduce((best, one) => (one.count > best.count ? one : best));
  if (count === 0)
    throw new ReportFault(
      `the file is no settlement details report of Adyen: its first line has no column ${needed[0]}`,
    );
  return { delimiter, firstLine: said === undefined ? 1 : 2 };
}

function cellsOf(line: string, delimiter: string): string[] {
  try {
    return parseAtOnce(line, { delimiter, relax_column_count: true })[0] ?? [];
  } catch {
    return [];
  }
}

const simplified = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

class Header {
  readonly #places: ReadonlyMap<string, number>;
  readonly #width: number;
  /** The last column that a row must reach. */
  readonly #last: number;

  constructor(record: readonly string[], { needed, optional }: Columns) {
    const names = record.map(simplified);
    const places = new Map<string, number>();
    for (const column of [...needed, ...optional]) {
      const name = simplified(column);
      const place = names.indexOf(name);
      if (place === -1) continue;
      if (names.includes(name, place + 1)) throw new ReportFault(`the report has two columns ${column}`);
      places.set(column, place);
    }
    const missing = needed.filter((column) => !places.has(column));
    if (missing.length > 0)
      throw new ReportFault(`the report has no column ${missing.join(', ')}; select it in the Customer Area`);
    this.#places = places;
    this.#width = names.length;
    this.#last = Math.max(...needed.map((column) => places.get(column)!));
  }

  rowOf(record: readonly string[], line: number): Row {
    if (record.length <= this.#last || record.slice(this.#width).some((cell) => cell.trim() !== ''))
      throw new ReportFault(`line ${line} has ${record.length} cells, the first line has ${this.#width}`);
    return {
      line,
      has: (column) => this.#places.has(column),
      cell: (column) => {
        const place = this.#places.get(column);
        return place === undefined ? '' : cleaned(record[place] ?? '');
      },
    };
  }
}

/** The database takes no control characters. A line break in a quoted cell becomes a blank. */
const cleaned = (cell: string) => (isCleanText(cell) ? cell : cell.replaceAll(/\p{Cc}+/gu, ' ')).trim();
