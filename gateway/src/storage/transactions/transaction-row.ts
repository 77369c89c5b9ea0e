// Converts a transaction to a row and back, and tells which columns are in which table. Decides nothing.
import { isFinal, type Transaction } from '../../domain/transactions/transaction.ts';
import type { TimelineEntry } from '../../domain/transactions/transition.ts';
import { type Columns, namesOf } from '../database/recordset.ts';

/** What a change may set: an opening and each step have it. */
const CHANGING_COLUMNS = {
  status: 'text',
  sequence: 'integer',
  version: 'integer',
  country: 'text',
  amount_refunded_minor: 'bigint',
  option_id: 'uuid',
  details: 'jsonb',
  card: 'jsonb',
  card_key: 'bytea',
  recipient: 'jsonb',
  money_reserved: 'boolean',
  three_ds: 'jsonb',
  result_type: 'text',
  status_code: 'integer',
  result: 'jsonb',
  error_code: 'text',
  provider: 'text',
  provider_reference: 'text',
  late_success: 'boolean',
  answer: 'text',
  inquiries: 'integer',
  attempts: 'integer',
  attempted_at: 'timestamptz',
  expires_at: 'timestamptz',
  updated_at: 'timestamptz',
  completed_at: 'timestamptz',
} as const satisfies Columns;

/** The columns of an opening, which are also in `transactions`, the view. */
export const OPENING_COLUMNS = {
  merchant_id: 'uuid',
  id: 'uuid',
  brand_id: 'uuid',
  session_id: 'uuid',
  type: 'text',
  origin: 'text',
  merchant_reference: 'text',
  reference_country: 'text',
  currency: 'text',
  amount_minor: 'bigint',
  user_id: 'text',
  idempotency_key: 'text',
  request_fingerprint: 'bytea',
  cashier_token_hash: 'bytea',
  cashier_expires_at: 'timestamptz',
  created_at: 'timestamptz',
  ...CHANGING_COLUMNS,
} as const satisfies Columns;
/** These are in open_work, as long as they are needed. */
const WORK_COLUMNS = { pan_sealed: 'bytea', payment_data_sealed: 'bytea', due_at: 'timestamptz' } as const;
const TRANSACTION_COLUMNS = { ...OPENING_COLUMNS, ...WORK_COLUMNS };
/** The columns of `transactions`, the view. */
export const COLUMNS = namesOf(TRANSACTION_COLUMNS);

function changingOf(t: Transaction) {
  return {
    status: t.status,
    sequence: t.sequence,
    version: t.version,
    country: t.country,
    amount_refunded_minor: t.amountRefundedMinor,
    option_id: t.optionId,
    details: t.details,
    card: t.card,
    card_key: t.cardKey,
    recipient: t.recipient,
    money_reserved: t.moneyReserved,
    three_ds: t.threeDs,
    result_type: t.resultType,
    status_code: t.statusCode,
    result: t.result,
    error_code: t.errorCode,
    provider: t.provider,
    provider_reference: t.providerReference,
    late_success: t.lateSuccess,
    answer: t.answer,
    inquiries: t.inquiries,
    attempts: t.attempts,
    attempted_at: t.attemptedAt,
    expires_at: t.expiresAt,
    updated_at: t.updatedAt,
    completed_at: t.completedAt,
  };
}

export function toRow(t: Transaction) {
  return {
    merchant_id: t.merchantId,
    id: t.id,
    brand_id: t.brandId,
    session_id: t.sessionId,
    type: t.type,
    origin: t.origin,
    merchant_reference: t.merchantReference,
    reference_country: t.referenceCountry,
    currency: t.currency,
    amount_minor: t.amountMinor,
    user_id: t.userId,
    // The card number is not stored with it: most payments end with the provider's answer and never need it again.
    payment_data_sealed: t.paymentDataSealed,
    idempotency_key: t.idempotencyKey,
    request_fingerprint: t.requestFingerprint,
    cashier_token_hash: t.cashierTokenHash,
    cashier_expires_at: t.cashierExpiresAt,
    due_at: t.dueAt,
    created_at: t.createdAt,
    ...changingOf(t),
  };
}

export const STEP_COLUMNS = {
  merchant_id: 'uuid',
  transaction_id: 'uuid',
  from_status: 'text',
  actor: 'text',
  reason: 'text',
  own_means: 'boolean',
  ...CHANGING_COLUMNS,
} as const satisfies Columns;

/** A row of steps: all that a change may set, and its timeline entry if it has one. */
export function toStep({ before, after: t, entry }: StepSource) {
  const own = hasOwnMeans(before, t);
  return {
    merchant_id: t.merchantId,
    transaction_id: t.id,
    from_status: entry?.from,
    actor: entry?.actor,
    reason: entry?.reason,
    own_means: own,
    ...changingOf(t),
    card: own ? t.card : null,
    card_key: own ? (t.cardKey ?? before.cardKey) : null,
    recipient: own ? t.recipient : null,
    // Only a shopper adds to the data of the request.
    details: t.attempts > 0 ? t.details : null,
    // The first answer is sent again, whatever follows later.
    answer: before.answer ?? t.answer,
  };
}

interface StepSource {
  before: Transaction;
  after: Transaction;
  entry: TimelineEntry | null;
}

/**
 * Card and recipient are half of the data of a step, and nearly always unchanged since the opening. They are unchanged for
 * a v3 request that no shopper has added to. When it ends, its card may lose the token (domain/transactions/transition.ts).
 */
function hasOwnMeans(before: Transaction, after: Transaction): boolean {
  const asOpened = after.origin === 'v3' && after.attempts === 0 && !isFinal(before.status);
  return !asOpened || after.card !== before.card;
}

/** The remaining work after a change: a row of open_work, which is deleted when the transaction ends. */
export function toWork(t: Transaction) {
  return {
    merchant_id: t.merchantId,
    id: t.id,
    over: isFinal(t.status),
    status: t.status,
    error_code: t.errorCode,
    due_at: t.dueAt,
    pan_sealed: t.panSealed,
    payment_data_sealed: t.paymentDataSealed,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a row as the driver hands it over, typed by the columns above
export function fromRow(row: any): Transaction {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    brandId: row.brand_id,
    sessionId: row.session_id,
    type: row.type,
    origin: row.origin,
    status: row.status,
    sequence: row.sequence,
    version: row.version,
    merchantReference: row.merchant_reference,
    referenceCountry: row.reference_country,
    country: row.country,
    currency: row.currency,
    amountMinor: row.amount_minor,
    amountRefundedMinor: row.amount_refunded_minor,
    userId: row.user_id,
    optionId: row.option_id,
    details: row.details,
    card: row.card,
    recipient: row.recipient,
    cardKey: row.card_key,
    panSealed: row.pan_sealed,
    paymentDataSealed: row.payment_data_sealed,
    moneyReserved: row.money_reserved,
    threeDs: row.three_ds,
    resultType: row.result_type,
    statusCode: row.status_code,
    result: row.result,
    errorCode: row.error_code,
    provider: row.provider,
    providerReference: row.provider_reference,
    lateSuccess: row.late_success,
    idempotencyKey: row.idempotency_key,
    requestFingerprint: row.request_fingerprint,
    answer: row.answer,
    inquiries: row.inquiries,
    attempts: row.attempts,
    attemptedAt: row.attempted_at,
    cashierTokenHash: row.cashier_token_hash,
    cashierExpiresAt: row.cashier_expires_at,
    dueAt: row.due_at,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    completedAt: row.completed_at,
  };
}
