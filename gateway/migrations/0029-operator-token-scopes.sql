-- expand
-- What the token of a named operator may do: metrics, read, support, admin. Those of before may do everything.

alter table operator_tokens add column scopes text[] not null default '{admin}';
