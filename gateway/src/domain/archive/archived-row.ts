// Rows of the archive: the part that must never change, and what remains of a row when its personal data is erased.
// Pure.
import { erasedBody } from '../erasure/erased.ts';
import type { ArchivedTable } from './archive-manifest.ts';

/** The columns that close a month: everything that an erasure leaves unchanged. In the order of hashing. */
export const CORE_COLUMNS = {
  steps: [
    'merchant_id',
    'transaction_id',
    'version',
    'status',
    'sequence',
    'from_status',
    'actor',
    'amount_refunded_minor',
    'country',
    'option_id',
    'own_means',
    'card_key',
    'money_reserved',
    'result_type',
    'status_code',
    'error_code',
    'provider',
    'provider_account',
    'reroutes',
    'provider_reference',
    'late_success',
    'inquiries',
    'attempts',
    'attempted_at',
    'paid_attempt',
    'expires_at',
    'updated_at',
    'completed_at',
  ],
  transfers: [
    'merchant_id',
    'id',
    'brand_id',
    'transaction_id',
    'currency',
    'from_account',
    'to_account',
    'amount_minor',
    'created_at',
    'kind',
  ],
  events: ['merchant_id', 'transaction_id', 'sequence', 'event_id', 'brand_id', 'created_at'],
  webhook_tries: [
    'merchant_id',
    'transaction_id',
    'sequence',
    'try_number',
    'at',
    'duration_ms',
    'status_code',
    'error',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type SealedTable = keyof typeof CORE_COLUMNS;

export const isSealed = (table: string): table is SealedTable => Object.hasOwn(CORE_COLUMNS, table);

/** The same text as PostgreSQL's row_to_json of these columns. */
export function coreOf(table: SealedTable, row: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.fromEntries(CORE_COLUMNS[table].map((column) => [column, row[column]])));
}

/** Stands for no secret: an event that is sent again gets a new signature. */
const NO_SECRET = '00000000-0000-0000-0000-000000000000';

/**
 * A row of the archive without its person. An address that only this transaction had is erased as a whole, because
 * nobody can tell any more whether it names the person.
 */
export function erasedRow(
  table: ArchivedTable,
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (table === 'webhook_tries') return { ...row, url: null, x_signature: null, answer_excerpt: null };
  const ofBrand = { ...row, url: null, endpoint_id: row.brand_id };
  if (table === 'webhook_queue') return ofBrand;
  const body = erasedBody(row.body as string, row.transaction_id as string);
  return { ...ofBrand, body, x_signature: '', signing_secret_id: NO_SECRET };
}
