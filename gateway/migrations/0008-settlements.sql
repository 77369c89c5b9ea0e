-- expand
-- distribute: settlements by merchant_id
-- distribute: settlement_lines by merchant_id
-- distribute: settlement_reports by merchant_id
-- distribute: settlement_sources by merchant_id
-- distribute: month_end_settlements by merchant_id
-- distribute: month_end_settlement_items by merchant_id

-- What a provider pays out to the merchant's bank (contract 17). Nothing here moves a balance.
create table settlements (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  provider text not null,
  -- in provider_accounts; of the sandbox, which needs none, the brand
  account_id uuid not null,
  -- the provider's own: a payout, a batch
  reference text not null,
  currency text not null,
  -- sums of the lines, signed as they change the payout
  charges_minor bigint not null,
  refunds_minor bigint not null,
  disputes_minor bigint not null,
  fees_minor bigint not null,
  other_minor bigint not null,
  lines integer not null,
  -- what the provider says it pays out; null: it does not say
  stated_minor bigint,
  paid_at timestamptz,
  failure text,
  -- what the text of the credit at the bank contains
  bank_words jsonb not null,
  is_complete boolean not null,
  -- where the next page of its lines begins
  next_page text,
  state text not null check (state in ('open', 'paid', 'conflict')),
  reason text,
  bank_entry_id uuid,
  -- when the provider is asked for more, or what does not fit is looked at again; null: nothing is left to do
  due_at timestamptz,
  looks integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);
create unique index settlements_by_reference on settlements (merchant_id, account_id, reference);
create index settlements_by_brand on settlements (merchant_id, brand_id, id);
create index settlements_due on settlements (due_at) where due_at is not null;
create unique index settlements_by_entry on settlements (merchant_id, bank_entry_id) where bank_entry_id is not null;
-- those whose credit is not found yet
create index settlements_awaited on settlements (merchant_id, brand_id, currency) where bank_entry_id is null;

create table settlement_lines (
  merchant_id uuid not null,
  settlement_id uuid not null,
  -- in the order in which they came
  id uuid not null,
  brand_id uuid not null,
  account_id uuid not null,
  -- the same line has the same one in every page and file
  line_key text not null,
  kind text not null check (kind in ('charge', 'refund', 'refund-failed', 'dispute', 'dispute-reversed', 'fee', 'other')),
  -- the provider's word for it
  word text not null,
  -- our references, as the provider gave them back
  charge text,
  modification text,
  -- the provider's ids: of the payment, and of what the line is about
  payment text,
  provider_reference text,
  gross_minor bigint not null,
  fee_minor bigint not null,
  net_minor bigint not null,
  currency text not null,
  -- {amountMinor, currency, rate}, if the provider converted it
  original jsonb,
  occurred_at timestamptz,
  state text not null check (state in ('matched', 'unmatched', 'conflict')),
  reason text,
  -- a person assigned or dismissed it
  decided boolean not null,
  transaction_id uuid,
  capture_id uuid,
  refund_id uuid,
  dispute_id uuid,
  -- what a matched line settles; each can be settled once
  settles text,
  primary key (merchant_id, settlement_id, id)
);
create unique index settlement_lines_by_key on settlement_lines (merchant_id, account_id, line_key);
create unique index settlement_lines_by_subject on settlement_lines (merchant_id, settles) where settles is not null;
create index settlement_lines_by_transaction on settlement_lines (merchant_id, transaction_id) where transaction_id is not null;
create index settlement_lines_for_people on settlement_lines (merchant_id, brand_id, id) where state <> 'matched';

-- Reports that were taken, and what their first import answered.
create table settlement_reports (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  account_id uuid not null,
  -- in lower-case hexadecimal digits
  sha256 text not null,
  -- JSON: {settlements, lines, known, unmatched, conflicts}
  answer text not null,
  taken_by text not null,
  created_at timestamptz not null,
  primary key (merchant_id, id)
);
create unique index settlement_reports_by_hash on settlement_reports (merchant_id, account_id, sha256);

-- One row for each account that told of a payout. An import locks it, so lines of an account are stored one import at a time.
create table settlement_sources (
  merchant_id uuid not null,
  account_id uuid not null,
  brand_id uuid not null,
  provider text not null,
  -- until when the provider was asked for payouts of which no news came
  asked_until timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, account_id)
);

-- The payout of a provider that this credit is, in place of a transaction.
-- settlements_by_entry and the lock of the account see to it that a payout has one entry.
alter table bank_entries add column settlement_id uuid;

-- The settlements that a month-end had, each up to one of its lines: lines that came later are in a later month-end. Rows
-- without a row in month_ends come from a failed try.
create table month_end_settlements (
  merchant_id uuid not null,
  settlement_id uuid not null,
  month_end_id uuid not null,
  -- null: it had none
  last_line uuid,
  primary key (merchant_id, settlement_id, month_end_id)
);
create index month_end_settlements_by_month_end on month_end_settlements (merchant_id, month_end_id);

-- Differences of settlements, their lines and movements without a settlement, which the next month-end looks at again.
create table month_end_settlement_items (
  merchant_id uuid not null,
  month_end_id uuid not null,
  kind text not null check (kind in ('settlement', 'line', 'movement')),
  item_id uuid not null,
  cause text not null,
  -- the month that it is of
  month text not null,
  primary key (merchant_id, month_end_id, kind, item_id, cause)
);
