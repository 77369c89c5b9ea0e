-- expand
-- writers wait: only commits that save a card do, while an index of short texts is built over the saved cards

-- A saved card that was removed is a row without its number and its digits, which an older release takes for an expired card. It keeps a
-- payment that began before from saving the card once more.
alter table cards add column removed_at timestamptz;

-- When the payment that saved it began. null: an older release saved it.
alter table cards add column began_at timestamptz;

-- A merchant removes a card by its token alone.
create index cards_by_token on cards (merchant_id, brand_id, token);
