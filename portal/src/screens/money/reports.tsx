// The settlement reports, day by day, and the result of the nightly check that ledger, transactions and reports agree.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/client.ts';
import { apiPages, apiQuery } from '../../api/queries.ts';
import { calendarDay, numberText } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Section } from '../../parts/section.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { StatusDot } from '../../parts/status-dot.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { MoneyTabs } from './transfers.tsx';

const PATH = '/portal/api/brands/{brandId}/reports';
type Report = Answer<typeof PATH>['items'][number];
type Row = Report['currencies'][number] & Pick<Report, 'date' | 'computedAt'>;

export function ReportsScreen() {
  const brand = useBrand();
  const query = useInfiniteQuery(apiPages(PATH, { params: { brandId: brand.id }, query: { limit: '31' } }));
  const rows = query.data?.pages
    .flatMap((page) => page.items)
    .flatMap(({ date, computedAt, currencies }) =>
      currencies.map((one): Row => ({ ...one, date, computedAt })),
    );
  return (
    <>
      <PageHeader
        title="Settlement reports"
        lead={`One report per day in ${brand.timeZone}. A day is closed 15 minutes after its end; then it does not change any more.`}
      />
      <MoneyTabs />
      <Proof />
      <DataTable<Row>
        label="Settlement reports"
        columns={[
          { id: 'day', header: 'Day', cell: (row) => calendarDay(row.date) },
          { id: 'currency', header: 'Currency', cell: (row) => row.currency },
          {
            id: 'state',
            header: 'State',
            cell: ({ computedAt }) => (
              <StatusDot mood={computedAt ? 'good' : 'busy'}>{computedAt ? 'Closed' : 'Open'}</StatusDot>
            ),
          },
          { id: 'transfers', header: 'Transfers', align: 'end', cell: (row) => numberText(row.transfers) },
          {
            id: 'opening',
            header: 'Opening, available',
            align: 'end',
            cell: (row) => <Money amount={row.opening.available} currency={row.currency} />,
          },
          {
            id: 'closing',
            header: 'Closing, available',
            beside: true,
            align: 'end',
            cell: (row) => <Money amount={row.closing.available} currency={row.currency} />,
          },
        ]}
        rows={rows}
        rowKey={(row) => `${row.date} ${row.currency}`}
        link={(row) => ({ to: `/b/${brand.id}/money/reports/${row.date}` as '/' })}
        error={query.error}
        again={query.refetch}
        empty={
          <EmptyState title="No reports yet">
            The first day with a movement of money is shown here.
          </EmptyState>
        }
        more={{ has: query.hasNextPage, loading: query.isFetchingNextPage, load: query.fetchNextPage }}
      />
    </>
  );
}

function Proof() {
  const { data } = useQuery(apiQuery('/portal/api/proof'));
  const [last] = data?.items ?? [];
  if (!data) return null;
  return (
    <Section
      title="Nightly proof"
      lead="Every night, ledger, transactions and reports are compared row by row."
    >
      {last ? (
        <>
          <StatusDot mood={last.ok ? 'good' : 'bad'}>
            {last.ok
              ? 'Ledger, transactions and reports agree'
              : 'Ledger, transactions and reports do not agree'}
          </StatusDot>{' '}
          <Time at={last.provedAt} exact /> · {numberText(last.transactions)} transactions,{' '}
          {numberText(last.transfers)} transfers, {numberText(last.days)} closed days
          {!last.ok && (
            <ul>
              {last.faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          )}
        </>
      ) : (
        'The first proof comes at 03:00 UTC.'
      )}
    </Section>
  );
}
