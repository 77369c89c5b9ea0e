-- The ground floor: who the merchants are, their transactions, the ledger and the outbox of webhooks.
-- Every table of a merchant's data has merchant_id first in its primary key, so that Citus can distribute it;
-- keys are made by the application (UUIDv7), amounts are integer minor units, bodies that were signed are text.
-- Hot tables carry no foreign keys: a row's parent is written in the same commit, and ledger:verify checks it
-- (a foreign key would lock the parent row once more for each child: see docs/decisions).
--
-- distribute: merchants by merchant_id
-- distribute: brands by merchant_id
-- distribute: brand_options by merchant_id
-- distribute: api_keys by merchant_id
-- distribute: signing_secrets by merchant_id
-- distribute: users by merchant_id
-- distribute: transactions by merchant_id
-- distribute: timeline by merchant_id
-- distribute: customers by merchant_id
-- distribute: cards by merchant_id
-- distribute: transfers by merchant_id
-- distribute: balances by merchant_id
-- distribute: balance_changes by merchant_id
-- distribute: fundings by merchant_id
-- distribute: webhook_events by merchant_id
-- distribute: webhook_tries by merchant_id
-- distribute: webhook_endpoints by merchant_id
-- reference: data_keys

create table data_keys (
  id uuid primary key,
  purpose text not null check (purpose in ('seal', 'hmac')),
  wrapped_key bytea not null,
  master_key_id text not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

create table merchants (
  merchant_id uuid primary key,
  name text not null,
  created_at timestamptz not null
);

create table brands (
  merchant_id uuid not null references merchants,
  brand_id uuid not null,
  name text not null,
  active boolean not null,
  notification_url text,
  enforce_signatures boolean not null,
  automatic_approval boolean not null,
  payment_facilitator boolean not null,
  four_eyes boolean not null,
  ip_allow_list text[] not null,
  domains text[] not null,
  -- null: every option of the catalogue
  option_ids uuid[],
  created_at timestamptz not null,
  -- any change of the brand, its keys, secrets or options moves it, so that the other processes notice
  updated_at timestamptz not null,
  primary key (merchant_id, brand_id)
);
create index brands_by_id on brands (brand_id);
create index brands_by_change on brands (updated_at);

create table brand_options (
  merchant_id uuid not null,
  brand_id uuid not null,
  option_id uuid not null,
  enabled boolean not null,
  -- in units of the transaction's currency
  min_amount numeric,
  max_amount numeric,
  primary key (merchant_id, brand_id, option_id),
  foreign key (merchant_id, brand_id) references brands
);

create table api_keys (
  merchant_id uuid not null,
  brand_id uuid not null,
  key_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (merchant_id, key_hash),
  foreign key (merchant_id, brand_id) references brands
);

create table signing_secrets (
  merchant_id uuid not null,
  brand_id uuid not null,
  id uuid not null,
  secret_sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, brand_id) references brands
);

create table users (
  merchant_id uuid not null references merchants,
  id uuid not null,
  email text not null,
  role text not null,
  invitation_hash bytea,
  -- an Argon2id string; null: invited, not signed up yet
  password_hash text,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, email)
);

create table transactions (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  session_id uuid not null,
  type text not null check (type in ('PAYIN', 'PAYOUT')),
  -- which door it came through: v3, v2, session
  origin text not null,
  status text not null check (status in ('INIT', 'PENDING', 'PROCESSING', 'COMPLETED', 'DECLINED', 'ERROR')),
  -- counts the status changes after INIT; the number of the latest webhook event
  sequence integer not null,
  -- counts every change; a writer that read an older version loses
  version integer not null,
  merchant_reference text not null,
  -- the country named with the request, '' where none was: the scope of the reference
  reference_country text not null,
  country text,
  currency text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  amount_refunded_minor bigint not null check (amount_refunded_minor between 0 and amount_minor),
  user_id text not null,
  option_id uuid,
  -- what the merchant sent and what never changes: customer, addresses, extras (domain/transaction.ts, Details)
  details jsonb not null,
  card jsonb,
  -- only while a card payment is open and may need the number again (3-D Secure)
  pan_sealed bytea,
  three_ds jsonb,
  result_type text,
  status_code integer,
  -- what the latest answer adds to the envelope: redirectUrl, formData, qrCodeString …
  result jsonb,
  error_code text,
  provider text,
  provider_reference text,
  late_success boolean not null,
  idempotency_key text,
  request_fingerprint bytea,
  -- the answer of the first request, byte for byte, for its replay
  answer text,
  -- how often the provider was asked what became of it
  inquiries integer not null,
  -- when someone must look at it again: resolver or expiry
  due_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  primary key (merchant_id, id)
);
create unique index transactions_by_reference on transactions (merchant_id, merchant_reference, reference_country);
create unique index transactions_by_idempotency_key on transactions (merchant_id, brand_id, idempotency_key)
  where idempotency_key is not null;
create index transactions_by_id on transactions (id);
create index transactions_by_session on transactions (merchant_id, session_id);
create index transactions_due on transactions (due_at) where due_at is not null;

create table timeline (
  merchant_id uuid not null,
  transaction_id uuid not null,
  sequence integer not null,
  at timestamptz not null,
  from_status text not null,
  to_status text not null,
  actor text not null,
  reason text,
  primary key (merchant_id, transaction_id, sequence)
);

create table customers (
  merchant_id uuid not null,
  brand_id uuid not null,
  user_id text not null,
  profile jsonb not null,
  updated_at timestamptz not null,
  primary key (merchant_id, brand_id, user_id)
);

create table cards (
  merchant_id uuid not null,
  brand_id uuid not null,
  token text not null,
  user_id text not null,
  pan_sealed bytea not null,
  card jsonb not null,
  created_at timestamptz not null,
  primary key (merchant_id, brand_id, token)
);

create table transfers (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  -- null: funding
  transaction_id uuid,
  currency text not null,
  from_account text not null,
  to_account text not null,
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null,
  primary key (merchant_id, id)
);

create table balances (
  merchant_id uuid not null,
  brand_id uuid not null,
  currency text not null,
  available_minor bigint not null check (available_minor >= 0),
  reserved_minor bigint not null check (reserved_minor >= 0),
  primary key (merchant_id, brand_id, currency)
);

-- What the transfers of one commit add to a balance, waiting to be folded in (storage/ledger-store.ts).
create table balance_changes (
  merchant_id uuid not null,
  brand_id uuid not null,
  currency text not null,
  id uuid not null,
  available_minor bigint not null,
  reserved_minor bigint not null,
  primary key (merchant_id, brand_id, currency, id)
);

create table fundings (
  merchant_id uuid not null,
  brand_id uuid not null,
  reference text not null,
  currency text not null,
  amount_minor bigint not null,
  created_at timestamptz not null,
  primary key (merchant_id, brand_id, reference)
);

-- The outbox: one row for each event, written in the commit of the status change it tells of.
create table webhook_events (
  merchant_id uuid not null,
  transaction_id uuid not null,
  sequence integer not null,
  event_id uuid not null,
  brand_id uuid not null,
  -- which endpoint: the brand and its address without the query (domain/webhook-event.ts, endpointId); null with no url
  endpoint_id uuid,
  url text,
  body text not null,
  x_signature text not null,
  signing_secret_id uuid not null,
  -- waiting: due, but its endpoint is paused or is given more than it takes; its turn comes in the order of the line
  state text not null check (state in ('pending', 'delivered', 'waiting', 'abandoned', 'unaddressed')),
  tries integer not null,
  -- pending: the next try, or while a worker holds the event the end of its lease; else null
  next_try_at timestamptz,
  created_at timestamptz not null,
  delivered_at timestamptz,
  primary key (merchant_id, transaction_id, sequence)
);
create index webhook_events_due on webhook_events (next_try_at) where next_try_at is not null;
create index webhook_events_waiting on webhook_events (merchant_id, endpoint_id, transaction_id, sequence)
  where state = 'waiting';

create table webhook_tries (
  merchant_id uuid not null,
  transaction_id uuid not null,
  sequence integer not null,
  try_number integer not null,
  at timestamptz not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  primary key (merchant_id, transaction_id, sequence, try_number)
);

-- Only endpoints in trouble have a row: failing, paused, or given more than they take (events wait in line).
create table webhook_endpoints (
  merchant_id uuid not null,
  brand_id uuid not null,
  endpoint_id uuid not null,
  -- without the query
  url text not null,
  -- the first failure after the last success; null: not failing
  failing_since timestamptz,
  paused_at timestamptz,
  pause_reason text,
  -- when a worker last had something to note here; rows that stay quiet are removed
  changed_at timestamptz not null,
  primary key (merchant_id, endpoint_id)
);
