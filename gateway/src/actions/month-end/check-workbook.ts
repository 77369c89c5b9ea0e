// Compares the workbook of a month-end with its tables: it writes the workbook again from them, file by file, and the
// result must be the same. So a reader may open either. It copies the workbook to a temporary file, because a ZIP file
// is read from its end. It must hold only a few rows at a time.
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { pipeline as piped } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { parse } from 'csv-parse';
import type { FileName, Manifest } from '../../domain/month-end/manifest.ts';
import { type Cell, headings, type Kind, type Sheet } from '../spreadsheet/sheet.ts';
import { textAsItWas } from '../spreadsheet/spreadsheet-text.ts';
import { workbookParts } from '../spreadsheet/xlsx.ts';
import { sheetsOf } from './month-tables.ts';
import { type ZippedFile, zipOf } from './pack-file.ts';
import { chunksOf, type Place, placesOf, unpack, withZip, type ZipFile } from './read-zip.ts';
import { type Content, LONGEST_ROW, minorOf, shortLines } from './table-lines.ts';

type Line = (string | null)[];

/** Throws for tables that cannot be read. */
export async function checkWorkbook(
  content: (name: FileName) => Content,
  { timeZone, format }: Manifest,
): Promise<string[]> {
  const sheets = sheetsOf(format).map(([name, sheet]) => sheetOf(sheet(timeZone), content(name)));
  const isSame = await asZip(content('month.xlsx'), (workbook) => isWorkbookOf(workbook, sheets));
  return isSame ? [] : ['the rows of month.xlsx differ from the tables'];
}

/** Calls `work` with a temporary file, which is deleted afterwards. */
async function asZip<T>(content: Content, work: (zip: ZipFile) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-workbook-'));
  try {
    const path = join(folder, 'month.xlsx');
    await piped(Readable.from(content, { objectMode: false }), createWriteStream(path, { mode: 0o600 }));
    return await withZip(path, work);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The rows of a table, as the sheet of its workbook shows them. */
// biome-ignore lint/suspicious/noExplicitAny: each sheet has rows of its own
function sheetOf({ columns, ...sheet }: Sheet<any>, content: Content): Sheet<Line> {
  const titles = headings({ columns, timeZone: sheet.timeZone });
  return {
    ...sheet,
    columns: columns.map(({ currencyIn = 'Currency', ...column }, i) => {
      const currencyAt = titles.indexOf(currencyIn);
      return { ...column, value: (line) => cellOf(column.kind, line[i] ?? null, line[currencyAt] ?? '') };
    }),
    batches: batchesOf(content, titles),
  };
}

function cellOf(kind: Kind, written: string | null, currency: string): Cell {
  if (written === null) return null;
  if (kind === 'money') return { minor: minorOf(written), currency };
  return kind === 'count' ? Number(written) : written;
}

const ROWS_AT_ONCE = 500;

async function* batchesOf(content: Content, titles: readonly string[]): AsyncGenerator<Line[]> {
  // Texts are quoted in the CSV; a missing value is empty and not quoted.
  const cast = (value: string, { quoting }: { quoting: boolean }) => {
    if (quoting) return textAsItWas(value);
    return value === '' ? null : value;
  };
  const parser = parse({ bom: true, cast, max_record_size: LONGEST_ROW });
  pipeline(Readable.from(shortLines(content), { objectMode: false }), parser, () => {});
  let batch: Line[] = [];
  let isHeading = true;
  for await (const line of parser as AsyncIterable<Line>) {
    if (isHeading && line.join('\n') !== titles.join('\n')) throw new Error('a table has the wrong columns');
    if (!isHeading) batch.push(line);
    isHeading = false;
    if (batch.length < ROWS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function isWorkbookOf(workbook: ZipFile, sheets: readonly Sheet<Line>[]): Promise<boolean> {
  const places = placesOf(workbook);
  if (!places) return false;
  const files: ZippedFile[] = [];
  let at: Compared | null = null;
  for await (const { file, text, begins, ends } of workbookParts(sheets)) {
    const place = places.get(file);
    if (!place) return false;
    if (begins) at = new Compared(workbook, place, file);
    if (!(await at!.goesOnWith(text))) return false;
    if (!ends) continue;
    if (!(await at!.isOver())) return false;
    files.push(at!.file);
  }
  // Assembled again from its own packed files: another list of files could show other sheets.
  return await holdsExactly(workbook, files);
}

/** Compares one file of the workbook with its expected content. */
class Compared {
  readonly #content: AsyncGenerator<Buffer>;
  readonly file: ZippedFile;
  #rest: Buffer = Buffer.alloc(0);

  constructor(workbook: ZipFile, place: Place, name: string) {
    this.#content = unpack(workbook, place, Number.MAX_SAFE_INTEGER);
    this.file = { name, bytes: 0, crc32: 0, packed: chunksOf(workbook, place) };
  }

  async goesOnWith(text: string): Promise<boolean> {
    let expected = Buffer.from(text);
    this.file.bytes += expected.length;
    this.file.crc32 = crc32(expected, this.file.crc32);
    while (expected.length > 0) {
      if (this.#rest.length === 0 && !(await this.#readOn())) return false;
      const length = Math.min(expected.length, this.#rest.length);
      if (Buffer.compare(expected.subarray(0, length), this.#rest.subarray(0, length)) !== 0) return false;
      expected = expected.subarray(length);
      this.#rest = this.#rest.subarray(length);
    }
    return true;
  }

  async isOver(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#readOn());
  }

  async #readOn(): Promise<boolean> {
    try {
      for (;;) {
        const { value, done } = await this.#content.next();
        if (done) return false;
        this.#rest = value;
        if (value.length > 0) return true;
      }
    } catch {
      // The file cannot be unpacked.
      return false;
    }
  }
}

/** Does the archive have these files and nothing else, byte for byte? */
export async function holdsExactly(zip: ZipFile, files: readonly ZippedFile[]): Promise<boolean> {
  let read = 0;
  for await (const chunk of zipOf(files)) {
    if (Buffer.compare(chunk, zip.read(read, read + chunk.length)) !== 0) return false;
    read += chunk.length;
  }
  return read === zip.size;
}
