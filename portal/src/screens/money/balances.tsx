// The balances of the brand by currency, and the statement: every transfer with its transaction and the balance after
// it.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { addressOf } from '../../api/client.ts';
import { apiPages, apiQuery, pagesOf } from '../../api/queries.ts';
import { instantsOf, moneyText, numberText } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Section } from '../../parts/section.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { SubNav } from '../../parts/sub-nav.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { EXPORT_FORMATS, ExportMenu } from '../../parts/table/export-menu.tsx';
import { FilterChips } from '../../parts/table/filter-chips.tsx';
import { useFilters } from '../../shell/search/use-filters.ts';
import { useBrand, useCan } from '../../shell/session/session.ts';
import classes from './money.module.css';
import { KINDS, TRANSFER_COLUMNS } from './transfers.tsx';

const STATEMENT = '/portal/api/brands/{brandId}/statement';

const FILTERS = { currency: 'text', kind: 'text', from: 'text', to: 'text' } as const;

export function BalancesScreen() {
  const brand = useBrand();
  const [search, show] = useFilters(FILTERS);
  const balances = useQuery(
    apiQuery('/portal/api/brands/{brandId}/balances', { params: { brandId: brand.id } }),
  );
  const items = balances.data?.items;
  const currency = search.currency ?? items?.[0]?.currency;
  return (
    <>
      <PageHeader lead={`Available and reserved money. Times are in ${brand.timeZone}.`} />
      <SubNav />
      {items?.length === 0 && (
        <EmptyState title="No money yet">
          Your first payment adds a balance in its currency, with all its movements.
        </EmptyState>
      )}
      {items && (
        <div className={classes.purses}>
          {items.map((one) => (
            <button
              type="button"
              key={one.currency}
              className={classes.purse}
              aria-pressed={one.currency === currency}
              onClick={() => show({ currency: one.currency })}
            >
              <span className={classes.quiet}>{one.currency} available</span>
              <strong>{moneyText(one.available, one.currency)}</strong>
              <span className={classes.quiet}>
                {one.reserved > 0 ? `${moneyText(one.reserved, one.currency)} reserved` : 'Nothing reserved'}
              </span>
              {one.payoutsWaiting > 0 && (
                <span className={classes.quiet}>
                  {moneyText(one.waitingForApproval, one.currency)} in{' '}
                  {one.payoutsWaiting === 1 ? 'one payout' : `${numberText(one.payoutsWaiting)} payouts`} to
                  approve
                </span>
              )}
            </button>
          ))}
        </div>
      )}
      {currency && <Statement currency={currency} />}
    </>
  );
}

function Statement({ currency }: { currency: string }) {
  const brand = useBrand();
  const [search, change] = useFilters(FILTERS);
  const mayExport = useCan('payments.export');
  const { kind, from, to } = search;
  const params = { brandId: brand.id };
  const narrowed = {
    currency,
    ...(kind && { kind: kind as 'PAYIN' }),
    ...instantsOf({ from, to }, brand.timeZone),
  };
  const query = useInfiniteQuery(apiPages(STATEMENT, { params, query: narrowed }));
  const choices = EXPORT_FORMATS.map(({ label, format }) => {
    const file = { ...narrowed, format, progress: 'true' as const };
    return { label, address: addressOf(`${STATEMENT}/export`, { params, query: file }) };
  });
  return (
    <Section
      title={`Statement in ${currency}`}
      lead="All movements of money, newest first."
      actions={mayExport && <ExportMenu groups={[{ choices }]} />}
    >
      <FilterChips
        filters={[
          { key: 'days', label: 'Day', kind: 'days', from: 'from', to: 'to' },
          { key: 'kind', label: 'Kind', kind: 'choice', one: true, options: KINDS },
        ]}
        values={search}
        onChange={change}
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
        {...pagesOf(query)}
        rowKey={(row) => row.transferId}
        empty={<EmptyState title="No movements">Choose other days or kinds.</EmptyState>}
      />
    </Section>
  );
}
