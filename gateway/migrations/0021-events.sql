-- The order in which GET /events hands out webhook bodies (docs/decisions/0055). Written by the fold of listings alone.
--
-- distribute: event_log by merchant_id

create table event_log (
  merchant_id uuid not null,
  brand_id uuid not null,
  -- 1, 2, 3 … within the merchant, given under the lock of its head, after the commits of the events themselves
  position bigint not null,
  event_id uuid not null,
  transaction_id uuid not null,
  sequence integer not null,
  created_at timestamptz not null,
  primary key (merchant_id, brand_id, position)
);
create unique index event_log_by_event on event_log (merchant_id, event_id);

-- The last position that was given; 0: none.
alter table listing_heads add column last_position bigint not null default 0;

-- What was there before, in the order of its time.
insert into event_log (merchant_id, brand_id, position, event_id, transaction_id, sequence, created_at)
select merchant_id, brand_id,
  row_number() over (partition by merchant_id order by created_at, transaction_id, sequence),
  event_id, transaction_id, sequence, created_at
from webhook_events;

insert into listing_heads (merchant_id, last_position)
select merchant_id, max(position) from event_log group by merchant_id
on conflict (merchant_id) do update set last_position = excluded.last_position;
