// The refunds of a pay-in: each with its status, who made it and why. A refund with an unknown end can be decided here.
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Money } from '../../parts/money.tsx';
import { Section } from '../../parts/section.tsx';
import { RefundStatus } from '../../parts/status-dot.tsx';
import { Time } from '../../parts/time.tsx';
import type { PageOf } from './page.ts';
import classes from './transactions.module.css';
import { actorText, reasonText } from './words.ts';

const DecideRefund = lazy(() =>
  import('./forms/decide.tsx').then(({ DecideRefund }) => ({ default: DecideRefund })),
);

export function Refunds({ page }: { page: PageOf }) {
  const { refunds, transaction, actions } = page;
  const [deciding, setDeciding] = useState<string | null>(null);
  if (refunds.length === 0) return null;
  return (
    <Section title="Refunds">
      <ul className={classes.rows}>
        {refunds.map(({ id, amount, status, undecided, reason, madeBy, endedBy, createdAt, errorReason }) => (
          <li key={id}>
            <div>
              <Money amount={amount} currency={transaction.currency} />
              <p className={classes.quiet}>
                {reason ? `${reasonText(reason)}, ` : ''}by {actorText(madeBy)}, <Time at={createdAt} />
                {endedBy && `. Ended by ${actorText(endedBy)}`}
                {errorReason && `: ${errorReason}`}
              </p>
            </div>
            {undecided && actions.includes('decide-refund') ? (
              <Button size="xs" onClick={() => setDeciding(id)}>
                Decide
              </Button>
            ) : (
              <RefundStatus status={status} />
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {deciding !== null && (
          <DecideRefund page={page} refundId={deciding} onClose={() => setDeciding(null)} />
        )}
      </Suspense>
    </Section>
  );
}
