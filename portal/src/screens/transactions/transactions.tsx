// The list of transactions: one search field, filters, columns, saved views and the export. All settings are in the
// address.
import { Anchor, Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { CARD_NUMBER_ADVICE, cardNumberEnd } from '../../api/card-number.ts';
import { apiPages, apiQuery, pagesOf } from '../../api/queries.ts';
import { countryName } from '../../parts/format.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { MONEY_BACK } from '../../parts/status-dot.tsx';
import { SubNav } from '../../parts/sub-nav.tsx';
import { ColumnPicker } from '../../parts/table/column-picker.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { type Filter, FilterChips } from '../../parts/table/filter-chips.tsx';
import { toTransaction } from '../../parts/transaction-link.tsx';
import { useFilters } from '../../shell/search/use-filters.ts';
import { useBrand } from '../../shell/session/session.ts';
import { COLUMNS, HIDDEN_AT_FIRST, HIDDEN_IF_HELD } from './columns.tsx';
import { ExportTransactions } from './export-menu.tsx';
import { FILTERS, type ListSearch, queryOf } from './list-search.ts';
import { SavedViews } from './saved-views.tsx';
import { Stuck } from './stuck.tsx';

const LIST = '/portal/api/brands/{brandId}/transactions';

export function Transactions() {
  const { id: brandId, timeZone } = useBrand();
  const [search, change] = useFilters(FILTERS);
  const pages = useInfiniteQuery(apiPages(LIST, { params: { brandId }, query: queryOf(search) }));
  const chips = useChips(brandId);
  const isHeld = (search.authorized ?? []).length > 0;
  const hidden = search.hide ?? (isHeld ? HIDDEN_IF_HELD : HIDDEN_AT_FIRST);
  return (
    <>
      <PageHeader
        lead={`${isHeld ? 'Authorised payments, ordered by the time left' : 'Pay-ins and payouts, newest first'}. Days and times are in ${timeZone}.`}
        actions={
          <>
            <SavedViews search={search} />
            <ExportTransactions search={search} hidden={hidden} />
          </>
        }
      />
      <SubNav />
      <Stuck />
      <SearchField value={search.q ?? ''} onSearch={(q) => change({ q: q || undefined })} />
      <FilterChips
        filters={[...(isHeld ? [HELD] : []), ...(search.refunded ? [REFUNDED] : []), ...chips]}
        values={search}
        onChange={change}
      >
        <ColumnPicker columns={COLUMNS} hidden={hidden} onChange={(hide) => change({ hide })} />
      </FilterChips>
      <DataTable
        label="Transactions"
        columns={COLUMNS}
        hidden={hidden}
        {...pagesOf(pages)}
        rowKey={({ id }) => id}
        link={({ id }) => toTransaction(brandId, id)}
        empty={emptyOf(search)}
      />
    </>
  );
}

function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [cardEnd, setCardEnd] = useState<string | null>(null);
  useEffect(() => setTyped(value), [value]);
  const search = (text: string) => {
    const end = cardNumberEnd(text);
    setCardEnd(end);
    if (end === null) onSearch(text.trim());
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        search(typed);
      }}
    >
      <TextInput
        type="search"
        aria-label="Search transactions"
        placeholder="Name, e-mail, last four digits, amount, any id or reference, then Enter"
        leftSection={<IconSearch size={16} stroke={1.75} />}
        value={typed}
        mb="sm"
        error={
          cardEnd && (
            <>
              {CARD_NUMBER_ADVICE}{' '}
              <Anchor component="button" type="button" size="xs" onClick={() => search(cardEnd)}>
                Search for {cardEnd}
              </Anchor>
            </>
          )
        }
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setCardEnd(null);
          // The cross in the field cleared it.
          if (currentTarget.value === '' && value !== '') onSearch('');
        }}
      />
    </form>
  );
}

function emptyOf(search: ListSearch) {
  const { authorized, ...others } = queryOf(search);
  if (Object.keys(others).length > 0) return <NothingFound search={search} />;
  if (authorized === undefined) return <NothingYet />;
  return authorized === 'day' ? <NothingFound search={search} /> : <NothingHeld />;
}

function NothingHeld() {
  return (
    <EmptyState title="No authorised payments">
      A payment with <code>captureMode: "manual"</code> is held here until you capture or void it.
    </EmptyState>
  );
}

function NothingFound({ search }: { search: ListSearch }) {
  const navigate = useNavigate();
  const [title, advice] = search.q
    ? [
        `Nothing found for “${search.q}”`,
        'Search names and e-mail addresses by whole words, references and ids by their first characters.',
      ]
    : ['Nothing matches these filters', 'Remove a filter, or choose more days.'];
  return (
    <EmptyState
      title={title}
      action={
        <Button variant="default" onClick={() => navigate({ to: '.', search: {} })}>
          Show all transactions
        </Button>
      }
    >
      {advice}
    </EmptyState>
  );
}

function NothingYet() {
  return (
    <EmptyState title="No transactions yet">
      The first payment is shown here as soon as it is created: <code>POST /v3/payment</code> with your API
      key.
    </EmptyState>
  );
}

const STATUSES = [
  ['COMPLETED', 'Completed'],
  ['PROCESSING', 'Processing or authorised'],
  ['PENDING', 'Waits for approval'],
  ['DECLINED', 'Declined, cancelled, voided or expired'],
  ['ERROR', 'Failed'],
  ['INIT', 'Started'],
] as const;

/** Beside the other filters only while it is set: the views begin with it. */
const AUTHORIZED = [
  ['all', 'All authorised payments'],
  ['day', 'Lapse within 24 hours'],
] as const;

const choices = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([value, label]) => ({ value, label }));

const MONEY_BACK_OPTIONS = Object.entries(MONEY_BACK).map(([value, [label]]) => ({ value, label }));

/** Shown only while it is set, in views that were saved before *Money back*. */
const REFUNDED: Filter = {
  key: 'refunded',
  label: 'Refunded',
  kind: 'choice',
  options: choices([
    ['none', 'Not refunded'],
    ['part', 'Partly'],
    ['all', 'Fully'],
  ]),
};

const HELD: Filter = {
  key: 'authorized',
  label: 'Authorised',
  kind: 'choice',
  options: choices(AUTHORIZED),
};

function useChips(brandId: string): Filter[] {
  const known = useQuery({
    ...apiQuery('/portal/api/brands/{brandId}/transaction-filters', { params: { brandId } }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const direction = { PAYIN: 'pay-in', PAYOUT: 'payout' } as Record<string, string>;
  const options = known?.options.map((one) => [one.id, `${one.name} (${direction[one.direction]})`] as const);
  return [
    { key: 'created', label: 'Created', kind: 'days', from: 'from', to: 'to' },
    { key: 'status', label: 'Status', kind: 'choice', options: choices(STATUSES) },
    {
      key: 'type',
      label: 'Type',
      kind: 'choice',
      options: choices([
        ['PAYIN', 'Pay-in'],
        ['PAYOUT', 'Payout'],
      ]),
    },
    { key: 'option', label: 'Method', kind: 'choice', options: choices(options ?? []) },
    {
      key: 'currency',
      label: 'Currency',
      kind: 'choice',
      options: choices((known?.currencies ?? []).map((code) => [code, code])),
    },
    { key: 'amount', label: 'Amount', kind: 'range', from: 'amountFrom', to: 'amountTo' },
    {
      key: 'country',
      label: 'Country',
      kind: 'choice',
      options: choices((known?.countries ?? []).map((code) => [code, countryName(code)])),
    },
    { key: 'moneyBack', label: 'Money back', kind: 'choice', options: MONEY_BACK_OPTIONS },
    {
      key: 'errorCode',
      label: 'Reason',
      kind: 'choice',
      options: choices((known?.errorCodes ?? []).map(({ code, reason }) => [code, `${code} ${reason}`])),
    },
  ];
}
