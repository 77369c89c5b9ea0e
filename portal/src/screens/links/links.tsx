// Payment links: who made them, their state, and the address to send. A dialog makes a new one. A row opens its
// address, its QR code and a button to cancel it.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiPages, pagesOf } from '../../api/queries.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { Money } from '../../parts/money.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { SubNav } from '../../parts/sub-nav.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { FilterChips } from '../../parts/table/filter-chips.tsx';
import { Time } from '../../parts/time.tsx';
import { useFilters } from '../../shell/search/use-filters.ts';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { LinkDialog } from './link-dialog.tsx';
import { NewLink } from './new-link.tsx';
import { LinkState, type PaymentLink, STATES } from './payment-link.tsx';

const COLUMNS: Column<PaymentLink>[] = [
  { id: 'description', header: 'For', fixed: true, most: '14rem', cell: ({ description }) => description },
  {
    id: 'amount',
    header: 'Amount',
    beside: true,
    align: 'end',
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  { id: 'state', header: 'State', cell: (link) => <LinkState link={link} /> },
  {
    id: 'expires',
    header: 'Valid until',
    cell: ({ expiresAt, state }) =>
      state === 'open' || state === 'expired' ? <Time at={expiresAt} short /> : '–',
  },
  { id: 'maker', header: 'Created by', cell: ({ madeBy }) => madeBy },
  { id: 'made', header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'reference',
    header: 'Reference',
    cell: ({ merchantReference }) => <CopyId value={merchantReference} label="reference" />,
  },
  {
    id: 'link',
    header: 'Link',
    cell: ({ url, state }) => (state === 'open' ? <CopyId value={url} label="link" shown="Copy" /> : '–'),
  },
];

const FILTERS = { state: 'text' } as const;

export function Links() {
  const brand = useBrand();
  const mayMake = useCan('links.change');
  const [search, change] = useFilters(FILTERS);
  const { state } = search;
  const [opened, setOpened] = useState<PaymentLink | null>(null);
  const [making, setMaking] = useState(false);
  const query = useInfiniteQuery(
    apiPages('/portal/api/brands/{brandId}/links', {
      params: { brandId: brand.id },
      query: { ...(state && { state: state as PaymentLink['state'] }) },
    }),
  );
  const list = pagesOf(query);
  const newLink = mayMake && (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setMaking(true)}>
      New link
    </Button>
  );
  return (
    <>
      <PageHeader
        lead="A payment link opens a page where somebody pays you. You send them the link."
        primary={newLink}
      />
      <SubNav />
      <FilterChips
        filters={[
          {
            key: 'state',
            label: 'State',
            kind: 'choice',
            one: true,
            options: Object.entries(STATES).map(([value, [label]]) => ({ value, label })),
          },
        ]}
        values={search}
        onChange={change}
      />
      <DataTable
        label="Payment links"
        columns={COLUMNS}
        {...list}
        rowKey={(link) => link.transactionId}
        onOpen={setOpened}
        empty={
          state ? (
            <EmptyState title="No link matches">Change or clear the filter.</EmptyState>
          ) : (
            <EmptyState title="No payment links yet" action={newLink}>
              Enter the amount and what it is for. Then send the link by e-mail, in a chat or as a QR code.
            </EmptyState>
          )
        }
      />
      {making && (
        <NewLink
          onClose={() => setMaking(false)}
          onMade={(link) => {
            setMaking(false);
            setOpened(link);
          }}
        />
      )}
      {opened && (
        <LinkDialog
          link={list.rows?.find(({ transactionId }) => transactionId === opened.transactionId) ?? opened}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
