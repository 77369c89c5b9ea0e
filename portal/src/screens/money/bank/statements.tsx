// The imported statements, each with its checks: opening + entries = closing, and the balance before. A statement opens
// to its entries and what each was matched with. The opened statement is in the address.
import { Drawer } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { calendarDay, capital, moneyText, numberText } from '../../../parts/format.ts';
import { Section } from '../../../parts/section.tsx';
import { EmptyState } from '../../../parts/states.tsx';
import { StatusDot } from '../../../parts/status-dot.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { Time } from '../../../parts/time.tsx';
import { useFilters } from '../../../shell/search/use-filters.ts';
import { didText } from '../bank-statement.tsx';
import type { Bank } from './bank-answer.ts';

type Check = Bank['statements'][number]['checks'][number];

const Statement = lazy(() =>
  import('./later/statement.tsx').then(({ Statement }) => ({ default: Statement })),
);

/** All filters of the screen: those that it does not know are lost with a change. */
const FILTERS = { entries: 'text', entry: 'text', statement: 'text' } as const;

/** What the checks found, in words; null: nothing can be compared. */
function faultsOf(checks: readonly Check[]): string[] | null {
  if (checks.every(({ difference, former }) => difference === null && former === null)) return null;
  return checks.flatMap(({ difference, former, currency }) => [
    ...(difference ? [`Off by ${moneyText(difference, currency, { sign: true })}`] : []),
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

const lastDayOf = ({ checks }: { checks: readonly Check[] }) => {
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
          { id: 'day', header: 'Day', cell: lastDayOf },
          { id: 'check', header: 'Balances', beside: true, cell: (row) => <CheckDot {...row} /> },
          { id: 'did', header: 'Result', cell: (row) => capital(didText(row)) },
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
          <Suspense>
            <Statement
              statementId={search.statement}
              onEntry={(entry) => change({ statement: undefined, entry })}
            />
          </Suspense>
        )}
      </Drawer>
    </Section>
  );
}
