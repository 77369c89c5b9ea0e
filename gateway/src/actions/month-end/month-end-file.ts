// The archive of a month-end, as a stream: the same bytes each time. Its files are stored in pieces. The seal is the
// row of the audit log.
import { Refusal } from '../../domain/errors/refusal.ts';
import {
  MANIFEST,
  type Manifest,
  type PackedFile,
  SEAL,
  type Seal,
  type Sealed,
  textOf,
} from '../../domain/month-end/manifest.ts';
import { auditRowsOf } from '../../storage/audit/audit-log.ts';
import type { Sql, SqlTransaction } from '../../storage/database/database.ts';
import { listMonthEndKeys } from '../../storage/month-end/month-end-keys.ts';
import { findMonthEnd, type MonthEnd, readPart } from '../../storage/month-end/month-end-store.ts';
import { plainFile, type ZippedFile, zipOf } from './pack-file.ts';

interface OfBrand {
  merchantId: string;
  brandId: string;
}

/** Throws Refusal 404. */
export async function requireMonthEnd(sql: Sql, brand: OfBrand, month: string): Promise<MonthEnd> {
  const monthEnd = await findMonthEnd(sql, brand, month);
  if (!monthEnd) throw new Refusal(404, 'month: is not closed');
  return monthEnd;
}

/** Reads the row of the audit log first: without it there is no archive. */
export async function monthEndFile(sql: Sql, monthEnd: MonthEnd): Promise<AsyncGenerator<Uint8Array>> {
  const seal = textOf(await sealOf(sql, monthEnd));
  const { files } = JSON.parse(monthEnd.manifest) as Manifest;
  const archived = files.map(
    ({ name, bytes, crc32, packedBytes }): ZippedFile => ({
      name,
      bytes,
      crc32,
      packed: piecesOf(sql, monthEnd, { name, packedBytes }),
    }),
  );
  return zipOf([...archived, plainFile(MANIFEST, monthEnd.manifest), plainFile(SEAL, seal)]);
}

async function* piecesOf(
  sql: Sql,
  { merchantId, id }: MonthEnd,
  { name, packedBytes }: Pick<PackedFile, 'name' | 'packedBytes'>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let read = 0;
  for (let part = 0; read < packedBytes; part++) {
    const bytes = await readPart(sql, { merchantId, monthEndId: id, file: name, part });
    if (bytes === null) throw new Error(`the month-end ${id} lacks the piece ${part} of ${name}`);
    read += bytes.length;
    yield bytes;
  }
  if (read > packedBytes) throw new Error(`the month-end ${id} has more of ${name} than its manifest says`);
}

async function sealOf(sql: Sql, monthEnd: MonthEnd): Promise<Seal> {
  const sealed = await sealedOf(sql, monthEnd);
  if (monthEnd.signed === null) return sealed;
  const { keyId, signature } = monthEnd.signed;
  const key = (await listMonthEndKeys(sql, monthEnd.merchantId)).find(({ id }) => id === keyId);
  if (!key) throw new Error(`the key ${keyId}, which signed the month-end ${monthEnd.id}, is missing`);
  const publicKey = key.publicKey.toString('base64');
  return { ...sealed, signature: { publicKey, value: signature.toString('base64') } };
}

/** The content that the signature covers. */
export async function sealedOf(
  sql: Sql | SqlTransaction,
  { merchantId, brandId, manifestSha256 }: MonthEnd,
): Promise<Sealed> {
  const rows = await auditRowsOf(sql, merchantId, { action: 'month-end.made', target: brandId });
  const row = rows.find(
    ({ after }) => (after as { manifestSha256?: string } | null)?.manifestSha256 === manifestSha256,
  );
  if (!row) throw new Error(`the audit log has no row of the month-end ${manifestSha256}`);
  const { words: _, ...auditRow } = row;
  return { manifestSha256, auditRow };
}

/** A file name that people can recognise. */
export const monthEndName = ({ month }: MonthEnd, brandName: string): string => {
  const words = brandName.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return `month-end-${words ? `${words}-` : ''}${month}.zip`.toLowerCase();
};
