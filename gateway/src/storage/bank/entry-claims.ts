// The claims of entries of statements (contract 15). An entry claims its transaction before it is applied, and the
// index allows one claim of each kind. So one entry never pays two payments, and two entries never pay the same payment.
import { inKeyOrder, type Sql, type SqlTransaction, send, violates } from '../database/database.ts';
import { givenRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';
import { type EntryRole, isWaiting, type StoredEntry } from './entry-store.ts';

/** Whether the entry now holds the transaction in this role; false: another entry does. */
export async function claimTransaction(
  sql: Sql,
  { merchantId, id }: Pick<StoredEntry, 'merchantId' | 'id'>,
  transactionId: string,
  role: EntryRole,
): Promise<boolean> {
  try {
    const { count } = await sql`
      update bank_entries e set transaction_id = ${transactionId}, role = ${role}
      where e.merchant_id = ${merchantId} and e.id = ${id} and ${sql.unsafe(isWaiting())}
        and (e.role is null or (e.role = ${role} and e.transaction_id = ${transactionId}))`;
    return count > 0;
  } catch (error) {
    if (violates(error, 'bank_entries_by_role')) return false;
    throw error;
  }
}

export interface Claim {
  merchantId: string;
  entryId: string;
  transactionId: string;
  role: EntryRole;
}

const CLAIMS = new Recordset({ merchant_id: 'uuid', id: 'uuid', transaction_id: 'uuid', role: 'text' });

/**
 * Many claims of one merchant in one commit, no two for the same transaction and role. Answers the entries that hold
 * their transaction now. The other entries have to ask one by one. If another statement claims one of the transactions
 * at this moment, all entries have to ask one by one.
 */
export async function claimTransactions(sql: Sql, claims: readonly Claim[]): Promise<string[]> {
  if (claims.length === 0) return [];
  const rows = claims.map(({ merchantId, entryId, transactionId, role }) => ({
    merchant_id: merchantId,
    id: entryId,
    transaction_id: transactionId,
    role,
  }));
  const { from, sameMerchant, parameters } = givenRows(sql, CLAIMS, rows);
  const claim = (tx: SqlTransaction) =>
    send(
      tx,
      `update bank_entries e set transaction_id = r.transaction_id, role = r.role
       from ${from} where ${sameMerchant('e.merchant_id')} and e.id = r.id and ${isWaiting('and e.role is null')}
         and not exists (select 1 from bank_entries o
           where ${sameMerchant('o.merchant_id')} and o.transaction_id = r.transaction_id and o.role = r.role)
       returning e.id`,
      parameters,
    );
  try {
    return (await inKeyOrder(sql, claim)).map((row) => row.id);
  } catch (error) {
    if (violates(error, 'bank_entries_by_role')) return [];
    throw error;
  }
}
