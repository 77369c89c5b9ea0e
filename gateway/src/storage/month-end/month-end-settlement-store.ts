// What a month-end keeps of settlements: which ones it had, up to which line, and the differences that the next
// month-end looks at again. They count only if the month-end has its row in month_ends.
import type { Sql, SqlTransaction } from '../database/database.ts';
import { insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';

export interface OfMonthEnd {
  merchantId: string;
  monthEndId: string;
}

const ROWS_AT_ONCE = 1_000;

const HAD = new Recordset({
  merchant_id: 'uuid',
  settlement_id: 'uuid',
  month_end_id: 'uuid',
  last_line: 'uuid',
});

export async function insertHadSettlements(
  sql: Sql,
  { merchantId, monthEndId }: OfMonthEnd,
  settlements: readonly { id: string; lastLine: string | null }[],
): Promise<void> {
  for (let at = 0; at < settlements.length; at += ROWS_AT_ONCE) {
    const rows = settlements.slice(at, at + ROWS_AT_ONCE).map(({ id, lastLine }) => ({
      merchant_id: merchantId,
      settlement_id: id,
      month_end_id: monthEndId,
      last_line: lastLine,
    }));
    await insertRows(sql, { into: 'month_end_settlements' }, HAD, rows);
  }
}

export interface SettlementItem {
  kind: 'settlement' | 'line' | 'movement';
  itemId: string;
  cause: string;
  month: string;
}

const ITEMS = new Recordset({
  merchant_id: 'uuid',
  month_end_id: 'uuid',
  kind: 'text',
  item_id: 'uuid',
  cause: 'text',
  month: 'text',
});

export async function insertSettlementItems(
  sql: Sql,
  { merchantId, monthEndId }: OfMonthEnd,
  items: readonly SettlementItem[],
): Promise<void> {
  for (let at = 0; at < items.length; at += ROWS_AT_ONCE) {
    const rows = items.slice(at, at + ROWS_AT_ONCE).map(({ kind, itemId, cause, month }) => ({
      merchant_id: merchantId,
      month_end_id: monthEndId,
      kind,
      item_id: itemId,
      cause,
      month,
    }));
    await insertRows(sql, { into: 'month_end_settlement_items' }, ITEMS, rows);
  }
}

export async function* settlementItemsOf(
  sql: SqlTransaction,
  { merchantId, monthEndId }: OfMonthEnd,
  kind: SettlementItem['kind'],
): AsyncGenerator<SettlementItem[]> {
  let [id, cause]: [string | null, string] = [null, ''];
  for (;;) {
    const rows: SettlementItem[] = await sql`
      select kind, item_id as "itemId", cause, month from month_end_settlement_items
      where merchant_id = ${merchantId} and month_end_id = ${monthEndId} and kind = ${kind}
        and (${id}::uuid is null or (item_id, cause) > (${id}::uuid, ${cause}))
      order by item_id, cause limit ${ROWS_AT_ONCE}`;
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    const last = rows.at(-1)!;
    [id, cause] = [last.itemId, last.cause];
  }
}

export async function forgetSettlementsOf(sql: Sql, { merchantId, monthEndId }: OfMonthEnd): Promise<void> {
  await sql`
    delete from month_end_settlement_items where merchant_id = ${merchantId} and month_end_id = ${monthEndId}`;
  await sql`
    delete from month_end_settlements where merchant_id = ${merchantId} and month_end_id = ${monthEndId}`;
}
