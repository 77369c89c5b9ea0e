// Money › Bank: the brand's bank account. It shows what waits to be sent, the files with the bank's answer, statements
// to drop, the entries that need a person, and the bank's balance beside the ledger.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '../../api/queries.ts';
import { moneyText, numberText } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Fact, Facts, Section } from '../../parts/section.tsx';
import { EmptyState, ErrorState } from '../../parts/states.tsx';
import { SubNav } from '../../parts/sub-nav.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { BANK, type Bank } from './bank/bank-answer.ts';
import { Waiting } from './bank/make-file.tsx';
import { Entries } from './bank-entries.tsx';
import { Files } from './bank-files.tsx';
import { didText, StatementDrop } from './bank-statement.tsx';

const inGroups = (iban: string) => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');

export function BankScreen() {
  const brand = useBrand();
  const mayExchange = useCan('bank.exchange');
  const { data, error, refetch } = useQuery(apiQuery(BANK, { params: { brandId: brand.id } }));
  const isUsed = data && (data.account || data.files.length > 0 || data.statements.length > 0);
  return (
    <>
      <PageHeader
        lead={
          data?.account
            ? `${data.account.holder}, ${inGroups(data.account.iban)}. Times are in ${brand.timeZone}.`
            : 'Your own bank account. Payment files go to the bank, statements come back.'
        }
      />
      <SubNav />
      {error && <ErrorState error={error} again={refetch} />}
      {data && !isUsed && (
        <EmptyState
          title="No bank account yet"
          action={
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link
                  to="/b/$brandId/settings/providers"
                  params={{ brandId: brand.id } as never}
                  {...props}
                />
              )}
            >
              Go to Providers
            </Button>
          }
        >
          Connect an account with its IBAN in the settings. Then transfers come in with a reference, and
          payouts go out in a file.
        </EmptyState>
      )}
      {data && isUsed && (
        <>
          <Waiting waiting={data.waiting} />
          {mayExchange && <StatementDrop />}
          <Entries />
          <Files files={data.files} />
          <Statements statements={data.statements} />
          {data.balance && <Balance balance={data.balance} />}
        </>
      )}
    </>
  );
}

function Statements({ statements }: Pick<Bank, 'statements'>) {
  return (
    <Section
      title="Statements"
      lead="The latest ten. An entry counts once, even if several files contain it."
    >
      <DataTable
        label="Statements"
        columns={[
          { id: 'kind', header: 'Message', cell: ({ kind }) => kind },
          {
            id: 'did',
            header: 'Result',
            cell: (row) => didText(row),
          },
          { id: 'entries', header: 'Entries', align: 'end', cell: ({ entries }) => numberText(entries) },
          { id: 'by', header: 'Imported by', cell: ({ madeBy }) => madeBy },
          { id: 'at', header: 'Imported', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
        rows={statements}
        rowKey={({ statementId }) => statementId}
        empty={<EmptyState title="No statement yet">Imported statements appear here.</EmptyState>}
      />
    </Section>
  );
}

function Balance({ balance }: { balance: NonNullable<Bank['balance']> }) {
  const { day, bank, ledger, forPeople, dismissed, other } = balance;
  const euro = (amount: number) => <Money amount={amount} currency="EUR" />;
  const difference = bank - ledger;
  return (
    <Section
      title="Balance"
      lead={
        Math.abs(difference) < 0.005
          ? `The bank’s closing balance on ${day} equals the ledger’s.`
          : `The bank’s closing balance on ${day} and the ledger differ by ${moneyText(difference, 'EUR', { sign: true })}. Outside the statements are earlier money, other providers, fundings, and payouts on their way.`
      }
    >
      <Facts>
        <Fact label="Bank">{euro(bank)}</Fact>
        <Fact label="Ledger">{euro(ledger)}</Fact>
        <Fact label="Entries that need a decision">{euro(forPeople)}</Fact>
        <Fact label="Dismissed entries">{euro(dismissed)}</Fact>
        <Fact label="Outside the statements">{euro(other)}</Fact>
      </Facts>
    </Section>
  );
}
