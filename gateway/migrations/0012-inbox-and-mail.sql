-- expand
-- writers wait: changes of payments do, while an index is built over the webhooks that were given up
-- distribute: mails by merchant_id
-- distribute: told_by_mail by merchant_id

-- The hour of the brand's day at which its digest goes out by mail (docs/decisions/0136).
alter table brands add column digest_hour integer not null default 8;

-- Which mail a user of the portal wants about the inbox.
alter table users add column mail text not null default 'both';

-- Mails that are not sent yet. A row leaves when the server has taken the mail, refuses it, or its time is over.
create table mails (
  merchant_id uuid not null,
  id uuid not null,
  -- who gets it; the address is that of the user when it is sent. null: the customer of a payment gets it
  user_id uuid,
  -- the payment whose receipt it is; the address is that of its customer when it is sent
  transaction_id uuid,
  -- null: it is about no brand
  brand_id uuid,
  kind text not null check (kind in ('digest', 'urgent', 'invitation', 'password', 'receipt')),
  -- JSON: what it says. It names nobody: counts, amounts, kinds and addresses of screens; the lines of a receipt
  content text,
  -- the link of an invitation, or for a new password
  link_sealed bytea,
  -- when it is tried next; while a worker sends it: the end of its lease
  due_at timestamptz not null,
  -- tries that the server certainly did not take
  tries integer not null,
  -- the server was given the whole mail, and its answer is not known
  unanswered integer not null,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  check (num_nonnulls(user_id, transaction_id) = 1)
);
create index mails_due on mails (due_at);
create index mails_by_age on mails (created_at);

-- What was told by mail: one row for each thing, and for the digest and each urgent kind of a brand the last time.
create table told_by_mail (
  merchant_id uuid not null,
  brand_id uuid not null,
  -- 'digest', 'kind <kind>', a kind with the id of what waits, or 'receipt' with the id of the payment
  what text not null,
  told_at timestamptz not null,
  primary key (merchant_id, brand_id, what)
);
create index told_by_mail_by_age on told_by_mail (told_at);

-- The inbox counts the webhooks of a brand that were given up.
create index webhook_queue_abandoned_of_brand on webhook_queue (merchant_id, brand_id, created_at)
  where state = 'abandoned';
