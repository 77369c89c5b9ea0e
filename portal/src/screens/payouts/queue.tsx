// The approval queue, oldest first. Each payout shows what an approver wants to know, and the user approves or declines
// one or many from here. A user cannot select their own payout if the brand needs a second approver. The gateway
// decides; the page only shows it earlier.
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiPages } from '../../api/queries.ts';
import { durationText, moneyText, numberText } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { StatusDot } from '../../parts/status-dot.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { PayoutDrawer } from './payout-drawer.tsx';
import classes from './payouts.module.css';
import { type Decision, SettleDialog } from './settle-dialog.tsx';
import { flagsOf, recipientText, type WaitingPage, type WaitingPayout } from './waiting-payout.ts';

export function Queue() {
  const brand = useBrand();
  const mayDecide = useCan('payouts.approve');
  const now = useNow();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<WaitingPayout | null>(null);
  const [decision, setDecision] = useState<Decision | null>(null);
  const query = useInfiniteQuery(
    apiPages('/portal/api/brands/{brandId}/payouts/waiting', { params: { brandId: brand.id } }),
  );
  const pages = query.data?.pages;
  const rows = pages?.flatMap(({ items }) => items);
  const chosen = rows?.filter(({ transactionId }) => selected.has(transactionId)) ?? [];
  const columns: Column<WaitingPayout>[] = [
    {
      id: 'recipient',
      header: 'Recipient',
      fixed: true,
      cell: (row) => <span>{recipientText(row)}</span>,
    },
    { id: 'look', header: 'Warnings', cell: (row) => <Flags row={row} timeZone={brand.timeZone} /> },
    {
      id: 'amount',
      header: 'Amount',
      beside: true,
      align: 'end',
      cell: (row) => <Money amount={row.amount} currency={row.currency} />,
    },
    {
      id: 'after',
      header: 'Balance after',
      align: 'end',
      cell: (row) => (
        <span className={row.balanceAfter < 0 ? classes.short : undefined}>
          <Money amount={row.balanceAfter} currency={row.currency} />
        </span>
      ),
    },
    { id: 'maker', header: 'Created by', cell: (row) => <MadeBy row={row} /> },
    { id: 'age', header: 'Created', cell: (row) => <Time at={row.createdAt} /> },
    {
      id: 'left',
      header: 'Time left',
      cell: (row) => (row.expiresAt ? durationText(new Date(row.expiresAt).getTime() - now.getTime()) : '–'),
    },
    { id: 'reference', header: 'Reference', cell: (row) => row.merchantReference },
  ];
  return (
    <>
      {pages?.[0] && <Totals page={pages[0]} />}
      <DataTable
        label="Payouts that wait for approval"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.transactionId}
        onOpen={setOpened}
        error={query.error}
        again={query.refetch}
        more={{ has: query.hasNextPage, loading: query.isFetchingNextPage, load: query.fetchNextPage }}
        {...(mayDecide && {
          selection: {
            selected,
            onChange: setSelected,
            labelOf: (row: WaitingPayout) =>
              `${row.merchantReference}, ${moneyText(row.amount, row.currency)}`,
            disabled: (row: WaitingPayout) => !row.mayApprove,
          },
        })}
        empty={
          <EmptyState title="Nothing waits for approval">
            Every new payout appears here until somebody approves or declines it.
          </EmptyState>
        }
      />
      {chosen.length > 0 && (
        <section className={classes.bar} aria-label="Chosen payouts">
          <span>
            <strong>{numberText(chosen.length)} chosen</strong> · {sumText(chosen)}
          </span>
          <Button variant="default" onClick={() => setDecision({ action: 'DECLINE', payouts: chosen })}>
            Decline
          </Button>
          <Button onClick={() => setDecision({ action: 'APPROVE', payouts: chosen })}>
            Approve {numberText(chosen.length)}
          </Button>
        </section>
      )}
      <PayoutDrawer payout={opened} onClose={() => setOpened(null)} onDecide={setDecision} />
      {decision && (
        <SettleDialog
          decision={decision}
          totals={pages?.[0]?.totals ?? []}
          onClose={() => {
            setDecision(null);
            setOpened(null);
            setSelected(new Set());
          }}
        />
      )}
    </>
  );
}

function Totals({ page }: { page: WaitingPage }) {
  const now = useNow();
  if (page.totals.length === 0) return null;
  return (
    <ul className={classes.totals}>
      {page.totals.map(({ currency, count, amount, available, oldestAt }) => (
        <li key={currency}>
          <span className={classes.figure}>{moneyText(amount, currency)}</span>
          <span className={classes.small}>
            {count === 1 ? '1 payout waits' : `${numberText(count)} payouts wait`}, the oldest for{' '}
            {durationText(now.getTime() - new Date(oldestAt).getTime())}. Available:{' '}
            {moneyText(available, currency)}.
          </span>
        </li>
      ))}
      {page.fourEyes && (
        <li>
          <span className={classes.figure}>Four eyes</span>
          <span className={classes.small}>You cannot approve payouts that you made.</span>
        </li>
      )}
    </ul>
  );
}

function Flags({ row, timeZone }: { row: WaitingPayout; timeZone: string }) {
  const flags = flagsOf(row, timeZone);
  if (flags.length === 0) return <span className={classes.dim}>Known account</span>;
  return (
    <span className={classes.flags} title={flags.map(({ text }) => text).join(' ')}>
      <StatusDot mood={flags[0]!.mood}>{flags[0]!.short}</StatusDot>
      {flags.length > 1 && <span className={classes.dim}>+{flags.length - 1}</span>}
    </span>
  );
}

function MadeBy({ row }: { row: WaitingPayout }) {
  if (row.whyNot === 'made') return <span title="Another person approves it">You</span>;
  if (row.maker.kind === 'api') return <span className={classes.dim}>API</span>;
  const { name, file } = row.maker;
  return <span title={file ? `From the file ${file}` : undefined}>{file ? `${name}, ${file}` : name}</span>;
}

/** By currency, because different currencies cannot be added up. */
function sumText(payouts: readonly WaitingPayout[]): string {
  const sums = new Map<string, number>();
  for (const { currency, amount } of payouts) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => moneyText(amount, currency)).join(' + ');
}
