-- What listings, searches and totals of transactions are read from (docs/decisions/0049). Narrow tables beside `transactions`, whose
-- rows are written twice and carry no index for this. All but the first are written by the fold alone (storage/listing/).
--
-- distribute: transaction_changes by merchant_id
-- distribute: listing_heads by merchant_id
-- distribute: facets by merchant_id
-- distribute: listing by merchant_id
-- distribute: search_terms by merchant_id
-- distribute: daily_totals by merchant_id
-- distribute: quarter_totals by merchant_id

-- Transactions that were opened or changed since they were folded: one row for each commit and merchant.
create table transaction_changes (
  merchant_id uuid not null,
  id uuid not null,
  transaction_ids uuid[] not null,
  primary key (merchant_id, id)
);

-- Whoever folds a merchant's changes holds its row.
create table listing_heads (
  merchant_id uuid not null,
  primary key (merchant_id)
);

-- A facet: a combination of what listings are filtered by. Its number is a hash of the rest.
create table facets (
  merchant_id uuid not null,
  facet bigint not null,
  brand_id uuid not null,
  type text not null,
  status text not null,
  currency text not null,
  option_id uuid,
  country text,
  error_code text,
  origin text not null,
  -- none, part, all
  refunded text not null,
  primary key (merchant_id, facet)
);

-- Each transaction under its facet.
create table listing (
  merchant_id uuid not null,
  id uuid not null,
  facet bigint not null,
  amount_minor bigint not null,
  amount_refunded_minor bigint not null,
  primary key (merchant_id, id)
);
create index listing_by_facet on listing (merchant_id, facet, id) include (amount_minor);

-- What a transaction is found by, as a hash of the brand, the kind and the value. The day comes first, so that what is written
-- now lies together.
create table search_terms (
  merchant_id uuid not null,
  -- of the transaction, since 1970
  day integer not null,
  term bigint not null,
  id uuid not null,
  primary key (merchant_id, day, term, id)
);

-- Sums are numeric: many amounts near the limit of a bigint would not fit into one.
create table daily_totals (
  merchant_id uuid not null,
  -- in UTC, since 1970
  day integer not null,
  facet bigint not null,
  count bigint not null,
  amount_minor numeric not null,
  amount_refunded_minor numeric not null,
  primary key (merchant_id, day, facet)
);

-- A day of any time zone is made of these: zones differ by quarters of an hour.
create table quarter_totals (
  merchant_id uuid not null,
  brand_id uuid not null,
  begins timestamptz not null,
  type text not null,
  status text not null,
  currency text not null,
  count bigint not null,
  amount_minor numeric not null,
  amount_refunded_minor numeric not null,
  primary key (merchant_id, brand_id, begins, type, status, currency)
);

-- How far the transactions from before are folded; at the highest of all ids: they are, and the listing is read.
insert into chore_marks (chore, after_id) values ('fill-listing', '00000000-0000-0000-0000-000000000000');
