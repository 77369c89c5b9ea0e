-- What the portal tells of API keys and signing secrets: which one it is, and whether anybody still uses it. Beside it
-- the ways into the audit log that the portal offers: by person, by action, by time. Small tables, and none of them is
-- written by a payment.

alter table api_keys
  add column id uuid not null default gen_random_uuid(),
  -- what it begins with and its last four characters; null: made before they were kept
  add column hint text,
  -- to the minute; null: never, as far as is known
  add column last_used_at timestamptz,
  -- the address of the caller then
  add column last_used_from text;

alter table signing_secrets
  add column hint text,
  add column last_used_at timestamptz,
  add column last_used_from text;

create index audit_log_by_actor on audit_log (merchant_id, actor_id, sequence);
create index audit_log_by_action on audit_log (merchant_id, action, sequence);
create index audit_log_by_time on audit_log (merchant_id, at);
