// A customer asks to be forgotten (contract 2): an operator or the portal's owner erases their personal data at a
// brand. One commit notes the transactions and deletes the data stored beside them. Then the finished transactions are
// erased, and a worker continues with the others (docs/decisions/0085). Nothing that names the person is stored. Safe
// to repeat.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import {
  deleteBrandWords,
  deleteCustomer,
  deleteMentions,
  eraseMandatesOf,
} from '../../storage/erasure/erase-person.ts';
import { noteErasures } from '../../storage/erasure/erasure-work.ts';
import { type CustomerName, findTransactionsOf } from '../../storage/erasure/find-customer.ts';
import { blockHash } from '../../storage/keys/vault.ts';
import { touchBrand } from '../../storage/merchants/brand-store.ts';
import { type HashedBlocks, hashBlocks } from '../../storage/risk/block-store.ts';
import type { Context } from '../context.ts';
import { revokeMandatesOf } from '../mandates/revoke-mandate.ts';
import { requireBrand } from '../merchants/change-brand.ts';
import { ERASED_AT_ONCE, eraseBatch, LEASE_MS } from './erase-batch.ts';

export interface ErasedCustomer {
  /** How many transactions are erased: now, or when they end. */
  transactions: number;
  cards: number;
}

/** The caller waits for no more than this; a worker takes the rest within moments. */
const MOST_AT_ONCE = 500;

export async function eraseCustomer(
  context: Context,
  by: AuditActor,
  brandId: string,
  given: Partial<CustomerName>,
): Promise<ErasedCustomer> {
  const { sql, vault, brands, now } = context;
  const name = requireName(given);
  const values = [name.userId, name.email].filter((value) => value !== null);
  const { merchantId } = await requireBrand(sql, brandId);
  const brand = { merchantId, brandId };
  const ids = await findTransactionsOf(sql, brand, name);
  await revokeMandatesOf(context, brand, { userId: name.userId, transactionIds: ids });
  const at = now();
  const erased = await withRetries(() =>
    sql.begin(async (tx) => {
      await touchBrand(tx, merchantId, brandId);
      const cards = await deleteCustomer(tx, brand, name);
      if (name.userId !== null) await eraseMandatesOf(tx, brand, name.userId);
      const blockIds = await hashBlocks(tx, brand, blocksOf(name, ids), blockHash(vault, brandId));
      await deleteMentions(tx, brand, values);
      await deleteBrandWords(tx, brand, { transactionIds: ids, blockIds, values });
      const dueAt = new Date(at.getTime() + LEASE_MS);
      const transactions = await noteErasures(tx, brand, ids, { cause: 'request', at, dueAt });
      const after = { transactions, cards, customer: keyedNames(context, brandId, name) };
      const target = { kind: 'brand', id: brandId } as const;
      await appendAudit(tx, { merchantId, at, by, action: 'customer.erased', target, before: null, after });
      return { transactions, cards };
    }),
  );
  await brands.refresh();
  for (let from = 0; from < Math.min(ids.length, MOST_AT_ONCE); from += ERASED_AT_ONCE) {
    const transactionIds = ids.slice(from, Math.min(from + ERASED_AT_ONCE, MOST_AT_ONCE));
    await eraseBatch(context, brand, { transactionIds, cause: 'request' });
  }
  return erased;
}

/** The customer's blocks, before the transactions are read: those may tell more of them (erase-batch.ts). */
export const blocksOf = (
  { userId, email }: CustomerName,
  transactionIds: readonly string[],
): HashedBlocks => ({
  transactionIds,
  userIds: userId === null ? [] : [userId],
  emails: email === null ? [] : [email],
  ranges: [],
});

/** Throws Refusal 400 if the customer has no name. */
export function requireName(given: Partial<CustomerName>): CustomerName {
  const name = { userId: given.userId || null, email: given.email?.trim() || null };
  if (name.userId === null && name.email === null)
    throw new Refusal(400, ['userId: name the customer by a userId, an email, or both']);
  return name;
}

/** Anybody who knows the name can check that this person was erased; the log itself names nobody. */
function keyedNames({ vault }: Pick<Context, 'vault'>, brandId: string, { userId, email }: CustomerName) {
  const keyed = (kind: string, value: string | null) =>
    value && vault.fingerprint(`erased ${brandId} ${kind} ${value}`).toString('hex').slice(0, 32);
  return { userId: keyed('userId', userId), email: keyed('email', email?.toLowerCase() ?? null) };
}
