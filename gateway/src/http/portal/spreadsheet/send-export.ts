// Sends sheets as a file to be kept: CSV (the first sheet) or XLSX (all). Called by the exports of the portal. The file is
// streamed: nothing of it waits for its end, and a reader who goes away ends the reading of rows.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { writeCsv } from './csv.ts';
import type { Sheet } from './sheet.ts';
import { writeXlsx } from './xlsx.ts';

export type FileFormat = 'csv' | 'xlsx';

const TYPES: Record<FileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** `name`: of the file, without its ending; letters, digits and hyphens. */
export function sendExport(
  reply: FastifyReply,
  format: FileFormat,
  name: string,
  // biome-ignore lint/suspicious/noExplicitAny: each sheet has rows of its own
  sheets: readonly [Sheet<any>, ...Sheet<any>[]],
): FastifyReply {
  const body = format === 'csv' ? writeCsv(sheets[0]) : writeXlsx(sheets);
  return reply
    .header('content-type', TYPES[format])
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(body, { objectMode: format === 'csv' }));
}
