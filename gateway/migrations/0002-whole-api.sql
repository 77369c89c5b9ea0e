-- What the rest of the API needs: data of methods that is kept sealed, money set aside for payouts, refunds, and what
-- shoppers hand in as proof of a payment.
--
-- distribute: refunds by merchant_id
-- distribute: confirmations by merchant_id

alter table transactions
  -- a payout's recipient, or what was given before the cashier asked for the rest: JSON, only while it is needed
  add column payment_data_sealed bytea,
  -- a payout's amount is in the reserved balance, from its approval to its end
  add column money_reserved boolean not null default false;

create table refunds (
  merchant_id uuid not null,
  transaction_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  status text not null check (status in ('PENDING', 'COMPLETED', 'FAILED')),
  amount_minor bigint not null check (amount_minor > 0),
  -- what could still be refunded once it was made: part of its answer, which a replay repeats
  refundable_after_minor bigint not null check (refundable_after_minor >= 0),
  currency text not null,
  -- the merchant's own; the same one again is the same refund
  refund_reference text,
  reason text,
  error_code text,
  provider text,
  provider_reference text,
  inquiries integer not null,
  -- when the provider is asked next
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, transaction_id, id)
);
create unique index refunds_by_reference on refunds (merchant_id, brand_id, refund_reference)
  where refund_reference is not null;
create index refunds_due on refunds (due_at) where due_at is not null;

create table confirmations (
  merchant_id uuid not null,
  transaction_id uuid not null,
  id uuid not null,
  -- essentialKey and additionalEssentialKey as JSON
  keys_sealed bytea not null,
  -- the receipt, and what its bytes say it is; null: none was sent
  document_sealed bytea,
  document_type text,
  created_at timestamptz not null,
  primary key (merchant_id, transaction_id, id)
);
