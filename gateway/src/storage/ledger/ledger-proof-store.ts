// The nightly proof as each merchant can read it (ledger_proofs): whether their books were right, and when that was
// checked. Several workers may run the proof of the same night: a fault that one of them found stays.
import type { Sql } from '../database/database.ts';

export interface LedgerProof {
  merchantId: string;
  provedAt: Date;
  ok: boolean;
  transactions: number;
  transfers: number;
  days: number;
  faults: string[];
}

const KEPT_DAYS = 90;

export async function keepProofs(sql: Sql, proofs: readonly LedgerProof[]): Promise<void> {
  const rows = proofs.map(({ merchantId, provedAt, ok, transactions, transfers, days, faults }) => ({
    merchant_id: merchantId,
    night: provedAt.toISOString().slice(0, 10),
    proved_at: provedAt,
    ok,
    transactions,
    transfers,
    days,
    faults,
  }));
  rows.sort((a, b) => (a.merchant_id < b.merchant_id ? -1 : 1));
  await sql.unsafe(
    `insert into ledger_proofs as p
     select * from json_populate_recordset(null::ledger_proofs, $1::text::json)
     on conflict (merchant_id, night) do update set proved_at = excluded.proved_at, ok = p.ok and excluded.ok,
       transactions = excluded.transactions, transfers = excluded.transfers, days = excluded.days,
       faults = case when excluded.ok then p.faults else excluded.faults end`,
    [JSON.stringify(rows)],
  );
  const [last] = rows;
  if (last) await sql`delete from ledger_proofs where night < ${last.night}::date - ${KEPT_DAYS}::integer`;
}

/** Newest first. */
export async function lastProofs(sql: Sql, merchantId: string, limit: number): Promise<LedgerProof[]> {
  const rows = await sql`
    select merchant_id as "merchantId", proved_at as "provedAt", ok, transactions::integer as transactions,
      transfers::integer as transfers, days::integer as days, faults
    from ledger_proofs where merchant_id = ${merchantId} order by night desc limit ${limit}`;
  return rows as unknown as LedgerProof[];
}
