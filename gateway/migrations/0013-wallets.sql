-- expand

-- Wallets that the merchant has switched on at the provider, shown beside the card (docs/decisions/0138).
alter table provider_accounts add column wallets text[] not null default '{}';
