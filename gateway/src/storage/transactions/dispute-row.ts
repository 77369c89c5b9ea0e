// Converts a dispute to a row and back. The column list is the only place that names all columns.
import type { Dispute, StoredResponse } from '../../domain/after-end/dispute.ts';
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
  response: 'jsonb',
  response_due_at: 'timestamptz',
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
    response: dispute.response && toResponseColumn(dispute.response),
    response_due_at: dispute.response?.dueAt ?? null,
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
    response: row.response && fromResponseColumn(row.response, row.response_due_at),
  };
}

/** The time of the next inquiry has a column of its own, for the sweep. */
function toResponseColumn({ dueAt: _, ...response }: StoredResponse) {
  return response;
}

function fromResponseColumn(
  stored: Omit<StoredResponse, 'dueAt' | 'createdAt' | 'updatedAt'> & {
    createdAt: string;
    updatedAt: string;
  },
  dueAt: Date | null,
): StoredResponse {
  return { ...stored, dueAt, createdAt: new Date(stored.createdAt), updatedAt: new Date(stored.updatedAt) };
}
