// Sends sheets as a file for the user to keep: CSV (the first sheet) or XLSX (all). It streams the file: it must never
// hold the whole file, and when the client leaves, it stops reading rows.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { GERMAN, PLAIN, writeCsv } from '../../../actions/spreadsheet/csv.ts';
import { type Sheet, wallClock } from '../../../actions/spreadsheet/sheet.ts';
import { writeXlsx } from '../../../actions/spreadsheet/xlsx.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import { choice } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';

/** csv-de: for German spreadsheets. */
export const FILE_FORMATS = ['csv', 'csv-de', 'xlsx'] as const;
type FileFormat = (typeof FILE_FORMATS)[number];

/** For the description of a format. */
export const GERMAN_WORDS = 'csv-de: the same for German spreadsheets, with semicolons and decimal commas.';

const TYPES: Record<FileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  'csv-de': 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The name of a file of `what`, such as transactions: with the brand, today's date, and the time zone of its times. */
export function exportName(
  what: string,
  { name, timeZone }: Pick<Brand, 'name' | 'timeZone'>,
  now: Date,
): string {
  return wordsOf(what, name, wallClock(timeZone)(now).slice(0, 10), timeZone);
}

/** Turns the parts into the name of a file. */
export function wordsOf(...parts: string[]): string {
  const words = parts.map((part) => part.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, ''));
  return words.filter(Boolean).join('-').toLowerCase();
}

/** The fields in the query of an export. */
export const exportFields = {
  format: choice(FILE_FORMATS, `Kind of file. ${GERMAN_WORDS}`),
  progress: Type.Optional(
    choice(
      ['true'],
      'The file in pieces. Each piece begins with its length and the number of rows written so far, 4 bytes each. ' +
        'The last piece is empty.',
    ),
  ),
};

/** The answers of an export. */
export const exportAnswers = {
  200: {
    description: 'The file.',
    contentType: 'text/csv',
    schema: Type.String({ description: 'CSV or XLSX.' }),
  },
  ...portalErrors(),
};

/** The file carries its progress between its bytes. `expected`: the number of rows in all; null: unknown. */
export interface Progress {
  expected: number | null;
}

// biome-ignore lint/suspicious/noExplicitAny: each sheet has rows of its own
type Sheets = readonly [Sheet<any>, ...Sheet<any>[]];

interface Export {
  format: FileFormat;
  /** The file's name without its ending; letters, digits and hyphens. */
  name: string;
  sheets: Sheets;
}

export function sendExport(
  reply: FastifyReply,
  { format, name, sheets }: Export,
  progress: Progress | null = null,
): FastifyReply {
  reply
    .header('content-disposition', `attachment; filename="${name}.${format === 'xlsx' ? 'xlsx' : 'csv'}"`)
    .header('cache-control', 'no-store');
  if (progress === null) return reply.header('content-type', TYPES[format]).send(streamOf(format, sheets));
  if (progress.expected !== null) reply.header('x-expected-rows', progress.expected);
  let rows = 0;
  const [first, ...others] = sheets.map((sheet) => ({ ...sheet, batches: counted(sheet.batches) }));
  async function* counted(batches: (typeof sheets)[0]['batches']) {
    for await (const batch of batches) {
      rows += batch.length;
      yield batch;
    }
  }
  const body = streamOf(format, [first!, ...others]);
  return reply.header('content-type', FRAMES).send(
    Readable.from(
      framed(body, () => rows),
      { objectMode: false },
    ),
  );
}

function streamOf(format: FileFormat, sheets: Sheets): Readable {
  if (format === 'xlsx') return Readable.from(writeXlsx(sheets), { objectMode: false });
  return Readable.from(writeCsv(sheets[0], format === 'csv' ? PLAIN : GERMAN), { objectMode: true });
}

const FRAMES = 'application/vnd.tollgate.frames';

/**
 * Sends the file in pieces. Eight bytes before each piece hold its length and the number of rows written so far. The
 * last piece is empty: a file that does not end with it is incomplete. The page reads it
 * (portal/src/parts/table/export-menu.tsx).
 */
async function* framed(file: AsyncIterable<string | Uint8Array>, rows: () => number): AsyncGenerator<Buffer> {
  const frame = (bytes: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(bytes.length, 0);
    head.writeUInt32BE(rows(), 4);
    return Buffer.concat([head, bytes]);
  };
  for await (const part of file) if (part.length > 0) yield frame(Buffer.from(part as string));
  yield frame(Buffer.alloc(0));
}
