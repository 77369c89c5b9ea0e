// A table of waiting payouts, with everything that decides an approval on any width: name, whole account, warnings,
// amount, and the balance after it. Other columns give way on a narrow screen. A user cannot select their own payouts
// if the brand needs a second approver.
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { pagesOf } from '../../api/queries.ts';
import { durationText, moneyText, numberText } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { StatusDot } from '../../parts/status-dot.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { Account } from './account.tsx';
import classes from './payouts.module.css';
import type { Decision } from './settle-dialog.tsx';
import { flagsOf, shownAccount, sumsText, type WaitingPayout } from './waiting-payout.ts';

export const WAITING = '/portal/api/brands/{brandId}/payouts/waiting';

/** More of them are counted. */
const MOST_FLAGS = 2;

interface Props {
  label: string;
  list: Omit<ReturnType<typeof pagesOf<WaitingPayout>>, 'stale'>;
  /** The rows are those of one file: its maker stands above them. */
  ofFile?: boolean;
  onOpen: (payout: WaitingPayout) => void;
  onDecide: (decision: Decision) => void;
  empty?: ReactNode;
}

export function WaitingTable({ label, list, ofFile = false, onOpen, onDecide, empty }: Props) {
  const mayDecide = useCan('payouts.approve');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns = useColumns(ofFile);
  const chosen = list.rows?.filter(({ transactionId }) => selected.has(transactionId)) ?? [];
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        {...list}
        rowKey={(row) => row.transactionId}
        onOpen={onOpen}
        {...(mayDecide && {
          selection: {
            selected,
            onChange: setSelected,
            labelOf: (row: WaitingPayout) =>
              `${row.merchantReference}, ${moneyText(row.amount, row.currency)}`,
            disabled: (row: WaitingPayout) => !row.mayApprove,
          },
        })}
        empty={empty}
      />
      {chosen.length > 0 && (
        <section className={classes.bar} aria-label="Chosen payouts">
          <span>
            <strong>{numberText(chosen.length)} chosen</strong> · {sumsText(chosen)}
          </span>
          <Button variant="default" onClick={() => onDecide({ action: 'DECLINE', payouts: chosen })}>
            Decline
          </Button>
          <Button onClick={() => onDecide({ action: 'APPROVE', payouts: chosen })}>
            Approve {numberText(chosen.length)}
          </Button>
        </section>
      )}
    </>
  );
}

function useColumns(ofFile: boolean): Column<WaitingPayout>[] {
  const { timeZone } = useBrand();
  const now = useNow();
  const made: Column<WaitingPayout> = {
    id: 'made',
    header: 'Created',
    spare: true,
    cell: (row) => <MadeBy row={row} />,
    under: ({ createdAt }) => (
      <span className={classes.under}>
        <Time at={createdAt} />
      </span>
    ),
  };
  return [
    {
      id: 'recipient',
      header: 'Recipient',
      fixed: true,
      wraps: true,
      cell: ({ recipient, method }) => recipient.name ?? method ?? 'Not known yet',
      under: ({ merchantReference, line }) => (
        <span className={classes.under}>
          {ofFile && line !== null ? `Line ${line} · ${merchantReference}` : merchantReference}
        </span>
      ),
    },
    {
      id: 'account',
      header: 'Account',
      wraps: true,
      cell: (row) => <Account text={shownAccount(row)} />,
    },
    { id: 'look', header: 'Warnings', wraps: true, cell: (row) => <Flags row={row} timeZone={timeZone} /> },
    {
      id: 'amount',
      header: 'Amount',
      beside: true,
      align: 'end',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      under: ({ balanceAfter, currency }) =>
        balanceAfter < 0 ? (
          <span className={classes.short}>{moneyText(-balanceAfter, currency)} short</span>
        ) : (
          <span className={classes.under}>leaves {moneyText(balanceAfter, currency)}</span>
        ),
    },
    ...(ofFile ? [] : [made]),
    {
      id: 'left',
      header: 'Time left',
      spare: true,
      cell: (row) => (row.expiresAt ? durationText(new Date(row.expiresAt).getTime() - now.getTime()) : '–'),
    },
  ];
}

function Flags({ row, timeZone }: { row: WaitingPayout; timeZone: string }) {
  const flags = flagsOf(row, timeZone);
  if (flags.length === 0) return <span className={classes.dim}>Known account</span>;
  const more = flags.length - MOST_FLAGS;
  return (
    <span className={classes.flags} title={flags.map(({ text }) => text).join(' ')}>
      {flags.slice(0, MOST_FLAGS).map(({ key, mood, short }) => (
        <StatusDot key={key} mood={mood}>
          {short}
        </StatusDot>
      ))}
      {more > 0 && <span className={classes.under}>and {more} more</span>}
    </span>
  );
}

function MadeBy({ row }: { row: WaitingPayout }) {
  if (row.whyNot === 'made') return <span title="Another person approves it">You</span>;
  if (row.maker.kind === 'api') return <span className={classes.dim}>API</span>;
  const { name, file } = row.maker;
  return <span title={file ? `From the file ${file}` : undefined}>{file ? `${name}, ${file}` : name}</span>;
}
