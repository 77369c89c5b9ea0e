// Webhooks: the health of the address, the deliveries and their answers. From here a user pauses, resumes, tests,
// checks and replays.
import { Button, Menu } from '@mantine/core';
import { IconDots, IconPlayerPlay } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { apiPages, pagesOf } from '../../api/queries.ts';
import { instantsOf } from '../../parts/format.ts';
import { EmptyState } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { FilterChips } from '../../parts/table/filter-chips.tsx';
import { Time } from '../../parts/time.tsx';
import { TransactionLink } from '../../parts/transaction-link.tsx';
import { useFilters } from '../../shell/search/use-filters.ts';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { answerText, DELIVERY_STATES, DeliveryState } from './delivery-state.tsx';
import { DevelopersFrame } from './developers-frame.tsx';
import { EndpointCheck } from './endpoint-check.tsx';
import { EndpointHealth } from './endpoint-health.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { ReplayDialog, Replays } from './replays.tsx';
import { TestEvent } from './test-event.tsx';

type Delivery = Answer<'/portal/api/brands/{brandId}/webhooks/deliveries'>['items'][number];

const EVENT_TYPES = [
  ...['payin.processing', 'payin.completed', 'payin.declined', 'payin.error'],
  ...['payout.pending', 'payout.processing', 'payout.completed', 'payout.declined'],
  ...['refund.pending', 'refund.completed', 'refund.failed'],
];

const COLUMNS: Column<Delivery>[] = [
  { id: 'type', header: 'Event', fixed: true, cell: ({ eventType }) => eventType },
  { id: 'state', header: 'State', beside: true, cell: ({ state }) => <DeliveryState state={state} /> },
  {
    id: 'answer',
    header: 'Last answer',
    cell: ({ lastTry }) => (lastTry ? answerText(lastTry as Parameters<typeof answerText>[0]) : '–'),
  },
  { id: 'tries', header: 'Tries', align: 'end', cell: ({ tries }) => tries },
  {
    id: 'reference',
    header: 'Reference',
    cell: ({ merchantReference, transactionId }) => (
      <TransactionLink id={transactionId}>{merchantReference ?? 'Transaction'}</TransactionLink>
    ),
  },
  {
    id: 'next',
    header: 'Next try',
    cell: ({ state, nextTryAt }) => (state === 'retrying' ? <Time at={nextTryAt} short /> : '–'),
  },
  { id: 'at', header: 'Happened', cell: ({ createdAt }) => <Time at={createdAt} short /> },
];

type Dialog = 'pause' | 'replay' | 'check' | 'test' | null;

const FILTERS = {
  state: 'list',
  eventType: 'list',
  transactionId: 'text',
  from: 'text',
  to: 'text',
} as const;

export function Webhooks() {
  const brand = useBrand();
  const mayChange = useCan('webhooks.change');
  const [search, change] = useFilters(FILTERS);
  const { state, eventType, transactionId, from, to } = search;
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  const query = useInfiniteQuery({
    ...apiPages('/portal/api/brands/{brandId}/webhooks/deliveries', {
      params: { brandId: brand.id },
      query: {
        ...(state && { state: state.join(',') }),
        ...(eventType && { eventType: eventType.join(',') }),
        ...(transactionId && { transactionId }),
        ...instantsOf({ from, to }, brand.timeZone),
      },
    }),
    refetchInterval: 5_000,
  });
  const list = pagesOf(query);
  // The gateway searches a limited number of events for a page, so an empty page may have a next page with rows.
  const looksOn = list.rows?.length === 0 && query.hasNextPage;
  const { fetchNextPage, isFetching } = query;
  useEffect(() => {
    if (looksOn && !isFetching) void fetchNextPage();
  }, [looksOn, isFetching, fetchNextPage]);
  const isNarrowed = Object.keys(search).length > 0;
  return (
    <DevelopersFrame
      lead="The events sent to your server, and its answers."
      actions={
        mayChange && (
          <>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" leftSection={<IconDots size={16} stroke={1.75} />}>
                  More
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => setDialog('test')}>Send a test event</Menu.Item>
                <Menu.Item onClick={() => setDialog('replay')}>Replay a period</Menu.Item>
                <Menu.Item onClick={() => setDialog('pause')}>Pause webhooks</Menu.Item>
              </Menu.Dropdown>
            </Menu>
            <Button
              leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
              onClick={() => setDialog('check')}
            >
              Check the receiver
            </Button>
          </>
        )
      }
    >
      <EndpointHealth />
      <Replays />
      <FilterChips
        filters={[
          {
            key: 'state',
            label: 'State',
            kind: 'choice',
            options: Object.entries(DELIVERY_STATES).map(([value, [label]]) => ({ value, label })),
          },
          {
            key: 'eventType',
            label: 'Event',
            kind: 'choice',
            options: EVENT_TYPES.map((value) => ({ value, label: value })),
          },
          { key: 'days', label: 'Happened', kind: 'days', from: 'from', to: 'to' },
          { key: 'transactionId', label: 'Transaction', kind: 'text', placeholder: 'Its id' },
        ]}
        values={search}
        onChange={change}
      />
      <DataTable
        label="Webhook deliveries"
        columns={COLUMNS}
        {...list}
        rows={looksOn ? undefined : list.rows}
        rowKey={(row) => row.eventId}
        link={(row) => ({
          to: `/b/${brand.id}/developers/webhooks/${row.transactionId}/${row.sequence}` as '/',
        })}
        empty={
          <EmptyState title={isNarrowed ? 'No delivery matches these filters' : 'Nothing sent yet'}>
            {isNarrowed
              ? 'Clear a filter, or choose more days.'
              : 'Each status change of a payment is sent to your notification address as a signed webhook.'}
          </EmptyState>
        }
      />
      <PauseDialog opened={dialog === 'pause'} onClose={close} />
      <ReplayDialog opened={dialog === 'replay'} onClose={close} />
      <EndpointCheck opened={dialog === 'check'} onClose={close} />
      <TestEvent opened={dialog === 'test'} onClose={close} />
    </DevelopersFrame>
  );
}
