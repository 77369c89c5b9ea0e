// What the payments of a month cost at each provider, by method, in percent. While some are not settled, it says how
// many are, because the number is an estimate then.
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../../api/client.ts';
import { apiQuery } from '../../../api/queries.ts';
import { moneyText, monthText, numberText, percentText } from '../../../parts/format.ts';
import { Money } from '../../../parts/money.tsx';
import { Section } from '../../../parts/section.tsx';
import { ErrorState } from '../../../parts/states.tsx';
import { type Column, DataTable } from '../../../parts/table/data-table.tsx';
import { useBrand } from '../../../shell/session/session.ts';
import classes from '../overview.module.css';

const COSTS = '/portal/api/brands/{brandId}/settlements/costs';
type Cost = Answer<typeof COSTS>['rows'][number];
type Sum = Pick<Cost, 'payments' | 'settled' | 'gross' | 'fees'>;

const FRESH_MS = 300_000;

export function Costs({ month, currency }: { month: string; currency: string }) {
  const { id: brandId } = useBrand();
  const { data, error, refetch } = useQuery({
    ...apiQuery(COSTS, { params: { brandId }, query: { month } }),
    staleTime: FRESH_MS,
  });
  const rows = data?.rows.filter((row) => row.currency === currency);
  if (rows?.length === 0) return null;
  return (
    <Section
      title={`Cost of payments in ${monthText(month)}`}
      lead={rows && <Lead rows={rows} />}
      actions={
        <Anchor component={Link} to={`/b/${brandId}/money/settlements` as '/'} size="sm">
          Settlements
        </Anchor>
      }
    >
      {error && !rows ? (
        <ErrorState error={error} again={refetch} />
      ) : (
        <DataTable label="Cost of payments" columns={COLUMNS} rows={rows} rowKey={keyOf} expected={3} />
      )}
    </Section>
  );
}

const keyOf = ({ provider, method, payoutCurrency }: Cost) => `${provider} ${method} ${payoutCurrency}`;

const COLUMNS: readonly Column<Cost>[] = [
  { id: 'provider', header: 'Provider', cell: ({ provider }) => provider },
  { id: 'method', header: 'Method', cell: ({ method }) => method ?? 'Not chosen' },
  {
    id: 'share',
    header: 'Cost',
    beside: true,
    align: 'end',
    cell: ({ share, settled, payments }) =>
      share === null ? '–' : settled < payments ? `${shareText(share)} so far` : shareText(share),
  },
  {
    id: 'fees',
    header: 'Fees',
    align: 'end',
    cell: ({ fees, settled, payoutCurrency }) =>
      settled === 0 ? '–' : <Money amount={fees} currency={payoutCurrency} />,
  },
  {
    id: 'gross',
    header: 'Charged',
    align: 'end',
    cell: ({ gross, settled, payoutCurrency }) =>
      settled === 0 ? '–' : <Money amount={gross} currency={payoutCurrency} />,
  },
  { id: 'settled', header: 'Settled payments', align: 'end', cell: settledText },
];

const shareText = (share: number) => percentText(share, 2);

function settledText({ settled, payments }: Pick<Sum, 'settled' | 'payments'>): string {
  if (settled === payments) return `All ${numberText(payments)}`;
  return `${settled === 0 ? 'None' : numberText(settled)} of ${numberText(payments)}`;
}

/** The sum of all providers, if all pay out in one currency. */
function Lead({ rows }: { rows: readonly Cost[] }) {
  const total = rows.reduce<Sum>(
    (sum, row) => ({
      payments: sum.payments + row.payments,
      settled: sum.settled + row.settled,
      gross: sum.gross + row.gross,
      fees: sum.fees + row.fees,
    }),
    { payments: 0, settled: 0, gross: 0, fees: 0 },
  );
  const currencies = [...new Set(rows.filter(({ settled }) => settled > 0).map((row) => row.payoutCurrency))];
  const [currency] = currencies;
  if (currency === undefined) return <>No payment of this month is settled yet, so its cost is not known.</>;
  const isWhole = total.settled === total.payments;
  const share = total.gross > 0 ? shareText(total.fees / total.gross) : '–';
  return (
    <>
      {currencies.length === 1 && (
        <>
          <strong className={classes.share}>{share}</strong>
          {isWhole ? '' : ' so far'}: {moneyText(total.fees, currency)} of {moneyText(total.gross, currency)}.{' '}
        </>
      )}
      {isWhole
        ? `All ${numberText(total.payments)} payments are settled.`
        : `An estimate: ${numberText(total.settled)} of ${numberText(total.payments)} payments are settled.`}
    </>
  );
}
