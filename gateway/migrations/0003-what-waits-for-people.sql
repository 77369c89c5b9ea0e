-- What only a person can move on, to be counted (/metrics) and listed without reading what has ended: payouts that wait for
-- approval, and outcomes that nobody asks about any more. Both are few, and so are the entries of these indexes.

create index transactions_pending on transactions (merchant_id, brand_id, created_at) where status = 'PENDING';
create index transactions_undecided on transactions (merchant_id, brand_id, created_at)
  where status = 'PROCESSING' and error_code = '9001' and due_at is null;
create index refunds_undecided on refunds (merchant_id, brand_id, created_at)
  where status = 'PENDING' and due_at is null;
