// Every payout of the brand: the waiting ones first, then the newest. The filters are in the address.
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { apiPages, pagesOf } from '../../api/queries.ts';
import { addDays, startOfDay } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { TransactionStatus } from '../../parts/status-dot.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { FilterChips } from '../../parts/table/filter-chips.tsx';
import { Time } from '../../parts/time.tsx';
import { toTransaction } from '../../parts/transaction-link.tsx';
import { useFilters } from '../../shell/search/use-filters.ts';
import { useBrand } from '../../shell/session/session.ts';
import { Account } from './account.tsx';
import { FILTERS } from './filters.ts';
import classes from './payouts.module.css';
import { shownAccount } from './waiting-payout.ts';

type Payout = Answer<'/portal/api/brands/{brandId}/payouts'>['items'][number];

const STATUSES = [
  { value: 'PENDING', label: 'Waits for approval' },
  { value: 'PROCESSING', label: 'Processing' },
  { value: 'COMPLETED', label: 'Paid out' },
  { value: 'DECLINED', label: 'Declined' },
  { value: 'INIT', label: 'Started' },
];

const COLUMNS: Column<Payout>[] = [
  {
    id: 'recipient',
    header: 'Recipient',
    fixed: true,
    wraps: true,
    cell: ({ recipient, method }) => recipient.name ?? method ?? 'Not known yet',
    under: ({ merchantReference }) => <span className={classes.under}>{merchantReference}</span>,
  },
  {
    id: 'account',
    header: 'Account',
    wraps: true,
    cell: (row) => <Account text={shownAccount({ ...row, account: null })} />,
    under: ({ method }) => <span className={classes.under}>{method}</span>,
  },
  {
    id: 'amount',
    header: 'Amount',
    beside: true,
    align: 'end',
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, errorCode, errorReason }) => (
      <span title={errorReason ?? undefined}>
        <TransactionStatus status={status} type="PAYOUT" errorCode={errorCode} />
      </span>
    ),
  },
  {
    id: 'made',
    header: 'Created',
    wraps: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
    under: ({ maker }) => (
      <span className={classes.under}>by {maker.kind === 'api' ? 'API' : maker.name}</span>
    ),
  },
  {
    id: 'decision',
    header: 'Decided by',
    wraps: true,
    cell: ({ decision }) => (decision ? <Decided {...decision} /> : '–'),
  },
];

export function AllPayouts() {
  const brand = useBrand();
  const [{ status, currency, q, from, to }, change] = useFilters(FILTERS);
  const [typed, setTyped] = useState(q ?? '');
  const query = useInfiniteQuery(
    apiPages('/portal/api/brands/{brandId}/payouts', {
      params: { brandId: brand.id },
      query: {
        ...(status && { status: status as 'PENDING' }),
        ...(currency && { currency }),
        ...(q && { search: q }),
        ...(from && { createdFrom: startOfDay(from, brand.timeZone) }),
        ...(to && { createdTo: startOfDay(addDays(to, 1), brand.timeZone) }),
      },
    }),
  );
  const isNarrowed = Boolean(status ?? currency ?? q ?? from ?? to);
  return (
    <>
      <FilterChips
        filters={[
          { key: 'status', label: 'Status', kind: 'choice', one: true, options: STATUSES },
          { key: 'currency', label: 'Currency', kind: 'text', placeholder: 'EUR' },
          { key: 'days', label: 'Created', kind: 'days', from: 'from', to: 'to' },
        ]}
        values={{ status, currency, from, to }}
        onChange={change}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            change({ q: typed.trim() || undefined });
          }}
        >
          <TextInput
            aria-label="Find a payout by its reference or id"
            placeholder="Reference or id"
            leftSection={<IconSearch size={15} aria-hidden="true" />}
            size="xs"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </form>
      </FilterChips>
      <DataTable
        label="Payouts"
        columns={COLUMNS}
        {...pagesOf(query)}
        rowKey={(row) => row.transactionId}
        link={(row) => toTransaction(brand.id, row.transactionId)}
        empty={
          <EmptyState title={isNarrowed ? 'No payout matches these filters' : 'No payouts yet'}>
            {isNarrowed
              ? 'Clear a filter, or choose more days.'
              : 'Create one here, from a file, or with POST /v3/payout.'}
          </EmptyState>
        }
      />
    </>
  );
}

function Decided({ by, action }: NonNullable<Payout['decision']>) {
  return (
    <span>
      {by.kind === 'api' ? 'API' : by.name}
      <span className={classes.dim}> {action}</span>
    </span>
  );
}
