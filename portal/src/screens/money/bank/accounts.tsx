// The balances of each bank account: how its entries lead from one balance to the last. A difference is shown as it is.
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../../api/client.ts';
import { apiQuery } from '../../../api/queries.ts';
import { calendarDay } from '../../../parts/format.ts';
import { Money } from '../../../parts/money.tsx';
import { Fact, Facts, Section } from '../../../parts/section.tsx';
import { ErrorState } from '../../../parts/states.tsx';
import { useBrand } from '../../../shell/session/session.ts';
import { ibanText } from './bank-answer.ts';
import { Difference } from './difference.tsx';

const PATH = '/portal/api/brands/{brandId}/bank/accounts';
type Account = Answer<typeof PATH>['items'][number];

export function Accounts() {
  const { id: brandId } = useBrand();
  const { data, error, refetch } = useQuery(apiQuery(PATH, { params: { brandId } }));
  if (error && !data) return <ErrorState error={error} again={refetch} />;
  return data?.items.map((one) => <AccountOf key={`${one.accountId} ${one.currency}`} account={one} />);
}

function AccountOf({ account }: { account: Account }) {
  const { id: brandId } = useBrand();
  const {
    iban,
    currency,
    from,
    opening,
    payments,
    settlements,
    forPeople,
    dismissed,
    to,
    closing,
    difference,
  } = account;
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  return (
    <Section
      title={`Balance of ${iban ? ibanText(iban) : 'the account'}, ${currency}`}
      lead={
        <>
          Since the balance of {calendarDay(from)}. The month-end compares the account with the ledger:{' '}
          <Anchor component={Link} underline="always" to={`/b/${brandId}/money/month-end` as '/'}>
            Month-end
          </Anchor>
          .
        </>
      }
    >
      <Facts>
        <Fact label={`Balance of ${calendarDay(from)}`}>{money(opening)}</Fact>
        <Fact label="Matched with payments">{money(payments)}</Fact>
        <Fact label="Payouts of providers">{settlements !== 0 && money(settlements)}</Fact>
        <Fact label="Entries that need a decision">{money(forPeople)}</Fact>
        <Fact label="Dismissed entries">{money(dismissed)}</Fact>
        <Fact label={`Balance of ${calendarDay(to)}`}>{money(closing)}</Fact>
        <Fact label="Adds up">
          <Difference of={difference} currency={currency} />
        </Fact>
      </Facts>
    </Section>
  );
}
