-- Second factors of the people who sign in to the portal (contract 14), and what is left of invitations that were used.
--
-- distribute: passkeys by merchant_id
-- distribute: recovery_codes by merchant_id

alter table users
  -- its hash stays, so that a link that was used is told from one that never was
  add column invitation_used_at timestamptz,
  add column last_sign_in_at timestamptz,
  -- null: no authenticator app
  add column totp_sealed bytea,
  add column totp_added_at timestamptz,
  -- the time step whose code was used last: each is good once
  add column totp_last_step bigint;

alter table portal_sessions
  -- of an authenticator app that is being added, until its first code
  add column totp_sealed bytea,
  add column totp_expires_at timestamptz,
  -- what a passkey has to sign: once, for one purpose
  add column challenge text,
  add column challenge_purpose text check (challenge_purpose in ('enrol', 'prove')),
  add column challenge_expires_at timestamptz;

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
