-- Strict signing: brands whose every POST must be signed. The rule is in http/auth/request-signature.ts.

alter table brands
  -- only where enforce_signatures is true, too
  add column sign_all_requests boolean not null default false;
