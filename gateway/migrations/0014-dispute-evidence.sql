-- expand
-- writers wait: disputes do, while an index without a row is built over them
-- distribute: dispute_evidence by merchant_id

-- The merchant's latest response to the dispute (contract 13): {id, kind, status, answers, reason, inquiries, createdAt, updatedAt}; and when
-- the provider is asked about it next.
alter table disputes add column response jsonb, add column response_due_at timestamptz;
create index disputes_due on disputes (response_due_at) where response_due_at is not null;

-- What a merchant handed in against a dispute: texts and files, sealed together. The id is the response's.
create table dispute_evidence (
  merchant_id uuid not null,
  transaction_id uuid not null,
  id uuid not null,
  dispute_id uuid not null,
  -- null: erased, or its time was over
  content_sealed bytea,
  created_at timestamptz not null,
  primary key (merchant_id, transaction_id, id)
);
create index dispute_evidence_by_age on dispute_evidence (created_at) where content_sealed is not null;
