// The logos of brands, each under the hash of its bytes (domain/merchants/brand-logo.ts). It never keeps a logo in
// memory.
import type { BrandId } from '../../domain/merchants/brand.ts';
import type { BrandLogo, NewLogo } from '../../domain/merchants/brand-logo.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';

type Run = Sql | SqlTransaction;

export async function insertBrandLogo(
  run: Run,
  { merchantId, brandId }: BrandId,
  { hash, extension, bytes }: NewLogo,
  at: Date,
): Promise<void> {
  await run`
    insert into brand_logos (merchant_id, brand_id, hash, extension, bytes, created_at)
    values (${merchantId}, ${brandId}, ${hash}, ${extension}, ${bytes}, ${at})
    on conflict (merchant_id, brand_id, hash) do nothing`;
}

export async function deleteOtherBrandLogos(
  run: Run,
  merchantId: string,
  brandId: string,
  keptHashes: string[],
): Promise<void> {
  await run`delete from brand_logos
    where merchant_id = ${merchantId} and brand_id = ${brandId} and hash <> all(${keptHashes})`;
}

export async function findBrandLogo(
  run: Run,
  merchantId: string,
  brandId: string,
  { hash, extension }: BrandLogo,
): Promise<Buffer | null> {
  const rows = await run`select bytes from brand_logos
    where merchant_id = ${merchantId} and brand_id = ${brandId} and hash = ${hash} and extension = ${extension}`;
  return rows[0]?.bytes ?? null;
}
