-- What the hosted cashier needs: the address of its page, the shopper's attempts, and those that were declined without
-- ending their transaction.
--
-- distribute: declined_attempts by merchant_id

alter table transactions
  -- how often a shopper has submitted it in the cashier, and when they last did
  add column attempts integer not null default 0,
  add column attempted_at timestamptz,
  -- SHA-256 of the token in the address of its cashier page
  add column cashier_token_hash bytea,
  -- until when something may be begun there
  add column cashier_expires_at timestamptz;
create index transactions_by_cashier_token on transactions (cashier_token_hash) where cashier_token_hash is not null;

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

-- The cards a shopper is offered again.
create index cards_by_user on cards (merchant_id, brand_id, user_id);
