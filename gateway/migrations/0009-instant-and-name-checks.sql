-- expand
-- writers wait: only bank statements and payment files do, while an index is built over the payouts of bank accounts
-- distribute: bank_name_checks by merchant_id

-- Whether a payment file asks for instant transfers, if the request does not say (docs/decisions/0128).
alter table brands add column instant_payouts boolean not null default false;

-- The choices with which a file was made. An older release made ordinary files.
alter table bank_files add column instant boolean not null default false,
  add column skips_name_check boolean not null default false;

-- accepted_at: when the bank reported that it executes the payout of this file. refused_file: the file in which the bank refused the payout
-- only as an instant transfer, and refused_code: the code of its reason. Such a payout left that file and goes as an ordinary transfer.
alter table bank_payouts add column accepted_at timestamptz, add column refused_file uuid, add column refused_code text;
create index bank_payouts_refused on bank_payouts (merchant_id, refused_file) where refused_file is not null;

-- What the bank said about the name of a payout in a file: the verification of payee. The entry has the name that the bank knows.
create table bank_name_checks (
  merchant_id uuid not null,
  file_id uuid not null,
  transaction_id uuid not null,
  brand_id uuid not null,
  result text not null check (result in ('match', 'close-match', 'no-match', 'not-possible')),
  entry_id uuid not null,
  -- when the bank wrote the report
  reported_at timestamptz not null,
  -- a person's decision about a mismatch; a withdrawal counts once the payout is DECLINED
  decision text check (decision in ('kept', 'withdrawn')),
  decided_by text,
  decided_at timestamptz,
  primary key (merchant_id, file_id, transaction_id)
);
