// The disputes of the brand: which need an answer, the deadline, and the amount that each took from the balance.
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiPages, pagesOf } from '../../api/queries.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { Money } from '../../parts/money.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { DisputeStatus, responseWord } from '../../parts/status-dot.tsx';
import { SubNav } from '../../parts/sub-nav.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { FilterChips } from '../../parts/table/filter-chips.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import { toTransaction } from '../../parts/transaction-link.tsx';
import { useFilters } from '../../shell/search/use-filters.ts';
import { useBrand } from '../../shell/session/session.ts';
import classes from './money.module.css';

const FILTERS = { state: 'text' } as const;

export function DisputesScreen() {
  const brand = useBrand();
  const [search, change] = useFilters(FILTERS);
  const isOver = search.state === 'over';
  const query = useInfiniteQuery(
    apiPages('/portal/api/brands/{brandId}/disputes', {
      params: { brandId: brand.id },
      query: isOver ? { state: 'over' as const } : {},
    }),
  );
  return (
    <>
      <PageHeader
        lead={
          isOver
            ? 'Closed disputes, newest first.'
            : 'Payments that shoppers dispute at their bank, earliest deadline first.'
        }
      />
      <SubNav />
      <FilterChips
        filters={[
          {
            key: 'state',
            label: 'State',
            kind: 'choice',
            one: true,
            options: [
              { value: 'open', label: 'Open' },
              { value: 'over', label: 'Won or lost' },
            ],
          },
        ]}
        values={search}
        onChange={change}
      />
      <DataTable
        label="Disputes"
        columns={[
          { id: 'reference', header: 'Payment', cell: (row) => row.merchantReference },
          {
            id: 'status',
            header: 'Status',
            cell: (row) => <DisputeStatus status={row.status} />,
            under: ({ response }) =>
              response && <span className={classes.quiet}>{responseWord(response)}</span>,
          },
          {
            id: 'deadline',
            header: 'Answer by',
            cell: (row) => <Deadline at={isOver ? null : row.deadline} />,
          },
          {
            id: 'amount',
            header: 'Disputed',
            beside: true,
            align: 'end',
            cell: (row) => <Money amount={row.amount} currency={row.currency} />,
          },
          {
            id: 'withheld',
            header: 'Withheld',
            align: 'end',
            cell: (row) =>
              row.withheld === 0 ? '–' : <Money amount={row.withheld} currency={row.currency} />,
          },
          { id: 'reason', header: 'Reason', cell: (row) => row.reason ?? '–' },
          {
            id: 'provider',
            header: 'Provider',
            cell: (row) => (
              <span>
                {row.provider ?? '–'}
                {row.providerReference && (
                  <>
                    {' '}
                    <CopyId value={row.providerReference} label="dispute reference" />
                  </>
                )}
              </span>
            ),
          },
          { id: 'at', header: 'Opened', cell: (row) => <Time at={row.createdAt} /> },
        ]}
        {...pagesOf(query)}
        rowKey={(row) => row.disputeId}
        link={(row) => toTransaction(brand.id, row.transactionId)}
        empty={
          <EmptyState title={isOver ? 'No closed disputes' : 'No open disputes'}>
            {isOver
              ? 'Won and lost disputes appear here.'
              : 'When a shopper disputes a payment at the bank, it appears here with its deadline.'}
          </EmptyState>
        }
      />
    </>
  );
}

/** Red once nobody can answer it any more. */
function Deadline({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null) return '–';
  const isMissed = Date.parse(at) <= now.getTime();
  return (
    <span className={isMissed ? classes.missed : undefined}>
      <Time at={at} short />
      {isMissed && ', time is over'}
    </span>
  );
}
