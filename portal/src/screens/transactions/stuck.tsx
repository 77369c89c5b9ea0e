// What is stuck, above the list: shown only where there is something, each with its age and the way to decide it.
import { Alert, Anchor } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { apiQuery } from '../../api/queries.ts';
import { durationText } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { useNow } from '../../parts/time.tsx';
import { useBrand } from '../../shell/session.ts';
import classes from './transactions.module.css';

const SAID = {
  'unknown-outcome': 'Nobody knows the outcome; decide it',
  'undecided-refund': 'Nobody knows how the refund ended; decide it',
  'waiting-payout': 'Payout waits for approval',
};
const FEW = 3;

export function Stuck() {
  const { id: brandId } = useBrand();
  const now = useNow();
  const [all, setAll] = useState(false);
  const items =
    useQuery(apiQuery('/portal/api/brands/{brandId}/stuck', { params: { brandId } })).data?.items ?? [];
  if (items.length === 0) return null;
  const shown = all ? items : items.slice(0, FEW);
  return (
    <Alert
      color="yellow"
      mb="md"
      icon={<IconClockExclamation size={18} />}
      title={items.length === 1 ? 'One thing is stuck' : `${items.length} things are stuck`}
    >
      <ul className={classes.stuck}>
        {shown.map(({ kind, transactionId, refundId, currency, amount, since }) => (
          <li key={refundId ?? transactionId}>
            <Anchor
              component={Link}
              to="/b/$brandId/transactions/$transactionId"
              params={{ brandId, transactionId } as never}
            >
              {SAID[kind]}
            </Anchor>
            {': '}
            <Money amount={amount} currency={currency} />, for{' '}
            {durationText(Math.max(0, now.getTime() - Date.parse(since)))}
          </li>
        ))}
      </ul>
      {items.length > FEW && (
        <Anchor component="button" type="button" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${items.length}`}
        </Anchor>
      )}
    </Alert>
  );
}
