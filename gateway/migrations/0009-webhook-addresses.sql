-- An event goes to the address that holds at each try: the transaction's own, else the brand's of that moment.
-- So events of the brand's address belong to one endpoint, whose id is the brand's, and keep no address themselves.

alter table webhook_events
  -- tries made before its schedule began, which it does anew after a pause or with a new turn
  add column schedule_start integer not null default 0;

alter table webhook_tries
  -- where it went, without the query, and which secret signed it (null: tries of before)
  add column url text,
  add column signing_secret_id uuid;

alter table webhook_endpoints
  -- what could not be delivered before is to get a new turn, and a worker sees to that (null: nobody has to)
  add column renewed_at timestamptz;

-- what gets a new turn; in a line are only those that wait
create index webhook_events_unaddressed on webhook_events (merchant_id, endpoint_id, created_at)
  where state = 'unaddressed';
create index webhook_events_abandoned on webhook_events (merchant_id, endpoint_id, created_at)
  where state = 'abandoned';

-- What was delivered keeps the address that it went to.
update webhook_events e set url = null, endpoint_id = e.brand_id
from transactions t
where t.merchant_id = e.merchant_id and t.id = e.transaction_id and e.state <> 'delivered'
  and t.details->>'notificationUrl' is null;

-- A pause that the present address of a brand has earned goes on.
insert into webhook_endpoints (merchant_id, brand_id, endpoint_id, url, failing_since, paused_at, pause_reason, changed_at)
select b.merchant_id, b.brand_id, b.brand_id, w.url, w.failing_since, w.paused_at, w.pause_reason, now()
from brands b
join webhook_endpoints w on w.merchant_id = b.merchant_id and w.brand_id = b.brand_id
  and w.url = split_part(b.notification_url, '?', 1);

-- A line is taken up where its endpoint has a row.
insert into webhook_endpoints (merchant_id, brand_id, endpoint_id, url, changed_at)
select distinct b.merchant_id, b.brand_id, b.brand_id, split_part(b.notification_url, '?', 1), now()
from brands b
join webhook_events e on e.merchant_id = b.merchant_id and e.endpoint_id = b.brand_id and e.state = 'waiting'
where b.notification_url is not null
on conflict (merchant_id, endpoint_id) do nothing;

-- Of the others only those are left that transactions named themselves and that something is still to go to.
delete from webhook_endpoints w
where w.endpoint_id <> w.brand_id
  and not exists (select 1 from webhook_events e
    where e.merchant_id = w.merchant_id and e.endpoint_id = w.endpoint_id and e.state in ('pending', 'waiting'));
