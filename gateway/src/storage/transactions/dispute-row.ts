// Converts a dispute to a row and back. The column list is the only place that names all columns.
import type { Dispute } from '../../domain/after-end/dispute.ts';
import { Recordset } from '../pipeline/recordset.ts';

export const DISPUTES = new Recordset({
  merchant_id: 'uuid',
  transaction_id: 'uuid',
  id: 'uuid',
  brand_id: 'uuid',
  status: 'text',
  amount_minor: 'bigint',
  currency: 'text',
  funds_withheld: 'boolean',
  reason: 'text',
  deadline: 'timestamptz',
  provider_reference: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  steps: 'integer',
});
export const DISPUTE_COLUMNS = DISPUTES.names;

export function toDisputeRow(dispute: Dispute) {
  return {
    merchant_id: dispute.merchantId,
    transaction_id: dispute.transactionId,
    id: dispute.id,
    brand_id: dispute.brandId,
    status: dispute.status,
    amount_minor: dispute.amountMinor,
    currency: dispute.currency,
    funds_withheld: dispute.fundsWithheld,
    reason: dispute.reason,
    deadline: dispute.deadline,
    provider_reference: dispute.providerReference,
    created_at: dispute.createdAt,
    updated_at: dispute.updatedAt,
    steps: dispute.steps,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a row from the driver, with the columns above
export function fromDisputeRow(row: any): Dispute {
  return {
    merchantId: row.merchant_id,
    transactionId: row.transaction_id,
    id: row.id,
    brandId: row.brand_id,
    status: row.status,
    amountMinor: row.amount_minor,
    currency: row.currency,
    fundsWithheld: row.funds_withheld,
    reason: row.reason,
    deadline: row.deadline,
    providerReference: row.provider_reference,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    steps: row.steps,
  };
}
