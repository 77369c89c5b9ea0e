// An opened statement: what it says of each account, its checks, and its entries with what each was matched with.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../../../api/client.ts';
import { apiPages, apiQuery, pagesOf } from '../../../../api/queries.ts';
import { calendarDay } from '../../../../parts/format.ts';
import { Money } from '../../../../parts/money.tsx';
import { Fact, Facts, Section } from '../../../../parts/section.tsx';
import { EmptyState, ErrorState } from '../../../../parts/states.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { Time } from '../../../../parts/time.tsx';
import { useBrand } from '../../../../shell/session/session.ts';
import { ENTRY_COLUMNS, WHAT_IT_IS } from '../../bank-entries.tsx';
import { ibanText } from '../bank-answer.ts';
import { Difference } from '../difference.tsx';

const PATH = '/portal/api/brands/{brandId}/bank/statements/{statementId}';
type Check = Answer<typeof PATH>['checks'][number];

/** `onEntry`: opens an entry in its place. */
export function Statement({
  statementId,
  onEntry,
}: {
  statementId: string;
  onEntry: (entryId: string) => void;
}) {
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
          columns={[...ENTRY_COLUMNS, WHAT_IT_IS]}
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
        <Fact label="Statement before">
          {former ? (
            <>
              {money(former.closing)} on {calendarDay(former.day)}
            </>
          ) : (
            'None known'
          )}
        </Fact>
        <Fact label="Begins where the one before ended">
          {former && <Difference of={former.gap} currency={currency} />}
        </Fact>
      </Facts>
    </Section>
  );
}
