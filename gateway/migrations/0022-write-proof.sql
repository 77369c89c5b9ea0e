-- Readiness proves a write (docs/decisions/0059): one row a process, by an id that it makes up at its start. Who is gone leaves one
-- behind, which a later start takes away.
--
-- distribute: process_marks by id

create table process_marks (
  id uuid primary key,
  written_at timestamptz not null
);
