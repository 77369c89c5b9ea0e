// The approval queue: files first, each as one row that opens, then the payouts that came one by one, oldest first. The
// user approves or declines one, several or a whole file from here. The gateway decides each payout by itself; the page
// only shows earlier what it will refuse.
import { Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiPages, apiQuery, pagesOf } from '../../api/queries.ts';
import { durationText, moneyText, numberText } from '../../parts/format.ts';
import { EmptyState } from '../../parts/states.tsx';
import { useNow } from '../../parts/time.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { PayoutDrawer } from './payout-drawer.tsx';
import classes from './payouts.module.css';
import { type Decision, SettleDialog } from './settle-dialog.tsx';
import { FileList, WAITING_FILES } from './waiting-files.tsx';
import type { WaitingPage, WaitingPayout } from './waiting-payout.ts';
import { WAITING, WaitingTable } from './waiting-table.tsx';

export function Queue() {
  const { id: brandId } = useBrand();
  const [opened, setOpened] = useState<WaitingPayout | null>(null);
  const [decision, setDecision] = useState<Decision | null>(null);
  /** How many decisions were made: each one clears the selections. */
  const [round, setRound] = useState(0);
  const query = useInfiniteQuery(apiPages(WAITING, { params: { brandId }, query: { file: 'none' } }));
  const files = useQuery(apiQuery(WAITING_FILES, { params: { brandId } }));
  const page = query.data?.pages[0];
  const list = pagesOf(query);
  // Both at once, so that the rows do not jump.
  const rows = files.isPending ? undefined : list.rows;
  const hasFiles = (files.data?.items.length ?? 0) > 0;
  return (
    <>
      {page && <Totals page={page} />}
      {rows && files.data && hasFiles && (
        <FileList files={files.data} round={round} onOpen={setOpened} onDecide={setDecision} />
      )}
      {hasFiles && rows && rows.length > 0 && (
        <Title order={2} mb="xs">
          Other payouts
        </Title>
      )}
      {!(hasFiles && rows?.length === 0) && (
        <WaitingTable
          key={round}
          label="Payouts that wait for approval"
          list={{ ...list, rows, error: list.error ?? files.error }}
          onOpen={setOpened}
          onDecide={setDecision}
          empty={
            <EmptyState title="Nothing waits for approval">
              Every new payout appears here until somebody approves or declines it.
            </EmptyState>
          }
        />
      )}
      <PayoutDrawer payout={opened} onClose={() => setOpened(null)} onDecide={setDecision} />
      {decision && (
        <SettleDialog
          decision={decision}
          totals={page?.totals ?? []}
          onClose={() => {
            setDecision(null);
            setOpened(null);
            setRound(round + 1);
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
