// Payment links that people make in the portal, or servers over the API: the fields of a link beside its pay-in.
// open-transactions.ts writes a link in the commit of its pay-in, never later. The pay-in tells whether the link is
// open or paid.
import type { Row } from 'postgres';
import type { LinkState } from '../../domain/cashier/link-state.ts';
import type { AnyTransaction, Sql } from '../database/database.ts';
import { insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';

export interface PaymentLink {
  merchantId: string;
  brandId: string;
  transactionId: string;
  tokenSealed: Buffer;
  description: string;
  madeBy: string;
  madeByName: string;
  expiresAt: Date;
  createdAt: Date;
}

const LINKS = new Recordset({
  merchant_id: 'uuid',
  brand_id: 'uuid',
  transaction_id: 'uuid',
  token_sealed: 'bytea',
  description: 'text',
  made_by: 'uuid',
  made_by_name: 'text',
  expires_at: 'timestamptz',
  created_at: 'timestamptz',
});
const COLUMNS = LINKS.names;

export async function insertLinks(tx: AnyTransaction, links: readonly PaymentLink[]): Promise<void> {
  if (links.length === 0) return;
  const rows = links.map((link) => ({
    merchant_id: link.merchantId,
    brand_id: link.brandId,
    transaction_id: link.transactionId,
    token_sealed: link.tokenSealed,
    description: link.description,
    made_by: link.madeBy,
    made_by_name: link.madeByName,
    expires_at: link.expiresAt,
    created_at: link.createdAt,
  }));
  await insertRows(tx, { into: 'payment_links' }, LINKS, rows);
}

export async function findLink(
  sql: Sql,
  merchantId: string,
  brandId: string,
  transactionId: string,
): Promise<PaymentLink | null> {
  const [row] = await sql`select ${sql.unsafe(COLUMNS)} from payment_links
    where merchant_id = ${merchantId} and brand_id = ${brandId} and transaction_id = ${transactionId}`;
  return row ? fromRow(row) : null;
}

/** For a row `t` of transactions. If an attempt began in the last minute of a link, it may still be paid afterwards. */
const STATES: Record<LinkState, string> = {
  open: `t.status in ('INIT', 'PENDING', 'PROCESSING')`,
  paid: `t.status = 'COMPLETED'`,
  expired: `t.status in ('DECLINED', 'ERROR') and t.error_code = '3002'`,
  cancelled: `t.status in ('DECLINED', 'ERROR') and t.error_code = '3001'`,
  declined: `t.status in ('DECLINED', 'ERROR') and t.error_code not in ('3001', '3002')`,
};

export interface LinksRequest {
  merchantId: string;
  brandId: string;
  /** null: all. */
  state: LinkState | null;
  /** The `transactionId` of the last link of the previous page. */
  before: string | null;
  limit: number;
}

/** Newest first; one more than `limit` if there are more. */
export async function listLinks(
  sql: Sql,
  { merchantId, brandId, state, before, limit }: LinksRequest,
): Promise<PaymentLink[]> {
  const columns = COLUMNS.replace(/\w+/g, 'l.$&');
  const rows = await sql`
    select ${sql.unsafe(columns)} from payment_links l
    ${state === null ? sql`` : sql`join transactions t on t.merchant_id = l.merchant_id and t.id = l.transaction_id`}
    where l.merchant_id = ${merchantId} and l.brand_id = ${brandId}
      ${before === null ? sql`` : sql`and l.transaction_id < ${before}`}
      ${state === null ? sql`` : sql`and ${sql.unsafe(STATES[state])}`}
    order by l.transaction_id desc limit ${limit + 1}`;
  return rows.map(fromRow);
}

function fromRow(row: Row): PaymentLink {
  return {
    merchantId: row.merchant_id,
    brandId: row.brand_id,
    transactionId: row.transaction_id,
    tokenSealed: row.token_sealed,
    description: row.description,
    madeBy: row.made_by,
    madeByName: row.made_by_name,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}
