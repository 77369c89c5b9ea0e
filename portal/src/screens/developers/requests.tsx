// The log of API requests: the request, its answer, and the reason for a refusal. Bodies are not kept.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/client.ts';
import { apiPages, pagesOf } from '../../api/queries.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { instantsOf, numberText } from '../../parts/format.ts';
import { EmptyState } from '../../parts/states.tsx';
import { StatusDot } from '../../parts/status-dot.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { FilterChips } from '../../parts/table/filter-chips.tsx';
import { Time } from '../../parts/time.tsx';
import { TransactionLink } from '../../parts/transaction-link.tsx';
import { useFilters } from '../../shell/search/use-filters.ts';
import { useBrand } from '../../shell/session/session.ts';
import { latency } from './delivery-state.tsx';
import { DevelopersFrame } from './developers-frame.tsx';

type LoggedRequest = Answer<'/portal/api/brands/{brandId}/developers/requests'>['items'][number];

const moodOf = (status: number) => (status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good');

const COLUMNS: Column<LoggedRequest>[] = [
  { id: 'request', header: 'Request', fixed: true, cell: ({ method, path }) => `${method} ${path}` },
  {
    id: 'status',
    beside: true,
    header: 'Answer',
    cell: ({ status }) => <StatusDot mood={moodOf(status)}>{status}</StatusDot>,
  },
  {
    id: 'said',
    header: 'Error',
    most: '12rem',
    cell: ({ errorCode, message }) => [errorCode, message].filter(Boolean).join(': ') || '–',
  },
  { id: 'took', header: 'Duration', align: 'end', cell: ({ durationMs }) => latency(durationMs) },
  {
    id: 'transaction',
    header: 'Transaction',
    cell: ({ transactionId }) =>
      transactionId ? (
        <TransactionLink id={transactionId}>{`…${transactionId.slice(-12)}`}</TransactionLink>
      ) : (
        '–'
      ),
  },
  { id: 'source', header: 'From', cell: ({ source }) => source },
  {
    id: 'id',
    header: 'Request id',
    cell: ({ requestId }) => <CopyId value={requestId} label="request id" />,
  },
  {
    id: 'at',
    header: 'When',
    cell: ({ at, leftOut }) => (
      <>
        <Time at={at} short />
        {leftOut > 0 && ` (${numberText(leftOut)} earlier ones not logged)`}
      </>
    ),
  },
];

const FILTERS = {
  outcome: 'list',
  path: 'text',
  transactionId: 'text',
  requestId: 'text',
  from: 'text',
  to: 'text',
} as const;

export function Requests() {
  const brand = useBrand();
  const [search, change] = useFilters(FILTERS);
  const { outcome, from, to, ...texts } = search;
  const query = useInfiniteQuery({
    ...apiPages('/portal/api/brands/{brandId}/developers/requests', {
      params: { brandId: brand.id },
      query: {
        ...texts,
        // Both outcomes together need no filter.
        ...(outcome?.length === 1 && { outcome: outcome[0] as 'failed' }),
        ...instantsOf({ from, to }, brand.timeZone),
      },
    }),
    refetchInterval: 5_000,
  });
  return (
    <DevelopersFrame lead="Requests from your servers in the last seven days. Bodies, queries and headers are never stored.">
      <FilterChips
        filters={[
          {
            key: 'outcome',
            label: 'Outcome',
            kind: 'choice',
            options: [
              { value: 'failed', label: 'Refused or failed' },
              { value: 'succeeded', label: 'Succeeded' },
            ],
          },
          { key: 'path', label: 'Path', kind: 'text', placeholder: '/v3/payment' },
          { key: 'transactionId', label: 'Transaction', kind: 'text', placeholder: 'Its id' },
          { key: 'requestId', label: 'Request id', kind: 'text' },
          { key: 'days', label: 'When', kind: 'days', from: 'from', to: 'to' },
        ]}
        values={search}
        onChange={change}
      />
      <DataTable
        label="Requests"
        columns={COLUMNS}
        {...pagesOf(query)}
        rowKey={(row) => row.id}
        empty={
          <EmptyState
            title={Object.keys(search).length > 0 ? 'No request matches these filters' : 'No requests yet'}
          >
            Requests with an API key of this brand appear here about a second after their answer.
          </EmptyState>
        }
      />
    </DevelopersFrame>
  );
}
