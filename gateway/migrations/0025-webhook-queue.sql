-- Webhook events are written once. What has still to be delivered stands in a narrow row beside them, which is deleted when it
-- is (docs/decisions/0062). Nothing but the undelivered events' narrow part is copied, found by the indexes that there were.
--
-- pause: releases from before write the state of a delivery into the event itself
-- distribute: webhook_queue by merchant_id

create table webhook_queue (
  merchant_id uuid not null,
  transaction_id uuid not null,
  sequence integer not null,
  tries integer not null,
  -- tries made before its schedule began, which it does anew after a pause or with a new turn
  schedule_start integer not null,
  brand_id uuid not null,
  endpoint_id uuid not null,
  -- pending: the next try, or while a worker holds the event the end of its lease; else null
  next_try_at timestamptz,
  -- of the event
  created_at timestamptz not null,
  -- waiting: due, but its endpoint is paused or is given more than it takes; its turn comes in the order of the line
  state text not null check (state in ('pending', 'waiting', 'abandoned', 'unaddressed')),
  -- as in the event: null follows the brand
  url text,
  primary key (merchant_id, transaction_id, sequence)
);

insert into webhook_queue (merchant_id, transaction_id, sequence, tries, schedule_start, brand_id, endpoint_id,
  next_try_at, created_at, state, url)
select merchant_id, transaction_id, sequence, tries, schedule_start, brand_id, coalesce(endpoint_id, brand_id),
  next_try_at, created_at, state, url
from (
  select * from webhook_events where next_try_at is not null and state = 'pending'
  union all select * from webhook_events where state = 'waiting'
  union all select * from webhook_events where state = 'abandoned'
  union all select * from webhook_events where state = 'unaddressed') undelivered;

create index webhook_queue_due on webhook_queue (next_try_at) where next_try_at is not null;
create index webhook_queue_waiting on webhook_queue (merchant_id, endpoint_id, transaction_id, sequence)
  where state = 'waiting';
create index webhook_queue_unaddressed on webhook_queue (merchant_id, endpoint_id, created_at)
  where state = 'unaddressed';
create index webhook_queue_abandoned on webhook_queue (merchant_id, endpoint_id, created_at)
  where state = 'abandoned';
analyze webhook_queue;

alter table webhook_events rename to events;
alter index webhook_events_pkey rename to events_pkey;
alter index webhook_events_by_time rename to events_by_time;
alter table events
  drop column state, drop column tries, drop column next_try_at, drop column delivered_at, drop column schedule_start;

-- What a try was signed with, where that differs from the try before it; of the first, from the event.
alter table webhook_tries add column x_signature text;

-- An event with what became of it, for those who read. Not in the queue: delivered. What is looked for by state is looked for
-- in the queue (storage/deliveries/list-deliveries.ts), because no index helps to find it here.
create view webhook_events as
select e.merchant_id, e.transaction_id, e.sequence, e.event_id, e.brand_id, e.endpoint_id, e.url, e.body,
  coalesce((select t.x_signature from webhook_tries t where t.merchant_id = e.merchant_id
    and t.transaction_id = e.transaction_id and t.sequence = e.sequence and t.x_signature is not null
    order by t.try_number desc limit 1), e.x_signature) as x_signature,
  coalesce((select t.signing_secret_id from webhook_tries t where t.merchant_id = e.merchant_id
    and t.transaction_id = e.transaction_id and t.sequence = e.sequence and t.x_signature is not null
    order by t.try_number desc limit 1), e.signing_secret_id) as signing_secret_id,
  coalesce(q.state, 'delivered') as state,
  coalesce(q.tries, (select max(t.try_number) from webhook_tries t where t.merchant_id = e.merchant_id
    and t.transaction_id = e.transaction_id and t.sequence = e.sequence), 0) as tries,
  q.next_try_at, e.created_at,
  case when q.state is null then (select t.at + t.duration_ms * interval '1 millisecond' from webhook_tries t
    where t.merchant_id = e.merchant_id and t.transaction_id = e.transaction_id and t.sequence = e.sequence
    order by t.try_number desc limit 1) end as delivered_at,
  q.schedule_start
from events e
left join webhook_queue q on q.merchant_id = e.merchant_id and q.transaction_id = e.transaction_id
  and q.sequence = e.sequence;
