// Converts a refund to a row and back. The column list is the only place that names all columns.
import type { Refund } from '../../domain/refunds/refund.ts';
import { Recordset } from '../pipeline/recordset.ts';

export const REFUNDS = new Recordset({
  merchant_id: 'uuid',
  transaction_id: 'uuid',
  id: 'uuid',
  brand_id: 'uuid',
  status: 'text',
  amount_minor: 'bigint',
  refundable_after_minor: 'bigint',
  currency: 'text',
  refund_reference: 'text',
  origin: 'text',
  reason: 'text',
  error_code: 'text',
  provider: 'text',
  provider_reference: 'text',
  inquiries: 'integer',
  due_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  completed_at: 'timestamptz',
});
export const REFUND_COLUMNS = REFUNDS.names;

export function toRefundRow(refund: Refund) {
  return {
    merchant_id: refund.merchantId,
    transaction_id: refund.transactionId,
    id: refund.id,
    brand_id: refund.brandId,
    status: refund.status,
    amount_minor: refund.amountMinor,
    refundable_after_minor: refund.refundableAfterMinor,
    currency: refund.currency,
    refund_reference: refund.refundReference,
    origin: refund.origin,
    reason: refund.reason,
    error_code: refund.errorCode,
    provider: refund.provider,
    provider_reference: refund.providerReference,
    inquiries: refund.inquiries,
    due_at: refund.dueAt,
    created_at: refund.createdAt,
    updated_at: refund.updatedAt,
    completed_at: refund.completedAt,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a row from the driver, with the columns above
export function fromRefundRow(row: any): Refund {
  return {
    merchantId: row.merchant_id,
    transactionId: row.transaction_id,
    id: row.id,
    brandId: row.brand_id,
    status: row.status,
    amountMinor: row.amount_minor,
    refundableAfterMinor: row.refundable_after_minor,
    currency: row.currency,
    refundReference: row.refund_reference,
    origin: row.origin,
    reason: row.reason,
    errorCode: row.error_code,
    provider: row.provider,
    providerReference: row.provider_reference,
    inquiries: row.inquiries,
    dueAt: row.due_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    completedAt: row.completed_at,
  };
}
