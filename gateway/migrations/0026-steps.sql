-- pause: releases before it write to the table that becomes a view here, so they have to be replaced all at once.
-- What becomes of a transaction is appended and no longer written over its row (docs/decisions/0063). `transactions` becomes `openings`,
-- the rows as they were opened; each change is a row of `steps` with its entry of the timeline; what is still to be done stands in
-- `open_work` until it is done. Rows that are there keep their state where it is: their next step follows their version.
-- Only what is open is copied, so this takes some seconds however much is stored.
--
-- distribute: steps by merchant_id
-- distribute: open_work by merchant_id

alter table transactions rename to openings;
alter index transactions_pkey rename to openings_pkey;
alter index transactions_by_reference rename to openings_by_reference;
alter index transactions_by_idempotency_key rename to openings_by_idempotency_key;
alter index transactions_by_id rename to openings_by_id;
alter index transactions_by_session rename to openings_by_session;
alter index transactions_by_cashier_token rename to openings_by_cashier_token;

-- What a change has set, all of it, and what happened. Of two changes that stand on the same version one has its place here.
create table steps (
  merchant_id uuid not null,
  transaction_id uuid not null,
  version integer not null,
  status text not null check (status in ('INIT', 'PENDING', 'PROCESSING', 'COMPLETED', 'DECLINED', 'ERROR')),
  sequence integer not null,
  -- the timeline's entry: from where it came to this status, by whom and why; null where the status stayed
  from_status text,
  actor text,
  reason text,
  amount_refunded_minor bigint not null check (amount_refunded_minor >= 0),
  country text,
  option_id uuid,
  -- card, recipient and card_key count; false: those of the opening do
  own_means boolean not null,
  card jsonb,
  card_key bytea,
  recipient jsonb,
  -- null: those of the opening
  details jsonb,
  money_reserved boolean not null,
  three_ds jsonb,
  result_type text,
  status_code integer,
  result jsonb,
  error_code text,
  provider text,
  provider_reference text,
  late_success boolean not null,
  answer text,
  inquiries integer not null,
  attempts integer not null,
  attempted_at timestamptz,
  expires_at timestamptz,
  updated_at timestamptz not null,
  completed_at timestamptz,
  primary key (merchant_id, transaction_id, version)
);

-- One row for each transaction that is not over, and only as long: when somebody has to look after it, for whom it waits, and
-- the sealed data that may still be needed.
create table open_work (
  merchant_id uuid not null,
  transaction_id uuid not null,
  brand_id uuid not null,
  status text not null,
  error_code text,
  due_at timestamptz,
  pan_sealed bytea,
  payment_data_sealed bytea,
  created_at timestamptz not null,
  primary key (merchant_id, transaction_id)
);

insert into open_work (merchant_id, transaction_id, brand_id, status, error_code, due_at, pan_sealed, payment_data_sealed, created_at)
select merchant_id, id, brand_id, status, error_code, due_at, pan_sealed, payment_data_sealed, created_at from openings
where due_at is not null or status = 'PENDING' or (status = 'PROCESSING' and error_code = '9001' and due_at is null);

create index open_work_due on open_work (due_at) where due_at is not null;
create index open_work_pending on open_work (merchant_id, brand_id, created_at) where status = 'PENDING';
create index open_work_undecided on open_work (merchant_id, brand_id, created_at)
  where status = 'PROCESSING' and error_code = '9001' and due_at is null;

-- A dropped column stays in the rows that had it: what is sealed leaves them first.
update openings o set pan_sealed = null, payment_data_sealed = null from open_work w
where w.merchant_id = o.merchant_id and w.transaction_id = o.id
  and (o.pan_sealed is not null or o.payment_data_sealed is not null);

drop index transactions_due;
drop index transactions_pending;
drop index transactions_undecided;
alter table openings drop column pan_sealed, drop column payment_data_sealed, drop column due_at;

-- Entries of transactions from before there were steps.
alter table timeline rename to former_timeline;
alter index timeline_pkey rename to former_timeline_pkey;

create view timeline as
select merchant_id, transaction_id, sequence, updated_at as at, from_status, status as to_status, actor, reason
from steps where from_status is not null
union all
select merchant_id, transaction_id, sequence, at, from_status, to_status, actor, reason from former_timeline;

-- Transactions as they stand: for reading.
create view transactions as
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
  case when s.version is null then o.provider_reference else s.provider_reference end as provider_reference,
  coalesce(s.late_success, o.late_success) as late_success,
  o.idempotency_key, o.request_fingerprint,
  coalesce(o.answer, s.answer) as answer,
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
  case when s.own_means then s.card_key else o.card_key end as card_key
from openings o
left join lateral (
  select * from steps where merchant_id = o.merchant_id and transaction_id = o.id order by version desc limit 1
) s on true
left join open_work w on w.merchant_id = o.merchant_id and w.transaction_id = o.id;
