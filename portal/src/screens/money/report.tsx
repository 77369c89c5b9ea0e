// The settlement report of one day: the opening and closing balances, the movements between them by kind, and every
// transfer.
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { apiPages, apiQuery, pagesOf } from '../../api/queries.ts';
import { calendarDay, numberText } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Section } from '../../parts/section.tsx';
import { EmptyState, ErrorState } from '../../parts/states.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { FilterChips } from '../../parts/table/filter-chips.tsx';
import { Time } from '../../parts/time.tsx';
import { useFilters } from '../../shell/search/use-filters.ts';
import { useBrand, usePathName } from '../../shell/session/session.ts';
import { DownloadMenu } from './download-menu.tsx';
import { KINDS, kindWord, TRANSFER_COLUMNS } from './transfers.tsx';

const PATH = '/portal/api/brands/{brandId}/reports/{date}';
const FILES = [
  ['XLSX, all parts', { format: 'xlsx' }],
  ['CSV, transactions', { format: 'csv', part: 'transactions' }],
  ['CSV, balance activity', { format: 'csv', part: 'activity' }],
  ['CSV, settlement details', { format: 'csv', part: 'details' }],
  ['JSON, all parts', { format: 'json' }],
] as const;

const FILTERS = { part: 'text', currency: 'text', kind: 'text' } as const;

interface Line {
  key: string;
  kind: string;
  count: number | null;
  available: number;
  reserved: number;
}

export function ReportScreen() {
  const brand = useBrand();
  const date = usePathName('date');
  const params = { brandId: brand.id, date };
  const { data, error, refetch } = useQuery(apiQuery(PATH, { params }));
  return (
    <>
      <PageHeader
        title={`Settlement of ${calendarDay(date)}`}
        back={{ to: `/b/${brand.id}/money/reports`, label: 'Reports' }}
        lead={
          data &&
          (data.computedAt ? (
            <>
              Final since <Time at={data.computedAt} exact />. The day is in {data.timeZone}.
            </>
          ) : (
            `Open: the numbers still change. The day is in ${data.timeZone}.`
          ))
        }
        primary={<DownloadMenu path={`${PATH}/file`} params={params} files={FILES} />}
      />
      {error && !data && <ErrorState error={error} again={refetch} />}
      {data?.currencies.map((one) => {
        const lines: Line[] = [
          { key: 'opening', kind: 'Opening balance', count: null, ...one.opening },
          ...one.activity.map(({ kind, count, available, reserved }) => ({
            key: kind,
            kind: kindWord(kind),
            count,
            available,
            reserved,
          })),
          { key: 'closing', kind: 'Closing balance', count: null, ...one.closing },
        ];
        const money = (amount: number) => <Money amount={amount} currency={one.currency} />;
        return (
          <Section key={one.currency} title={`Balance activity in ${one.currency}`}>
            <DataTable
              label={`Balance activity in ${one.currency}`}
              columns={[
                { id: 'kind', header: 'Kind', cell: (row) => row.kind },
                {
                  id: 'count',
                  header: 'Transfers',
                  align: 'end',
                  width: '8rem',
                  cell: (row) => (row.count === null ? '' : numberText(row.count)),
                },
                {
                  id: 'available',
                  header: 'Available',
                  align: 'end',
                  width: '14rem',
                  beside: true,
                  cell: (row) => money(row.available),
                },
                {
                  id: 'reserved',
                  header: 'Reserved',
                  align: 'end',
                  width: '14rem',
                  cell: (row) => money(row.reserved),
                },
              ]}
              rows={lines}
              rowKey={(row) => row.key}
              link={(row) =>
                ({
                  to: `/b/${brand.id}/money/reports/${date}`,
                  search: {
                    part: 'details',
                    currency: one.currency,
                    ...(row.count !== null && { kind: row.key }),
                  },
                }) as object
              }
            />
          </Section>
        );
      })}
      {data?.currencies.length === 0 && <EmptyState title="No movements of money by the end of this day" />}
      <Lines />
    </>
  );
}

function Lines() {
  const brand = useBrand();
  const date = usePathName('date');
  const [search, show] = useFilters(FILTERS);
  const part = search.part === 'details' ? 'details' : 'transactions';
  const query = useInfiniteQuery(
    apiPages(`${PATH}/transfers`, {
      params: { brandId: brand.id, date },
      query: {
        part,
        ...(search.currency && { currency: search.currency }),
        ...(search.kind && { kind: search.kind as 'PAYIN' }),
      },
    }),
  );
  return (
    <Section
      title={part === 'details' ? 'Settlement details' : 'Transactions'}
      lead={part === 'details' ? 'Every transfer of the day.' : 'Completed pay-ins, payouts and refunds.'}
      actions={
        <Button
          variant="default"
          onClick={() => show({ part: part === 'details' ? undefined : 'details', kind: undefined })}
        >
          {part === 'details' ? 'Show transactions' : 'Show every transfer'}
        </Button>
      }
    >
      <FilterChips
        filters={[
          { key: 'currency', label: 'Currency', kind: 'text' },
          { key: 'kind', label: 'Kind', kind: 'choice', one: true, options: KINDS },
        ]}
        values={search}
        onChange={show}
      />
      <DataTable
        label="Transfers of the day"
        columns={TRANSFER_COLUMNS}
        {...pagesOf(query)}
        rowKey={(row) => row.transferId}
        empty={<EmptyState title="No transfers of this kind">Choose another kind or currency.</EmptyState>}
      />
    </Section>
  );
}
