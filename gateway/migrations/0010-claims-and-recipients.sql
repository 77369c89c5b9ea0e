-- The claim of a reference follows the country that a shopper or a recipient chose in the cashier: reference_country is always
-- country, with '' for none. What is still open keeps the right to choose anew.
update transactions set details = details || '{"countryChosen": true}'
where reference_country = '' and country is not null and status in ('INIT', 'PROCESSING');

-- Payments from before move their claim now. Where another payment has the reference under that country already, both were let
-- through at the time: the claim without a country stays.
update transactions t set reference_country = t.country
where t.reference_country = '' and t.country is not null and not exists (
  select 1 from transactions o
  where o.merchant_id = t.merchant_id and o.merchant_reference = t.merchant_reference and o.reference_country = t.country);

-- Whom a payout pays: its name, and its account masked. null for payouts from before, whose recipient is sealed or gone.
alter table transactions add column recipient jsonb;
