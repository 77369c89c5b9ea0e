// The twins of a payment: the same customer or card paid the same amount within a day, so one may be a duplicate. It
// says which came first, and what happened to each, so that support refunds only one of them.
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { durationText } from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { TransactionStatus } from '../../parts/status-dot.tsx';
import { toTransaction } from '../../parts/transaction-link.tsx';
import { useBrand } from '../../shell/session/session.ts';
import type { PageOf } from './page.ts';
import classes from './transactions.module.css';

type Twin = PageOf['twins'][number];

export function Twins({ page: { twins, transaction } }: { page: PageOf }) {
  const { id: brandId } = useBrand();
  if (twins.length === 0) return null;
  const begun = Date.parse(transaction.createdAt);
  const since = ({ createdAt }: Twin) => Date.parse(createdAt) - begun;
  const isFirst = twins.every((one) => since(one) >= 0);
  const apart = (one: Twin) =>
    `${durationText(Math.max(1_000, Math.abs(since(one))))} ${since(one) < 0 ? 'before' : 'after'} this payment`;
  return (
    <Section title="Possible duplicate" lead="The same customer or card paid the same amount within a day.">
      <ul className={classes.rows}>
        {twins.map((one) => (
          <li key={one.id}>
            <div>
              <Anchor component={Link} {...toTransaction(brandId, one.id)}>
                {one.merchantReference}
              </Anchor>
              <p className={classes.quiet}>{apart(one)}</p>
            </div>
            <TransactionStatus {...one} />
          </li>
        ))}
      </ul>
      <p className={classes.after}>
        {isFirst ? 'This payment came first.' : 'This payment came later, so it is probably the duplicate.'}
        {[transaction, ...twins].some(isTaken) &&
          ' Some of this money went back already. Find out which payment is meant before you refund another one.'}
      </p>
    </Section>
  );
}

/** Its money went back, or somebody wants it back. */
const isTaken = ({ moneyBack }: Twin): boolean => moneyBack !== null && moneyBack !== 'refund-failed';
