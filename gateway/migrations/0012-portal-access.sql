-- The people of a merchant: who they are, what they may do, and where they are signed in (contract 14).
--
-- distribute: portal_sessions by merchant_id

alter table users
  -- as colleagues and the audit log call the person; null: the e-mail address
  add column name text,
  -- sign-ins that failed in a row, and until when no more are heard (contract 14: ten lock for fifteen minutes)
  add column failed_sign_ins integer not null default 0,
  add column locked_until timestamptz,
  -- null: may sign in
  add column disabled_at timestamptz,
  -- a demo user of the test environment needs no second factor
  add column without_second_factor boolean not null default false;

update users set role = case role
  when 'ADMIN' then 'owner'
  when 'FINANCE' then 'finance-approver'
  when 'SUPPORT' then 'support'
  when 'DEVELOPER' then 'developer'
  else 'read-only' end;

alter table users add constraint users_role_check
  check (role in ('owner', 'developer', 'finance-maker', 'finance-approver', 'support', 'read-only'));

create index users_by_email on users (email);
create index users_by_invitation on users (invitation_hash) where invitation_hash is not null;

alter table brands
  -- an IANA name: days of reports and times on screens are of this zone
  add column time_zone text not null default 'UTC';

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
  ip text not null,
  user_agent text,
  primary key (merchant_id, id)
);
create index portal_sessions_by_token on portal_sessions (token_hash);
create index portal_sessions_by_user on portal_sessions (merchant_id, user_id);
