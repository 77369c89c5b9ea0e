-- expand
-- distribute: month_end_keys by merchant_id

-- The keys that sign a merchant's month-ends: one signs, the others have signed and are kept so that they can be
-- checked.
create table month_end_keys (
  merchant_id uuid not null,
  id uuid not null,
  -- of Ed25519, as SubjectPublicKeyInfo
  public_key bytea not null,
  -- null: another one took its place, and nothing is signed with it again
  private_sealed bytea,
  made_at timestamptz not null,
  retired_at timestamptz,
  primary key (merchant_id, id)
);

create unique index month_end_keys_signing on month_end_keys (merchant_id) where retired_at is null;

-- What signed the seal of a month-end, and its signature. null: a release that knew no signature made it.
alter table month_ends add column key_id uuid;
alter table month_ends add column signature bytea;
