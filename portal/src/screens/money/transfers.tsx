// What the money screens share: their tabs, the words of what moves money, and the columns of a transfer.
import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../parts/data-table.tsx';
import { Money } from '../../parts/money.tsx';
import { Time } from '../../parts/time.tsx';
import { useBrand, useCan } from '../../shell/session.ts';

const WORDS: Record<string, string> = {
  PAYIN: 'Pay-in',
  PAYOUT_SET_ASIDE: 'Payout set aside',
  PAYOUT_PAID: 'Payout paid',
  PAYOUT_RETURNED: 'Payout returned',
  REFUND_SET_ASIDE: 'Refund set aside',
  REFUND_PAID: 'Refund paid',
  REFUND_RETURNED: 'Refund returned',
  FUNDING: 'Funding',
  WITHDRAWAL: 'Withdrawal',
};
export const kindWord = (kind: string): string => WORDS[kind] ?? kind;
export const KINDS = Object.entries(WORDS).map(([value, label]) => ({ value, label }));

const TABS = [
  ['Balances', '', 'payments.read'],
  ['Reports', '/reports', 'reports.read'],
  ['Refunds', '/refunds', 'payments.read'],
  ['Customers', '/customers', 'payments.read'],
] as const;

export function MoneyTabs({ at }: { at: (typeof TABS)[number][0] }) {
  const brand = useBrand();
  const mayReport = useCan('reports.read');
  return (
    <Group component="nav" aria-label="Money" gap="lg" mb="lg">
      {TABS.filter(([label]) => label !== 'Reports' || mayReport).map(([label, path]) => (
        <Anchor
          key={label}
          component={Link}
          to={`/b/${brand.id}/money${path}` as '/'}
          fw={label === at ? 600 : 400}
          c={label === at ? undefined : 'dimmed'}
          aria-current={label === at ? 'page' : undefined}
        >
          {label}
        </Anchor>
      ))}
    </Group>
  );
}

export function TransactionLink({ id, children }: { id: string; children: string }) {
  const brand = useBrand();
  return (
    <Anchor component={Link} to={`/b/${brand.id}/transactions/${id}` as '/'}>
      {children}
    </Anchor>
  );
}

export interface Transfer {
  transferId: string;
  at: string;
  kind: string;
  currency: string;
  available: number;
  reserved: number;
  transactionId: string | null;
  merchantReference: string | null;
  method: string | null;
  refundReference: string | null;
  fundingReference: string | null;
}

export const TRANSFER_COLUMNS: readonly Column<Transfer>[] = [
  { id: 'at', header: 'Time', cell: (row) => <Time at={row.at} short /> },
  { id: 'kind', header: 'Kind', cell: (row) => kindWord(row.kind) },
  {
    id: 'of',
    header: 'Belongs to',
    cell: (row) =>
      row.transactionId ? (
        <TransactionLink id={row.transactionId}>{row.merchantReference ?? row.transactionId}</TransactionLink>
      ) : (
        (row.fundingReference ?? '–')
      ),
  },
  { id: 'method', header: 'Method', cell: (row) => row.method ?? '–' },
  {
    id: 'available',
    header: 'Available',
    align: 'end',
    cell: (row) => <Money amount={row.available} currency={row.currency} sign />,
  },
  {
    id: 'reserved',
    header: 'Reserved',
    align: 'end',
    cell: (row) => <Money amount={row.reserved} currency={row.currency} sign />,
  },
];
