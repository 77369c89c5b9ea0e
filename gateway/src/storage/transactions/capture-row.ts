// Converts a capture to a row and back. The column list is the only place that names all columns.
import type { Capture } from '../../domain/captures/capture.ts';
import { type ColumnType, Recordset, snakeCase } from '../pipeline/recordset.ts';

const FIELDS = {
  merchantId: 'uuid',
  transactionId: 'uuid',
  id: 'uuid',
  brandId: 'uuid',
  status: 'text',
  amountMinor: 'bigint',
  currency: 'text',
  requestedMinor: 'bigint',
  captureReference: 'text',
  isFinal: 'boolean',
  origin: 'text',
  answeredStatus: 'text',
  answeredCapturableMinor: 'bigint',
  errorCode: 'text',
  provider: 'text',
  providerReference: 'text',
  inquiries: 'integer',
  dueAt: 'timestamptz',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  completedAt: 'timestamptz',
} as const satisfies Record<keyof Capture, ColumnType>;

const PAIRS = Object.keys(FIELDS).map((field) => [field as keyof Capture, snakeCase(field)] as const);

export const CAPTURES = new Recordset({
  merchant_id: 'uuid',
  ...(Object.fromEntries(Object.entries(FIELDS).map(([field, type]) => [snakeCase(field), type])) as Record<
    string,
    ColumnType
  >),
});
export const CAPTURE_COLUMNS = CAPTURES.names;

export function toCaptureRow(capture: Capture) {
  const { merchantId: merchant_id, transactionId: transaction_id, id } = capture;
  const columns = PAIRS.map(([field, column]) => [column, capture[field]] as const);
  return { ...Object.fromEntries(columns), merchant_id, transaction_id, id };
}

// biome-ignore lint/suspicious/noExplicitAny: a row from the driver, with the columns above
export function fromCaptureRow(row: any): Capture {
  return Object.fromEntries(PAIRS.map(([field, column]) => [field, row[column]])) as unknown as Capture;
}
