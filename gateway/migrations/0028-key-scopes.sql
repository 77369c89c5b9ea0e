-- expand
-- What an API key may do, and who made it (contract 2, docs/decisions/0071).

alter table api_keys
  add column scopes text[] not null default '{read,payments,refunds,payouts,settle}',
  -- of the portal; null: the operator
  add column made_by uuid;
