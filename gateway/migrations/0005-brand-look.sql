-- How a brand looks in the cashier. Logos stand apart, because brands are held in memory and pictures need not be.
--
-- distribute: brand_logos by merchant_id

alter table brands
  -- what was set of it (domain/brand-look.ts, BrandLook); the rest has defaults
  add column look jsonb not null default '{}';

create table brand_logos (
  merchant_id uuid not null,
  brand_id uuid not null,
  -- the first 32 digits of the SHA-256 of the bytes: a picture never changes under its address
  hash text not null,
  -- png, jpg, webp, svg
  extension text not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, brand_id, hash),
  foreign key (merchant_id, brand_id) references brands
);
