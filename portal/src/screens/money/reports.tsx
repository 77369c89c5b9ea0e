// The settlement reports, month by month, and the result of the nightly check that ledger, transactions and reports
// agree.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/client.ts';
import { apiPages, apiQuery, pagesOf } from '../../api/queries.ts';
import { monthText, numberText } from '../../parts/format.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Section } from '../../parts/section.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { StatusDot } from '../../parts/status-dot.tsx';
import { SubNav } from '../../parts/sub-nav.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { MonthState } from './month.tsx';

const PATH = '/portal/api/brands/{brandId}/months';
type Month = Answer<typeof PATH>['items'][number];

export function ReportsScreen() {
  const brand = useBrand();
  const query = useInfiniteQuery(apiPages(PATH, { params: { brandId: brand.id } }));
  const transfersOf = ({ currencies }: Month) => currencies.reduce((sum, one) => sum + one.transfers, 0);
  return (
    <>
      <PageHeader
        lead={`The numbers of a month are final 15 minutes after its last day ends in ${brand.timeZone}. It is closed when somebody closes it in Month-end.`}
      />
      <SubNav />
      <Proof />
      <DataTable<Month>
        label="Months"
        columns={[
          { id: 'month', header: 'Month', cell: (row) => monthText(row.month) },
          {
            id: 'state',
            header: 'State',
            beside: true,
            cell: (row) => <MonthState month={row} />,
          },
          {
            id: 'currencies',
            header: 'Currencies',
            cell: (row) => row.currencies.map(({ currency }) => currency).join(', '),
          },
          { id: 'days', header: 'Days', align: 'end', cell: (row) => numberText(row.days.length) },
          { id: 'transfers', header: 'Transfers', align: 'end', cell: (row) => numberText(transfersOf(row)) },
        ]}
        {...pagesOf(query)}
        rowKey={(row) => row.month}
        link={(row) => ({ to: `/b/${brand.id}/money/months/${row.month}` as '/' })}
        empty={
          <EmptyState title="No reports yet">
            The first month with a movement of money appears here.
          </EmptyState>
        }
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
      lead="Every night the gateway compares all changes in ledger, transactions and reports, row by row."
    >
      {last ? (
        <>
          <StatusDot mood={last.ok ? 'good' : 'bad'}>
            {last.ok
              ? 'Ledger, transactions and reports agree'
              : 'Ledger, transactions and reports do not agree'}
          </StatusDot>{' '}
          <Time at={last.provedAt} exact /> · {numberText(last.transactions)} transactions,{' '}
          {numberText(last.transfers)} transfers, {numberText(last.days)} final days compared
          {!last.ok && (
            <ul>
              {last.faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          )}
        </>
      ) : (
        'The first proof runs at 03:00 UTC.'
      )}
    </Section>
  );
}
