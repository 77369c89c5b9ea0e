// The customers of the brand, masked as in records, and a page for each with their transactions. An owner may erase a
// customer who asked to be forgotten (erase-dialog.tsx). Nothing else can be changed here.
import { Button, Group, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { apiPages, pagesOf } from '../../api/queries.ts';
import { moneyText, numberText } from '../../parts/format.ts';
import { MANDATES } from '../../parts/mandates/mandate.ts';
import { MandateList } from '../../parts/mandates/mandate-list.tsx';
import { Money } from '../../parts/money.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Fact, Facts, Section } from '../../parts/section.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { TransactionStatus } from '../../parts/status-dot.tsx';
import { SubNav } from '../../parts/sub-nav.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { toTransaction } from '../../parts/transaction-link.tsx';
import { useFilters } from '../../shell/search/use-filters.ts';
import { useBrand, useCan, usePathName } from '../../shell/session/session.ts';
import { EraseDialog } from './erase-dialog.tsx';

const LIST = '/portal/api/brands/{brandId}/customers';
type Customer = Answer<typeof LIST>['items'][number];

const paymentsOf = ({ payments, more }: Customer) => `${numberText(payments)}${more ? ' or more' : ''}`;
const paidOf = ({ paid }: Customer) =>
  paid.map(({ amount, currency }) => moneyText(amount, currency)).join(', ') || '–';

const COLUMNS: readonly Column<Customer>[] = [
  { id: 'user', header: 'Customer', cell: (row) => row.userId },
  { id: 'name', header: 'Name', cell: (row) => row.name ?? '–' },
  { id: 'email', header: 'E-mail', cell: (row) => row.email ?? '–' },
  { id: 'payments', header: 'Payments', align: 'end', cell: paymentsOf },
  { id: 'paid', header: 'Paid', align: 'end', beside: true, cell: paidOf },
  { id: 'last', header: 'Last payment', cell: (row) => <Time at={row.lastPaymentAt} /> },
];

const FILTERS = { search: 'text' } as const;

export function CustomersScreen() {
  const brand = useBrand();
  const [{ search }, change] = useFilters(FILTERS);
  const [typed, setTyped] = useState(search ?? '');
  const mayErase = useCan('customers.erase');
  const [erasing, setErasing] = useState(false);
  const query = useInfiniteQuery(
    apiPages(LIST, { params: { brandId: brand.id }, query: search ? { search } : {} }),
  );
  return (
    <>
      <PageHeader
        lead="Customers who gave details with a payment. E-mail addresses are masked."
        actions={
          mayErase && (
            <Button variant="default" onClick={() => setErasing(true)}>
              Erase a customer
            </Button>
          )
        }
      />
      <SubNav />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change({ search: typed.trim() || undefined });
        }}
      >
        <Group gap={8} mb="md" wrap="nowrap">
          <TextInput
            aria-label="Search customers"
            placeholder="User id, e-mail address or reference"
            maw={320}
            flex={1}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" variant="default">
            Search
          </Button>
        </Group>
      </form>
      <DataTable
        label="Customers"
        columns={COLUMNS}
        {...pagesOf(query)}
        rowKey={(row) => row.userId}
        link={(row) => ({ to: `/b/${brand.id}/money/customers/${encodeURIComponent(row.userId)}` as '/' })}
        empty={
          <EmptyState title="No customers">
            A payment with a userId and customer details adds a customer.
          </EmptyState>
        }
      />
      {erasing && <EraseDialog opened onClose={() => setErasing(false)} />}
    </>
  );
}

export function CustomerScreen() {
  const brand = useBrand();
  const userId = usePathName('userId');
  const query = useInfiniteQuery(apiPages(`${LIST}/{userId}`, { params: { brandId: brand.id, userId } }));
  const agreed = useInfiniteQuery(apiPages(MANDATES, { params: { brandId: brand.id, userId } }));
  const mandates = agreed.data?.pages.flatMap(({ items }) => items) ?? [];
  const customer = query.data?.pages[0]?.customer;
  const mayErase = useCan('customers.erase');
  const [erasing, setErasing] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title={userId}
        back={{ to: `/b/${brand.id}/money/customers`, label: 'Customers' }}
        actions={
          mayErase && (
            <Button variant="default" onClick={() => setErasing(true)}>
              Erase customer
            </Button>
          )
        }
      />
      {customer && (
        <Facts>
          <Fact label="Name">{customer.name}</Fact>
          <Fact label="E-mail">{customer.email}</Fact>
          <Fact label="Phone">{customer.phone}</Fact>
          <Fact label="Payments">{paymentsOf(customer)}</Fact>
          <Fact label="Paid, less what went back">{paidOf(customer)}</Fact>
          <Fact label="Last payment">
            <Time at={customer.lastPaymentAt} />
          </Fact>
        </Facts>
      )}
      {mandates.length > 0 && (
        <Section title="Mandates" lead="Agreements of this customer to later charges, newest first.">
          <MandateList mandates={mandates} />
          {agreed.hasNextPage && (
            <Button variant="default" mt="sm" onClick={() => agreed.fetchNextPage()}>
              Show more mandates
            </Button>
          )}
        </Section>
      )}
      <Section title="Transactions">
        <DataTable
          label="Transactions of this customer"
          columns={[
            {
              id: 'reference',
              header: 'Reference',
              cell: (row) => row.merchantReference,
            },
            {
              id: 'status',
              header: 'Status',
              cell: (row) => (
                <TransactionStatus
                  status={row.status}
                  type={row.type}
                  moneyBack={row.moneyBack}
                  amountCaptured={row.captured}
                  captureBefore={row.captureBefore}
                />
              ),
            },
            {
              id: 'amount',
              header: 'Amount',
              beside: true,
              align: 'end',
              cell: (row) => <Money amount={row.amount} currency={row.currency} />,
            },
            { id: 'method', header: 'Method', cell: (row) => row.method ?? '–' },
            { id: 'at', header: 'Created', cell: (row) => <Time at={row.createdAt} /> },
          ]}
          {...pagesOf(query)}
          rowKey={(row) => row.transactionId}
          link={(row) => toTransaction(brand.id, row.transactionId)}
        />
      </Section>
      {erasing && (
        <EraseDialog
          opened
          userId={userId}
          onClose={() => setErasing(false)}
          onErased={() => navigate({ to: `/b/${brand.id}/money/customers` as '/' })}
        />
      )}
    </>
  );
}
