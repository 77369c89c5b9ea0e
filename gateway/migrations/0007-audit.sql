-- Who did what: an append-only log, chained by hash for each merchant, and operators with names of their own.
-- A row of the log is written in the commit of the change it tells of (storage/audit-log.ts) and never touched again.
--
-- distribute: audit_log by merchant_id
-- distribute: audit_heads by merchant_id
-- reference: operator_tokens

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
  -- SHA-256; domain/audit.ts says over what
  previous_hash bytea not null,
  hash bytea not null,
  primary key (merchant_id, sequence)
);
create index audit_log_by_id on audit_log (id);
create index audit_log_by_target on audit_log (target_id);

-- Where each chain ends. Its lock is what puts the rows of a merchant in line.
create table audit_heads (
  merchant_id uuid primary key,
  sequence bigint not null,
  hash bytea not null
);

create table operator_tokens (
  id uuid primary key,
  name text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  -- null: until it is removed
  expires_at timestamptz,
  last_used_at timestamptz
);
create unique index operator_tokens_by_hash on operator_tokens (token_hash);

alter table users
  -- when the invitation ends; null: before there was an end, or signed up
  add column invitation_expires_at timestamptz;
update users set invitation_expires_at = created_at + interval '7 days'
  where invitation_hash is not null and password_hash is null;
