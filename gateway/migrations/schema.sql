-- The schema after all migrations, as the database describes it. Made by `npm run schema:dump`; not to be edited.

create table access_given (
  merchant_id uuid not null,
  user_id uuid not null,
  by_user_id uuid not null,
  at timestamp with time zone not null,
  link_open boolean not null,
  factor_open boolean not null,
  constraint access_given_pkey PRIMARY KEY (merchant_id, user_id, by_user_id)
);

create table api_keys (
  merchant_id uuid not null,
  brand_id uuid not null,
  id uuid not null default gen_random_uuid(),
  key_hash bytea not null,
  hint text,
  scopes text[] not null default '{read,payments,refunds,payouts,settle}'::text[],
  made_by uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_from text,
  constraint api_keys_pkey PRIMARY KEY (merchant_id, key_hash),
  constraint api_keys_merchant_id_brand_id_fkey FOREIGN KEY (merchant_id, brand_id) REFERENCES brands(merchant_id, brand_id)
);

create table archive_entries (
  number integer not null,
  entry text not null,
  hash bytea not null,
  constraint archive_entries_pkey PRIMARY KEY (number)
);

create table archive_erasures (
  merchant_id uuid not null,
  month date not null,
  transaction_id uuid not null,
  noted_at timestamp with time zone not null,
  constraint archive_erasures_pkey PRIMARY KEY (merchant_id, month, transaction_id)
);

create table audit_heads (
  merchant_id uuid not null,
  sequence bigint not null,
  hash bytea not null,
  constraint audit_heads_pkey PRIMARY KEY (merchant_id)
);

create table audit_log (
  merchant_id uuid not null,
  sequence bigint not null,
  id uuid not null,
  at timestamp with time zone not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  action text not null,
  target_kind text not null,
  target_id text not null,
  before text,
  after text,
  request_id text,
  ip text,
  previous_hash bytea not null,
  hash bytea not null,
  constraint audit_log_pkey PRIMARY KEY (merchant_id, sequence),
  constraint audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['operator'::text, 'user'::text, 'api'::text])))
);
CREATE INDEX audit_log_by_action ON public.audit_log USING btree (merchant_id, action, sequence);
CREATE INDEX audit_log_by_actor ON public.audit_log USING btree (merchant_id, actor_id, sequence);
CREATE INDEX audit_log_by_id ON public.audit_log USING btree (id);
CREATE INDEX audit_log_by_target ON public.audit_log USING btree (target_id);
CREATE INDEX audit_log_by_time ON public.audit_log USING btree (merchant_id, at);

create table audit_words (
  merchant_id uuid not null,
  audit_id uuid not null,
  transaction_id uuid,
  brand_id uuid,
  salt bytea not null,
  words text not null,
  constraint audit_words_pkey PRIMARY KEY (merchant_id, audit_id)
);
CREATE INDEX audit_words_by_transaction ON public.audit_words USING btree (merchant_id, transaction_id) WHERE (transaction_id IS NOT NULL);

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
  constraint balances_reserved_minor_check CHECK ((reserved_minor >= 0))
);

create table bank_balances (
  merchant_id uuid not null,
  brand_id uuid not null,
  account_id uuid not null,
  day text not null,
  currency text not null,
  amount_minor bigint not null,
  constraint bank_balances_pkey PRIMARY KEY (merchant_id, brand_id, account_id, day, currency)
);

create table bank_entries (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  statement_id uuid not null,
  account_id uuid,
  entry_key text not null,
  direction text not null,
  amount_minor bigint,
  currency text,
  booked_at timestamp with time zone,
  details_sealed bytea,
  state text not null,
  reason text,
  transaction_id uuid,
  role text,
  withdrawn_file uuid,
  booked_day text,
  booking_key text,
  said_key text,
  constraint bank_entries_pkey PRIMARY KEY (merchant_id, id),
  constraint bank_entries_direction_check CHECK ((direction = ANY (ARRAY['credit'::text, 'debit'::text, 'status'::text]))),
  constraint bank_entries_role_check CHECK ((role = ANY (ARRAY['paid'::text, 'debited'::text, 'returned'::text]))),
  constraint bank_entries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'applied'::text, 'unmatched'::text, 'conflict'::text, 'dismissed'::text])))
);
CREATE INDEX bank_entries_by_booking ON public.bank_entries USING btree (merchant_id, brand_id, booking_key);
CREATE INDEX bank_entries_by_brand ON public.bank_entries USING btree (merchant_id, brand_id, id);
CREATE UNIQUE INDEX bank_entries_by_key ON public.bank_entries USING btree (merchant_id, brand_id, entry_key);
CREATE UNIQUE INDEX bank_entries_by_role ON public.bank_entries USING btree (merchant_id, transaction_id, role) WHERE (role IS NOT NULL);
CREATE INDEX bank_entries_by_transaction ON public.bank_entries USING btree (merchant_id, transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE INDEX bank_entries_by_withdrawn_file ON public.bank_entries USING btree (merchant_id, withdrawn_file) WHERE (withdrawn_file IS NOT NULL);
CREATE INDEX bank_entries_for_people ON public.bank_entries USING btree (merchant_id, brand_id, id) WHERE (state = ANY (ARRAY['unmatched'::text, 'conflict'::text]));
CREATE INDEX bank_entries_waiting ON public.bank_entries USING btree (merchant_id, statement_id, id) WHERE (state = 'waiting'::text);

create table bank_files (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  payouts integer not null,
  total_minor bigint not null,
  execution_date text not null,
  sha256 text not null,
  content_sealed bytea not null,
  made_by text not null,
  created_at timestamp with time zone not null,
  downloaded_by text,
  downloaded_at timestamp with time zone,
  withdrawn_by text,
  withdrawn_at timestamp with time zone,
  reported_at timestamp with time zone,
  constraint bank_files_pkey PRIMARY KEY (merchant_id, id)
);
CREATE INDEX bank_files_by_brand ON public.bank_files USING btree (merchant_id, brand_id, id);

create table bank_payouts (
  merchant_id uuid not null,
  transaction_id uuid not null,
  brand_id uuid not null,
  account_id uuid not null,
  amount_minor bigint not null,
  file_id uuid,
  batch integer,
  batch_entry uuid,
  withdrawn_files uuid[] not null default '{}'::uuid[],
  created_at timestamp with time zone not null,
  constraint bank_payouts_pkey PRIMARY KEY (merchant_id, transaction_id)
);
CREATE INDEX bank_payouts_by_entry ON public.bank_payouts USING btree (merchant_id, batch_entry) WHERE (batch_entry IS NOT NULL);
CREATE INDEX bank_payouts_by_file ON public.bank_payouts USING btree (merchant_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX bank_payouts_waiting ON public.bank_payouts USING btree (merchant_id, brand_id, transaction_id) WHERE (file_id IS NULL);

create table bank_statements (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  sha256 text not null,
  kind text not null,
  entries integer not null,
  known integer not null,
  applied integer,
  unmatched integer,
  conflicts integer,
  made_by text not null,
  created_at timestamp with time zone not null,
  leased_until timestamp with time zone,
  month_end_id uuid,
  fault text,
  constraint bank_statements_pkey PRIMARY KEY (merchant_id, id)
);
CREATE INDEX bank_statements_by_brand ON public.bank_statements USING btree (merchant_id, brand_id, id);
CREATE UNIQUE INDEX bank_statements_by_hash ON public.bank_statements USING btree (merchant_id, brand_id, sha256);
CREATE INDEX bank_statements_due ON public.bank_statements USING btree (leased_until) WHERE (leased_until IS NOT NULL);

create table blocks (
  merchant_id uuid not null,
  brand_id uuid not null,
  id uuid not null,
  kind text not null,
  value text not null,
  shown text not null,
  transaction_id uuid,
  reason text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  constraint blocks_pkey PRIMARY KEY (merchant_id, brand_id, id),
  constraint blocks_kind_check CHECK ((kind = ANY (ARRAY['card'::text, 'bin'::text, 'email'::text, 'userId'::text, 'ip'::text, 'country'::text]))),
  constraint blocks_merchant_id_brand_id_fkey FOREIGN KEY (merchant_id, brand_id) REFERENCES brands(merchant_id, brand_id)
);

create table brand_logos (
  merchant_id uuid not null,
  brand_id uuid not null,
  hash text not null,
  extension text not null,
  bytes bytea not null,
  created_at timestamp with time zone not null,
  constraint brand_logos_pkey PRIMARY KEY (merchant_id, brand_id, hash),
  constraint brand_logos_merchant_id_brand_id_fkey FOREIGN KEY (merchant_id, brand_id) REFERENCES brands(merchant_id, brand_id)
);

create table brand_options (
  merchant_id uuid not null,
  brand_id uuid not null,
  option_id uuid not null,
  enabled boolean not null,
  min_amount numeric,
  max_amount numeric,
  constraint brand_options_pkey PRIMARY KEY (merchant_id, brand_id, option_id),
  constraint brand_options_merchant_id_brand_id_fkey FOREIGN KEY (merchant_id, brand_id) REFERENCES brands(merchant_id, brand_id)
);

create table brands (
  merchant_id uuid not null,
  brand_id uuid not null,
  name text not null,
  active boolean not null,
  notification_url text,
  enforce_signatures boolean not null,
  sign_all_requests boolean not null default false,
  automatic_approval boolean not null,
  payment_facilitator boolean not null,
  four_eyes boolean not null,
  ip_allow_list text[] not null,
  domains text[] not null,
  option_ids uuid[],
  risk jsonb,
  look jsonb not null default '{}'::jsonb,
  time_zone text not null default 'UTC'::text,
  personal_data_months integer,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint brands_pkey PRIMARY KEY (merchant_id, brand_id),
  constraint brands_personal_data_months_check CHECK (((personal_data_months >= 1) AND (personal_data_months <= 120))),
  constraint brands_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id)
);
CREATE INDEX brands_by_change ON public.brands USING btree (updated_at);
CREATE INDEX brands_by_id ON public.brands USING btree (brand_id);

create table cards (
  merchant_id uuid not null,
  brand_id uuid not null,
  token text not null,
  user_id text not null,
  pan_sealed bytea not null,
  card jsonb not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  began_at timestamp with time zone,
  constraint cards_pkey PRIMARY KEY (merchant_id, brand_id, user_id, token)
);
CREATE INDEX cards_by_token ON public.cards USING btree (merchant_id, brand_id, token);

create table chore_marks (
  chore text not null,
  after_id uuid not null,
  leased_until timestamp with time zone,
  constraint chore_marks_pkey PRIMARY KEY (chore)
);

create table closed_months (
  month date not null,
  sealed_at timestamp with time zone not null,
  state text not null,
  closed_at timestamp with time zone,
  seal bytea,
  constraint closed_months_pkey PRIMARY KEY (month),
  constraint closed_months_state_check CHECK ((state = ANY (ARRAY['closing'::text, 'closed'::text, 'exported'::text, 'archived'::text, 'restoring'::text])))
);

create table confirmations (
  merchant_id uuid not null,
  transaction_id uuid not null,
  id uuid not null,
  keys_sealed bytea,
  document_sealed bytea,
  document_type text,
  created_at timestamp with time zone not null,
  attempt integer,
  leased_until timestamp with time zone,
  reference_hash bytea,
  constraint confirmations_pkey PRIMARY KEY (merchant_id, transaction_id, id)
);
CREATE UNIQUE INDEX confirmations_by_attempt ON public.confirmations USING btree (merchant_id, transaction_id, attempt) WHERE (attempt IS NOT NULL);
CREATE UNIQUE INDEX confirmations_by_reference ON public.confirmations USING btree (merchant_id, reference_hash) WHERE (reference_hash IS NOT NULL);
CREATE INDEX confirmations_kept ON public.confirmations USING btree (created_at) WHERE (keys_sealed IS NOT NULL);

create table customers (
  merchant_id uuid not null,
  brand_id uuid not null,
  user_id text not null,
  profile jsonb not null,
  updated_at timestamp with time zone not null,
  constraint customers_pkey PRIMARY KEY (merchant_id, brand_id, user_id)
);

create table daily_totals (
  merchant_id uuid not null,
  day integer not null,
  facet bigint not null,
  count bigint not null,
  amount_minor numeric not null,
  amount_refunded_minor numeric not null,
  constraint daily_totals_pkey PRIMARY KEY (merchant_id, day, facet)
);

create table data_keys (
  id uuid not null,
  purpose text not null,
  wrapped_key bytea not null,
  master_key_id text not null,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint data_keys_pkey PRIMARY KEY (id),
  constraint data_keys_purpose_check CHECK ((purpose = ANY (ARRAY['seal'::text, 'hmac'::text])))
);

create table database_identities (
  since timestamp with time zone not null,
  system_identifier text not null,
  timeline text not null,
  reason text not null,
  constraint database_identities_pkey PRIMARY KEY (since)
);

create table declined_attempts (
  merchant_id uuid not null,
  transaction_id uuid not null,
  attempt integer not null,
  sequence integer not null,
  at timestamp with time zone not null,
  option_id uuid,
  error_code text not null,
  actor text not null,
  constraint declined_attempts_pkey PRIMARY KEY (merchant_id, transaction_id, attempt)
);

create table disputes (
  merchant_id uuid not null,
  transaction_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  status text not null,
  amount_minor bigint not null,
  currency text not null,
  funds_withheld boolean not null,
  reason text,
  deadline timestamp with time zone,
  provider_reference text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  steps integer not null,
  constraint disputes_pkey PRIMARY KEY (merchant_id, transaction_id, id),
  constraint disputes_amount_minor_check CHECK ((amount_minor > 0)),
  constraint disputes_status_check CHECK ((status = ANY (ARRAY['INQUIRY'::text, 'OPEN'::text, 'WON'::text, 'LOST'::text])))
);
CREATE INDEX disputes_by_brand ON public.disputes USING btree (merchant_id, brand_id, id);
CREATE INDEX disputes_open ON public.disputes USING btree (merchant_id, brand_id, deadline) WHERE (status = ANY (ARRAY['INQUIRY'::text, 'OPEN'::text]));

create table erasure_work (
  merchant_id uuid not null,
  transaction_id uuid not null,
  brand_id uuid not null,
  cause text not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  erased_at timestamp with time zone,
  constraint erasure_work_pkey PRIMARY KEY (merchant_id, transaction_id),
  constraint erasure_work_cause_check CHECK ((cause = ANY (ARRAY['request'::text, 'retention'::text])))
);
CREATE INDEX erasure_work_due ON public.erasure_work USING btree (due_at);

create table event_log (
  merchant_id uuid not null,
  brand_id uuid not null,
  "position" bigint not null,
  event_id uuid not null,
  transaction_id uuid not null,
  sequence integer not null,
  created_at timestamp with time zone not null,
  constraint event_log_pkey PRIMARY KEY (merchant_id, brand_id, "position")
);
CREATE UNIQUE INDEX event_log_by_event ON public.event_log USING btree (merchant_id, event_id);

create table events (
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
  created_at timestamp with time zone not null,
  constraint events_pkey PRIMARY KEY (merchant_id, transaction_id, sequence)
) partition by RANGE (transaction_id);
CREATE INDEX events_by_time ON ONLY public.events USING brin (created_at) WITH (pages_per_range='32');

create table events_other (
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
  created_at timestamp with time zone not null
) partition of events DEFAULT;

create table facets (
  merchant_id uuid not null,
  facet bigint not null,
  brand_id uuid not null,
  type text not null,
  status text not null,
  currency text not null,
  option_id uuid,
  country text,
  error_code text,
  origin text not null,
  refunded text not null,
  constraint facets_pkey PRIMARY KEY (merchant_id, facet)
);

create table fundings (
  merchant_id uuid not null,
  brand_id uuid not null,
  reference text not null,
  currency text not null,
  amount_minor bigint not null,
  created_at timestamp with time zone not null,
  constraint fundings_pkey PRIMARY KEY (merchant_id, brand_id, reference)
);

create table idempotency_keys (
  merchant_id uuid not null,
  transaction_id uuid not null,
  brand_id uuid not null,
  key text not null,
  request_fingerprint bytea not null,
  created_at timestamp with time zone not null,
  answer text,
  constraint idempotency_keys_pkey PRIMARY KEY (merchant_id, transaction_id)
) with (fillfactor=18);
CREATE UNIQUE INDEX idempotency_keys_by_key ON public.idempotency_keys USING btree (merchant_id, brand_id, key);

create table ledger_proofs (
  merchant_id uuid not null,
  night date not null,
  proved_at timestamp with time zone not null,
  ok boolean not null,
  transactions bigint not null,
  transfers bigint not null,
  days bigint not null,
  faults text[] not null,
  constraint ledger_proofs_pkey PRIMARY KEY (merchant_id, night)
);

create table listing (
  merchant_id uuid not null,
  id uuid not null,
  facet bigint not null,
  amount_minor bigint not null,
  amount_refunded_minor bigint not null,
  day integer not null,
  terms bigint[] not null,
  constraint listing_pkey PRIMARY KEY (merchant_id, id)
);
CREATE INDEX listing_by_amount ON public.listing USING btree (merchant_id, day, amount_minor);
CREATE INDEX listing_by_facet ON public.listing USING btree (merchant_id, facet, id) INCLUDE (amount_minor);
CREATE INDEX listing_by_term ON public.listing USING gin (terms) WITH (gin_pending_list_limit='64');

create table listing_heads (
  merchant_id uuid not null,
  last_position bigint not null default 0,
  constraint listing_heads_pkey PRIMARY KEY (merchant_id)
);

create table merchant_names (
  name_key text not null,
  merchant_id uuid not null,
  constraint merchant_names_pkey PRIMARY KEY (name_key)
);

create table merchants (
  merchant_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  constraint merchants_pkey PRIMARY KEY (merchant_id)
);

create table month_end_items (
  merchant_id uuid not null,
  month_end_id uuid not null,
  kind text not null,
  item_id uuid not null,
  cause text not null,
  month text not null,
  constraint month_end_items_pkey PRIMARY KEY (merchant_id, month_end_id, kind, item_id),
  constraint month_end_items_kind_check CHECK ((kind = ANY (ARRAY['movement'::text, 'entry'::text])))
);

create table month_end_keys (
  merchant_id uuid not null,
  id uuid not null,
  public_key bytea not null,
  private_sealed bytea,
  made_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint month_end_keys_pkey PRIMARY KEY (merchant_id, id)
);
CREATE UNIQUE INDEX month_end_keys_signing ON public.month_end_keys USING btree (merchant_id) WHERE (retired_at IS NULL);

create table month_end_parts (
  merchant_id uuid not null,
  month_end_id uuid not null,
  file text not null,
  part integer not null,
  bytes bytea not null,
  constraint month_end_parts_pkey PRIMARY KEY (merchant_id, month_end_id, file, part)
);

create table month_ends (
  merchant_id uuid not null,
  brand_id uuid not null,
  month text not null,
  id uuid not null,
  time_zone text not null,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  made_by text not null,
  made_at timestamp with time zone not null,
  differences integer not null,
  changes integer not null,
  manifest text not null,
  manifest_sha256 text not null,
  key_id uuid,
  signature bytea,
  constraint month_ends_pkey PRIMARY KEY (merchant_id, brand_id, month)
);

create table month_seals (
  merchant_id uuid not null,
  month date not null,
  table_name text not null,
  row_count bigint not null,
  sha256 bytea not null,
  constraint month_seals_pkey PRIMARY KEY (merchant_id, month, table_name)
);

create table notification_work (
  merchant_id uuid not null,
  notification_id uuid not null,
  brand_id uuid not null,
  transaction_id uuid,
  state text not null,
  reason text,
  deliveries integer not null,
  tries integer not null,
  due_at timestamp with time zone,
  told text,
  constraint notification_work_pkey PRIMARY KEY (merchant_id, notification_id),
  constraint notification_work_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'applied'::text, 'ignored'::text, 'foreign'::text, 'unmatched'::text, 'conflict'::text])))
);
CREATE INDEX notification_work_by_transaction ON public.notification_work USING btree (merchant_id, transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE INDEX notification_work_due ON public.notification_work USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX notification_work_for_people ON public.notification_work USING btree (merchant_id, brand_id, notification_id) WHERE (state = ANY (ARRAY['unmatched'::text, 'conflict'::text]));

create table open_work (
  merchant_id uuid not null,
  transaction_id uuid not null,
  brand_id uuid not null,
  status text not null,
  error_code text,
  due_at timestamp with time zone,
  pan_sealed bytea,
  payment_data_sealed bytea,
  charge_state_sealed bytea,
  created_at timestamp with time zone not null,
  constraint open_work_pkey PRIMARY KEY (merchant_id, transaction_id)
);
CREATE INDEX open_work_due ON public.open_work USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX open_work_pending ON public.open_work USING btree (merchant_id, brand_id, created_at) WHERE (status = 'PENDING'::text);
CREATE INDEX open_work_undecided ON public.open_work USING btree (merchant_id, brand_id, created_at) WHERE ((status = 'PROCESSING'::text) AND (error_code = '9001'::text) AND (due_at IS NULL));

create table openings (
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
  recipient jsonb,
  card_key bytea,
  three_ds jsonb,
  result_type text,
  status_code integer,
  result jsonb,
  error_code text,
  provider text,
  provider_account uuid,
  reroutes integer not null default 0,
  provider_reference text,
  late_success boolean not null,
  money_reserved boolean not null default false,
  inquiries integer not null,
  attempts integer not null default 0,
  attempted_at timestamp with time zone,
  cashier_token_hash bytea,
  cashier_expires_at timestamp with time zone,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  constraint openings_pkey PRIMARY KEY (merchant_id, id),
  constraint openings_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint openings_check CHECK (((amount_refunded_minor >= 0) AND (amount_refunded_minor <= amount_minor))),
  constraint openings_status_check CHECK ((status = ANY (ARRAY['INIT'::text, 'PENDING'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'DECLINED'::text, 'ERROR'::text]))),
  constraint openings_type_check CHECK ((type = ANY (ARRAY['PAYIN'::text, 'PAYOUT'::text])))
);
CREATE INDEX openings_by_cashier_token ON public.openings USING btree (cashier_token_hash) WHERE (cashier_token_hash IS NOT NULL);
CREATE INDEX openings_by_id ON public.openings USING btree (id);
CREATE UNIQUE INDEX openings_by_reference ON public.openings USING btree (merchant_id, merchant_reference, reference_country);

create table operator_tokens (
  id uuid not null,
  name text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  scopes text[] not null default '{admin}'::text[],
  constraint operator_tokens_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX operator_tokens_by_hash ON public.operator_tokens USING btree (token_hash);

create table passkeys (
  merchant_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (merchant_id, user_id, id),
  constraint passkeys_merchant_id_user_id_credential_id_key UNIQUE (merchant_id, user_id, credential_id)
);

create table payment_links (
  merchant_id uuid not null,
  brand_id uuid not null,
  transaction_id uuid not null,
  token_sealed bytea not null,
  description text not null,
  made_by uuid not null,
  made_by_name text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint payment_links_pkey PRIMARY KEY (merchant_id, brand_id, transaction_id)
);

create table payout_recipients (
  merchant_id uuid not null,
  brand_id uuid not null,
  transaction_id uuid not null,
  recipient_key text not null,
  name_key text,
  user_id text,
  currency text not null,
  amount_minor bigint not null,
  created_at timestamp with time zone not null,
  constraint payout_recipients_pkey PRIMARY KEY (merchant_id, transaction_id)
);
CREATE INDEX payout_recipients_by_key ON public.payout_recipients USING btree (merchant_id, brand_id, recipient_key, created_at, transaction_id);
CREATE INDEX payout_recipients_by_name ON public.payout_recipients USING btree (merchant_id, brand_id, name_key, created_at, transaction_id) WHERE (name_key IS NOT NULL);
CREATE INDEX payout_recipients_by_user ON public.payout_recipients USING btree (merchant_id, brand_id, user_id, created_at, transaction_id) WHERE (user_id IS NOT NULL);

create table portal_sessions (
  merchant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  proven_at timestamp with time zone,
  by_single_sign_on boolean not null default false,
  ip text not null,
  user_agent text,
  totp_sealed bytea,
  totp_expires_at timestamp with time zone,
  challenge text,
  challenge_purpose text,
  challenge_expires_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  link text,
  constraint portal_sessions_pkey PRIMARY KEY (merchant_id, id),
  constraint portal_sessions_challenge_purpose_check CHECK ((challenge_purpose = ANY (ARRAY['enrol'::text, 'prove'::text])))
);
CREATE INDEX portal_sessions_by_token ON public.portal_sessions USING btree (token_hash);
CREATE INDEX portal_sessions_by_user ON public.portal_sessions USING btree (merchant_id, user_id);

create table process_marks (
  id uuid not null,
  written_at timestamp with time zone not null,
  constraint process_marks_pkey PRIMARY KEY (id)
);

create table processes (
  id uuid not null,
  release text not null,
  schema_version integer not null,
  role text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  constraint processes_pkey PRIMARY KEY (id)
);

create table proof_marks (
  merchant_id uuid not null,
  through_id uuid not null,
  constraint proof_marks_pkey PRIMARY KEY (merchant_id)
);

create table proof_runs (
  proof text not null,
  succeeded_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  faults integer not null,
  constraint proof_runs_pkey PRIMARY KEY (proof),
  constraint proof_runs_proof_check CHECK ((proof = ANY (ARRAY['ledger'::text, 'audit'::text])))
);

create table proved_movements (
  merchant_id uuid not null,
  brand_id uuid not null,
  currency text not null,
  from_account text not null,
  to_account text not null,
  kind text not null,
  amount_minor bigint not null,
  constraint proved_movements_pkey PRIMARY KEY (merchant_id, brand_id, currency, from_account, to_account, kind)
);

create table provider_accounts (
  merchant_id uuid not null,
  brand_id uuid not null,
  id uuid not null,
  provider text not null,
  environment text not null,
  priority integer not null,
  option_ids uuid[],
  card_entry text not null,
  endpoint text,
  merchant_account text,
  credentials_sealed bytea not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  checked_at timestamp with time zone,
  check_ok boolean,
  check_reason text,
  last_notification_at timestamp with time zone,
  last_refused_at timestamp with time zone,
  constraint provider_accounts_pkey PRIMARY KEY (merchant_id, id),
  constraint provider_accounts_card_entry_check CHECK ((card_entry = ANY (ARRAY['tollgate'::text, 'provider'::text]))),
  constraint provider_accounts_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint provider_accounts_merchant_id_brand_id_fkey FOREIGN KEY (merchant_id, brand_id) REFERENCES brands(merchant_id, brand_id)
);
CREATE INDEX provider_accounts_by_brand ON public.provider_accounts USING btree (merchant_id, brand_id);
CREATE INDEX provider_accounts_by_change ON public.provider_accounts USING btree (updated_at);
CREATE INDEX provider_accounts_by_id ON public.provider_accounts USING btree (id);
CREATE UNIQUE INDEX provider_accounts_in_use ON public.provider_accounts USING btree (merchant_id, brand_id, provider) WHERE (retired_at IS NULL);

create table provider_notifications (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  account_id uuid not null,
  provider text not null,
  item_key text not null,
  kind text not null,
  reference text,
  provider_reference text,
  amount_minor bigint,
  currency text,
  occurred_at timestamp with time zone,
  received_at timestamp with time zone not null,
  foreign_account boolean not null,
  body_sealed bytea,
  constraint provider_notifications_pkey PRIMARY KEY (merchant_id, id)
);
CREATE INDEX provider_notifications_by_brand ON public.provider_notifications USING btree (merchant_id, brand_id, id);
CREATE UNIQUE INDEX provider_notifications_by_key ON public.provider_notifications USING btree (merchant_id, account_id, item_key);

create table quarter_totals (
  merchant_id uuid not null,
  brand_id uuid not null,
  begins timestamp with time zone not null,
  type text not null,
  status text not null,
  currency text not null,
  count bigint not null,
  amount_minor numeric not null,
  amount_refunded_minor numeric not null,
  constraint quarter_totals_pkey PRIMARY KEY (merchant_id, brand_id, begins, type, status, currency)
);

create table recognised_browsers (
  merchant_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  last_used_at timestamp with time zone not null,
  failed_sign_ins integer not null default 0,
  last_failed_sign_in_at timestamp with time zone,
  locked_until timestamp with time zone,
  constraint recognised_browsers_pkey PRIMARY KEY (merchant_id, user_id, token_hash)
);

create table recovery_codes (
  merchant_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (merchant_id, user_id, code_hash)
);

create table refunds (
  merchant_id uuid not null,
  transaction_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  status text not null,
  amount_minor bigint not null,
  refundable_after_minor bigint not null,
  currency text not null,
  refund_reference text,
  origin text not null,
  reason text,
  error_code text,
  provider text,
  provider_reference text,
  inquiries integer not null,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  constraint refunds_pkey PRIMARY KEY (merchant_id, transaction_id, id),
  constraint refunds_amount_minor_check CHECK ((amount_minor > 0)),
  constraint refunds_origin_check CHECK ((origin = ANY (ARRAY['merchant'::text, 'provider'::text]))),
  constraint refunds_refundable_after_minor_check CHECK ((refundable_after_minor >= 0)),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'COMPLETED'::text, 'FAILED'::text])))
);
CREATE INDEX refunds_by_brand ON public.refunds USING btree (merchant_id, brand_id, id);
CREATE UNIQUE INDEX refunds_by_reference ON public.refunds USING btree (merchant_id, brand_id, refund_reference) WHERE (refund_reference IS NOT NULL);
CREATE INDEX refunds_due ON public.refunds USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX refunds_undecided ON public.refunds USING btree (merchant_id, brand_id, created_at) WHERE ((status = 'PENDING'::text) AND (due_at IS NULL));

create table request_log (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  at timestamp with time zone not null,
  method text not null,
  path text not null,
  status integer not null,
  duration_ms real not null,
  request_id text not null,
  error_code text,
  message text,
  transaction_id uuid,
  source text not null,
  left_out integer not null,
  constraint request_log_pkey PRIMARY KEY (merchant_id, id)
);

create table restore_holds (
  id integer not null,
  held_since timestamp with time zone not null,
  reason text not null,
  constraint restore_holds_pkey PRIMARY KEY (id),
  constraint restore_holds_id_check CHECK ((id = 1))
);

create table retention_marks (
  merchant_id uuid not null,
  brand_id uuid not null,
  after_id uuid not null,
  transactions integer not null,
  cards integer not null,
  leased_until timestamp with time zone,
  constraint retention_marks_pkey PRIMARY KEY (merchant_id, brand_id)
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

create table saved_views (
  merchant_id uuid not null,
  brand_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  user_name text not null,
  name text not null,
  query text not null,
  shared boolean not null,
  created_at timestamp with time zone not null,
  constraint saved_views_pkey PRIMARY KEY (merchant_id, brand_id, id)
);

create table settlement_days (
  merchant_id uuid not null,
  brand_id uuid not null,
  day date not null,
  currency text not null,
  time_zone text not null,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  opening_available_minor bigint not null,
  opening_reserved_minor bigint not null,
  closing_available_minor bigint not null,
  closing_reserved_minor bigint not null,
  transfers integer not null,
  activity jsonb not null,
  computed_at timestamp with time zone not null,
  constraint settlement_days_pkey PRIMARY KEY (merchant_id, brand_id, day, currency)
);

create table signing_secrets (
  merchant_id uuid not null,
  brand_id uuid not null,
  id uuid not null,
  secret_sealed bytea not null,
  hint text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_from text,
  constraint signing_secrets_pkey PRIMARY KEY (merchant_id, id),
  constraint signing_secrets_merchant_id_brand_id_fkey FOREIGN KEY (merchant_id, brand_id) REFERENCES brands(merchant_id, brand_id)
);

create table single_sign_on (
  merchant_id uuid not null,
  issuer text not null,
  client_id text not null,
  secret_sealed bytea not null,
  role_claim text not null,
  roles text not null,
  required boolean not null,
  changed_at timestamp with time zone not null,
  set_by uuid[],
  constraint single_sign_on_pkey PRIMARY KEY (merchant_id)
);

create table steps (
  merchant_id uuid not null,
  transaction_id uuid not null,
  version integer not null,
  status text not null,
  sequence integer not null,
  from_status text,
  actor text,
  reason text,
  amount_refunded_minor bigint not null,
  country text,
  option_id uuid,
  own_means boolean not null,
  card jsonb,
  card_key bytea,
  recipient jsonb,
  details jsonb,
  money_reserved boolean not null,
  three_ds jsonb,
  result_type text,
  status_code integer,
  result jsonb,
  error_code text,
  provider text,
  provider_account uuid,
  reroutes integer not null default 0,
  provider_reference text,
  late_success boolean not null,
  inquiries integer not null,
  attempts integer not null,
  attempted_at timestamp with time zone,
  paid_attempt integer,
  expires_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  returned jsonb,
  constraint steps_pkey PRIMARY KEY (merchant_id, transaction_id, version),
  constraint steps_amount_refunded_minor_check CHECK ((amount_refunded_minor >= 0)),
  constraint steps_status_check CHECK ((status = ANY (ARRAY['INIT'::text, 'PENDING'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'DECLINED'::text, 'ERROR'::text])))
) partition by RANGE (transaction_id);
CREATE INDEX steps_by_time ON ONLY public.steps USING brin (updated_at) WITH (pages_per_range='32');

create table steps_other (
  merchant_id uuid not null,
  transaction_id uuid not null,
  version integer not null,
  status text not null,
  sequence integer not null,
  from_status text,
  actor text,
  reason text,
  amount_refunded_minor bigint not null,
  country text,
  option_id uuid,
  own_means boolean not null,
  card jsonb,
  card_key bytea,
  recipient jsonb,
  details jsonb,
  money_reserved boolean not null,
  three_ds jsonb,
  result_type text,
  status_code integer,
  result jsonb,
  error_code text,
  provider text,
  provider_account uuid,
  reroutes integer not null default 0,
  provider_reference text,
  late_success boolean not null,
  inquiries integer not null,
  attempts integer not null,
  attempted_at timestamp with time zone,
  paid_attempt integer,
  expires_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  returned jsonb,
  constraint steps_amount_refunded_minor_check CHECK ((amount_refunded_minor >= 0)),
  constraint steps_status_check CHECK ((status = ANY (ARRAY['INIT'::text, 'PENDING'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'DECLINED'::text, 'ERROR'::text])))
) partition of steps DEFAULT;

create table transaction_changes (
  merchant_id uuid not null,
  id uuid not null,
  transaction_ids uuid[] not null,
  constraint transaction_changes_pkey PRIMARY KEY (merchant_id, id)
);

create table transaction_notes (
  merchant_id uuid not null,
  transaction_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  user_name text not null,
  note text not null,
  created_at timestamp with time zone not null,
  constraint transaction_notes_pkey PRIMARY KEY (merchant_id, transaction_id, id)
);

create table transaction_tags (
  merchant_id uuid not null,
  transaction_id uuid not null,
  tag text not null,
  created_at timestamp with time zone not null,
  constraint transaction_tags_pkey PRIMARY KEY (merchant_id, transaction_id, tag)
);

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
  kind text,
  constraint transfers_pkey PRIMARY KEY (merchant_id, id),
  constraint transfers_amount_minor_check CHECK ((amount_minor > 0))
) partition by RANGE (id);
CREATE INDEX transfers_alone ON ONLY public.transfers USING btree (merchant_id, id) WHERE (transaction_id IS NULL);

create table transfers_other (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  transaction_id uuid,
  currency text not null,
  from_account text not null,
  to_account text not null,
  amount_minor bigint not null,
  created_at timestamp with time zone not null,
  kind text,
  constraint transfers_amount_minor_check CHECK ((amount_minor > 0))
) partition of transfers DEFAULT;

create table unknown_sign_ins (
  address_hash bytea not null,
  failures integer not null,
  last_failed_at timestamp with time zone not null,
  locked_until timestamp with time zone,
  constraint unknown_sign_ins_pkey PRIMARY KEY (address_hash)
);
CREATE INDEX unknown_sign_ins_by_time ON public.unknown_sign_ins USING btree (last_failed_at);

create table users (
  merchant_id uuid not null,
  id uuid not null,
  email text not null,
  name text,
  role text not null,
  invitation_hash bytea,
  invitation_expires_at timestamp with time zone,
  invitation_used_at timestamp with time zone,
  password_hash text,
  failed_sign_ins integer not null default 0,
  last_failed_sign_in_at timestamp with time zone,
  locked_until timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  without_second_factor boolean not null default false,
  totp_sealed bytea,
  totp_added_at timestamp with time zone,
  totp_last_step bigint,
  single_sign_on_subject text,
  constraint users_pkey PRIMARY KEY (merchant_id, id),
  constraint users_merchant_id_email_key UNIQUE (merchant_id, email),
  constraint users_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'developer'::text, 'finance-maker'::text, 'finance-approver'::text, 'support'::text, 'read-only'::text]))),
  constraint users_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id)
);
CREATE INDEX users_by_email ON public.users USING btree (email);
CREATE INDEX users_by_id ON public.users USING btree (id);
CREATE INDEX users_by_invitation ON public.users USING btree (invitation_hash) WHERE (invitation_hash IS NOT NULL);
CREATE UNIQUE INDEX users_by_subject ON public.users USING btree (merchant_id, single_sign_on_subject) WHERE (single_sign_on_subject IS NOT NULL);

create table webhook_endpoints (
  merchant_id uuid not null,
  brand_id uuid not null,
  endpoint_id uuid not null,
  url text not null,
  failing_since timestamp with time zone,
  paused_at timestamp with time zone,
  pause_reason text,
  changed_at timestamp with time zone not null,
  renewed_at timestamp with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (merchant_id, endpoint_id)
);

create table webhook_queue (
  merchant_id uuid not null,
  transaction_id uuid not null,
  sequence integer not null,
  tries integer not null,
  schedule_start integer not null,
  brand_id uuid not null,
  endpoint_id uuid not null,
  next_try_at timestamp with time zone,
  created_at timestamp with time zone not null,
  state text not null,
  url text,
  traceparent text,
  constraint webhook_queue_pkey PRIMARY KEY (merchant_id, transaction_id, sequence),
  constraint webhook_queue_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'waiting'::text, 'abandoned'::text, 'unaddressed'::text])))
);
CREATE INDEX webhook_queue_abandoned ON public.webhook_queue USING btree (merchant_id, endpoint_id, created_at) WHERE (state = 'abandoned'::text);
CREATE INDEX webhook_queue_due ON public.webhook_queue USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX webhook_queue_unaddressed ON public.webhook_queue USING btree (merchant_id, endpoint_id, created_at) WHERE (state = 'unaddressed'::text);
CREATE INDEX webhook_queue_waiting ON public.webhook_queue USING btree (merchant_id, endpoint_id, transaction_id, sequence) WHERE (state = 'waiting'::text);

create table webhook_replay_events (
  merchant_id uuid not null,
  replay_id uuid not null,
  place integer not null,
  transaction_id uuid not null,
  sequence integer not null,
  tries_before integer,
  constraint webhook_replay_events_pkey PRIMARY KEY (merchant_id, replay_id, place)
);

create table webhook_replays (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  range_from timestamp with time zone not null,
  range_to timestamp with time zone not null,
  undelivered_only boolean not null,
  events integer not null,
  done integer not null default 0,
  started_by text not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  cancelled boolean not null default false,
  constraint webhook_replays_pkey PRIMARY KEY (merchant_id, id)
);
CREATE UNIQUE INDEX webhook_replays_open ON public.webhook_replays USING btree (merchant_id, brand_id) WHERE (ended_at IS NULL);

create table webhook_tries (
  merchant_id uuid not null,
  transaction_id uuid not null,
  sequence integer not null,
  try_number integer not null,
  at timestamp with time zone not null,
  url text,
  signing_secret_id uuid,
  x_signature text,
  duration_ms integer not null,
  status_code integer,
  error text,
  answer_excerpt text,
  constraint webhook_tries_pkey PRIMARY KEY (merchant_id, transaction_id, sequence, try_number)
) partition by RANGE (transaction_id);

create table webhook_tries_other (
  merchant_id uuid not null,
  transaction_id uuid not null,
  sequence integer not null,
  try_number integer not null,
  at timestamp with time zone not null,
  url text,
  signing_secret_id uuid,
  x_signature text,
  duration_ms integer not null,
  status_code integer,
  error text,
  answer_excerpt text
) partition of webhook_tries DEFAULT;

create view timeline as
 SELECT merchant_id,
    transaction_id,
    sequence,
    updated_at AS at,
    from_status,
    status AS to_status,
    actor,
    reason
   FROM steps
  WHERE (from_status IS NOT NULL);

create view transactions as
 SELECT o.merchant_id,
    o.id,
    o.brand_id,
    o.session_id,
    o.type,
    o.origin,
    COALESCE(s.status, o.status) AS status,
    COALESCE(s.sequence, o.sequence) AS sequence,
    COALESCE(s.version, o.version) AS version,
    o.merchant_reference,
    o.reference_country,
        CASE
            WHEN (s.version IS NULL) THEN o.country
            ELSE s.country
        END AS country,
    o.currency,
    o.amount_minor,
    COALESCE(s.amount_refunded_minor, o.amount_refunded_minor) AS amount_refunded_minor,
    o.user_id,
        CASE
            WHEN (s.version IS NULL) THEN o.option_id
            ELSE s.option_id
        END AS option_id,
    COALESCE(s.details, o.details) AS details,
        CASE
            WHEN s.own_means THEN s.card
            ELSE o.card
        END AS card,
    w.pan_sealed,
        CASE
            WHEN (s.version IS NULL) THEN o.three_ds
            ELSE s.three_ds
        END AS three_ds,
        CASE
            WHEN (s.version IS NULL) THEN o.result_type
            ELSE s.result_type
        END AS result_type,
        CASE
            WHEN (s.version IS NULL) THEN o.status_code
            ELSE s.status_code
        END AS status_code,
        CASE
            WHEN (s.version IS NULL) THEN o.result
            ELSE s.result
        END AS result,
        CASE
            WHEN (s.version IS NULL) THEN o.error_code
            ELSE s.error_code
        END AS error_code,
        CASE
            WHEN (s.version IS NULL) THEN o.provider
            ELSE s.provider
        END AS provider,
        CASE
            WHEN (s.version IS NULL) THEN o.provider_account
            ELSE s.provider_account
        END AS provider_account,
    COALESCE(s.reroutes, o.reroutes) AS reroutes,
        CASE
            WHEN (s.version IS NULL) THEN o.provider_reference
            ELSE s.provider_reference
        END AS provider_reference,
    COALESCE(s.late_success, o.late_success) AS late_success,
    COALESCE(s.inquiries, o.inquiries) AS inquiries,
    w.due_at,
        CASE
            WHEN (s.version IS NULL) THEN o.expires_at
            ELSE s.expires_at
        END AS expires_at,
    o.created_at,
    COALESCE(s.updated_at, o.updated_at) AS updated_at,
        CASE
            WHEN (s.version IS NULL) THEN o.completed_at
            ELSE s.completed_at
        END AS completed_at,
    w.payment_data_sealed,
    COALESCE(s.money_reserved, o.money_reserved) AS money_reserved,
    COALESCE(s.attempts, o.attempts) AS attempts,
        CASE
            WHEN (s.version IS NULL) THEN o.attempted_at
            ELSE s.attempted_at
        END AS attempted_at,
    o.cashier_token_hash,
    o.cashier_expires_at,
        CASE
            WHEN s.own_means THEN s.recipient
            ELSE o.recipient
        END AS recipient,
        CASE
            WHEN s.own_means THEN s.card_key
            ELSE o.card_key
        END AS card_key,
    s.paid_attempt,
    s.returned
   FROM ((openings o
     LEFT JOIN LATERAL ( SELECT steps.merchant_id,
            steps.transaction_id,
            steps.version,
            steps.status,
            steps.sequence,
            steps.from_status,
            steps.actor,
            steps.reason,
            steps.amount_refunded_minor,
            steps.country,
            steps.option_id,
            steps.own_means,
            steps.card,
            steps.card_key,
            steps.recipient,
            steps.details,
            steps.money_reserved,
            steps.three_ds,
            steps.result_type,
            steps.status_code,
            steps.result,
            steps.error_code,
            steps.provider,
            steps.provider_account,
            steps.reroutes,
            steps.provider_reference,
            steps.late_success,
            steps.inquiries,
            steps.attempts,
            steps.attempted_at,
            steps.paid_attempt,
            steps.expires_at,
            steps.updated_at,
            steps.completed_at,
            steps.returned
           FROM steps
          WHERE ((steps.merchant_id = o.merchant_id) AND (steps.transaction_id = o.id))
          ORDER BY steps.version DESC
         LIMIT 1) s ON (true))
     LEFT JOIN open_work w ON (((w.merchant_id = o.merchant_id) AND (w.transaction_id = o.id))));

create view webhook_events as
 SELECT e.merchant_id,
    e.transaction_id,
    e.sequence,
    e.event_id,
    e.brand_id,
    e.endpoint_id,
    e.url,
    e.body,
    COALESCE(( SELECT t.x_signature
           FROM webhook_tries t
          WHERE ((t.merchant_id = e.merchant_id) AND (t.transaction_id = e.transaction_id) AND (t.sequence = e.sequence) AND (t.x_signature IS NOT NULL))
          ORDER BY t.try_number DESC
         LIMIT 1), e.x_signature) AS x_signature,
    COALESCE(( SELECT t.signing_secret_id
           FROM webhook_tries t
          WHERE ((t.merchant_id = e.merchant_id) AND (t.transaction_id = e.transaction_id) AND (t.sequence = e.sequence) AND (t.x_signature IS NOT NULL))
          ORDER BY t.try_number DESC
         LIMIT 1), e.signing_secret_id) AS signing_secret_id,
    COALESCE(q.state, 'delivered'::text) AS state,
    COALESCE(q.tries, ( SELECT max(t.try_number) AS max
           FROM webhook_tries t
          WHERE ((t.merchant_id = e.merchant_id) AND (t.transaction_id = e.transaction_id) AND (t.sequence = e.sequence))), 0) AS tries,
    q.next_try_at,
    e.created_at,
        CASE
            WHEN (q.state IS NULL) THEN ( SELECT (t.at + ((t.duration_ms)::double precision * '00:00:00.001'::interval))
               FROM webhook_tries t
              WHERE ((t.merchant_id = e.merchant_id) AND (t.transaction_id = e.transaction_id) AND (t.sequence = e.sequence))
              ORDER BY t.try_number DESC
             LIMIT 1)
            ELSE NULL::timestamp with time zone
        END AS delivered_at,
    q.schedule_start
   FROM (events e
     LEFT JOIN webhook_queue q ON (((q.merchant_id = e.merchant_id) AND (q.transaction_id = e.transaction_id) AND (q.sequence = e.sequence))));

CREATE OR REPLACE FUNCTION public.make_month(month date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  parents constant text[] := array['steps', 'transfers', 'events', 'webhook_tries'];
  suffix constant text := to_char(month, '_YYYY_MM');
  first_id uuid := rpad(lpad(to_hex(extract(epoch from month)::bigint * 1000), 12, '0'), 32, '0')::uuid;
  next_id uuid := rpad(lpad(to_hex(extract(epoch from (month + interval '1 month')::date)::bigint * 1000), 12, '0'), 32, '0')::uuid;
  parent text;
  taken boolean;
begin
  -- One at a time, to the end of the commit: another worker that makes months makes all that are missing.
  if not pg_try_advisory_xact_lock(7011444) then
    return false;
  end if;
  if to_regclass('steps' || suffix) is not null then
    return false;
  end if;
  foreach parent in array parents loop
    execute format('select exists (select 1 from %1$I where %2$I >= $1 and %2$I < $2)', parent || '_other',
      case parent when 'transfers' then 'id' else 'transaction_id' end) into taken using first_id, next_id;
    if taken then
      return false;
    end if;
  end loop;
  foreach parent in array parents loop
    -- Made first and attached then: so readers and writers of the other months go on meanwhile.
    execute format('create table %I (like %I including defaults including constraints)', parent || suffix, parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, parent || suffix, first_id, next_id);
  end loop;
  return true;
end
$function$;
