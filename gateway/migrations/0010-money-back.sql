-- expand
-- writers wait: only refunds do, while two indexes of them are built
-- distribute: returns by merchant_id
-- distribute: provider_calls by merchant_id

-- One row for each completed payout or debit that came back (contract 13), so that lists and sums find these few without reading
-- the steps of all. A process of an older release writes none: then the transaction says that it came back, and only filter and sum
-- of the portal leave it out.
create table returns (
  merchant_id uuid not null,
  transaction_id uuid not null,
  brand_id uuid not null,
  type text not null check (type in ('PAYIN', 'PAYOUT')),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  returned_at timestamptz not null,
  primary key (merchant_id, transaction_id)
);
create index returns_by_brand on returns (merchant_id, brand_id, returned_at);

insert into returns
select distinct on (s.merchant_id, s.transaction_id) s.merchant_id, s.transaction_id, o.brand_id, o.type, o.currency,
  coalesce((s.returned ->> 'amountMinor')::bigint, o.amount_minor), (s.returned ->> 'at')::timestamptz
from steps s join openings o on o.merchant_id = s.merchant_id and o.id = s.transaction_id
where s.returned is not null
order by s.merchant_id, s.transaction_id, s.version;

-- Refunds by the time when they were made: the id of a refund that somebody made at the provider has the time of its pay-in.
create index refunds_by_time on refunds (merchant_id, brand_id, created_at);
-- Failed refunds, which a person has to look at.
create index refunds_failed on refunds (merchant_id, brand_id, updated_at) where status = 'FAILED';

-- What each process counted of calls to a brand's providers, by minute: the health of the last hour is their sum.
create table provider_calls (
  merchant_id uuid not null,
  brand_id uuid not null,
  -- the sandbox needs no account, so the brand's id takes its place
  account_id uuid not null,
  minute timestamptz not null,
  process_id uuid not null,
  provider text not null,
  calls integer not null,
  failed integer not null,
  held_back integer not null,
  -- how many calls were in each class of latency
  latencies integer[] not null,
  -- whether the process sent nothing new at its latest call, and since when that is so
  is_open boolean not null,
  open_or_closed_since timestamptz not null,
  primary key (merchant_id, brand_id, account_id, minute, process_id)
);
