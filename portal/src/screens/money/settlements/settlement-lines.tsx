// All lines of a settlement, in the order in which the provider told them, filtered by state.
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiPages, pagesOf } from '../../../api/queries.ts';
import { capital, countText, moneyText, withAmounts } from '../../../parts/format.ts';
import { Money } from '../../../parts/money.tsx';
import { Section } from '../../../parts/section.tsx';
import { EmptyState } from '../../../parts/states.tsx';
import { StatusDot } from '../../../parts/status-dot.tsx';
import { type Column, DataTable } from '../../../parts/table/data-table.tsx';
import { FilterChips } from '../../../parts/table/filter-chips.tsx';
import { Time } from '../../../parts/time.tsx';
import { TransactionLink } from '../../../parts/transaction-link.tsx';
import { useBrand } from '../../../shell/session/session.ts';
import { KINDS, LINE_STATES, LINES, type Line } from './settlement-words.tsx';
import classes from './settlements.module.css';

const money = (id: 'gross' | 'fee' | 'net', header: string): Column<Line> => ({
  id,
  header,
  align: 'end',
  cell: (row) => (row[id] === 0 ? '–' : <Money amount={row[id]} currency={row.currency} />),
});

const COLUMNS: readonly Column<Line>[] = [
  {
    id: 'payment',
    header: 'Payment',
    cell: ({ payment, reference, providerReference, kind }) =>
      payment ? (
        <TransactionLink id={payment.transactionId}>{payment.merchantReference}</TransactionLink>
      ) : kind === 'fee' || kind === 'other' ? (
        'No payment'
      ) : (
        <span className={classes.reference}>{reference ?? providerReference ?? '–'}</span>
      ),
  },
  { id: 'kind', header: 'Kind', cell: kindOf },
  money('gross', 'Gross'),
  money('fee', 'Fee'),
  { ...money('net', 'Net'), beside: true },
  { id: 'at', header: 'Booked', cell: ({ occurredAt }) => <Time at={occurredAt} short /> },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, reason }) => (
      <div className={classes.state}>
        <StatusDot mood={LINE_STATES[state][0]}>{LINE_STATES[state][1]}</StatusDot>
        {reason && <div className={classes.why}>{capital(withAmounts(reason))}</div>}
      </div>
    ),
  },
];

function kindOf({ kind, original, word }: Line) {
  return (
    <>
      {kind === 'other' ? `Other: ${word}` : KINDS[kind]}
      {original && (
        <div className={classes.why}>
          {moneyText(original.amount, original.currency)}
          {original.rate && ` at ${original.rate}`}
        </div>
      )}
    </>
  );
}

/** The lines of a settlement in a state, page by page; without a state all of them. */
export function useLines(settlementId: string, state: string | undefined) {
  const { id: brandId } = useBrand();
  const query = state ? { state: state as 'matched' } : {};
  return useInfiniteQuery(apiPages(LINES, { params: { brandId, settlementId }, query }));
}

interface Props {
  lines: ReturnType<typeof useLines>;
  /** How many lines there are; null: all lines in the state are shown. */
  firstOf: number | null;
  state: string | undefined;
  onState: (state: string | undefined) => void;
  isComplete: boolean;
}

export function AllLines({ lines, firstOf, state, onState, isComplete }: Props) {
  return (
    <Section title="Lines" lead="As the provider tells them. Gross less fee is net.">
      <p data-paper className={classes.why}>
        {state && `Only those in the state ${LINE_STATES[state as Line['state']][1]}. `}
        {firstOf !== null && `The first of ${countText(firstOf, 'line')}; the export has all of them.`}
      </p>
      <FilterChips
        filters={[
          {
            key: 'state',
            label: 'State',
            kind: 'choice',
            one: true,
            options: Object.entries(LINE_STATES).map(([value, [, label]]) => ({ value, label })),
          },
        ]}
        values={{ state }}
        onChange={({ state: chosen }) => onState(typeof chosen === 'string' ? chosen : chosen?.at(-1))}
      />
      <DataTable
        label="Lines"
        columns={COLUMNS}
        {...pagesOf(lines)}
        rowKey={({ lineId }) => lineId}
        empty={
          <EmptyState title={state ? 'No lines in this state' : 'No lines'}>
            {!state &&
              (isComplete
                ? 'The provider keeps no list of this payout.'
                : 'They appear here as soon as the provider lists them.')}
          </EmptyState>
        }
      />
    </Section>
  );
}
