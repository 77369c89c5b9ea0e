-- The tables of reference (a) (one-by-one-scripts.ts), from the time when (a) was frozen, so that (a) still writes the
-- same rows.

create table balance_changes (
  merchant_id uuid not null,
  brand_id uuid not null,
  currency text not null,
  id uuid not null,
  available_minor bigint not null,
  reserved_minor bigint not null,
  constraint balance_changes_pkey PRIMARY KEY (merchant_id, brand_id, currency, id)
);

create table balances (
  merchant_id uuid not null,
  brand_id uuid not null,
  currency text not null,
  available_minor bigint not null,
  reserved_minor bigint not null,
  constraint balances_pkey PRIMARY KEY (merchant_id, brand_id, currency),
  constraint balances_available_minor_check CHECK ((available_minor >= 0)),
  constraint balances_reserved_minor_check CHECK ((reserved_minor >= 0))
);

create table cards (
  merchant_id uuid not null,
  brand_id uuid not null,
  token text not null,
  user_id text not null,
  pan_sealed bytea not null,
  card jsonb not null,
  created_at timestamp with time zone not null,
  constraint cards_pkey PRIMARY KEY (merchant_id, brand_id, token)
);
CREATE INDEX cards_by_user ON public.cards USING btree (merchant_id, brand_id, user_id);

create table customers (
  merchant_id uuid not null,
  brand_id uuid not null,
  user_id text not null,
  profile jsonb not null,
  updated_at timestamp with time zone not null,
  constraint customers_pkey PRIMARY KEY (merchant_id, brand_id, user_id)
);

create table risk_attempts (
  merchant_id uuid not null,
  brand_id uuid not null,
  card_key bytea not null,
  marks uuid[] not null,
  since uuid not null,
  most integer not null,
  refused_by text,
  expires_at timestamp with time zone not null,
  constraint risk_attempts_pkey PRIMARY KEY (merchant_id, brand_id, card_key)
);

create table risk_declines (
  merchant_id uuid not null,
  brand_id uuid not null,
  subject text not null,
  transaction_id uuid not null,
  attempt integer not null,
  at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint risk_declines_pkey PRIMARY KEY (merchant_id, brand_id, subject, transaction_id, attempt)
);

create table timeline (
  merchant_id uuid not null,
  transaction_id uuid not null,
  sequence integer not null,
  at timestamp with time zone not null,
  from_status text not null,
  to_status text not null,
  actor text not null,
  reason text,
  constraint timeline_pkey PRIMARY KEY (merchant_id, transaction_id, sequence)
);

create table transactions (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  session_id uuid not null,
  type text not null,
  origin text not null,
  status text not null,
  sequence integer not null,
  version integer not null,
  merchant_reference text not null,
  reference_country text not null,
  country text,
  currency text not null,
  amount_minor bigint not null,
  amount_refunded_minor bigint not null,
  user_id text not null,
  option_id uuid,
  details jsonb not null,
  card jsonb,
  pan_sealed bytea,
  three_ds jsonb,
  result_type text,
  status_code integer,
  result jsonb,
  error_code text,
  provider text,
  provider_reference text,
  late_success boolean not null,
  idempotency_key text,
  request_fingerprint bytea,
  answer text,
  inquiries integer not null,
  due_at timestamp with time zone,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  payment_data_sealed bytea,
  money_reserved boolean not null default false,
  attempts integer not null default 0,
  attempted_at timestamp with time zone,
  cashier_token_hash bytea,
  cashier_expires_at timestamp with time zone,
  recipient jsonb,
  card_key bytea,
  constraint transactions_pkey PRIMARY KEY (merchant_id, id),
  constraint transactions_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint transactions_check CHECK (((amount_refunded_minor >= 0) AND (amount_refunded_minor <= amount_minor))),
  constraint transactions_status_check CHECK ((status = ANY (ARRAY['INIT'::text, 'PENDING'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'DECLINED'::text, 'ERROR'::text]))),
  constraint transactions_type_check CHECK ((type = ANY (ARRAY['PAYIN'::text, 'PAYOUT'::text])))
);
CREATE INDEX transactions_by_cashier_token ON public.transactions USING btree (cashier_token_hash) WHERE (cashier_token_hash IS NOT NULL);
CREATE INDEX transactions_by_id ON public.transactions USING btree (id);
CREATE UNIQUE INDEX transactions_by_idempotency_key ON public.transactions USING btree (merchant_id, brand_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE UNIQUE INDEX transactions_by_reference ON public.transactions USING btree (merchant_id, merchant_reference, reference_country);
CREATE INDEX transactions_by_session ON public.transactions USING btree (merchant_id, session_id);
CREATE INDEX transactions_due ON public.transactions USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX transactions_pending ON public.transactions USING btree (merchant_id, brand_id, created_at) WHERE (status = 'PENDING'::text);
CREATE INDEX transactions_undecided ON public.transactions USING btree (merchant_id, brand_id, created_at) WHERE ((status = 'PROCESSING'::text) AND (error_code = '9001'::text) AND (due_at IS NULL));

create table transfers (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  transaction_id uuid,
  currency text not null,
  from_account text not null,
  to_account text not null,
  amount_minor bigint not null,
  created_at timestamp with time zone not null,
  constraint transfers_pkey PRIMARY KEY (merchant_id, id),
  constraint transfers_amount_minor_check CHECK ((amount_minor > 0))
);
CREATE INDEX transfers_by_transaction ON public.transfers USING btree (merchant_id, transaction_id);

create table webhook_events (
  merchant_id uuid not null,
  transaction_id uuid not null,
  sequence integer not null,
  event_id uuid not null,
  brand_id uuid not null,
  endpoint_id uuid,
  url text,
  body text not null,
  x_signature text not null,
  signing_secret_id uuid not null,
  state text not null,
  tries integer not null,
  next_try_at timestamp with time zone,
  created_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  schedule_start integer not null default 0,
  constraint webhook_events_pkey PRIMARY KEY (merchant_id, transaction_id, sequence),
  constraint webhook_events_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'waiting'::text, 'abandoned'::text, 'unaddressed'::text])))
);
CREATE INDEX webhook_events_abandoned ON public.webhook_events USING btree (merchant_id, endpoint_id, created_at) WHERE (state = 'abandoned'::text);
CREATE INDEX webhook_events_by_time ON public.webhook_events USING brin (created_at) WITH (pages_per_range='32');
CREATE INDEX webhook_events_due ON public.webhook_events USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX webhook_events_unaddressed ON public.webhook_events USING btree (merchant_id, endpoint_id, created_at) WHERE (state = 'unaddressed'::text);
CREATE INDEX webhook_events_waiting ON public.webhook_events USING btree (merchant_id, endpoint_id, transaction_id, sequence) WHERE (state = 'waiting'::text);
