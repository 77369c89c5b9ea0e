// To which account a charge of a transaction was sent, from its opening and its steps: also a charge that was left for another
// one.
import type { CardSummary } from '../../domain/transactions/transaction.ts';
import type { Sql } from '../database/database.ts';

export interface SentCharge {
  provider: string;
  providerAccount: string | null;
  attempts: number;
  reroutes: number;
  /** What it was to be paid with. */
  optionId: string | null;
  card: CardSummary | null;
}

/** Every charge of a transaction that was about to be sent, in the order of their sending. */
export async function readSentCharges(sql: Sql, merchantId: string, id: string): Promise<SentCharge[]> {
  const rows = await sql`
    select provider, provider_account, attempts, reroutes, option_id, card, 0 as version from openings
      where merchant_id = ${merchantId} and id = ${id} and provider is not null
    union all
    (select distinct on (attempts, reroutes)
        provider, provider_account, attempts, reroutes, option_id, card, version from steps
      where merchant_id = ${merchantId} and transaction_id = ${id} and provider is not null
      order by attempts, reroutes, version)
    order by version`;
  return rows.map((row) => ({
    provider: row.provider,
    providerAccount: row.provider_account,
    attempts: row.attempts,
    reroutes: row.reroutes,
    optionId: row.option_id,
    card: row.card,
  }));
}
