// How the brand is doing: what waits for a person, charts, balances, and the numbers of a period compared with the
// period before. The period is in the address. The overview must never add up different currencies: it shows one at a
// time.
import { Button, Group, Select, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { apiQuery } from '../../api/queries.ts';
import { addDays, dayOf } from '../../parts/format.ts';
import { INBOX } from '../../parts/inbox.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { EmptyState, ErrorState } from '../../parts/states.tsx';
import { FilterChips } from '../../parts/table/filter-chips.tsx';
import { FillSampleDialog, useSampleOffer } from '../../shell/fill-sample.tsx';
import { useFilters } from '../../shell/search/use-filters.ts';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { Balances, Waiting } from './current-state.tsx';
import { Numbers } from './numbers.tsx';
import classes from './overview.module.css';
import { PATH } from './overview-answer.ts';

// It has a table, which the rest of the screen does not need. It stands at the end, so nothing jumps when it appears.
const Costs = lazy(() => import('./later/costs.tsx').then(({ Costs }) => ({ default: Costs })));

const PERIODS = [
  ['Today', 1],
  ['7 days', 7],
  ['30 days', 30],
  ['90 days', 90],
] as const;

const LOOK_AGAIN_MS = 30_000;

/** Both days are included. Without them: the last seven days. */
const FILTERS = { from: 'text', to: 'text', currency: 'text' } as const;
const dayOrNone = (text = '') => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined);

export function OverviewScreen() {
  const brand = useBrand();
  const mayReadBank = useCan('bank.read');
  const [search, show] = useFilters(FILTERS);
  const today = dayOf(new Date(), brand.timeZone);
  const to = dayOrNone(search.to) ?? today;
  const from = dayOrNone(search.from) ?? addDays(to, -6);
  const query = useQuery({
    ...apiQuery(PATH, { params: { brandId: brand.id }, query: { from, to } }),
    placeholderData: keepPreviousData,
    // The user sees a failure within a minute.
    refetchInterval: LOOK_AGAIN_MS,
  });
  const inbox = useQuery({
    ...apiQuery(INBOX, { params: { brandId: brand.id } }),
    refetchInterval: LOOK_AGAIN_MS,
  });
  // Both at once, so that nothing jumps.
  const data = inbox.data || inbox.error ? query.data : undefined;
  const own = data?.currencies.find((one) => one.currency === search.currency) ?? data?.currencies[0];
  const isLast = (days: number) => from === addDays(today, 1 - days) && to === today;
  const last = (days: number) => show({ from: addDays(today, 1 - days), to: today });
  return (
    <>
      <PageHeader
        lead={`Compared with the previous period of the same length. Days are in ${brand.timeZone}.`}
      />
      {data && <Waiting overview={data} groups={inbox.data?.groups ?? []} />}
      <Group gap={8} mb="md" align="center" className={classes.periods}>
        {PERIODS.map(([label, days]) => (
          <Button
            key={label}
            size="xs"
            variant={isLast(days) ? 'filled' : 'default'}
            aria-pressed={isLast(days)}
            onClick={() => last(days)}
          >
            {label}
          </Button>
        ))}
        <FilterChips
          filters={[{ key: 'days', label: 'Period', kind: 'days', from: 'from', to: 'to' }]}
          values={PERIODS.some(([, days]) => isLast(days)) ? {} : { from, to }}
          onChange={show}
        />
        {data && data.currencies.length > 1 && (
          <Select
            aria-label="Currency"
            size="xs"
            w={100}
            ms="auto"
            allowDeselect={false}
            data={data.currencies.map((one) => one.currency)}
            value={own?.currency ?? null}
            onChange={(currency) => show(currency ? { currency } : {})}
          />
        )}
      </Group>
      {query.error && !data && <ErrorState error={query.error} again={query.refetch} />}
      {data && own && <Numbers overview={data} own={own} />}
      {data && !own && <Nothing {...(!isLast(90) && { showMore: () => last(90) })} />}
      {data && <Balances overview={data} first={own?.currency} />}
      {data && own && mayReadBank && (
        <Suspense>
          <Costs month={to.slice(0, 7)} currency={own.currency} />
        </Suspense>
      )}
      {!data && !query.error && <Loading />}
    </>
  );
}

/** As high as the content, so that nothing jumps. */
function Loading() {
  return (
    <div aria-busy="true">
      <div className={classes.tiles}>
        {['Volume', 'Payments', 'Approval rate', 'Refunded'].map((title) => (
          <div key={title} className={classes.tile}>
            <h2>{title}</h2>
            <Skeleton height={20} width="60%" mt={10} mb={14} />
            <Skeleton height={52} />
          </div>
        ))}
      </div>
      <Skeleton height={320} />
    </div>
  );
}

function Nothing({ showMore }: { showMore?: () => unknown }) {
  const [opened, setOpened] = useState(false);
  const isOffered = useSampleOffer();
  return (
    <EmptyState
      title="No payments in this period"
      action={
        <Group gap="xs" justify="center">
          {showMore && (
            <Button variant="default" onClick={showMore}>
              Show 90 days
            </Button>
          )}
          {isOffered && <Button onClick={() => setOpened(true)}>See it with sample data</Button>}
          <FillSampleDialog opened={opened} onClose={() => setOpened(false)} />
        </Group>
      }
    >
      <p>
        Make a first payment: request a link to the cashier with an API key of this brand, and open the link.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, so it is scrolled by keys */}
      <pre className={classes.snippet} tabIndex={0}>{`curl ${window.location.origin}/payment-session \\
  -H "X-API-KEY: <your API key>" -H "Content-Type: application/json" \\
  -d '{"currency": "EUR", "amount": 25, "country": "DE", "merchantReference": "order-1"}'`}</pre>
    </EmptyState>
  );
}
