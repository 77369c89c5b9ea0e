// Statement entries: those that need a person, or all that were applied or dismissed. The opened entry is in the
// address, so that other screens can link to it.
import { Drawer } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { apiPages, apiQuery, pagesOf } from '../../api/queries.ts';
import { calendarDay, capital, withAmounts } from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { SettlementLink } from '../../parts/settlement-link.tsx';
import { EmptyState, ErrorState } from '../../parts/states.tsx';
import { StatusDot } from '../../parts/status-dot.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { FilterChips } from '../../parts/table/filter-chips.tsx';
import { TransactionLink } from '../../parts/transaction-link.tsx';
import { useFilters } from '../../shell/search/use-filters.ts';
import { useBrand } from '../../shell/session/session.ts';
import { ENTRIES, type Entry, STATES } from './bank/entry-answer.ts';
import { amountOf, OpenedEntry } from './bank-entry.tsx';
import classes from './money.module.css';

const FILTERS = { entries: 'text', entry: 'text' } as const;

const LISTS = {
  applied: {
    title: 'Applied entries',
    lead: 'Statement entries that paid a payment, reported on a payout, or are the payout of a provider. The latest first.',
    none: 'No entry was applied yet.',
  },
  dismissed: {
    title: 'Dismissed entries',
    lead: 'Statement entries that a person dismissed. The latest first.',
    none: 'Nobody dismissed an entry.',
  },
} as const;

export const ENTRY_COLUMNS: readonly Column<Entry>[] = [
  { id: 'booked', header: 'Booked', cell: ({ bookedOn }) => (bookedOn ? calendarDay(bookedOn) : '–') },
  { id: 'amount', header: 'Amount', beside: true, align: 'end', cell: amountOf },
  { id: 'who', header: 'From or to', cell: ({ counterparty }) => counterparty.name ?? '–' },
  { id: 'text', header: 'Text', most: '220px', cell: ({ text, reference }) => text ?? reference ?? '–' },
];

const WHY: Column<Entry> = {
  id: 'state',
  header: 'Why',
  cell: ({ state, reason }) => (
    <StatusDot mood={STATES[state][0]}>{reason ? withAmounts(capital(reason)) : STATES[state][1]}</StatusDot>
  ),
};

export const WHAT_IT_IS: Column<Entry> = {
  id: 'what',
  header: 'What it is',
  cell: ({ settlement, payment, partPayment, state, reason }) =>
    settlement ? (
      <SettlementLink id={settlement.settlementId}>Payout of {settlement.provider}</SettlementLink>
    ) : payment && state === 'applied' ? (
      <>
        <TransactionLink id={payment.transactionId}>{payment.merchantReference}</TransactionLink>
        {partPayment && <div className={classes.quiet}>Part payment</div>}
      </>
    ) : (
      withAmounts(capital(reason ?? STATES[state][1]))
    ),
};

export function Entries() {
  const { id: brandId } = useBrand();
  const [search, change] = useFilters(FILTERS);
  const chosen = search.entries === 'applied' || search.entries === 'dismissed' ? search.entries : null;
  const query = useInfiniteQuery(
    apiPages(ENTRIES, { params: { brandId }, query: chosen ? { state: chosen } : {} }),
  );
  const list = chosen && LISTS[chosen];
  const title = list?.title ?? 'Entries that need a decision';
  const pages = pagesOf(query);
  return (
    <Section
      title={title}
      lead={list?.lead ?? 'Statement entries that match no payment, oldest first. The gateway never guesses.'}
    >
      <FilterChips
        filters={[
          {
            key: 'entries',
            label: 'Show',
            kind: 'choice',
            one: true,
            options: [
              { value: 'applied', label: 'Applied' },
              { value: 'dismissed', label: 'Dismissed' },
            ],
          },
        ]}
        values={search}
        onChange={change}
      />
      <DataTable
        label={title}
        columns={[...ENTRY_COLUMNS, chosen ? WHAT_IT_IS : WHY]}
        {...pages}
        rowKey={({ entryId }) => entryId}
        onOpen={({ entryId }) => change({ entry: entryId })}
        empty={
          list ? (
            <EmptyState title="Nothing here">{list.none}</EmptyState>
          ) : (
            <EmptyState title="Nothing to decide">Every statement entry matches a payment.</EmptyState>
          )
        }
      />
      <Drawer
        opened={search.entry !== undefined}
        onClose={() => change({ entry: undefined })}
        position="right"
        size="lg"
        title="Statement entry"
      >
        {search.entry && (
          <ById
            entryId={search.entry}
            known={pages.rows?.find(({ entryId }) => entryId === search.entry)}
            onDone={() => change({ entry: undefined })}
          />
        )}
      </Drawer>
    </Section>
  );
}

/** `known`: the entry in the list; a link may open another one. */
function ById({ entryId, known, onDone }: { entryId: string; known: Entry | undefined; onDone: () => void }) {
  const { id: brandId } = useBrand();
  const { data, error, refetch } = useQuery({
    ...apiQuery(`${ENTRIES}/{entryId}`, { params: { brandId, entryId } }),
    enabled: known === undefined,
  });
  const entry = known ?? data;
  if (error && !entry) return <ErrorState error={error} again={refetch} />;
  return entry ? <OpenedEntry entry={entry} onDone={onDone} /> : <div aria-busy="true" />;
}
