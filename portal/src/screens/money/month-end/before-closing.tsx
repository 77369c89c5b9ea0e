// What finance looks at before a month is closed: each bank account beside the ledger, missing statements, and the
// differences by cause, each with its amount and a link to the screen where somebody resolves it.
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../../api/client.ts';
import { apiQuery } from '../../../api/queries.ts';
import { calendarDay, capital, moneyText, monthText, numberText } from '../../../parts/format.ts';
import { Money } from '../../../parts/money.tsx';
import { Section } from '../../../parts/section.tsx';
import { EmptyState, ErrorState } from '../../../parts/states.tsx';
import { StatusDot } from '../../../parts/status-dot.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { TransactionLink } from '../../../parts/transaction-link.tsx';
import { useBrand } from '../../../shell/session/session.ts';
import { ibanText } from '../bank/bank-answer.ts';
import classes from '../money.module.css';

const PATH = '/portal/api/brands/{brandId}/month-ends/{month}/preview';
type Preview = Answer<typeof PATH>;
type Difference = Preview['differences'][number];
type Row = Difference['rows'][number];

/** A month of many payments takes long to read, so it is not read again at each look. */
const FRESH_MS = 30_000;

export function BeforeClosing({ month }: { month: string }) {
  const { id: brandId } = useBrand();
  const { data, error, refetch } = useQuery({
    ...apiQuery(PATH, { params: { brandId, month } }),
    staleTime: FRESH_MS,
  });
  if (error && !data) return <ErrorState error={error} again={refetch} />;
  return (
    <Section
      title={`Before you close ${monthText(month)}`}
      lead={data ? <Verdict preview={data} /> : 'Reading the month…'}
    >
      {data?.accounts.map((one) => (
        <Account key={`${one.accountId} ${one.currency}`} account={one} />
      ))}
      {data?.missingStatements.map((one) => (
        <div key={`${one.accountId} ${one.currency} ${one.before}`} className={classes.suggestion}>
          <div>
            <StatusDot mood="bad">
              A statement is missing between {calendarDay(one.after)} and {calendarDay(one.before)}
            </StatusDot>
            <div className={classes.quiet}>
              {one.iban && `${ibanText(one.iban)}: `}
              {moneyText(Number(one.amount), one.currency, { sign: true })}
            </div>
          </div>
          <ToBank>Import the statement</ToBank>
        </div>
      ))}
      {data?.differences.map((difference) => (
        <DifferenceOf key={difference.name} difference={difference} />
      ))}
    </Section>
  );
}

function Verdict({ preview: { differences, missingStatements } }: { preview: Preview }) {
  const open = differences.filter(({ isExplained }) => !isExplained);
  // A missing statement is usually a difference of its account, too.
  const isCounted = open.some(({ name }) => name === 'statement-missing');
  const missing = isCounted ? 0 : missingStatements.length;
  const count = open.reduce((sum, difference) => sum + difference.count, missing);
  return count === 0 ? (
    <StatusDot mood="good">Ready to close: every difference is explained</StatusDot>
  ) : (
    <StatusDot mood="warn">{numberText(count)} to look at first</StatusDot>
  );
}

function Account({ account }: { account: Preview['accounts'][number] }) {
  const { iban, currency, ledger, entries, difference, closing, closingDay } = account;
  const isSame = Number(difference) === 0;
  const money = (amount: string) => <Money amount={Number(amount)} currency={currency} />;
  return (
    <div className={classes.suggestion}>
      <div>
        {iban ? ibanText(iban) : 'Bank account'}
        <div className={classes.quiet}>
          Bank {money(entries)}, ledger {money(ledger)}
          {closing && closingDay && (
            <>
              , balance of {calendarDay(closingDay)} {money(closing)}
            </>
          )}
        </div>
      </div>
      <StatusDot mood={isSame ? 'good' : 'warn'}>
        {isSame ? '✓ Same' : moneyText(Number(difference), currency, { sign: true })}
      </StatusDot>
    </div>
  );
}

function DifferenceOf({ difference }: { difference: Difference }) {
  const { name, meaning, isExplained, count, sums, rows } = difference;
  const cause = name.replaceAll('-', ' ');
  const amounts = sums.map(({ currency, amount }) => moneyText(Number(amount), currency)).join(', ');
  return (
    <details className={classes.difference} open={!isExplained}>
      <summary>
        <StatusDot mood={isExplained ? 'quiet' : 'warn'}>
          {numberText(count)} {cause}
        </StatusDot>
        <span className={classes.amounts}>{amounts}</span>
      </summary>
      <p className={classes.quiet}>{meaning}</p>
      <DataTable
        label={capital(cause)}
        columns={[
          { id: 'what', header: 'What', cell: (row) => <RowLink row={row} /> },
          { id: 'reference', header: 'Reference', cell: ({ reference }) => reference ?? '–' },
          {
            id: 'amount',
            header: 'Amount',
            align: 'end',
            beside: true,
            cell: ({ amount, currency }) =>
              amount === null || currency === null ? (
                '–'
              ) : (
                <Money amount={Number(amount)} currency={currency} />
              ),
          },
        ]}
        rows={rows}
        rowKey={({ of, id }) => `${of} ${id}`}
        empty={<EmptyState title="No rows" />}
      />
      {count > rows.length && (
        <p className={classes.quiet}>
          The first {numberText(rows.length)}. The file of the month-end has all.
        </p>
      )}
    </details>
  );
}

/** Leads to the screen where somebody resolves the difference. */
function RowLink({ row: { of, id, paymentId } }: { row: Row }) {
  const { id: brandId } = useBrand();
  const to = (path: string, text: string) => (
    <Anchor component={Link} to={`/b/${brandId}${path}` as '/'}>
      {text}
    </Anchor>
  );
  if (of === 'bank entry') return <ToBank entry={id}>Bank entry</ToBank>;
  if (of === 'settlement' || of === 'settlement line') return to('/money/settlements', 'Settlement');
  if (of === 'notification') return to('/settings/providers', 'Notification');
  if (paymentId !== null) return <TransactionLink id={paymentId}>Payment</TransactionLink>;
  return of === 'account' ? <ToBank>Account</ToBank> : 'Funding';
}

function ToBank({ entry, children }: { entry?: string; children: string }) {
  const { id: brandId } = useBrand();
  return (
    <Anchor
      component={Link}
      to={`/b/${brandId}/money/bank` as '/'}
      search={(entry ? { entry } : {}) as never}
    >
      {children}
    </Anchor>
  );
}
