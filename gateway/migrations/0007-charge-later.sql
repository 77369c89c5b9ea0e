-- expand
-- writers wait: payments do, while an index without a row is built over the open work
-- distribute: captures by merchant_id
-- distribute: mandates by merchant_id

-- What a provider holds of a pay-in until it is captured (contract 16), and what was captured of it:
-- {amountMinor, capturedMinor, pendingMinor, isFinal, takesSeveral, captureBefore}, amounts as text. null: it is captured at
-- once, or is not authorised yet.
alter table steps add column authorized jsonb;
-- The mandate to which the payer agreed with this pay-in, {id, status}; null until it is active.
alter table steps add column mandate jsonb;

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
    when coalesce(s.status, o.status) = 'COMPLETED' then o.amount_minor
    else 0 end as amount_captured_minor
from openings o
left join lateral (
  select * from steps where merchant_id = o.merchant_id and transaction_id = o.id order by version desc limit 1
) s on true
left join open_work w on w.merchant_id = o.merchant_id and w.transaction_id = o.id;

-- the provider takes several captures of one payment
alter table provider_accounts add column multiple_captures boolean not null default false;

-- One row for each capture of an authorised pay-in.
create table captures (
  merchant_id uuid not null,
  transaction_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  status text not null check (status in ('PENDING', 'COMPLETED', 'FAILED')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  -- the amount in the request; null: it named none
  requested_minor bigint,
  capture_reference text,
  is_final boolean not null,
  origin text not null check (origin in ('merchant', 'provider')),
  -- how the call that made it was answered: a repeated call gets the same answer
  answered_status text not null,
  answered_capturable_minor bigint not null check (answered_capturable_minor >= 0),
  error_code text,
  provider text,
  provider_reference text,
  inquiries integer not null,
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  primary key (merchant_id, transaction_id, id)
);
create unique index captures_by_reference on captures (merchant_id, transaction_id, capture_reference)
  where capture_reference is not null;
create index captures_by_brand on captures (merchant_id, brand_id, id);
create index captures_due on captures (due_at) where due_at is not null;
create index captures_undecided on captures (merchant_id, brand_id, created_at) where status = 'PENDING' and due_at is null;

-- until when an authorised pay-in can be captured; null: it is not authorised
alter table open_work add column capture_before timestamptz;
create index open_work_authorized on open_work (merchant_id, brand_id, capture_before, transaction_id)
  where capture_before is not null;
-- what a completed pay-in counts in totals, if less than its amount was captured; null: its amount
alter table listing add column counted_minor bigint;

-- The agreement of a customer to later charges (contract 16).
create table mandates (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  user_id text not null,
  status text not null check (status in ('PENDING', 'ACTIVE', 'REVOKED', 'EXPIRED', 'FAILED')),
  reason text not null check (reason in ('RECURRING', 'INSTALLMENTS', 'UNSCHEDULED')),
  description text,
  option_id uuid not null,
  -- of a card: the parts that may be shown, its keyed hash, and its sealed number, if the number was entered here
  card jsonb,
  card_key bytea,
  pan_sealed bytea,
  -- of another method: masked
  account text,
  currency text not null,
  max_amount_minor bigint,
  expires_at timestamptz,
  -- the pay-in with which the customer agreed; the mandate's events are in its sequence
  first_transaction_id uuid not null,
  network_transaction_id text,
  provider text not null,
  provider_account uuid,
  -- the provider's own id of what it stores; further ids and the user, sealed, as long as the provider needs them
  stored_id text,
  stored_sealed bytea,
  -- how many webhook events it has sent, in the sequence of its first pay-in
  steps integer not null,
  inquiries integer not null,
  -- the issuer said that the means of payment will never work again; its status follows at once
  failed_at timestamptz,
  -- when the provider is asked or told next, or the mandate expires
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (merchant_id, id)
);
create index mandates_by_user on mandates (merchant_id, brand_id, user_id, created_at, id);
create index mandates_by_brand on mandates (merchant_id, brand_id, created_at, id);
create index mandates_by_first on mandates (merchant_id, first_transaction_id);
create index mandates_by_stored on mandates (merchant_id, provider_account, stored_id) where stored_id is not null;
create index mandates_due on mandates (due_at) where due_at is not null;
