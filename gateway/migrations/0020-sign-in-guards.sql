-- Guards of the sign-in to the portal (contract 14): failures under addresses that nobody has, over all processes, and when somebody
-- last confirmed who they are.
--
-- distribute: unknown_sign_ins by address_hash

-- One row for each address that was tried and is nobody's. Only a keyed hash is kept: people type passwords into that field.
create table unknown_sign_ins (
  address_hash bytea primary key,
  -- in a row
  failures integer not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz
);
create index unknown_sign_ins_by_time on unknown_sign_ins (last_failed_at);

alter table users
  -- a day after it, failures are counted anew
  add column last_failed_sign_in_at timestamptz;

alter table portal_sessions
  -- password, and second factor where there is one, given again: counts for a few minutes
  add column confirmed_at timestamptz;
