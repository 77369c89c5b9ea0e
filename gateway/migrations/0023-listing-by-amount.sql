-- expand
-- writers wait: the fold alone writes the listing, behind the payments, and catches up afterwards
--
-- An amount is looked up by itself where few transactions have it (docs/decisions/0049).
create index listing_by_amount on listing (merchant_id, amount_minor);
