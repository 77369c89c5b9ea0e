// A month of the brand's money: its opening balance, the money in, the money out, the refunds, and its closing balance.
// Its days are below. One file contains all of this for the books.
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/client.ts';
import { apiQuery } from '../../api/queries.ts';
import { calendarDay, monthText, numberText } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Section } from '../../parts/section.tsx';
import { EmptyState, ErrorState } from '../../parts/states.tsx';
import { StatusDot } from '../../parts/status-dot.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { useBrand, usePathName } from '../../shell/session/session.ts';
import { DownloadMenu } from './download-menu.tsx';

const PATH = '/portal/api/brands/{brandId}/months/{month}';
type Month = Answer<typeof PATH>;
type Sum = Month['currencies'][number];
type Day = Month['days'][number];

const FILES = [
  ['XLSX, all parts', { format: 'xlsx' }],
  ['CSV, transactions', { format: 'csv', part: 'transactions' }],
  ['CSV, sums of the month', { format: 'csv', part: 'month' }],
  ['CSV, day by day', { format: 'csv', part: 'days' }],
] as const;

/** `sign`: whether the amount raises or lowers the balance. */
const amount = (id: keyof Sum, header: string, sign: 1 | -1 | 0): Column<Sum> => ({
  id,
  header,
  align: 'end',
  cell: (row) => {
    const value = row[id] as number;
    return <Money amount={sign === -1 ? -value : value} currency={row.currency} sign={sign !== 0} />;
  },
});

const SUMS: Column<Sum>[] = [
  { id: 'currency', header: 'Currency', cell: (row) => row.currency },
  amount('opening', 'Opening balance', 0),
  amount('in', 'In', 1),
  amount('out', 'Out', -1),
  amount('refunded', 'Refunded', -1),
  amount('funded', 'Funded', 1),
  amount('afterEnd', 'Disputes and returns', 1),
  { ...amount('closing', 'Closing balance', 0), beside: true },
];

const DAYS: Column<Day>[] = [
  { id: 'day', header: 'Day', cell: (row) => calendarDay(row.date) },
  {
    id: 'state',
    header: 'State',
    beside: true,
    cell: ({ computedAt }) => (
      <StatusDot mood={computedAt ? 'good' : 'busy'}>{computedAt ? 'Final' : 'Open'}</StatusDot>
    ),
  },
  { id: 'transfers', header: 'Transfers', align: 'end', cell: (row) => numberText(row.transfers) },
];

export function MonthScreen() {
  const brand = useBrand();
  const month = usePathName('month');
  const params = { brandId: brand.id, month };
  const { data, error, refetch } = useQuery(apiQuery(PATH, { params }));
  return (
    <>
      <PageHeader
        title={monthText(month)}
        back={{ to: `/b/${brand.id}/money/reports`, label: 'Reports' }}
        lead={data && <Lead month={data} />}
        primary={<DownloadMenu path={`${PATH}/file`} params={params} files={FILES} />}
      />
      {error && !data && <ErrorState error={error} again={refetch} />}
      <Section
        title="Sums of the month"
        lead="Opening balance, in, out, refunded, funded, disputes and returns add up to the closing balance. Money reserved for payouts and refunds is included."
      >
        <DataTable
          label="Sums of the month"
          columns={SUMS}
          rows={data?.currencies}
          rowKey={(row) => row.currency}
          empty={<EmptyState title="No movements of money by the end of this month" />}
        />
      </Section>
      <Section title="Day by day">
        <DataTable
          label="Days of the month"
          columns={DAYS}
          rows={data?.days.toReversed()}
          rowKey={(row) => row.date}
          link={(row) => ({ to: `/b/${brand.id}/money/reports/${row.date}` as '/' })}
          empty={<EmptyState title="No days yet" />}
        />
      </Section>
    </>
  );
}

/** Open: its numbers change. Final: they do not. Closed: somebody made its month-end. */
export function MonthState({
  month: { computedAt, closedAt },
}: {
  month: Pick<Month, 'computedAt' | 'closedAt'>;
}) {
  if (closedAt) return <StatusDot mood="good">Closed</StatusDot>;
  return computedAt ? <StatusDot mood="quiet">Final</StatusDot> : <StatusDot mood="busy">Open</StatusDot>;
}

function Lead({ month: { computedAt, closedAt, timeZone } }: { month: Month }) {
  if (computedAt === null) return `Open: its numbers still change. Days of ${timeZone}.`;
  if (closedAt === null)
    return `Final: its numbers do not change any more, and nobody has closed it. Days of ${timeZone}.`;
  return (
    <>
      Closed <Time at={closedAt} exact />, days of {timeZone}.
    </>
  );
}
