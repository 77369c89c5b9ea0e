-- expand
-- Browsers in which somebody has signed in before (docs/decisions/0070): their tries are counted apart, so that nobody else's guesses
-- lock them out. At most twenty a user.
--
-- distribute: recognised_browsers by merchant_id

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
