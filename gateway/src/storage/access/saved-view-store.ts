// Saved views of lists: a name for the query in the list's address. Its owner sees it, or all colleagues of the
// merchant. Views change only what a person sees, so the audit log never holds them.
import type { Row } from 'postgres';
import type { Sql } from '../database/database.ts';

export interface SavedView {
  merchantId: string;
  brandId: string;
  id: string;
  userId: string;
  userName: string;
  name: string;
  query: string;
  shared: boolean;
  createdAt: Date;
}

interface Viewer {
  merchantId: string;
  brandId: string;
  userId: string;
}

/** The user's own views and shared ones, by name. */
export async function listSavedViews(
  sql: Sql,
  { merchantId, brandId, userId }: Viewer,
): Promise<SavedView[]> {
  const rows = await sql`select * from saved_views
    where merchant_id = ${merchantId} and brand_id = ${brandId} and (shared or user_id = ${userId})
    order by name, created_at limit 200`;
  return rows.map(toView);
}

export async function insertSavedView(sql: Sql, view: SavedView): Promise<void> {
  await sql`insert into saved_views (merchant_id, brand_id, id, user_id, user_name, name, query, shared, created_at)
    values (${view.merchantId}, ${view.brandId}, ${view.id}, ${view.userId}, ${view.userName}, ${view.name}, ${view.query},
      ${view.shared}, ${view.createdAt})`;
}

/** Only a view of this person; false if there is none. */
export async function deleteSavedView(
  sql: Sql,
  { merchantId, brandId, userId }: Viewer,
  id: string,
): Promise<boolean> {
  const { count } = await sql`delete from saved_views
    where merchant_id = ${merchantId} and brand_id = ${brandId} and id = ${id} and user_id = ${userId}`;
  return count > 0;
}

function toView(row: Row): SavedView {
  return {
    merchantId: row.merchant_id,
    brandId: row.brand_id,
    id: row.id,
    userId: row.user_id,
    userName: row.user_name,
    name: row.name,
    query: row.query,
    shared: row.shared,
    createdAt: row.created_at,
  };
}
