-- What an approver asks about a payout, and the links that people make in the portal (contract 14). Narrow tables: who looks
-- for a recipient or a link never walks through transactions, and pay-ins by card write no row here.
--
-- distribute: payout_recipients by merchant_id
-- distribute: payment_links by merchant_id

-- One row a payout whose account is known, from when it waits for its approval, or is sent without one.
create table payout_recipients (
  merchant_id uuid not null,
  brand_id uuid not null,
  transaction_id uuid not null,
  -- a keyed hash of the account: finds it again and tells nothing of it
  recipient_key text not null,
  -- as the merchant named it; null: nobody was named
  user_id text,
  currency text not null,
  amount_minor bigint not null,
  created_at timestamptz not null,
  primary key (merchant_id, transaction_id)
);
create index payout_recipients_by_key
  on payout_recipients (merchant_id, brand_id, recipient_key, created_at, transaction_id);
create index payout_recipients_by_user
  on payout_recipients (merchant_id, brand_id, user_id, created_at, transaction_id) where user_id is not null;

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
