// A new merchant: a name and an id under which its brands, users and transactions are kept (contract 2).
import { randomUUIDv7 } from 'node:crypto';
import { insertMerchant } from '../storage/brand-store.ts';
import type { Context } from './context.ts';

export async function createMerchant(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  { name }: { name: string },
): Promise<{ merchantId: string; name: string }> {
  const merchantId = randomUUIDv7();
  await insertMerchant(sql, merchantId, name, now());
  return { merchantId, name };
}
