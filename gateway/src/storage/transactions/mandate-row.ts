// Converts a mandate to a row and back. The column list is the only place that names all columns.
import type { Mandate } from '../../domain/mandates/mandate.ts';
import { type ColumnType, Recordset, snakeCase } from '../pipeline/recordset.ts';

const FIELDS = {
  merchantId: 'uuid',
  id: 'uuid',
  brandId: 'uuid',
  userId: 'text',
  status: 'text',
  reason: 'text',
  description: 'text',
  optionId: 'uuid',
  card: 'jsonb',
  cardKey: 'bytea',
  panSealed: 'bytea',
  account: 'text',
  currency: 'text',
  maxAmountMinor: 'bigint',
  expiresAt: 'timestamptz',
  firstTransactionId: 'uuid',
  networkTransactionId: 'text',
  provider: 'text',
  providerAccount: 'uuid',
  storedId: 'text',
  storedSealed: 'bytea',
  steps: 'integer',
  inquiries: 'integer',
  failedAt: 'timestamptz',
  dueAt: 'timestamptz',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  lastUsedAt: 'timestamptz',
  revokedAt: 'timestamptz',
} as const satisfies Record<keyof Mandate, ColumnType>;

const PAIRS = Object.keys(FIELDS).map((field) => [field as keyof Mandate, snakeCase(field)] as const);

export const MANDATES = new Recordset({
  merchant_id: 'uuid',
  id: 'uuid',
  ...(Object.fromEntries(Object.entries(FIELDS).map(([field, type]) => [snakeCase(field), type])) as Record<
    string,
    ColumnType
  >),
});
export const MANDATE_COLUMNS = MANDATES.names;

export function toMandateRow(mandate: Mandate) {
  const { merchantId: merchant_id, id } = mandate;
  const columns = PAIRS.map(([field, column]) => [column, mandate[field]] as const);
  return { ...Object.fromEntries(columns), merchant_id, id };
}

// biome-ignore lint/suspicious/noExplicitAny: a row from the driver, with the columns above
export function fromMandateRow(row: any): Mandate {
  return Object.fromEntries(PAIRS.map(([field, column]) => [field, row[column]])) as unknown as Mandate;
}
