// Reports of providers that were taken (contract 17): each file once for an account, by the hash of its bytes, with the
// answer that its first import gave.
import type { Sql, SqlTransaction } from '../database/database.ts';
import type { Source } from './settlement-store.ts';

export interface ReportAnswer {
  /** The settlements that it is about. */
  settlements: string[];
  lines: number;
  /** Lines that came before, in another file. */
  known: number;
  unmatched: number;
  conflicts: number;
}

/** null: this file has not come. */
export async function findReport(
  sql: Sql | SqlTransaction,
  { merchantId, accountId }: Pick<Source, 'merchantId' | 'accountId'>,
  sha256: string,
): Promise<ReportAnswer | null> {
  const [row] = await sql`
    select answer from settlement_reports
    where merchant_id = ${merchantId} and account_id = ${accountId} and sha256 = ${sha256}`;
  return row ? (JSON.parse(row.answer) as ReportAnswer) : null;
}

export async function insertReport(
  tx: SqlTransaction,
  { merchantId, brandId, accountId }: Source,
  report: { id: string; sha256: string; answer: ReportAnswer; takenBy: string; at: Date },
): Promise<void> {
  const { id, sha256, answer, takenBy, at } = report;
  await tx`
    insert into settlement_reports (merchant_id, id, brand_id, account_id, sha256, answer, taken_by, created_at)
    values (${merchantId}, ${id}, ${brandId}, ${accountId}, ${sha256}, ${JSON.stringify(answer)}, ${takenBy}, ${at})`;
}
