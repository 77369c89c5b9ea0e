// The payouts of bank accounts, in a narrow table of their own: payouts that wait for a file, and the file of each
// other payout. The commit that sets a payout's money aside also writes its row, so no approved payout is missing.
import { BANK_ID } from '../../domain/bank/bank-account.ts';
import type { Change } from '../../domain/transactions/transition.ts';
import type { AnyTransaction } from '../database/database.ts';
import { insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';

const PAYOUTS = new Recordset({
  merchant_id: 'uuid',
  transaction_id: 'uuid',
  brand_id: 'uuid',
  account_id: 'uuid',
  amount_minor: 'bigint',
  created_at: 'timestamptz',
});

/** Other transactions write nothing here, and send no statement. */
export async function insertBankPayouts(tx: AnyTransaction, changes: readonly Change[]): Promise<void> {
  const rows = changes.flatMap(({ before, after }) => {
    const wasGiven = before.moneyReserved && before.provider === BANK_ID;
    if (after.type !== 'PAYOUT' || after.provider !== BANK_ID || !after.moneyReserved || wasGiven) return [];
    return [
      {
        merchant_id: after.merchantId,
        transaction_id: after.id,
        brand_id: after.brandId,
        account_id: after.providerAccount!,
        amount_minor: after.amountMinor,
        created_at: after.updatedAt,
      },
    ];
  });
  if (rows.length > 0) await insertRows(tx, { into: 'bank_payouts' }, PAYOUTS, rows);
}
