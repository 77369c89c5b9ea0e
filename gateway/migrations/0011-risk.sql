-- What stops people who try out cards: risk rules, their counts, and blocks.
--
-- distribute: risk_attempts by merchant_id
-- distribute: risk_declines by merchant_id
-- distribute: blocks by merchant_id

alter table brands
  -- "off", "standard" or limits of its own (domain/risk.ts); null: the default of the environment
  add column risk jsonb;

alter table transactions
  -- a keyed hash of the number of its card: it outlives the number, finds the card again, and tells nothing of it
  add column card_key bytea;

-- The latest attempts of a card, one row a card. Its lock makes attempts that come at once take turns, whichever process
-- they come to, and no two cards share a row.
create table risk_attempts (
  merchant_id uuid not null,
  brand_id uuid not null,
  card_key bytea not null,
  -- one for each attempt that was let through, sorted by time (domain/risk.ts, attemptMark)
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
