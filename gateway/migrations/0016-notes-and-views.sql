-- What colleagues write about transactions, and the lists they come back to.
--
-- distribute: transaction_notes by merchant_id
-- distribute: transaction_tags by merchant_id
-- distribute: saved_views by merchant_id

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

-- The page of a transaction shows its transfers. Ids of transactions grow, so the index is written at its end.
create index transfers_by_transaction on transfers (merchant_id, transaction_id);
