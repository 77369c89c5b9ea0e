-- expand

-- writers wait: only statements of banks write entries, and building the index takes seconds for millions of them

-- What an entry of a bank is known again by (docs/decisions/0103): the booking that it is a part of, and what it says, each as a hash.
-- null: release 0.2.0 stored it, which knew it by entry_key alone.
alter table bank_entries add column booking_key text, add column said_key text;
create index bank_entries_by_booking on bank_entries (merchant_id, brand_id, booking_key);

-- Why nothing of a statement is applied before a person decides: it does not add up. null: it adds up, as far as that can be compared.
alter table bank_statements add column fault text;
