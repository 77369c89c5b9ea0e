// To which account a charge of a transaction was sent, from its opening and its steps: also a charge that was left for another
// one.
import type { Sql } from '../database/database.ts';

export interface SentCharge {
  provider: string;
  providerAccount: string | null;
  attempts: number;
  reroutes: number;
}

/** Every charge of a transaction that was about to be sent, in the order of their sending. */
export async function readSentCharges(sql: Sql, merchantId: string, id: string): Promise<SentCharge[]> {
  const rows = await sql`
    select provider, provider_account, attempts, reroutes, 0 as version from openings
      where merchant_id = ${merchantId} and id = ${id} and provider is not null
    union all
    select provider, provider_account, attempts, reroutes, min(version) from steps
      where merchant_id = ${merchantId} and transaction_id = ${id} and provider is not null
      group by provider, provider_account, attempts, reroutes
    order by version`;
  return rows.map((row) => ({
    provider: row.provider,
    providerAccount: row.provider_account,
    attempts: row.attempts,
    reroutes: row.reroutes,
  }));
}
