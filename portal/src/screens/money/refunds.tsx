// The refunds of the brand: status, amount, reason, maker, and age.
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiPages, pagesOf } from '../../api/queries.ts';
import { instantsOf } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { REFUND_STATES, StatusDot } from '../../parts/status-dot.tsx';
import { SubNav } from '../../parts/sub-nav.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { FilterChips } from '../../parts/table/filter-chips.tsx';
import { Time } from '../../parts/time.tsx';
import { toTransaction } from '../../parts/transaction-link.tsx';
import { useFilters } from '../../shell/search/use-filters.ts';
import { useBrand } from '../../shell/session/session.ts';

const REASONS: Record<string, string> = {
  DUPLICATE: 'Duplicate',
  FRAUD: 'Fraud',
  CUSTOMER_REQUEST: 'Customer request',
  RETURN: 'Return',
  OTHER: 'Other',
};
const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const STATUSES = Object.entries(REFUND_STATES).map(([value, [label]]) => ({ value, label }));

const FILTERS = { status: 'text', reason: 'text', from: 'text', to: 'text' } as const;

export function RefundsScreen() {
  const brand = useBrand();
  const [search, change] = useFilters(FILTERS);
  const { status, reason, from, to } = search;
  const query = useInfiniteQuery(
    apiPages('/portal/api/brands/{brandId}/refunds', {
      params: { brandId: brand.id },
      query: {
        ...(status && { status: status as 'PENDING' }),
        ...(reason && { reason: reason as 'RETURN' }),
        ...instantsOf({ from, to }, brand.timeZone),
      },
    }),
  );
  return (
    <>
      <PageHeader lead="Refunds to shoppers, newest first." />
      <SubNav />
      <FilterChips
        filters={[
          { key: 'status', label: 'Status', kind: 'choice', one: true, options: STATUSES },
          { key: 'reason', label: 'Reason', kind: 'choice', one: true, options: optionsOf(REASONS) },
          { key: 'days', label: 'Created', kind: 'days', from: 'from', to: 'to' },
        ]}
        values={search}
        onChange={change}
      />
      <DataTable
        label="Refunds"
        columns={[
          {
            id: 'reference',
            header: 'Payment',
            cell: (row) => row.merchantReference,
          },
          {
            id: 'status',
            header: 'Status',
            cell: (row) => (
              <StatusDot mood={row.undecided ? 'warn' : REFUND_STATES[row.status][1]}>
                {row.undecided ? 'Outcome unknown' : REFUND_STATES[row.status][0]}
              </StatusDot>
            ),
          },
          {
            id: 'amount',
            header: 'Amount',
            beside: true,
            align: 'end',
            cell: (row) => <Money amount={row.amount} currency={row.currency} />,
          },
          {
            id: 'paid',
            header: 'Paid',
            align: 'end',
            cell: (row) => <Money amount={row.paid} currency={row.currency} />,
          },
          { id: 'reason', header: 'Reason', cell: (row) => (row.reason ? REASONS[row.reason] : '–') },
          { id: 'by', header: 'Created by', cell: madeBy },
          { id: 'at', header: 'Created', cell: (row) => <Time at={row.createdAt} /> },
        ]}
        {...pagesOf(query)}
        rowKey={(row) => row.refundId}
        link={(row) => toTransaction(brand.id, row.transactionId)}
        empty={<EmptyState title="No refunds">Refund a payment on its page or with the API.</EmptyState>}
      />
    </>
  );
}

const madeBy = ({ origin, madeBy: name }: { origin: 'merchant' | 'provider'; madeBy: string | null }) =>
  origin === 'provider' ? `At ${name ?? 'the provider'}` : (name ?? '–');
