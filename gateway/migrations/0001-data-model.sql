-- The data model. Each merchant's data has merchant_id first in its primary key and in every unique constraint, so that Citus can
-- distribute it. Keys are made by the application (UUIDv7), amounts are integer minor units, and bodies that were signed are text.
-- Hot tables have no foreign keys: a row's parent is written in the same commit, and ledger:verify checks it. A foreign key
-- would lock the parent row once more for each child.
--
-- reference: data_keys
-- reference: chore_marks
-- reference: proof_runs
-- reference: processes
-- reference: database_identities
-- reference: restore_holds
-- distribute: process_marks by id
-- distribute: merchants by merchant_id
-- reference: merchant_names
-- distribute: brands by merchant_id
-- distribute: brand_logos by merchant_id
-- distribute: brand_options by merchant_id
-- distribute: api_keys by merchant_id
-- distribute: signing_secrets by merchant_id
-- distribute: provider_accounts by merchant_id
-- distribute: users by merchant_id
-- distribute: single_sign_on by merchant_id
-- distribute: passkeys by merchant_id
-- distribute: recovery_codes by merchant_id
-- distribute: portal_sessions by merchant_id
-- distribute: recognised_browsers by merchant_id
-- distribute: unknown_sign_ins by address_hash
-- distribute: access_given by merchant_id
-- distribute: saved_views by merchant_id
-- reference: operator_tokens
-- distribute: audit_log by merchant_id
-- distribute: audit_heads by merchant_id
-- distribute: audit_words by merchant_id
-- distribute: openings by merchant_id
-- distribute: idempotency_keys by merchant_id
-- distribute: steps by merchant_id
-- distribute: open_work by merchant_id
-- distribute: declined_attempts by merchant_id
-- distribute: confirmations by merchant_id
-- distribute: customers by merchant_id
-- distribute: cards by merchant_id
-- distribute: transaction_notes by merchant_id
-- distribute: transaction_tags by merchant_id
-- distribute: refunds by merchant_id
-- distribute: disputes by merchant_id
-- distribute: payout_recipients by merchant_id
-- distribute: payment_links by merchant_id
-- distribute: transfers by merchant_id
-- distribute: balances by merchant_id
-- distribute: balance_changes by merchant_id
-- distribute: fundings by merchant_id
-- distribute: settlement_days by merchant_id
-- distribute: ledger_proofs by merchant_id
-- distribute: proof_marks by merchant_id
-- distribute: proved_movements by merchant_id
-- distribute: events by merchant_id
-- distribute: webhook_queue by merchant_id
-- distribute: webhook_tries by merchant_id
-- distribute: webhook_endpoints by merchant_id
-- distribute: webhook_replays by merchant_id
-- distribute: webhook_replay_events by merchant_id
-- distribute: event_log by merchant_id
-- distribute: risk_attempts by merchant_id
-- distribute: risk_declines by merchant_id
-- distribute: blocks by merchant_id
-- distribute: transaction_changes by merchant_id
-- distribute: listing_heads by merchant_id
-- distribute: facets by merchant_id
-- distribute: listing by merchant_id
-- distribute: daily_totals by merchant_id
-- distribute: quarter_totals by merchant_id
-- distribute: request_log by merchant_id
-- distribute: erasure_work by merchant_id
-- distribute: retention_marks by merchant_id
-- reference: closed_months
-- distribute: month_seals by merchant_id
-- reference: archive_entries
-- distribute: archive_erasures by merchant_id
-- distribute: provider_notifications by merchant_id
-- distribute: notification_work by merchant_id
-- distribute: bank_payouts by merchant_id
-- distribute: bank_files by merchant_id
-- distribute: bank_statements by merchant_id
-- distribute: bank_entries by merchant_id
-- distribute: bank_balances by merchant_id
-- distribute: month_ends by merchant_id
-- distribute: month_end_parts by merchant_id
-- distribute: month_end_items by merchant_id


-- Keys of the vault, and how far work that goes on for long has come.

create table data_keys (
  id uuid primary key,
  purpose text not null check (purpose in ('seal', 'hmac')),
  wrapped_key bytea not null,
  master_key_id text not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

-- How far a chore has come that goes through all transactions, oldest first, once.
create table chore_marks (
  chore text primary key,
  -- what stands at or before it is done
  after_id uuid not null,
  -- a worker is at it; when that dies, another may go on
  leased_until timestamptz
);

-- When the ledger and the audit log were proved last, over all merchants.
create table proof_runs (
  proof text primary key check (proof in ('ledger', 'audit')),
  -- until the first success: when this database was made
  succeeded_at timestamptz not null,
  -- null: none has ended
  ended_at timestamptz,
  -- that the last one found
  faults integer not null
);

-- Readiness proves a write (docs/decisions/0059): one row a process, by an id that it makes at its start. A process that ends leaves its row
-- behind, and a later start removes it.
create table process_marks (
  id uuid primary key,
  written_at timestamptz not null
);

-- Which processes are at work, and of which release (docs/decisions/0093). Each writes its row every few seconds and removes it when it ends.
create table processes (
  id uuid primary key,
  release text not null,
  -- how many migrations it knows
  schema_version integer not null,
  role text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);

-- Which PostgreSQL server these tables are on, the latest row last: its system identifier, and its timeline, which a restore and a failover
-- move. A start that finds another one is on a copy (docs/decisions/0094).
create table database_identities (
  since timestamptz primary key,
  system_identifier text not null,
  timeline text not null,
  -- why it is ours
  reason text not null
);

-- There is a row while the tables are a restored copy that nobody has accepted: no process takes or sends anything.
create table restore_holds (
  id integer primary key check (id = 1),
  held_since timestamptz not null,
  reason text not null
);


-- Merchants and their brands.

create table merchants (
  merchant_id uuid primary key,
  name text not null,
  created_at timestamptz not null
);

-- The names of merchants as they are compared: each is there once (docs/decisions/0099).
create table merchant_names (
  name_key text primary key,
  merchant_id uuid not null
);

create table brands (
  merchant_id uuid not null references merchants,
  brand_id uuid not null,
  name text not null,
  active boolean not null,
  notification_url text,
  enforce_signatures boolean not null,
  -- only where enforce_signatures is true, too
  sign_all_requests boolean not null default false,
  automatic_approval boolean not null,
  payment_facilitator boolean not null,
  four_eyes boolean not null,
  ip_allow_list text[] not null,
  domains text[] not null,
  -- null: every option of the catalogue
  option_ids uuid[],
  -- "off", "standard" or limits of its own (domain/risk/risk.ts); null: the default of the environment
  risk jsonb,
  -- what was set of it (domain/merchants/brand-look.ts, BrandLook); the rest has defaults
  look jsonb not null default '{}',
  -- an IANA name: days of reports and times on screens are of this zone
  time_zone text not null default 'UTC',
  -- personal data goes so long after the end of its transaction; null: it is kept
  personal_data_months integer check (personal_data_months between 1 and 120),
  created_at timestamptz not null,
  -- any change of the brand, its keys, secrets or options moves it, so that the other processes notice it
  updated_at timestamptz not null,
  primary key (merchant_id, brand_id)
);
create index brands_by_id on brands (brand_id);
create index brands_by_change on brands (updated_at);

-- Apart from the brands, which every process holds in memory.
create table brand_logos (
  merchant_id uuid not null,
  brand_id uuid not null,
  -- the first 32 digits of the SHA-256 of the bytes: a picture never changes under its address
  hash text not null,
  -- png, jpg, webp, svg
  extension text not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, brand_id, hash),
  foreign key (merchant_id, brand_id) references brands
);

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
  id uuid not null default gen_random_uuid(),
  key_hash bytea not null,
  -- its prefix and its last four characters
  hint text,
  -- what it may do (contract 2)
  scopes text[] not null default '{read,payments,refunds,payouts,settle}',
  -- of the portal; null: the operator
  made_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- to the minute; null: never, as far as is known
  last_used_at timestamptz,
  -- the address of the caller then
  last_used_from text,
  primary key (merchant_id, key_hash),
  foreign key (merchant_id, brand_id) references brands
);

create table signing_secrets (
  merchant_id uuid not null,
  brand_id uuid not null,
  id uuid not null,
  secret_sealed bytea not null,
  hint text,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_from text,
  primary key (merchant_id, id),
  foreign key (merchant_id, brand_id) references brands
);

-- A brand's accounts at providers (contract 13). They are retired, never deleted: refunds and notifications of what was sent there go on.
create table provider_accounts (
  merchant_id uuid not null,
  brand_id uuid not null,
  id uuid not null,
  provider text not null,
  environment text not null check (environment in ('test', 'live')),
  -- lower first
  priority integer not null,
  -- null: all that the provider serves
  option_ids uuid[],
  card_entry text not null check (card_entry in ('tollgate', 'provider')),
  -- scheme, host and port in place of the provider's own
  endpoint text,
  -- as the provider names it; null: not known yet
  merchant_account text,
  -- JSON: the credentials, and those before them while it is not known whether the new ones are of the same merchant account
  credentials_sealed bytea not null,
  created_at timestamptz not null,
  -- any change that a payment or a notification may depend on moves it, so that the other processes notice it
  updated_at timestamptz not null,
  -- null: in use
  retired_at timestamptz,
  -- of the last check; null: none yet
  checked_at timestamptz,
  check_ok boolean,
  check_reason text,
  -- of notifications, to the second
  last_notification_at timestamptz,
  last_refused_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, brand_id) references brands
);
create index provider_accounts_by_id on provider_accounts (id);
create index provider_accounts_by_change on provider_accounts (updated_at);
create index provider_accounts_by_brand on provider_accounts (merchant_id, brand_id);
create unique index provider_accounts_in_use on provider_accounts (merchant_id, brand_id, provider) where retired_at is null;


-- The people of a merchant: how they sign in to the portal and what they keep there (contract 14).

create table users (
  merchant_id uuid not null references merchants,
  id uuid not null,
  email text not null,
  -- as colleagues and the audit log call the person; null: the e-mail address
  name text,
  role text not null,
  -- of the link; it stays, so that a link that was used is told from one that never was
  invitation_hash bytea,
  -- null: never invited, a user of the demo
  invitation_expires_at timestamptz,
  invitation_used_at timestamptz,
  -- an Argon2id string; null: invited, not signed up yet
  password_hash text,
  -- sign-ins that failed in a row, and until when no more are heard (contract 14: ten lock for fifteen minutes)
  failed_sign_ins integer not null default 0,
  -- a day after it, failures are counted anew
  last_failed_sign_in_at timestamptz,
  locked_until timestamptz,
  last_sign_in_at timestamptz,
  -- null: may sign in
  disabled_at timestamptz,
  created_at timestamptz not null,
  -- a demo user of the test environment needs no second factor
  without_second_factor boolean not null default false,
  -- null: no authenticator app
  totp_sealed bytea,
  totp_added_at timestamptz,
  -- the time step whose code was used last: each is good once
  totp_last_step bigint,
  -- who the person is for the merchant's identity provider; null: never signed in by it
  single_sign_on_subject text,
  primary key (merchant_id, id),
  unique (merchant_id, email),
  check (role in ('owner', 'developer', 'finance-maker', 'finance-approver', 'support', 'read-only'))
);
create unique index users_by_subject on users (merchant_id, single_sign_on_subject) where single_sign_on_subject is not null;
create index users_by_email on users (email);
create index users_by_id on users (id);
create index users_by_invitation on users (invitation_hash) where invitation_hash is not null;

-- A merchant's identity provider (OpenID Connect): its people sign in to the portal there.
create table single_sign_on (
  merchant_id uuid primary key,
  issuer text not null,
  client_id text not null,
  secret_sealed bytea not null,
  -- the claim that says what a person is
  role_claim text not null,
  -- value of the claim: role; a JSON object
  roles text not null,
  -- nobody signs in by a password
  required boolean not null,
  changed_at timestamptz not null
);

create table passkeys (
  merchant_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  -- as the browser calls it: base64url
  credential_id text not null,
  -- COSE
  public_key bytea not null,
  -- of its uses, as it counts them itself; 0: it does not count
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (merchant_id, user_id, id),
  unique (merchant_id, user_id, credential_id)
);

-- Ten for a user, each good once. Only a keyed hash is kept.
create table recovery_codes (
  merchant_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (merchant_id, user_id, code_hash)
);

create table portal_sessions (
  merchant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- whatever it is used for, it ends then
  expires_at timestamptz not null,
  -- null: the second factor is still to come
  proven_at timestamptz,
  -- the identity provider proved who it is, and proves it again
  by_single_sign_on boolean not null default false,
  ip text not null,
  user_agent text,
  -- of an authenticator app that is being added, until its first code
  totp_sealed bytea,
  totp_expires_at timestamptz,
  -- what a passkey has to sign: once, for one purpose
  challenge text,
  challenge_purpose text check (challenge_purpose in ('enrol', 'prove')),
  challenge_expires_at timestamptz,
  -- password, and second factor where there is one, given again: counts for a few minutes
  confirmed_at timestamptz,
  primary key (merchant_id, id)
);
create index portal_sessions_by_token on portal_sessions (token_hash);
create index portal_sessions_by_user on portal_sessions (merchant_id, user_id);

-- Browsers in which a user has signed in before (docs/decisions/0070): their tries are counted apart, so that nobody is locked out by
-- the guesses of others. At most twenty a user.
create table recognised_browsers (
  merchant_id uuid not null,
  user_id uuid not null,
  -- of the browser's cookie
  token_hash bytea not null,
  last_used_at timestamptz not null,
  -- as in users
  failed_sign_ins integer not null default 0,
  last_failed_sign_in_at timestamptz,
  locked_until timestamptz,
  primary key (merchant_id, user_id, token_hash)
);

-- One row for each address that was tried and is nobody's. Only a keyed hash is kept: people type passwords into that field.
create table unknown_sign_ins (
  address_hash bytea primary key,
  -- in a row
  failures integer not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz
);
create index unknown_sign_ins_by_time on unknown_sign_ins (last_failed_at);

-- Who gave a colleague access to the portal anew (docs/decisions/0061): a link for a new password, or a second factor that was reset. For a
-- day afterwards the two count as one person where a brand has four eyes.
create table access_given (
  merchant_id uuid not null,
  user_id uuid not null,
  -- the colleague who held the link, or took the factor away
  by_user_id uuid not null,
  -- when; again when the link is used, and when the new factor is added
  at timestamptz not null,
  link_open boolean not null,
  factor_open boolean not null,
  primary key (merchant_id, user_id, by_user_id)
);

-- Lists that people come back to.
create table saved_views (
  merchant_id uuid not null,
  brand_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  user_name text not null,
  name text not null,
  -- the query of the page's address, without its question mark
  query text not null,
  -- seen by all colleagues
  shared boolean not null,
  created_at timestamptz not null,
  primary key (merchant_id, brand_id, id)
);


-- Operators, and the log of who did what (contract 12). A row of the log is written in the commit of the change it tells of.

create table operator_tokens (
  id uuid primary key,
  name text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  -- null: until it is removed
  expires_at timestamptz,
  last_used_at timestamptz,
  scopes text[] not null default '{admin}'
);
create unique index operator_tokens_by_hash on operator_tokens (token_hash);

create table audit_log (
  -- the nil UUID: what belongs to no merchant, such as operators' tokens
  merchant_id uuid not null,
  -- 1, 2, 3 … without a gap, for each merchant
  sequence bigint not null,
  id uuid not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('operator', 'user', 'api')),
  actor_id text not null,
  actor_name text not null,
  action text not null,
  target_kind text not null,
  target_id text not null,
  -- JSON texts, byte for byte as they were hashed
  before text,
  after text,
  request_id text,
  ip text,
  -- SHA-256; domain/audit/audit.ts says over what
  previous_hash bytea not null,
  hash bytea not null,
  primary key (merchant_id, sequence)
);
create index audit_log_by_id on audit_log (id);
create index audit_log_by_target on audit_log (target_id);
create index audit_log_by_actor on audit_log (merchant_id, actor_id, sequence);
create index audit_log_by_action on audit_log (merchant_id, action, sequence);
create index audit_log_by_time on audit_log (merchant_id, at);

-- Where each chain ends. Its lock is what puts the rows of a merchant in line.
create table audit_heads (
  merchant_id uuid primary key,
  sequence bigint not null,
  hash bytea not null
);

-- What a row of the log says of a customer, or in the words of a person (docs/decisions/0085). The row itself, which never changes, has
-- a salted hash of it. Without this row the hash says nothing, and the chain holds.
create table audit_words (
  merchant_id uuid not null,
  audit_id uuid not null,
  -- what they are about: a transaction, or something of a brand
  transaction_id uuid,
  brand_id uuid,
  salt bytea not null,
  -- JSON: {"before": {"field": value}, "after": {"field": value}}
  words text not null,
  primary key (merchant_id, audit_id)
);
create index audit_words_by_transaction on audit_words (merchant_id, transaction_id) where transaction_id is not null;


-- Transactions. A row of `openings` never changes; what becomes of it is appended to `steps` (docs/decisions/0063). What still has to be
-- done is in `open_work` until it is done. The view `transactions` shows them as they are now.

create table openings (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  -- of the same millisecond as the id, beside which it is looked up
  session_id uuid not null,
  type text not null check (type in ('PAYIN', 'PAYOUT')),
  -- where it came from: v3, v2, session
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
  -- what the merchant sent: customer, addresses, extras (domain/transactions/transaction.ts, Details)
  details jsonb not null,
  card jsonb,
  recipient jsonb,
  -- a keyed hash of the number of its card: it outlives the number, finds the card again, and tells nothing of it
  card_key bytea,
  three_ds jsonb,
  result_type text,
  status_code integer,
  -- what the latest answer adds to the envelope: redirectUrl, formData, qrCodeString …
  result jsonb,
  error_code text,
  provider text,
  -- where it was sent, in provider_accounts; null: the provider needs no account
  provider_account uuid,
  -- how many further accounts were asked for the present attempt
  reroutes integer not null default 0,
  provider_reference text,
  late_success boolean not null,
  -- a payout's amount is in the reserved balance, from its approval to its end
  money_reserved boolean not null default false,
  -- how often the provider was asked what became of it
  inquiries integer not null,
  -- how often a shopper has submitted it in the cashier, and when they last did
  attempts integer not null default 0,
  attempted_at timestamptz,
  -- SHA-256 of the token in the address of its cashier page
  cashier_token_hash bytea,
  -- until when something may be begun there
  cashier_expires_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  primary key (merchant_id, id)
);
create unique index openings_by_reference on openings (merchant_id, merchant_reference, reference_country);
create index openings_by_id on openings (id);
create index openings_by_cashier_token on openings (cashier_token_hash) where cashier_token_hash is not null;

-- Idempotency keys of card pay-ins, for the 48 hours that they are good for (contract 8). Apart from the openings, so that neither an
-- opening nor a step is written again when its key goes (docs/decisions/0087). A key whose opening is not there counts for nothing.
create table idempotency_keys (
  merchant_id uuid not null,
  transaction_id uuid not null,
  brand_id uuid not null,
  key text not null,
  -- an HMAC of the request (http/v3/idempotency-key.ts)
  request_fingerprint bytea not null,
  created_at timestamptz not null,
  -- of the first request, byte for byte, for its replay; null: it has none yet
  answer text,
  primary key (merchant_id, transaction_id)
) with (fillfactor = 18);
create unique index idempotency_keys_by_key on idempotency_keys (merchant_id, brand_id, key);

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
  provider_account uuid,
  reroutes integer not null default 0,
  provider_reference text,
  late_success boolean not null,
  inquiries integer not null,
  attempts integer not null,
  attempted_at timestamptz,
  -- the attempt that was paid, where a later one had begun; null: the last one
  paid_attempt integer,
  expires_at timestamptz,
  updated_at timestamptz not null,
  completed_at timestamptz,
  -- a payout or debit that came back after its end: {"reason", "at"} (contract 13)
  returned jsonb,
  primary key (merchant_id, transaction_id, version)
) partition by range (transaction_id);
-- What changed in a range of time, for the nightly proof. One small entry for many rows.
create index steps_by_time on steps using brin (updated_at) with (pages_per_range = 32);

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
  -- what its provider's adapter must remember of the charge, such as the id of an object (providers/provider.ts, ChargeState)
  charge_state_sealed bytea,
  created_at timestamptz not null,
  primary key (merchant_id, transaction_id)
);
create index open_work_due on open_work (due_at) where due_at is not null;
create index open_work_pending on open_work (merchant_id, brand_id, created_at) where status = 'PENDING';
create index open_work_undecided on open_work (merchant_id, brand_id, created_at)
  where status = 'PROCESSING' and error_code = '9001' and due_at is null;

-- No status changed and no webhook tells of them, so they have no number of their own in the timeline.
create table declined_attempts (
  merchant_id uuid not null,
  transaction_id uuid not null,
  attempt integer not null,
  -- of the transaction: the attempt comes after that entry of the timeline
  sequence integer not null,
  at timestamptz not null,
  option_id uuid,
  error_code text not null,
  actor text not null,
  primary key (merchant_id, transaction_id, attempt)
);

create table confirmations (
  merchant_id uuid not null,
  transaction_id uuid not null,
  id uuid not null,
  -- essentialKey and additionalEssentialKey as JSON; null: what was handed in was removed after its time
  keys_sealed bytea,
  -- the receipt, and what its bytes say it is; null: none was sent
  document_sealed bytea,
  document_type text,
  created_at timestamptz not null,
  -- which attempt it is about
  attempt integer,
  -- claimed, and its document is on the way; null: it is kept
  leased_until timestamptz,
  -- HMAC of the UTR or transaction id, which confirms one payment of a merchant; null: none, or it was set free
  reference_hash bytea,
  primary key (merchant_id, transaction_id, id)
);
create unique index confirmations_by_attempt on confirmations (merchant_id, transaction_id, attempt)
  where attempt is not null;
create unique index confirmations_by_reference on confirmations (merchant_id, reference_hash)
  where reference_hash is not null;
create index confirmations_kept on confirmations (created_at) where keys_sealed is not null;

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
  -- a token counts for its user alone, and a shopper is offered all of theirs
  primary key (merchant_id, brand_id, user_id, token)
);

create table transaction_notes (
  merchant_id uuid not null,
  transaction_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- as the person was called then
  user_name text not null,
  note text not null,
  created_at timestamptz not null,
  primary key (merchant_id, transaction_id, id)
);

create table transaction_tags (
  merchant_id uuid not null,
  transaction_id uuid not null,
  tag text not null,
  created_at timestamptz not null,
  primary key (merchant_id, transaction_id, tag)
);

-- What happened to each transaction: its changes of status.
create view timeline as
select merchant_id, transaction_id, sequence, updated_at as at, from_status, status as to_status, actor, reason
from steps where from_status is not null;

-- Transactions as they are now: for reading.
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
  select * from steps where merchant_id = o.merchant_id and transaction_id = o.id order by version desc limit 1
) s on true
left join open_work w on w.merchant_id = o.merchant_id and w.transaction_id = o.id;


-- Refunds, and what people ask about payouts and links. Card pay-ins write no row here.

create table refunds (
  merchant_id uuid not null,
  transaction_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  status text not null check (status in ('PENDING', 'COMPLETED', 'FAILED')),
  amount_minor bigint not null check (amount_minor > 0),
  -- what could still be refunded once it was made: part of its answer, which a replay repeats
  refundable_after_minor bigint not null check (refundable_after_minor >= 0),
  currency text not null,
  -- the merchant's own; the same one again is the same refund
  refund_reference text,
  -- who made it; the provider's are COMPLETED when they are first heard of (contract 13)
  origin text not null check (origin in ('merchant', 'provider')),
  reason text,
  error_code text,
  provider text,
  provider_reference text,
  inquiries integer not null,
  -- when the provider is asked next
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- when it was COMPLETED; a refund may fail afterwards (contract 13)
  completed_at timestamptz,
  primary key (merchant_id, transaction_id, id)
);
create unique index refunds_by_reference on refunds (merchant_id, brand_id, refund_reference)
  where refund_reference is not null;
create index refunds_due on refunds (due_at) where due_at is not null;
create index refunds_undecided on refunds (merchant_id, brand_id, created_at)
  where status = 'PENDING' and due_at is null;
-- The refunds of a brand by the time they were made (their ids are in that order).
create index refunds_by_brand on refunds (merchant_id, brand_id, id);

-- What a payer has disputed, after its end (contract 13).
create table disputes (
  merchant_id uuid not null,
  transaction_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  status text not null check (status in ('INQUIRY', 'OPEN', 'WON', 'LOST')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  -- the provider has taken the amount out of the available balance
  funds_withheld boolean not null,
  reason text,
  -- until when the merchant may answer it
  deadline timestamptz,
  provider_reference text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- how often it was opened or changed, each time with a webhook event
  steps integer not null,
  primary key (merchant_id, transaction_id, id)
);
-- The disputes of a brand by the time they were opened (their ids are in that order).
create index disputes_by_brand on disputes (merchant_id, brand_id, id);
create index disputes_open on disputes (merchant_id, brand_id, deadline) where status in ('INQUIRY', 'OPEN');

-- One row a payout whose account is known, from when it waits for its approval, or is sent without one.
create table payout_recipients (
  merchant_id uuid not null,
  brand_id uuid not null,
  transaction_id uuid not null,
  -- a keyed hash of the account: finds it again and tells nothing of it
  recipient_key text not null,
  -- the same of the name; null: none was given
  name_key text,
  -- as the merchant named it; null: nobody was named
  user_id text,
  currency text not null,
  amount_minor bigint not null,
  created_at timestamptz not null,
  primary key (merchant_id, transaction_id)
);
create index payout_recipients_by_key on payout_recipients (merchant_id, brand_id, recipient_key, created_at, transaction_id);
create index payout_recipients_by_name on payout_recipients (merchant_id, brand_id, name_key, created_at, transaction_id)
  where name_key is not null;
create index payout_recipients_by_user on payout_recipients (merchant_id, brand_id, user_id, created_at, transaction_id)
  where user_id is not null;

create table payment_links (
  merchant_id uuid not null,
  brand_id uuid not null,
  transaction_id uuid not null,
  -- of the address, which is shown again to whoever may see links; under a seal
  token_sealed bytea not null,
  description text not null,
  made_by uuid not null,
  made_by_name text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (merchant_id, brand_id, transaction_id)
);


-- The ledger (contract 10): each movement is a transfer from one account to another.

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
  -- what happened after the end of its transaction (domain/ledger/ledger.ts); null: it belongs to the way there
  kind text,
  primary key (merchant_id, id)
) partition by range (id);
-- Fundings and withdrawals, which are few among the transfers of a period. The transfers of a transaction have the times of its changes.
create index transfers_alone on transfers (merchant_id, id) where transaction_id is null;

create table balances (
  merchant_id uuid not null,
  brand_id uuid not null,
  currency text not null,
  -- negative only by what happens after the end of a payment (contract 13): what spends checks it under the lock
  available_minor bigint not null,
  reserved_minor bigint not null check (reserved_minor >= 0),
  primary key (merchant_id, brand_id, currency)
);

-- What the transfers of one commit add to a balance, waiting to be folded in (storage/ledger/ledger-store.ts).
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

-- One row for each day and currency of a brand, written once and never changed.
create table settlement_days (
  merchant_id uuid not null,
  brand_id uuid not null,
  day date not null,
  currency text not null,
  time_zone text not null,
  -- where the day before ended
  begins_at timestamptz not null,
  -- itself left out
  ends_at timestamptz not null,
  opening_available_minor bigint not null,
  opening_reserved_minor bigint not null,
  closing_available_minor bigint not null,
  closing_reserved_minor bigint not null,
  transfers integer not null,
  -- what moved, by kind: [{"kind", "count", "amountMinor" as text}]
  activity jsonb not null,
  computed_at timestamptz not null,
  primary key (merchant_id, brand_id, day, currency)
);

create table ledger_proofs (
  merchant_id uuid not null,
  night date not null,
  proved_at timestamptz not null,
  ok boolean not null,
  transactions bigint not null,
  transfers bigint not null,
  days bigint not null,
  -- one sentence for each fault, the first few of each kind
  faults text[] not null,
  primary key (merchant_id, night)
);

-- Up to which id the transfers of a merchant are proved, and their sums (docs/decisions/0089). A merchant without a row is proved whole.
create table proof_marks (
  merchant_id uuid primary key,
  through_id uuid not null
);
create table proved_movements (
  merchant_id uuid not null,
  brand_id uuid not null,
  currency text not null,
  from_account text not null,
  to_account text not null,
  -- '': on the way to the end of a transaction
  kind text not null,
  amount_minor bigint not null,
  primary key (merchant_id, brand_id, currency, from_account, to_account, kind)
);


-- Webhooks. An event is written once, in the commit of the status change it tells of (docs/decisions/0062).

-- The outbox: one row for each event.
create table events (
  merchant_id uuid not null,
  transaction_id uuid not null,
  sequence integer not null,
  event_id uuid not null,
  brand_id uuid not null,
  -- which endpoint: the brand's id, or that of an address which the transaction named (domain/webhooks/webhook-event.ts, endpointId)
  endpoint_id uuid,
  url text,
  body text not null,
  x_signature text not null,
  signing_secret_id uuid not null,
  created_at timestamptz not null,
  primary key (merchant_id, transaction_id, sequence)
) partition by range (transaction_id);
-- Events of a range of time. One small entry for many rows, so that the commits of payments hardly notice it.
create index events_by_time on events using brin (created_at) with (pages_per_range = 32);

create table webhook_queue (
  merchant_id uuid not null,
  transaction_id uuid not null,
  sequence integer not null,
  tries integer not null,
  -- tries made before its schedule began, which it does anew after a pause or with a new turn
  schedule_start integer not null,
  brand_id uuid not null,
  endpoint_id uuid not null,
  -- pending: the next try, or while a worker holds the event the end of its lease; else null
  next_try_at timestamptz,
  -- of the event
  created_at timestamptz not null,
  -- waiting: due, but its endpoint is paused or is given more than it takes; its turn comes in the order of the line
  state text not null check (state in ('pending', 'waiting', 'abandoned', 'unaddressed')),
  -- as in the event: null follows the brand
  url text,
  -- W3C's header of the trace that the event comes from; null: none
  traceparent text,
  primary key (merchant_id, transaction_id, sequence)
);
create index webhook_queue_due on webhook_queue (next_try_at) where next_try_at is not null;
create index webhook_queue_waiting on webhook_queue (merchant_id, endpoint_id, transaction_id, sequence)
  where state = 'waiting';
create index webhook_queue_unaddressed on webhook_queue (merchant_id, endpoint_id, created_at)
  where state = 'unaddressed';
create index webhook_queue_abandoned on webhook_queue (merchant_id, endpoint_id, created_at) where state = 'abandoned';

create table webhook_tries (
  merchant_id uuid not null,
  transaction_id uuid not null,
  sequence integer not null,
  try_number integer not null,
  at timestamptz not null,
  -- where it went, without the query
  url text,
  -- which secret signed it
  signing_secret_id uuid,
  x_signature text,
  duration_ms integer not null,
  status_code integer,
  error text,
  -- how the answer began, card numbers masked: 1 KB of a try that failed, 256 bytes of one that was taken
  answer_excerpt text,
  primary key (merchant_id, transaction_id, sequence, try_number)
) partition by range (transaction_id);

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
  -- what could not be delivered before is to get a new turn, and a worker sees to that (null: nobody has to)
  renewed_at timestamptz,
  primary key (merchant_id, endpoint_id)
);

create table webhook_replays (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  range_from timestamptz not null,
  -- itself left out
  range_to timestamptz not null,
  -- false: also what was delivered
  undelivered_only boolean not null,
  -- as it began
  events integer not null,
  -- how far it is: events that were sent, or are on their way anyway
  done integer not null default 0,
  started_by text not null,
  created_at timestamptz not null,
  -- null: it goes on
  ended_at timestamptz,
  cancelled boolean not null default false,
  primary key (merchant_id, id)
);
-- one at a time
create unique index webhook_replays_open on webhook_replays (merchant_id, brand_id) where ended_at is null;

-- What a replay has yet to send, in the order in which it happened; removed with its end.
create table webhook_replay_events (
  merchant_id uuid not null,
  replay_id uuid not null,
  place integer not null,
  transaction_id uuid not null,
  sequence integer not null,
  -- null: not begun
  tries_before integer,
  primary key (merchant_id, replay_id, place)
);

-- The order in which GET /events hands out webhook bodies (docs/decisions/0055). Written by the fold of listings alone.
create table event_log (
  merchant_id uuid not null,
  brand_id uuid not null,
  -- 1, 2, 3 … within the merchant, given under the lock of its head, after the commits of the events themselves
  position bigint not null,
  event_id uuid not null,
  transaction_id uuid not null,
  sequence integer not null,
  created_at timestamptz not null,
  primary key (merchant_id, brand_id, position)
);
create unique index event_log_by_event on event_log (merchant_id, event_id);

-- An event with what became of it, for those who read. Not in the queue: delivered. What is looked for by state is looked for
-- in the queue (storage/webhooks/list-deliveries.ts), because no index helps to find it here.
create view webhook_events as
select e.merchant_id, e.transaction_id, e.sequence, e.event_id, e.brand_id, e.endpoint_id, e.url, e.body,
  coalesce((select t.x_signature from webhook_tries t where t.merchant_id = e.merchant_id
    and t.transaction_id = e.transaction_id and t.sequence = e.sequence and t.x_signature is not null
    order by t.try_number desc limit 1), e.x_signature) as x_signature,
  coalesce((select t.signing_secret_id from webhook_tries t where t.merchant_id = e.merchant_id
    and t.transaction_id = e.transaction_id and t.sequence = e.sequence and t.x_signature is not null
    order by t.try_number desc limit 1), e.signing_secret_id) as signing_secret_id,
  coalesce(q.state, 'delivered') as state,
  coalesce(q.tries, (select max(t.try_number) from webhook_tries t where t.merchant_id = e.merchant_id
    and t.transaction_id = e.transaction_id and t.sequence = e.sequence), 0) as tries,
  q.next_try_at, e.created_at,
  case when q.state is null then (select t.at + t.duration_ms * interval '1 millisecond' from webhook_tries t
    where t.merchant_id = e.merchant_id and t.transaction_id = e.transaction_id and t.sequence = e.sequence
    order by t.try_number desc limit 1) end as delivered_at,
  q.schedule_start
from events e
left join webhook_queue q on q.merchant_id = e.merchant_id and q.transaction_id = e.transaction_id
  and q.sequence = e.sequence;


-- Against card testing (contract 12): counts of the risk rules, and blocks.

-- The latest attempts of a card, one row a card. Its lock makes attempts that come at once take turns, whichever process
-- they come to, and no two cards share a row.
create table risk_attempts (
  merchant_id uuid not null,
  brand_id uuid not null,
  card_key bytea not null,
  -- one for each attempt that was let through, sorted by time (domain/risk/risk.ts, attemptMark)
  marks uuid[] not null,
  -- of the last attempt: marks up to here no longer count, and so many may
  since uuid not null,
  most integer not null,
  -- the rule on declines that refused it
  refused_by text,
  expires_at timestamptz not null,
  primary key (merchant_id, brand_id, card_key)
);

-- One row for each decline and each subject it counts for: a row that every decline of a BIN updated would be locked
-- across each commit.
create table risk_declines (
  merchant_id uuid not null,
  brand_id uuid not null,
  -- code:, source:, user: or bin: and whose it is
  subject text not null,
  transaction_id uuid not null,
  -- of a shopper in the cashier; 0: it never was there
  attempt integer not null,
  at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, brand_id, subject, transaction_id, attempt)
);

create table blocks (
  merchant_id uuid not null,
  brand_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('card', 'bin', 'email', 'userId', 'ip', 'country')),
  -- what is compared: of a card its keyed hash
  value text not null,
  -- what operators are shown of it: of a card the digits that may be
  shown text not null,
  -- the one it was taken from
  transaction_id uuid,
  reason text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (merchant_id, brand_id, id),
  foreign key (merchant_id, brand_id) references brands
);


-- What lists, searches and totals read (docs/decisions/0049). All but the first table are written by the fold alone (storage/listing).

-- Transactions that were opened or changed since they were folded: one row for each commit and merchant.
create table transaction_changes (
  merchant_id uuid not null,
  id uuid not null,
  transaction_ids uuid[] not null,
  primary key (merchant_id, id)
);

-- Whoever folds a merchant's changes holds its row.
create table listing_heads (
  merchant_id uuid not null,
  last_position bigint not null default 0,
  primary key (merchant_id)
);

-- A facet: a combination of what listings are filtered by. Its number is a hash of the rest.
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
  -- none, part, all
  refunded text not null,
  primary key (merchant_id, facet)
);

-- Each transaction under its facet.
create table listing (
  merchant_id uuid not null,
  id uuid not null,
  facet bigint not null,
  amount_minor bigint not null,
  amount_refunded_minor bigint not null,
  -- of its id, since 1970
  day integer not null,
  -- what it is found by: hashes of brand, kind, value and day (storage/listing/columns.ts)
  terms bigint[] not null,
  primary key (merchant_id, id)
);
create index listing_by_facet on listing (merchant_id, facet, id) include (amount_minor);
-- An amount is looked up by itself where few transactions have it, day by day: new entries are beside those of their day, and not
-- anywhere in the index (docs/decisions/0049).
create index listing_by_amount on listing (merchant_id, day, amount_minor);
-- New terms wait in a list that every search reads, until they are 64 KB and go into the index together.
create index listing_by_term on listing using gin (terms) with (gin_pending_list_limit = 64);

-- Sums are numeric: many amounts near the limit of a bigint would not fit into one.
create table daily_totals (
  merchant_id uuid not null,
  -- in UTC, since 1970
  day integer not null,
  facet bigint not null,
  count bigint not null,
  amount_minor numeric not null,
  amount_refunded_minor numeric not null,
  primary key (merchant_id, day, facet)
);

-- A day of any time zone is made of these: zones differ by quarters of an hour.
create table quarter_totals (
  merchant_id uuid not null,
  brand_id uuid not null,
  begins timestamptz not null,
  type text not null,
  status text not null,
  currency text not null,
  count bigint not null,
  amount_minor numeric not null,
  amount_refunded_minor numeric not null,
  primary key (merchant_id, brand_id, begins, type, status, currency)
);


-- What providers tell of payments by themselves (contract 13).

-- A row for each item that was told, however often it came. Written once.
create table provider_notifications (
  merchant_id uuid not null,
  -- in the order in which they came
  id uuid not null,
  brand_id uuid not null,
  -- in provider_accounts; of the sandbox, which needs none, the brand
  account_id uuid not null,
  provider text not null,
  -- the provider's own key: an item that comes again has the same one
  item_key text not null,
  kind text not null,
  -- our reference, of a charge or of a refund, as the provider gave it back
  reference text,
  provider_reference text,
  amount_minor bigint,
  currency text,
  occurred_at timestamptz,
  received_at timestamptz not null,
  -- it names another merchant account, or the other environment
  foreign_account boolean not null,
  -- null: what it says of a person was erased
  body_sealed bytea,
  primary key (merchant_id, id)
);
create unique index provider_notifications_by_key on provider_notifications (merchant_id, account_id, item_key);
create index provider_notifications_by_brand on provider_notifications (merchant_id, brand_id, id);

-- What became of each.
create table notification_work (
  merchant_id uuid not null,
  notification_id uuid not null,
  brand_id uuid not null,
  -- as far as it is known which one it is about
  transaction_id uuid,
  state text not null check (state in ('waiting', 'applied', 'ignored', 'foreign', 'unmatched', 'conflict')),
  -- why, for the people who look at it
  reason text,
  -- how often it came
  deliveries integer not null,
  tries integer not null,
  -- when it is tried next; null: it is done, or a person decides
  due_at timestamptz,
  primary key (merchant_id, notification_id)
);
create index notification_work_due on notification_work (due_at) where due_at is not null;
create index notification_work_by_transaction on notification_work (merchant_id, transaction_id)
  where transaction_id is not null;
create index notification_work_for_people on notification_work (merchant_id, brand_id, notification_id)
  where state in ('unmatched', 'conflict');


-- Bank accounts as providers (contract 15).

-- A row for each payout that was approved for a bank account, with the file that has it. It names no person.
create table bank_payouts (
  merchant_id uuid not null,
  transaction_id uuid not null,
  brand_id uuid not null,
  -- the account it was approved for, in provider_accounts
  account_id uuid not null,
  amount_minor bigint not null,
  -- null: it waits for a file
  file_id uuid,
  -- its batch in the file: the first is 0
  batch integer,
  -- the entry that paid it in one sum with others of its file
  batch_entry uuid,
  -- the files that had it and were withdrawn, the last one last
  withdrawn_files uuid[] not null default '{}',
  created_at timestamptz not null,
  primary key (merchant_id, transaction_id)
);
create index bank_payouts_waiting on bank_payouts (merchant_id, brand_id, transaction_id) where file_id is null;
create index bank_payouts_by_entry on bank_payouts (merchant_id, batch_entry) where batch_entry is not null;
create index bank_payouts_by_file on bank_payouts (merchant_id, file_id) where file_id is not null;

-- The files. The bytes are stored by the commit that gives the payouts to the file, so that a file is the same whenever it is downloaded.
create table bank_files (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  payouts integer not null,
  total_minor bigint not null,
  -- as in ISO 8601
  execution_date text not null,
  sha256 text not null,
  content_sealed bytea not null,
  -- the names of those who made it, downloaded it first, and withdrew it
  made_by text not null,
  created_at timestamptz not null,
  downloaded_by text,
  downloaded_at timestamptz,
  withdrawn_by text,
  withdrawn_at timestamptz,
  -- the bank told something about it: it was sent
  reported_at timestamptz,
  primary key (merchant_id, id)
);
create index bank_files_by_brand on bank_files (merchant_id, brand_id, id);

-- The messages that the bank gave: statements, notifications, status reports. Their bytes are not kept.
create table bank_statements (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  -- of its bytes: the same file gets the same answer
  sha256 text not null,
  -- the message, such as camt.053.001.08
  kind text not null,
  -- entries in it; those that had come in another file
  entries integer not null,
  known integer not null,
  -- null: not all of its entries are applied yet
  applied integer,
  unmatched integer,
  conflicts integer,
  made_by text not null,
  created_at timestamptz not null,
  -- a process is applying its entries; when that dies, another goes on. null: nothing of it waits
  leased_until timestamptz,
  -- the month-end that read it first; null: none has
  month_end_id uuid,
  primary key (merchant_id, id)
);
create unique index bank_statements_by_hash on bank_statements (merchant_id, brand_id, sha256);
create index bank_statements_by_brand on bank_statements (merchant_id, brand_id, id);
create index bank_statements_due on bank_statements (leased_until) where leased_until is not null;

-- A row for each entry, whatever file it came in first.
create table bank_entries (
  merchant_id uuid not null,
  -- in the order of their message
  id uuid not null,
  brand_id uuid not null,
  statement_id uuid not null,
  -- in provider_accounts; null: a status report names none
  account_id uuid,
  -- a hash: the same entry has the same one
  entry_key text not null,
  direction text not null check (direction in ('credit', 'debit', 'status')),
  amount_minor bigint,
  currency text,
  booked_at timestamptz,
  -- JSON: what it says (domain/bank/statement-entries.ts). null: it was erased with the customer
  details_sealed bytea,
  state text not null check (state in ('waiting', 'applied', 'unmatched', 'conflict', 'dismissed')),
  reason text,
  transaction_id uuid,
  -- what the entry is for its transaction: one of each kind only
  role text check (role in ('paid', 'debited', 'returned')),
  -- the withdrawn file that the bank has all the same: while this is a conflict, its payouts are in no other file
  withdrawn_file uuid,
  primary key (merchant_id, id)
);
create unique index bank_entries_by_key on bank_entries (merchant_id, brand_id, entry_key);
create unique index bank_entries_by_role on bank_entries (merchant_id, transaction_id, role) where role is not null;
create index bank_entries_by_brand on bank_entries (merchant_id, brand_id, id);
create index bank_entries_by_transaction on bank_entries (merchant_id, transaction_id) where transaction_id is not null;
create index bank_entries_by_withdrawn_file on bank_entries (merchant_id, withdrawn_file) where withdrawn_file is not null;
create index bank_entries_waiting on bank_entries (merchant_id, statement_id, id) where state = 'waiting';
create index bank_entries_for_people on bank_entries (merchant_id, brand_id, id) where state in ('unmatched', 'conflict');

-- The balance of an account at the end of a day, as its statement says.
create table bank_balances (
  merchant_id uuid not null,
  brand_id uuid not null,
  account_id uuid not null,
  day text not null,
  currency text not null,
  amount_minor bigint not null,
  primary key (merchant_id, brand_id, account_id, day, currency)
);


-- Month-ends: the books of a brand's month as they were when somebody closed it (docs/decisions/0108). They name no customer.

create table month_ends (
  merchant_id uuid not null,
  brand_id uuid not null,
  -- as people write it, 2026-10
  month text not null,
  id uuid not null,
  time_zone text not null,
  -- where the one before ended
  begins_at timestamptz not null,
  -- itself left out
  ends_at timestamptz not null,
  made_by text not null,
  made_at timestamptz not null,
  differences integer not null,
  changes integer not null,
  -- canonical JSON, byte for byte as it was hashed
  manifest text not null,
  manifest_sha256 text not null,
  primary key (merchant_id, brand_id, month)
);

-- Its files, compressed, in pieces.
create table month_end_parts (
  merchant_id uuid not null,
  month_end_id uuid not null,
  file text not null,
  part integer not null,
  bytes bytea not null,
  primary key (merchant_id, month_end_id, file, part)
);

-- Its differences that may be settled later: the next one looks at them again.
create table month_end_items (
  merchant_id uuid not null,
  month_end_id uuid not null,
  -- a transfer or a bank entry
  kind text not null check (kind in ('movement', 'entry')),
  item_id uuid not null,
  cause text not null,
  -- the month that it is of
  month text not null,
  primary key (merchant_id, month_end_id, kind, item_id)
);


-- What a merchant's developers see.

-- Requests to the API, for the merchant's developers. No bodies, no queries.
create table request_log (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  status integer not null,
  duration_ms real not null,
  request_id text not null,
  error_code text,
  message text,
  transaction_id uuid,
  source text not null,
  -- requests of the brand that were not written down before this one, because too many came
  left_out integer not null,
  primary key (merchant_id, id)
);


-- Erasure of personal data (docs/decisions/0085).

-- Transactions whose personal data is to go, as soon as they are over. It names no person.
create table erasure_work (
  merchant_id uuid not null,
  transaction_id uuid not null,
  brand_id uuid not null,
  -- request: the customer's; retention: of the brand's setting, as far as that still says so
  cause text not null check (cause in ('request', 'retention')),
  created_at timestamptz not null,
  due_at timestamptz not null,
  -- erased once; once more when no worker can hold an older copy of its webhooks
  erased_at timestamptz,
  primary key (merchant_id, transaction_id)
);
create index erasure_work_due on erasure_work (due_at);

-- How far a brand's setting has come, oldest transactions first.
create table retention_marks (
  merchant_id uuid not null,
  brand_id uuid not null,
  -- what stands at or before it is erased, or is in erasure_work
  after_id uuid not null,
  -- since the last row of the audit log about it
  transactions integer not null,
  cards integer not null,
  -- a worker is at it; when that dies, another may go on
  leased_until timestamptz,
  primary key (merchant_id, brand_id)
);


-- Months (docs/decisions/0088). What carries most bytes is kept by the month of its id: ids begin with their time (UUIDv7), so a month is a
-- range of ids, and the month of a transaction has its steps, events and tries together. A month can be closed, archived and detached as
-- a whole. Rows of a month that has no tables of its own are in the tables called _other, so no payment waits for a month to be made.

create table steps_other partition of steps default;
create table transfers_other partition of transfers default;
create table events_other partition of events default;
create table webhook_tries_other partition of webhook_tries default;

-- The tables of one month, named by its first day. The gateway's role may not change the schema, so a worker calls this function of the
-- owner. false: they are there, or rows of that month are already in the other tables, where they stay.
create function make_month(month date) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
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
$$;

-- Closed months and their archive (docs/decisions/0091).

create table closed_months (
  -- its first day
  month date primary key,
  -- What is older is closed: the database refuses to write it. What comes later belongs to the present.
  sealed_at timestamptz not null,
  -- closing: refused already, and not proved yet. exported: the archive has its files, and the tables are still there.
  -- archived: the tables are gone. restoring: they are being filled again.
  state text not null check (state in ('closing', 'closed', 'exported', 'archived', 'restoring')),
  closed_at timestamptz,
  -- SHA-256 over the seals of its merchants, behind that of the month before
  seal bytea
);

-- What a closed month holds of a merchant: rows of each table, and the SHA-256 of what never changes in them.
create table month_seals (
  merchant_id uuid not null,
  month date not null,
  table_name text not null,
  row_count bigint not null,
  sha256 bytea not null,
  primary key (merchant_id, month, table_name)
);

-- The manifest of the archive: what was written there and taken away, each entry with the hash of the one before.
create table archive_entries (
  number integer primary key,
  -- JSON, byte for byte as it was hashed
  entry text not null,
  hash bytea not null
);

-- Transactions of closed months that were erased, until the files of the archive are without their data, too.
create table archive_erasures (
  merchant_id uuid not null,
  month date not null,
  transaction_id uuid not null,
  noted_at timestamptz not null,
  primary key (merchant_id, month, transaction_id)
);


insert into proof_runs (proof, succeeded_at, faults) values ('ledger', now(), 0), ('audit', now(), 0);

-- Where the chores begin that go through all transactions once.
insert into chore_marks (chore, after_id) values
  ('fill-listing', '00000000-0000-0000-0000-000000000000');
