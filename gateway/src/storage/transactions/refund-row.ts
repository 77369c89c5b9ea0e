// Converts a refund to a row and back. The column list is the only place that names all columns.
import type { Refund } from '../../domain/refunds/refund.ts';

export const REFUND_COLUMNS = `merchant_id, transaction_id, id, brand_id, status, amount_minor, refundable_after_minor,
  currency, refund_reference, origin, reason, error_code, provider, provider_reference, inquiries, due_at, created_at, updated_at,
  completed_at`;

/** A null field is left out and becomes null again in the database. */
export function toRefundRow(refund: Refund) {
  return {
    merchant_id: refund.merchantId,
    transaction_id: refund.transactionId,
    id: refund.id,
    brand_id: refund.brandId,
    status: refund.status,
    amount_minor: String(refund.amountMinor),
    refundable_after_minor: String(refund.refundableAfterMinor),
    currency: refund.currency,
    refund_reference: refund.refundReference ?? undefined,
    origin: refund.origin,
    reason: refund.reason ?? undefined,
    error_code: refund.errorCode ?? undefined,
    provider: refund.provider ?? undefined,
    provider_reference: refund.providerReference ?? undefined,
    inquiries: refund.inquiries,
    due_at: refund.dueAt ?? undefined,
    created_at: refund.createdAt,
    updated_at: refund.updatedAt,
    completed_at: refund.completedAt ?? undefined,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a row as the driver hands it over, typed by the columns above
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
