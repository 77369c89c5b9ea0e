// A transaction that the palette found: its kind, its customer, and its card.
import { Money } from '../../parts/money.tsx';
import { TransactionStatus } from '../../parts/status-dot.tsx';
import { Time } from '../../parts/time.tsx';
import classes from './palette.module.css';
import type { Found } from './use-found.ts';

export function FoundRow({ found }: { found: Found }) {
  const { type, amount, currency, customer, card, option, merchantReference, createdAt } = found;
  const who = [customer, card ?? option, merchantReference].filter((one) => one !== null);
  return (
    <span className={classes.found}>
      <span className={classes.head}>
        <Money amount={type === 'PAYOUT' ? -amount : amount} currency={currency} />
        <TransactionStatus {...found} />
        <Time at={createdAt} />
      </span>
      <span className={classes.who}>{who.join(' · ')}</span>
    </span>
  );
}
