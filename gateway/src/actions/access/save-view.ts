// Saves a view of a list for a user, and removes it. It changes only what people see, so the audit log does not hold
// it.
import { randomUUIDv7 } from 'node:crypto';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { BrandId } from '../../domain/merchants/brand.ts';
import { deleteSavedView, insertSavedView, type SavedView } from '../../storage/access/saved-view-store.ts';
import type { Context } from '../context.ts';

export async function saveView(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  by: AuditActor,
  { merchantId, brandId }: BrandId,
  wanted: Pick<SavedView, 'name' | 'query' | 'shared'>,
): Promise<SavedView> {
  const { name, query, shared } = wanted;
  const view: SavedView = {
    merchantId,
    brandId,
    id: randomUUIDv7(),
    userId: by.id,
    userName: by.name,
    name,
    query,
    shared,
    createdAt: now(),
  };
  await insertSavedView(sql, view);
  return view;
}

/** Only the user's own view; a colleague's view is not found. */
export async function removeView(
  { sql }: Pick<Context, 'sql'>,
  by: AuditActor,
  { merchantId, brandId }: BrandId,
  viewId: string,
): Promise<void> {
  const removed = await deleteSavedView(sql, { merchantId, brandId, userId: by.id }, viewId.toLowerCase());
  if (!removed) throw new Refusal(404, 'viewId: you have no such view');
}
