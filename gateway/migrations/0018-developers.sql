-- What a merchant's developers see: answers to failed webhooks, replays of a time range, and the log of their requests.
--
-- distribute: webhook_replays by merchant_id
-- distribute: webhook_replay_events by merchant_id
-- distribute: request_log by merchant_id

alter table webhook_tries
  -- how the answer began (1 KB, card numbers masked); of tries that failed alone
  add column answer_excerpt text;

-- Events of a range of time. One small entry for many rows, so that the commits of payments hardly notice it.
create index webhook_events_by_time on webhook_events using brin (created_at) with (pages_per_range = 32);

create table webhook_replays (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  range_from timestamptz not null,
  -- itself left out
  range_to timestamptz not null,
  -- false: also what was delivered
  undelivered_only boolean not null,
  -- as it began
  events integer not null,
  -- how far it is: events that were sent, or are on their way anyway
  done integer not null default 0,
  started_by text not null,
  created_at timestamptz not null,
  -- null: it goes on
  ended_at timestamptz,
  cancelled boolean not null default false,
  primary key (merchant_id, id)
);
-- one at a time
create unique index webhook_replays_open on webhook_replays (merchant_id, brand_id) where ended_at is null;

-- What a replay has yet to send, in the order in which it happened; removed with its end.
create table webhook_replay_events (
  merchant_id uuid not null,
  replay_id uuid not null,
  place integer not null,
  transaction_id uuid not null,
  sequence integer not null,
  -- null: not begun
  tries_before integer,
  primary key (merchant_id, replay_id, place)
);

-- Requests to the API, for the merchant's developers. No bodies, no queries.
create table request_log (
  merchant_id uuid not null,
  id uuid not null,
  brand_id uuid not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  status integer not null,
  duration_ms real not null,
  request_id text not null,
  error_code text,
  message text,
  transaction_id uuid,
  source text not null,
  -- requests of the brand that were not written down before this one, because too many came
  left_out integer not null,
  primary key (merchant_id, id)
);
