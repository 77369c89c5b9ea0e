// Settings › Notifications: what providers reported. Notifications that match no payment or contradict one come first,
// because a person must decide them. The rest follow, newest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiPages, pagesOf } from '../../../api/queries.ts';
import { capital, withAmounts } from '../../../parts/format.ts';
import { Money } from '../../../parts/money.tsx';
import { NOTIFICATION_STATES, NotificationStatus } from '../../../parts/notification-state.tsx';
import { EmptyState } from '../../../parts/states.tsx';
import { type Column, DataTable } from '../../../parts/table/data-table.tsx';
import { FilterChips } from '../../../parts/table/filter-chips.tsx';
import { Time } from '../../../parts/time.tsx';
import { useFilters } from '../../../shell/search/use-filters.ts';
import { useBrand } from '../../../shell/session/session.ts';
import { SettingsFrame } from '../frame/settings-frame.tsx';
import { type Notification, NotificationDrawer, PATH } from './notification-drawer.tsx';
import classes from './notifications.module.css';

const COLUMNS: Column<Notification>[] = [
  {
    id: 'kind',
    header: 'Notification',
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
        <NotificationStatus state={state} reason={reason} />
        {reason && (
          <span className={classes.why}>{withAmounts(capital(reason.replace(/^dismissed: /, '')))}</span>
        )}
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
    header: 'Received',
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
    <SettingsFrame lead="What providers report about your payments. Those that need a decision come first.">
      <div>
        <FilterChips
          filters={[
            {
              key: 'state',
              label: 'State',
              kind: 'choice',
              options: Object.entries(NOTIFICATION_STATES).map(([value, { word }]) => ({
                value,
                label: word,
              })),
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
              <EmptyState title="No notifications in this state" />
            ) : (
              <EmptyState title="No notifications yet">
                Notifications of payments, refunds and disputes appear here once the provider knows your
                notification address. You find the address on the page of the account.
              </EmptyState>
            )
          }
        />
      </div>
      <NotificationDrawer notification={opened} onClose={() => setOpened(null)} onDecided={setOpened} />
    </SettingsFrame>
  );
}
