// The nightly proof as each merchant can read it (ledger_proofs): whether the books were right, and when they were
// checked. Several workers may run the proof of the same night: no worker ever clears a fault that another worker
// found.
import type { Sql } from '../database/database.ts';
import { eachMerchant, insertRows } from '../database/row-statements.ts';
import { formatArray } from '../pipeline/array-types.ts';
import { Recordset } from '../pipeline/recordset.ts';

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

const PROOFS = new Recordset(
  {
    merchant_id: 'uuid',
    night: 'text',
    proved_at: 'timestamptz',
    ok: 'boolean',
    transactions: 'bigint',
    transfers: 'bigint',
    days: 'bigint',
    faults: 'text',
  },
  { night: 'date', faults: 'text[]' },
);

export async function keepProofs(sql: Sql, proofs: readonly LedgerProof[]): Promise<void> {
  const rows = proofs.map(({ merchantId, provedAt, ok, transactions, transfers, days, faults }) => ({
    merchant_id: merchantId,
    night: provedAt.toISOString().slice(0, 10),
    proved_at: provedAt,
    ok,
    transactions: BigInt(transactions),
    transfers: BigInt(transfers),
    days: BigInt(days),
    faults: formatArray(faults),
  }));
  rows.sort((a, b) => (a.merchant_id < b.merchant_id ? -1 : 1));
  const after = `on conflict (merchant_id, night) do update set proved_at = excluded.proved_at, ok = p.ok and excluded.ok,
       transactions = excluded.transactions, transfers = excluded.transfers, days = excluded.days,
       faults = case when excluded.ok then p.faults else excluded.faults end`;
  await eachMerchant(sql, rows, (own) => insertRows(sql, { into: 'ledger_proofs as p', after }, PROOFS, own));
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
