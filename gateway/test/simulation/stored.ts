// Reads everything stored about a brand in one query,
// for the checks after each step.
import type { Sql } from '../../src/storage/database/database.ts';

export interface StoredTransaction {
  id: string;
  type: 'PAYIN' | 'PAYOUT';
  status: string;
  sequence: number;
  version: number;
  error_code: string | null;
  late_success: boolean;
  money_reserved: boolean;
  reference: string;
  country: string | null;
  claimed_for: string;
  amount: string;
  refunded: string;
  provider: string | null;
  inquiries: number;
  due_at: Date | null;
  expires_at: Date | null;
  result_type: string | null;
  answer: string | null;
  idempotency_key: string | null;
  fingerprinted: boolean;
  created_at: Date;
  origin: string;
  attempts: number;
  cashier_token: string | null;
  cashier_expires_at: Date | null;
  timeline: { sequence: number; from: string; to: string; actor: string }[] | null;
  declined: { attempt: number; sequence: number; code: string }[] | null;
  events: { sequence: number; type: string; country: string | null }[] | null;
  transfers: { from: string; to: string; amount: string }[] | null;
  refunds: { id: string; status: string; amount: string }[] | null;
  /** 'manual': it is captured later. */
  capture_mode: string | null;
  /** In minor units as text, as the row says. */
  authorized: { amountMinor: string; capturedMinor: string; pendingMinor: string } | null;
  captured: string;
  captures: { id: string; status: string; amount: string; final: boolean }[] | null;
  user_id: string;
  /** It asked its payer to agree to later charges. */
  asks_mandate: boolean;
  /** The mandate that this later charge uses. */
  mandate_id: string | null;
  /** The mandate that its payer agreed to. */
  mandate: StoredMandate | null;
  /** Attempts with a confirmation. */
  confirmed: number[] | null;
}

/** Times are in milliseconds. */
export interface StoredMandate {
  id: string;
  user_id: string;
  status: 'PENDING' | 'ACTIVE' | 'REVOKED' | 'EXPIRED' | 'FAILED';
  steps: number;
  stored_id: string | null;
  has_secrets: boolean;
  max_amount: string | null;
  expires_ms: number | null;
  failed_ms: number | null;
  updated_ms: number;
  is_due: boolean;
}

export interface StoredNotice {
  transaction_id: string | null;
  kind: string;
  state: string;
  reason: string | null;
}

export interface StoredBrand {
  transactions: StoredTransaction[];
  /** The network's notifications and their states. */
  notices: StoredNotice[];
  available: bigint;
  reserved: bigint;
  /** The balance that the transfers add up to. */
  availableByTransfers: bigint;
  reservedByTransfers: bigint;
}

export async function readBrand(sql: Sql, merchantId: string): Promise<StoredBrand> {
  const transactions = await sql<StoredTransaction[]>`
    select t.id, t.type, t.status, t.sequence, t.version, t.error_code, t.late_success, t.money_reserved, t.provider, t.inquiries, t.due_at, t.expires_at, t.result_type,
      t.merchant_reference || '/' || coalesce(t.country, '') as reference, t.country, t.reference_country as claimed_for,
      t.amount_minor::text as amount, t.amount_refunded_minor::text as refunded, k.answer, k.key as idempotency_key,
      k.request_fingerprint is not null as fingerprinted, t.created_at, t.origin, t.attempts,
      encode(t.cashier_token_hash, 'hex') as cashier_token, t.cashier_expires_at,
      (select json_agg(json_build_object('sequence', sequence, 'from', from_status, 'to', to_status, 'actor', actor)
         order by sequence)
       from timeline where merchant_id = t.merchant_id and transaction_id = t.id) as timeline,
      (select json_agg(json_build_object('attempt', attempt, 'sequence', sequence, 'code', error_code) order by attempt)
       from declined_attempts where merchant_id = t.merchant_id and transaction_id = t.id) as declined,
      (select json_agg(json_build_object('sequence', sequence, 'type', substring(body from '"eventType":"([a-z.]+)"'),
         'country', substring(body from '"country":"([A-Z]+)"'))
         order by sequence)
       from webhook_events where merchant_id = t.merchant_id and transaction_id = t.id) as events,
      (select json_agg(json_build_object('from', from_account, 'to', to_account, 'amount', amount_minor::text) order by id)
       from transfers where merchant_id = t.merchant_id and transaction_id = t.id) as transfers,
      (select json_agg(json_build_object('id', id, 'status', status, 'amount', amount_minor::text) order by id)
       from refunds where merchant_id = t.merchant_id and transaction_id = t.id) as refunds,
      t.details ->> 'captureMode' as capture_mode, t.authorized, t.amount_captured_minor::text as captured,
      (select json_agg(json_build_object('id', id, 'status', status, 'amount', amount_minor::text, 'final', is_final)
         order by id)
       from captures where merchant_id = t.merchant_id and transaction_id = t.id) as captures,
      t.user_id, jsonb_exists(t.details, 'mandate') as asks_mandate, t.details ->> 'mandateId' as mandate_id,
      (select json_build_object('id', id, 'user_id', user_id, 'status', status, 'steps', steps, 'stored_id', stored_id,
         'has_secrets', pan_sealed is not null or stored_sealed is not null,
         'max_amount', max_amount_minor::text, 'expires_ms', extract(epoch from expires_at) * 1000,
         'failed_ms', extract(epoch from failed_at) * 1000, 'updated_ms', extract(epoch from updated_at) * 1000,
         'is_due', due_at is not null)
       from mandates where merchant_id = t.merchant_id and first_transaction_id = t.id) as mandate,
      (select json_agg(attempt) from confirmations
       where merchant_id = t.merchant_id and transaction_id = t.id) as confirmed
    from transactions t
    left join idempotency_keys k on k.merchant_id = t.merchant_id and k.transaction_id = t.id
    where t.merchant_id = ${merchantId} order by t.id`;
  const notices = await sql<StoredNotice[]>`
    select w.transaction_id, n.kind, w.state, w.reason from provider_notifications n
    join notification_work w on w.merchant_id = n.merchant_id and w.notification_id = n.id
    where n.merchant_id = ${merchantId} order by n.id`;
  const [sums] = await sql`
    select
      (select coalesce(sum(available_minor), 0)::bigint from
        (select available_minor from balances where merchant_id = ${merchantId}
         union all select available_minor from balance_changes where merchant_id = ${merchantId}) as kept) as available,
      (select coalesce(sum(reserved_minor), 0)::bigint from
        (select reserved_minor from balances where merchant_id = ${merchantId}
         union all select reserved_minor from balance_changes where merchant_id = ${merchantId}) as kept) as reserved,
      (select coalesce(sum(case when to_account = 'available' then amount_minor else 0 end
         - case when from_account = 'available' then amount_minor else 0 end), 0)::bigint
       from transfers where merchant_id = ${merchantId}) as moved_available,
      (select coalesce(sum(case when to_account = 'reserved' then amount_minor else 0 end
         - case when from_account = 'reserved' then amount_minor else 0 end), 0)::bigint
       from transfers where merchant_id = ${merchantId}) as moved_reserved`;
  return {
    transactions,
    notices,
    available: sums!.available,
    reserved: sums!.reserved,
    availableByTransfers: sums!.moved_available,
    reservedByTransfers: sums!.moved_reserved,
  };
}
