// Reads what lines of settlements are compared with (contract 17): payments of a brand with their captures, refunds and
// disputes. It only reads.
import type { PaymentFacts } from '../../domain/settlements/match-line.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';
import { CAPTURE_COLUMNS, fromCaptureRow } from '../transactions/capture-row.ts';
import { DISPUTE_COLUMNS, fromDisputeRow } from '../transactions/dispute-row.ts';
import { fromRefundRow, REFUND_COLUMNS } from '../transactions/refund-row.ts';
import { COLUMNS, fromRow } from '../transactions/transaction-row.ts';
import type { OfBrand } from './settlement-store.ts';

/** Keyed by the id of the transaction. */
export async function readPaymentFacts(
  tx: Sql | SqlTransaction,
  { merchantId, brandId }: OfBrand,
  ids: readonly string[],
): Promise<Map<string, PaymentFacts>> {
  if (ids.length === 0) return new Map();
  const wanted = ids as string[];
  const transactions = await tx`
    select ${tx.unsafe(COLUMNS)} from transactions
    where merchant_id = ${merchantId} and id = any(${wanted}::uuid[]) and brand_id = ${brandId}`;
  const captures = await tx`
    select ${tx.unsafe(CAPTURE_COLUMNS)} from captures
    where merchant_id = ${merchantId} and transaction_id = any(${wanted}::uuid[]) order by created_at, id`;
  const refunds = await tx`
    select ${tx.unsafe(REFUND_COLUMNS)} from refunds
    where merchant_id = ${merchantId} and transaction_id = any(${wanted}::uuid[]) order by created_at, id`;
  const disputes = await tx`
    select ${tx.unsafe(DISPUTE_COLUMNS)} from disputes
    where merchant_id = ${merchantId} and transaction_id = any(${wanted}::uuid[]) order by created_at, id`;
  const of = <T extends { transactionId: string }>(rows: readonly T[]) =>
    Map.groupBy(rows, ({ transactionId }) => transactionId);
  const [capturesOf, refundsOf, disputesOf] = [
    of(captures.map(fromCaptureRow)),
    of(refunds.map(fromRefundRow)),
    of(disputes.map(fromDisputeRow)),
  ];
  return new Map(
    transactions.map((row) => {
      const transaction = fromRow(row);
      const { id } = transaction;
      const facts = {
        transaction,
        captures: capturesOf.get(id) ?? [],
        refunds: refundsOf.get(id) ?? [],
        disputes: disputesOf.get(id) ?? [],
      };
      return [id, facts];
    }),
  );
}
