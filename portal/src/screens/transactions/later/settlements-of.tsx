// In which payouts of the provider a payment is, and what it cost. It loads after the page, at the end of its column,
// so nothing jumps when it appears.
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { moneyText } from '../../../parts/format.ts';
import { Money } from '../../../parts/money.tsx';
import { Fact, Facts, Section } from '../../../parts/section.tsx';
import { Time } from '../../../parts/time.tsx';
import { useBrand } from '../../../shell/session/session.ts';
import type { PageOf } from '../page.ts';
import classes from '../transactions.module.css';

export function SettlementsOf({ page: { settlements } }: { page: PageOf }) {
  const { id: brandId } = useBrand();
  if (settlements === null) return null;
  return (
    <Section title="Provider payout">
      {settlements.length === 0 && (
        <p className={classes.quiet}>
          In no payout of the provider yet, so its fee is not known. Providers settle a few days after a
          payment.
        </p>
      )}
      {settlements.map(
        ({ settlementId, provider, reference, currency, gross, fee, net, paidAt, isAtBank }) => (
          <Facts key={settlementId}>
            <Fact label="Payout">
              <Anchor component={Link} to={`/b/${brandId}/money/settlements/${settlementId}` as '/'}>
                {provider} {reference}
              </Anchor>
            </Fact>
            <Fact label="Fee">
              <Money amount={fee} currency={currency} />
            </Fact>
            <Fact label={net < 0 ? 'Taken from you' : 'Paid to you'}>
              {moneyText(Math.abs(net), currency)}
              {net >= 0 && fee !== 0 && ` (${moneyText(gross, currency)} less the fee)`}
            </Fact>
            <Fact label="Paid on">{paidAt ? <Time at={paidAt} exact /> : 'Not yet'}</Fact>
            <Fact label="At the bank">{isAtBank ? 'Yes' : 'Not yet'}</Fact>
          </Facts>
        ),
      )}
    </Section>
  );
}
