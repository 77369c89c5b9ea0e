-- On Citus, after the tables of 0001 are distributed: the same views, so that the merchant that a query names reaches every table in
-- them, and the query asks one shard. `order by … limit 1` would keep it out, and every read would ask all shards. On PostgreSQL that
-- form is quicker: it reads one step of a transaction, and no try of an event whose tries nobody asks for.

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
  s.paid_attempt, s.returned
from openings o
left join lateral (
  select distinct on (merchant_id, transaction_id) * from steps where merchant_id = o.merchant_id and transaction_id = o.id
  order by merchant_id, transaction_id, version desc
) s on s.merchant_id = o.merchant_id
left join open_work w on w.merchant_id = o.merchant_id and w.transaction_id = o.id;

create or replace view webhook_events as
select e.merchant_id, e.transaction_id, e.sequence, e.event_id, e.brand_id, e.endpoint_id, e.url, e.body,
  coalesce(signed.x_signature, e.x_signature) as x_signature,
  coalesce(signed.signing_secret_id, e.signing_secret_id) as signing_secret_id,
  coalesce(q.state, 'delivered') as state,
  coalesce(q.tries, last.try_number, 0) as tries,
  q.next_try_at, e.created_at,
  case when q.state is null then last.at + last.duration_ms * interval '1 millisecond' end as delivered_at,
  q.schedule_start
from events e
left join webhook_queue q on q.merchant_id = e.merchant_id and q.transaction_id = e.transaction_id
  and q.sequence = e.sequence
left join lateral (
  select distinct on (merchant_id, transaction_id, sequence) merchant_id, x_signature, signing_secret_id from webhook_tries
  where merchant_id = e.merchant_id and transaction_id = e.transaction_id and sequence = e.sequence and x_signature is not null
  order by merchant_id, transaction_id, sequence, try_number desc
) signed on signed.merchant_id = e.merchant_id
left join lateral (
  select distinct on (merchant_id, transaction_id, sequence) merchant_id, try_number, at, duration_ms from webhook_tries
  where merchant_id = e.merchant_id and transaction_id = e.transaction_id and sequence = e.sequence
  order by merchant_id, transaction_id, sequence, try_number desc
) last on last.merchant_id = e.merchant_id;


-- A lane that writes to the tables of a shard on its worker begins with this (group-commit/shard-lanes.ts). It takes the lock that
-- Citus takes for a write by way of the coordinator, so a move of the shard waits for the end of the transaction, and it refuses a
-- shard that is on another node. Citus gives that lock to the owner of the tables alone, hence the owner's rights.
create function hold_shard(shard bigint) returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  -- 5: a share lock.
  perform lock_shard_metadata(5, array[shard]);
  if not exists (
    select from pg_dist_placement p join pg_dist_local_group l on l.groupid = p.groupid where p.shardid = shard
  ) then
    raise exception 'shard % is on another node', shard using errcode = 'TG001';
  end if;
end $$;

select create_distributed_function('hold_shard(bigint)');
