-- Days of the ledger that are over, as they were reported, and the proofs of each night.
--
-- distribute: settlement_days by merchant_id
-- distribute: ledger_proofs by merchant_id

-- One row for each day and currency of a brand, written once and never changed.
create table settlement_days (
  merchant_id uuid not null,
  brand_id uuid not null,
  day date not null,
  currency text not null,
  time_zone text not null,
  -- where the day before ended
  begins_at timestamptz not null,
  -- itself left out
  ends_at timestamptz not null,
  opening_available_minor bigint not null,
  opening_reserved_minor bigint not null,
  closing_available_minor bigint not null,
  closing_reserved_minor bigint not null,
  transfers integer not null,
  -- what moved, by kind: [{"kind", "count", "amountMinor" as text}]
  activity jsonb not null,
  computed_at timestamptz not null,
  primary key (merchant_id, brand_id, day, currency)
);

create table ledger_proofs (
  merchant_id uuid not null,
  night date not null,
  proved_at timestamptz not null,
  ok boolean not null,
  transactions bigint not null,
  transfers bigint not null,
  days bigint not null,
  -- one sentence for each fault, the first few of each kind
  faults text[] not null,
  primary key (merchant_id, night)
);

-- The refunds of a brand by the time they were made (their ids are in that order).
create index refunds_by_brand on refunds (merchant_id, brand_id, id);
