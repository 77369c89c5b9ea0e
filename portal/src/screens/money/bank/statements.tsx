// The imported statements, each with its checks: opening + entries = closing, and the balance before. A statement opens
// to its entries and what each was matched with. The opened statement is in the address.
import { Drawer } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../../api/client.ts';
import { apiPages, apiQuery, pagesOf } from '../../../api/queries.ts';
import { calendarDay, moneyText, numberText } from '../../../parts/format.ts';
import { Money } from '../../../parts/money.tsx';
import { Fact, Facts, Section } from '../../../parts/section.tsx';
import { EmptyState, ErrorState } from '../../../parts/states.tsx';
import { StatusDot } from '../../../parts/status-dot.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { Time } from '../../../parts/time.tsx';
import { useFilters } from '../../../shell/search/use-filters.ts';
import { useBrand } from '../../../shell/session/session.ts';
import { FIRST, WHAT } from '../bank-entries.tsx';
import { didText } from '../bank-statement.tsx';
import { type Bank, ibanText } from './bank-answer.ts';

const PATH = '/portal/api/brands/{brandId}/bank/statements/{statementId}';
type Check = Answer<typeof PATH>['checks'][number];

const FILTERS = { entries: 'text', entry: 'text', statement: 'text' } as const;

/** Whether a check found something, in words; null: nothing can be compared. */
function faultsOf(checks: readonly Check[]): string[] | null {
  if (checks.every(({ difference, former }) => difference === null && former === null)) return null;
  return checks.flatMap(({ difference, former, currency }) => [
    ...(difference ? [`${moneyText(difference, currency, { sign: true })} differ`] : []),
    ...(former && former.gap !== 0
      ? [`${moneyText(former.gap, currency, { sign: true })} since ${calendarDay(former.day)}`]
      : []),
  ]);
}

function CheckDot({ checks }: { checks: readonly Check[] }) {
  const faults = faultsOf(checks);
  if (faults === null) return <>–</>;
  if (faults.length === 0) return <StatusDot mood="good">✓ Adds up</StatusDot>;
  return <StatusDot mood="bad">{faults.join(', ')}</StatusDot>;
}

const dayOf = ({ checks }: { checks: readonly Check[] }) => {
  const days = checks.flatMap(({ closingDay }) => closingDay ?? []).toSorted();
  return days.length > 0 ? calendarDay(days.at(-1)!) : '–';
};

export function Statements({ statements }: Pick<Bank, 'statements'>) {
  const [search, change] = useFilters(FILTERS);
  return (
    <Section
      title="Statements"
      lead="The latest ten. Opening balance and entries must lead to the closing balance, and each statement must begin where the one before ended."
    >
      <DataTable
        label="Statements"
        columns={[
          { id: 'day', header: 'Day', cell: dayOf },
          { id: 'check', header: 'Balances', beside: true, cell: (row) => <CheckDot {...row} /> },
          { id: 'did', header: 'Result', cell: (row) => didText(row) },
          { id: 'entries', header: 'Entries', align: 'end', cell: ({ entries }) => numberText(entries) },
          { id: 'kind', header: 'Message', cell: ({ kind }) => kind },
          { id: 'by', header: 'Imported by', cell: ({ madeBy }) => madeBy },
          { id: 'at', header: 'Imported', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
        rows={statements}
        rowKey={({ statementId }) => statementId}
        onOpen={({ statementId }) => change({ statement: statementId })}
        empty={<EmptyState title="No statement yet">Imported statements appear here.</EmptyState>}
      />
      <Drawer
        opened={search.statement !== undefined}
        onClose={() => change({ statement: undefined })}
        position="right"
        size="xl"
        title="Statement"
      >
        {search.statement && (
          <Statement
            statementId={search.statement}
            onEntry={(entry) => change({ statement: undefined, entry })}
          />
        )}
      </Drawer>
    </Section>
  );
}

/** `onEntry`: opens an entry in its place. */
function Statement({ statementId, onEntry }: { statementId: string; onEntry: (entryId: string) => void }) {
  const { id: brandId } = useBrand();
  const params = { brandId, statementId };
  const { data, error, refetch } = useQuery(apiQuery(PATH, { params }));
  const entries = useInfiniteQuery(apiPages(`${PATH}/entries`, { params, query: {} }));
  if (error && !data) return <ErrorState error={error} again={refetch} />;
  if (!data) return <div aria-busy="true" />;
  return (
    <>
      <Facts>
        <Fact label="Message">{data.kind}</Fact>
        <Fact label="Imported">
          <Time at={data.createdAt} exact /> by {data.madeBy}
        </Fact>
        <Fact label="Fault">{data.fault}</Fact>
      </Facts>
      {data.checks.map((check) => (
        <CheckOf key={`${check.accountId} ${check.currency} ${check.closingDay}`} check={check} />
      ))}
      {data.checks.length === 0 && <p>This message has no balances, so nothing can be compared.</p>}
      <Section title="Entries" lead="Each with the payment or payout that it was matched with.">
        <DataTable
          label="Entries of the statement"
          columns={[...FIRST, WHAT]}
          {...pagesOf(entries)}
          rowKey={({ entryId }) => entryId}
          onOpen={({ entryId }) => onEntry(entryId)}
          empty={<EmptyState title="No entries" />}
        />
      </Section>
    </>
  );
}

function CheckOf({ check }: { check: Check }) {
  const { iban, currency, opening, entered, closing, closingDay, difference, former } = check;
  const money = (amount: number | null) =>
    amount === null ? null : <Money amount={amount} currency={currency} />;
  return (
    <Section title={`${iban ? ibanText(iban) : 'Account'}, ${currency}`}>
      <Facts>
        <Fact label="Opening balance">{money(opening)}</Fact>
        <Fact label="Entries">{money(entered)}</Fact>
        <Fact label={closingDay ? `Closing balance of ${calendarDay(closingDay)}` : 'Closing balance'}>
          {money(closing)}
        </Fact>
        <Fact label="Opening + entries = closing">
          {difference === null ? (
            'Cannot be compared: a balance is missing'
          ) : (
            <Difference of={difference} currency={currency} />
          )}
        </Fact>
        <Fact label={former ? `Closing balance of ${calendarDay(former.day)}` : 'Statement before'}>
          {former ? money(former.closing) : 'None known'}
        </Fact>
        <Fact label="Begins where the one before ended">
          {former && <Difference of={former.gap} currency={currency} />}
        </Fact>
      </Facts>
    </Section>
  );
}

export function Difference({ of, currency }: { of: number; currency: string }) {
  return of === 0 ? (
    <StatusDot mood="good">✓ Yes</StatusDot>
  ) : (
    <StatusDot mood="bad">No: {moneyText(of, currency, { sign: true })}</StatusDot>
  );
}
