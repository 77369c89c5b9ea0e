// What the brand has, by currency, and the statement: every transfer with what it belongs to and what was there after it.
import { Button, Group } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { addressOf } from '../../api/client.ts';
import { apiPages, apiQuery } from '../../api/queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EXPORT_FORMATS, ExportMenu } from '../../parts/export-menu.tsx';
import { FilterChips } from '../../parts/filter-chips.tsx';
import { addDays, moneyText, numberText, startOfDay } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Fact, Facts, Section } from '../../parts/section.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useBrand, useCan } from '../../shell/session.ts';
import { balancesRoute } from './routes.ts';
import { KINDS, MoneyTabs, TRANSFER_COLUMNS } from './transfers.tsx';

const STATEMENT = '/portal/api/brands/{brandId}/statement';

export function BalancesScreen() {
  const brand = useBrand();
  const search = balancesRoute.useSearch();
  const navigate = balancesRoute.useNavigate();
  const balances = useQuery(
    apiQuery('/portal/api/brands/{brandId}/balances', { params: { brandId: brand.id } }),
  );
  const items = balances.data?.items;
  const currency = search.currency ?? items?.[0]?.currency;
  const own = items?.find((one) => one.currency === currency);
  const show = (patch: Record<string, unknown>) =>
    navigate({ search: (former) => ({ ...former, ...patch }), replace: true });
  return (
    <>
      <PageHeader title="Balances" lead={`Times are those of ${brand.timeZone}.`} />
      <MoneyTabs at="Balances" />
      {items?.length === 0 && (
        <EmptyState title="No money yet">
          With the first payment its currency appears here, and each movement below it.
        </EmptyState>
      )}
      {items && items.length > 1 && (
        <Group gap={8} mb="md">
          {items.map((one) => (
            <Button
              key={one.currency}
              size="compact-sm"
              variant={one.currency === currency ? 'filled' : 'default'}
              aria-pressed={one.currency === currency}
              onClick={() => show({ currency: one.currency })}
            >
              {one.currency}
            </Button>
          ))}
        </Group>
      )}
      {own && (
        <Section title={`Balance in ${own.currency}`}>
          <Facts>
            <Fact label="Available">
              <Money amount={own.available} currency={own.currency} />
            </Fact>
            <Fact label="Reserved for payouts and refunds on their way">
              <Money amount={own.reserved} currency={own.currency} />
            </Fact>
            <Fact label="Payouts that wait for approval">
              {own.payoutsWaiting === 0
                ? 'None'
                : `${moneyText(own.waitingForApproval, own.currency)} in ${numberText(own.payoutsWaiting)}`}
            </Fact>
          </Facts>
        </Section>
      )}
      {currency && <Statement currency={currency} />}
    </>
  );
}

function Statement({ currency }: { currency: string }) {
  const brand = useBrand();
  const search = balancesRoute.useSearch();
  const navigate = balancesRoute.useNavigate();
  const mayExport = useCan('payments.export');
  const { kind, from, to } = search;
  const params = { brandId: brand.id };
  const narrowed = {
    currency,
    ...(kind && { kind: kind as 'PAYIN' }),
    ...(from && { from: startOfDay(from, brand.timeZone) }),
    ...(to && { to: startOfDay(addDays(to, 1), brand.timeZone) }),
  };
  const query = useInfiniteQuery(apiPages(STATEMENT, { params, query: narrowed }));
  const choices = EXPORT_FORMATS.map(({ label, format }) => {
    const file = { ...narrowed, format, progress: 'true' as const };
    return { label, address: addressOf(`${STATEMENT}/export`, { params, query: file }) };
  });
  const rows = query.data?.pages.flatMap((page) => page.items);
  return (
    <Section
      title="Statement"
      lead="Every movement of this currency, newest first."
      actions={mayExport && <ExportMenu groups={[{ choices }]} />}
    >
      <FilterChips
        filters={[
          { key: 'days', label: 'Day', kind: 'days', from: 'from', to: 'to' },
          { key: 'kind', label: 'Kind', kind: 'choice', options: KINDS },
        ]}
        values={search}
        onChange={(patch) => {
          const chosen = Array.isArray(patch.kind) ? patch.kind.at(-1) : patch.kind;
          const next = 'kind' in patch ? { ...patch, kind: chosen } : patch;
          navigate({ search: (former) => ({ ...former, ...next }) as typeof search, replace: true });
        }}
      />
      <DataTable
        label="Statement"
        columns={[
          ...TRANSFER_COLUMNS,
          {
            id: 'after',
            header: 'Available after',
            align: 'end',
            cell: (row) =>
              row.availableAfter === null ? '–' : <Money amount={row.availableAfter} currency={currency} />,
          },
        ]}
        rows={rows}
        rowKey={(row) => row.transferId}
        error={query.error}
        again={query.refetch}
        stale={query.isPlaceholderData}
        empty={<EmptyState title="Nothing moved">Choose other days or kinds.</EmptyState>}
        more={{ has: query.hasNextPage, loading: query.isFetchingNextPage, load: query.fetchNextPage }}
      />
    </Section>
  );
}
