// Money › Settlements: what each provider pays out to the brand's bank, the latest payout first, with its sums, and
// whether the bank has it. Amounts are signed, so each row adds up to what is paid out.
import { Alert } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { addressOf } from '../../../api/client.ts';
import { apiPages, apiQuery, pagesOf } from '../../../api/queries.ts';
import { dayText } from '../../../parts/format.ts';
import { Money } from '../../../parts/money.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { toSettlement } from '../../../parts/settlement-link.tsx';
import { EmptyState } from '../../../parts/states.tsx';
import { SubNav } from '../../../parts/sub-nav.tsx';
import { type Column, DataTable } from '../../../parts/table/data-table.tsx';
import { EXPORT_FORMATS, ExportMenu } from '../../../parts/table/export-menu.tsx';
import { FilterChips } from '../../../parts/table/filter-chips.tsx';
import { useFilters } from '../../../shell/search/use-filters.ts';
import { useBrand, useCan } from '../../../shell/session/session.ts';
import { ReportDrop } from './report-drop.tsx';
import { SETTLEMENTS, type Settlement, SettlementState, STATES } from './settlement-words.tsx';
import classes from './settlements.module.css';

const FILTERS = { provider: 'text', state: 'text', from: 'text', to: 'text' } as const;

const sum = (
  id: 'charges' | 'refunds' | 'disputes' | 'fees' | 'other',
  header: string,
): Column<Settlement> => ({
  id,
  header,
  align: 'end',
  cell: (row) => (row[id] === 0 ? '–' : <Money amount={row[id]} currency={row.currency} />),
});

const columnsOf = (timeZone: string): Column<Settlement>[] => [
  {
    id: 'reference',
    header: 'Payout',
    cell: ({ providerName, reference }) => (
      <>
        {providerName} <span className={classes.reference}>{reference}</span>
      </>
    ),
  },
  {
    id: 'paid',
    header: 'Paid on',
    cell: ({ paidAt }) => (
      <span className={classes.day}>{paidAt ? dayText(paidAt, timeZone) : 'Not yet'}</span>
    ),
  },
  sum('charges', 'Charges'),
  sum('refunds', 'Refunds'),
  sum('disputes', 'Disputes'),
  sum('fees', 'Fees'),
  sum('other', 'Other'),
  {
    id: 'net',
    header: 'Paid out',
    beside: true,
    align: 'end',
    cell: ({ net, currency }) => (
      <strong>
        <Money amount={net} currency={currency} />
      </strong>
    ),
  },
  { id: 'state', header: 'State', cell: (row) => <SettlementState settlement={row} /> },
];

export function SettlementsScreen() {
  const brand = useBrand();
  const params = { brandId: brand.id };
  const [search, change] = useFilters(FILTERS);
  const { provider, state, from, to } = search;
  const filter = {
    ...(provider && { provider }),
    ...(state && { state: state as 'open' }),
    ...(from && { from }),
    ...(to && { to }),
  };
  const query = useInfiniteQuery(apiPages(SETTLEMENTS, { params, query: filter }));
  const sources = useQuery(apiQuery('/portal/api/brands/{brandId}/settlement-sources', { params }));
  const providers = sources.data?.providers ?? [];
  const mayExchange = useCan('bank.exchange');
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHeader
        lead="What providers pay out to your bank, and what they keep. The latest payout first."
        actions={<Exports query={filter} />}
      />
      <SubNav />
      <FilterChips
        filters={[
          {
            key: 'provider',
            label: 'Provider',
            kind: 'choice',
            one: true,
            options: providers.map((one) => ({ value: one.provider, label: one.name })),
          },
          {
            key: 'state',
            label: 'State',
            kind: 'choice',
            one: true,
            options: Object.entries(STATES).map(([value, label]) => ({ value, label })),
          },
          { key: 'days', label: 'Paid on', kind: 'days', from: 'from', to: 'to' },
        ]}
        values={search}
        onChange={change}
      />
      {sources.error && <Alert color="red">{sources.error.message}</Alert>}
      <DataTable
        label="Settlements"
        columns={columnsOf(brand.timeZone)}
        {...pagesOf(query)}
        rowKey={({ settlementId }) => settlementId}
        link={({ settlementId }) => toSettlement(brand.id, settlementId)}
        empty={
          <EmptyState title={isFiltered ? 'No settlements with these filters' : 'No settlements yet'}>
            {isFiltered
              ? 'Clear a filter to see more.'
              : 'When a provider pays out to your bank, the payout appears here with its charges, refunds and fees. Most providers report their payouts by themselves.'}
          </EmptyState>
        }
      />
      {mayExchange &&
        providers
          .filter(({ writesReports }) => writesReports)
          .map((one) => <ReportDrop key={one.provider} provider={one} />)}
    </>
  );
}

/** `query`: the filters of the list, or one settlement. */
export function Exports({ query, onlyLines = false }: { query: object; onlyLines?: boolean }) {
  const { id: brandId } = useBrand();
  const choices = (of: 'settlements' | 'lines') =>
    EXPORT_FORMATS.map(({ label, format }) => ({
      label,
      address: addressOf(`${SETTLEMENTS}/export`, {
        params: { brandId },
        query: { ...query, of, format, progress: 'true' },
      }),
    }));
  const lines = { title: 'Their lines', choices: choices('lines') };
  return (
    <ExportMenu
      groups={
        onlyLines
          ? [{ title: 'Lines', choices: lines.choices }]
          : [{ title: 'Settlements', choices: choices('settlements') }, lines]
      }
    />
  );
}
