-- expand

-- The day on which the bank booked an entry, as the bank wrote it (yyyy-mm-dd). A time with a zone may be on another day in UTC, in which
-- booked_at is read. null: the bank wrote no day, or release 0.2.0 stored the entry, which kept the time alone. Then the day of booked_at in
-- UTC counts, as it did in that release.
alter table bank_entries add column booked_day text;

-- What an applied notification told of money, in one word (domain/notifications/news.ts): a month-end names it beside a movement of that kind
-- alone. null: nothing of money, or release 0.2.0 applied it.
alter table notification_work add column told text;
