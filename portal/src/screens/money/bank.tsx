// Money › Bank: the brand's bank account. It shows what waits to be sent, the files with the bank's answer, statements
// to drop, the entries that need a person, the statements with their checks, and the balances of the accounts.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '../../api/queries.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { EmptyState, ErrorState } from '../../parts/states.tsx';
import { SubNav } from '../../parts/sub-nav.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { Accounts } from './bank/accounts.tsx';
import { BANK, ibanText } from './bank/bank-answer.ts';
import { Waiting } from './bank/make-file.tsx';
import { Statements } from './bank/statements.tsx';
import { Entries } from './bank-entries.tsx';
import { Files } from './bank-files.tsx';
import { StatementDrop } from './bank-statement.tsx';

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
            ? `${data.account.holder}, ${ibanText(data.account.iban)}. Times are in ${brand.timeZone}.`
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
          <Accounts />
        </>
      )}
    </>
  );
}
