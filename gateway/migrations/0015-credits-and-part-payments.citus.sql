-- On Citus: the same view in the form of 0001-data-model.citus.sql, so that a query asks one shard. `distinct on` reads
-- all steps of a payment anyway, so the amount of a part payment comes from a window over them.

create or replace view transactions as
select o.merchant_id, o.id, o.brand_id, o.session_id, o.type, o.origin,
  coalesce(s.status, o.status) as status,
  coalesce(s.sequence, o.sequence) as sequence,
  coalesce(s.version, o.version) as version,
  o.merchant_reference, o.reference_country,
  case when s.version is null then o.country else s.country end as country,
  o.currency, o.amount_minor,
  coalesce(s.amount_refunded_minor, o.amount_refunded_minor) as amount_refunded_minor,
  o.user_id,
  case when s.version is null then o.option_id else s.option_id end as option_id,
  coalesce(s.details, o.details) as details,
  case when s.own_means then s.card else o.card end as card,
  w.pan_sealed,
  case when s.version is null then o.three_ds else s.three_ds end as three_ds,
  case when s.version is null then o.result_type else s.result_type end as result_type,
  case when s.version is null then o.status_code else s.status_code end as status_code,
  case when s.version is null then o.result else s.result end as result,
  case when s.version is null then o.error_code else s.error_code end as error_code,
  case when s.version is null then o.provider else s.provider end as provider,
  case when s.version is null then o.provider_account else s.provider_account end as provider_account,
  coalesce(s.reroutes, o.reroutes) as reroutes,
  case when s.version is null then o.provider_reference else s.provider_reference end as provider_reference,
  coalesce(s.late_success, o.late_success) as late_success,
  coalesce(s.inquiries, o.inquiries) as inquiries,
  w.due_at,
  case when s.version is null then o.expires_at else s.expires_at end as expires_at,
  o.created_at,
  coalesce(s.updated_at, o.updated_at) as updated_at,
  case when s.version is null then o.completed_at else s.completed_at end as completed_at,
  w.payment_data_sealed,
  coalesce(s.money_reserved, o.money_reserved) as money_reserved,
  coalesce(s.attempts, o.attempts) as attempts,
  case when s.version is null then o.attempted_at else s.attempted_at end as attempted_at,
  o.cashier_token_hash, o.cashier_expires_at,
  case when s.own_means then s.recipient else o.recipient end as recipient,
  case when s.own_means then s.card_key else o.card_key end as card_key,
  s.paid_attempt, s.returned, s.authorized, s.mandate,
  -- what a pay-in has brought: refunds, disputes and returns count against it
  case
    when o.type = 'PAYOUT' then 0
    when s.authorized is not null then (s.authorized ->> 'capturedMinor')::bigint
    when coalesce(s.status, o.status) = 'COMPLETED' then coalesce(s.ever_received_minor, o.amount_minor)
    else 0 end as amount_captured_minor,
  s.ever_received_minor as received_minor
from openings o
left join lateral (
  select distinct on (merchant_id, transaction_id) *,
    max(received_minor) over (partition by merchant_id, transaction_id) as ever_received_minor
  from steps where merchant_id = o.merchant_id and transaction_id = o.id
  order by merchant_id, transaction_id, version desc
) s on s.merchant_id = o.merchant_id
left join open_work w on w.merchant_id = o.merchant_id and w.transaction_id = o.id;
