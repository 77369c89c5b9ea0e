-- What must not stay: fingerprints that a CVV went into, idempotency keys after 48 hours, and what shoppers handed in
-- after its time. And one confirmation for each question: the right to hand one in is claimed before a document is kept.
--
-- reference: chore_marks

-- How far a chore has come that goes through all transactions, oldest first, once.
create table chore_marks (
  chore text primary key,
  -- what stands at or before it is done
  after_id uuid not null,
  -- a worker is at it; when that dies, another may go on
  leased_until timestamptz
);
insert into chore_marks (chore, after_id) values ('forget-keys', '00000000-0000-0000-0000-000000000000');

-- All fingerprints so far are over bodies with their CVV. A key that comes again is answered 409 with its transaction.
update transactions set
  request_fingerprint = null,
  idempotency_key = case when created_at < now() - interval '48 hours' then null else idempotency_key end,
  answer = case when created_at < now() - interval '48 hours' then null else answer end
where idempotency_key is not null or request_fingerprint is not null;

alter table confirmations
  -- null: what was handed in was removed after its time
  alter column keys_sealed drop not null,
  -- which attempt it is about (transactions.attempts); null: from before there was one for each
  add column attempt integer,
  -- claimed, and its document is on the way; null: it is kept
  add column leased_until timestamptz,
  -- HMAC of the UTR or transaction id, which confirms one payment of a merchant; null: none, or it was set free
  add column reference_hash bytea;
create unique index confirmations_by_attempt on confirmations (merchant_id, transaction_id, attempt)
  where attempt is not null;
create unique index confirmations_by_reference on confirmations (merchant_id, reference_hash)
  where reference_hash is not null;
create index confirmations_kept on confirmations (created_at) where keys_sealed is not null;
