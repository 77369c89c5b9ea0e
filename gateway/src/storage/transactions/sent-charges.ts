// To which account a charge of a transaction was sent, from its opening and its steps. It also finds a charge that the
// gateway left for another account. It only reads.
import type { CardSummary } from '../../domain/transactions/transaction.ts';
import type { Sql } from '../database/database.ts';

export interface SentCharge {
  provider: string;
  providerAccount: string | null;
  attempts: number;
  reroutes: number;
  /** The chosen option. */
  optionId: string | null;
  card: CardSummary | null;
}

/** Every charge of a transaction that the gateway was about to send, in the order of sending. */
export async function readSentCharges(sql: Sql, merchantId: string, id: string): Promise<SentCharge[]> {
  return (await readSentChargesOf(sql, merchantId, [id])).get(id) ?? [];
}

/** For several transactions; a transaction without a sent charge is missing from the answer. */
export async function readSentChargesOf(
  sql: Sql,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, SentCharge[]>> {
  if (ids.length === 0) return new Map();
  const wanted = ids as string[];
  const rows = await sql`
    select id as transaction_id, provider, provider_account, attempts, reroutes, option_id, card, 0 as version
      from openings
      where merchant_id = ${merchantId} and id = any(${wanted}::uuid[]) and provider is not null
    union all
    (select distinct on (transaction_id, attempts, reroutes)
        transaction_id, provider, provider_account, attempts, reroutes, option_id, card, version from steps
      where merchant_id = ${merchantId} and transaction_id = any(${wanted}::uuid[]) and provider is not null
      order by transaction_id, attempts, reroutes, version)
    order by version`;
  const sent = new Map<string, SentCharge[]>();
  for (const row of rows) {
    const charge = {
      provider: row.provider,
      providerAccount: row.provider_account,
      attempts: row.attempts,
      reroutes: row.reroutes,
      optionId: row.option_id,
      card: row.card,
    };
    const others = sent.get(row.transaction_id);
    if (others) others.push(charge);
    else sent.set(row.transaction_id, [charge]);
  }
  return sent;
}
