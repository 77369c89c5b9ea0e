// Settings › Notifications: what providers told. Notifications that match no payment or contradict one come first,
// because a person must decide them. The rest follow, newest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiPages, pagesOf } from '../../../api/queries.ts';
import { capital } from '../../../parts/format.ts';
import { Money } from '../../../parts/money.tsx';
import { EmptyState } from '../../../parts/states.tsx';
import { type Column, DataTable } from '../../../parts/table/data-table.tsx';
import { FilterChips } from '../../../parts/table/filter-chips.tsx';
import { Time } from '../../../parts/time.tsx';
import { TOLD_STATES, ToldStatus } from '../../../parts/told-state.tsx';
import { useFilters } from '../../../shell/search/use-filters.ts';
import { useBrand } from '../../../shell/session/session.ts';
import { SettingsFrame } from '../frame/settings-frame.tsx';
import { type Notification, NotificationDrawer, PATH } from './notification-drawer.tsx';
import classes from './notifications.module.css';

const COLUMNS: Column<Notification>[] = [
  {
    id: 'kind',
    header: 'What',
    cell: ({ kind, provider }) => (
      <span className={classes.what}>
        <span className={classes.kind}>{kind}</span>
        <span className={classes.quiet}>{provider}</span>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, reason }) => (
      <span className={classes.state}>
        <ToldStatus state={state} reason={reason} />
        {reason && <span className={classes.why}>{capital(reason.replace(/^dismissed: /, ''))}</span>}
      </span>
    ),
  },
  {
    id: 'payment',
    header: 'Payment',
    most: '140px',
    cell: ({ merchantReference, reference }) => merchantReference ?? reference ?? '–',
  },
  {
    id: 'amount',
    header: 'Amount',
    beside: true,
    align: 'end',
    cell: ({ amount, currency }) =>
      amount === null || currency === null ? '–' : <Money amount={amount} currency={currency} />,
  },
  {
    id: 'came',
    header: 'Came',
    cell: ({ receivedAt, deliveries }) => (
      <span>
        <Time at={receivedAt} />
        {deliveries > 1 && <span className={classes.quiet}>, {deliveries} times</span>}
      </span>
    ),
  },
];

const FILTERS = { state: 'list' } as const;

export function Notifications() {
  const { id: brandId } = useBrand();
  const [search, change] = useFilters(FILTERS);
  const [opened, setOpened] = useState<Notification | null>(null);
  const query = useInfiniteQuery({
    ...apiPages(PATH, {
      params: { brandId },
      query: search.state ? { state: search.state.join(',') } : {},
    }),
    refetchInterval: 10_000,
  });
  return (
    <SettingsFrame
      title="Notifications"
      lead="What providers told about your payments. What a person must look at comes first."
    >
      <div>
        <FilterChips
          filters={[
            {
              key: 'state',
              label: 'State',
              kind: 'choice',
              options: Object.entries(TOLD_STATES).map(([value, { word }]) => ({ value, label: word })),
            },
          ]}
          values={search}
          onChange={change}
        />
        <DataTable
          label="Notifications"
          columns={COLUMNS}
          {...pagesOf(query)}
          rowKey={({ notificationId }) => notificationId}
          onOpen={setOpened}
          empty={
            search.state ? (
              <EmptyState title="No notification is in this state" />
            ) : (
              <EmptyState title="No provider has told anything yet">
                Once a provider knows the notification address of your account there, what it tells of
                payments, refunds and disputes appears here. The address is on the page of the account.
              </EmptyState>
            )
          }
        />
      </div>
      <NotificationDrawer notification={opened} onClose={() => setOpened(null)} onDecided={setOpened} />
    </SettingsFrame>
  );
}
