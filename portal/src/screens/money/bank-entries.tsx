// Statement entries that need a person. Each shows the payments that it most likely belongs to and why; the user
// assigns or dismisses it.
import { Alert, Button, Drawer, Group, Stack, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, post } from '../../api/client.ts';
import { apiPages, invalidate } from '../../api/queries.ts';
import { ConfirmAction } from '../../parts/confirm-action.tsx';
import { calendarDay, capital, moneyText } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { Fact, Facts, Section } from '../../parts/section.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { StatusDot } from '../../parts/status-dot.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { TransactionLink } from '../../parts/transaction-link.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';
import classes from './money.module.css';

const ENTRIES = '/portal/api/brands/{brandId}/bank/entries';
type Entry = Answer<typeof ENTRIES>['items'][number];

const STATES = {
  unmatched: ['warn', 'No match'],
  conflict: ['bad', 'Conflict'],
  applied: ['good', 'Applied'],
  dismissed: ['quiet', 'Dismissed'],
} as const;
const amountOf = ({ amount, currency, direction }: Entry) =>
  amount === null || currency === null ? (
    '–'
  ) : (
    <Money amount={direction === 'debit' ? -amount : amount} currency={currency} />
  );

export function EntriesForPeople() {
  const { id: brandId } = useBrand();
  const [opened, setOpened] = useState<Entry | null>(null);
  const query = useInfiniteQuery(apiPages(ENTRIES, { params: { brandId } }));
  const rows = query.data?.pages.flatMap((page) => page.items);
  return (
    <Section
      title="Entries that need a decision"
      lead="Statement entries that match no payment, oldest first. The gateway never guesses."
    >
      <DataTable
        label="Entries that need a decision"
        columns={[
          {
            id: 'booked',
            header: 'Booked',
            cell: ({ bookedOn }) => (bookedOn ? calendarDay(bookedOn) : '–'),
          },
          { id: 'amount', header: 'Amount', beside: true, align: 'end', cell: amountOf },
          { id: 'who', header: 'From or to', cell: ({ counterparty }) => counterparty.name ?? '–' },
          {
            id: 'text',
            header: 'Text',
            most: '220px',
            cell: ({ text, reference }) => text ?? reference ?? '–',
          },
          {
            id: 'state',
            header: 'Why',
            cell: ({ state, reason }) => (
              <StatusDot mood={STATES[state][0]}>{reason ? capital(reason) : STATES[state][1]}</StatusDot>
            ),
          },
        ]}
        rows={rows}
        rowKey={({ entryId }) => entryId}
        onOpen={setOpened}
        error={query.error}
        again={query.refetch}
        empty={<EmptyState title="Nothing to decide">Every statement entry matches a payment.</EmptyState>}
        more={{ has: query.hasNextPage, loading: query.isFetchingNextPage, load: query.fetchNextPage }}
      />
      <Drawer
        opened={opened !== null}
        onClose={() => setOpened(null)}
        position="right"
        size="lg"
        title="Statement entry"
      >
        {opened && <Opened entry={opened} onDone={() => setOpened(null)} />}
      </Drawer>
    </Section>
  );
}

function Opened({ entry, onDone }: { entry: Entry; onDone: () => void }) {
  const mayDecide = useCan('bank.decide');
  const [decision, setDecision] = useState<{ transactionId: string } | 'other' | 'dismiss' | null>(null);
  const { counterparty, reason, reference, state, suggestions, text, transactionId, direction } = entry;
  return (
    <>
      <Alert color="yellow" title={STATES[state][1]} mb="md">
        {reason && `${capital(reason)}.`}
      </Alert>
      <Facts>
        <Fact label="Amount">{amountOf(entry)}</Fact>
        <Fact label="Booked">{entry.bookedOn && calendarDay(entry.bookedOn)}</Fact>
        <Fact label={direction === 'debit' ? 'To' : 'From'}>{counterparty.name}</Fact>
        <Fact label="Account">{counterparty.account}</Fact>
        <Fact label="Text">{text}</Fact>
        <Fact label="Reference">{reference}</Fact>
        <Fact label="Payment">
          {transactionId && <TransactionLink id={transactionId}>{transactionId}</TransactionLink>}
        </Fact>
      </Facts>
      {direction === 'credit' && (
        <Section title={suggestions.length > 0 ? 'Possible payments' : 'No open payment has this amount'}>
          {suggestions.map((one) => (
            <div key={one.transactionId} className={classes.suggestion}>
              <div>
                <TransactionLink id={one.transactionId}>{one.merchantReference}</TransactionLink>,{' '}
                {moneyText(one.amount, one.currency)}, <Time at={one.createdAt} />
                <div className={classes.quiet}>{capital(one.reasons.join('; '))}</div>
              </div>
              {mayDecide && (
                <Button size="compact-sm" onClick={() => setDecision({ transactionId: one.transactionId })}>
                  Assign
                </Button>
              )}
            </div>
          ))}
        </Section>
      )}
      {mayDecide && (
        <Group mt="lg" gap="xs" justify="flex-end">
          <Button variant="default" onClick={() => setDecision('dismiss')}>
            Dismiss
          </Button>
          {direction === 'credit' && (
            <Button variant="default" onClick={() => setDecision('other')}>
              Assign to another payment
            </Button>
          )}
        </Group>
      )}
      {decision && (
        <Decide entry={entry} decision={decision} onClose={() => setDecision(null)} onDone={onDone} />
      )}
    </>
  );
}

interface Deciding {
  entry: Entry;
  decision: { transactionId: string } | 'other' | 'dismiss';
  onClose: () => void;
  onDone: () => void;
}

function Decide({ entry, decision, onClose, onDone }: Deciding) {
  const { id: brandId } = useBrand();
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const isDismissal = decision === 'dismiss';
  const transactionId = typeof decision === 'object' ? decision.transactionId : typed.trim();
  const amount =
    entry.amount === null || entry.currency === null ? '' : ` ${moneyText(entry.amount, entry.currency)}`;
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={isDismissal ? 'Dismiss this entry?' : `Assign${amount} to this payment?`}
      action={isDismissal ? 'Dismiss entry' : 'Assign entry'}
      danger={isDismissal}
      disabled={reason.trim().length < 3 || (!isDismissal && transactionId === '')}
      onConfirm={async () => {
        const params = { brandId, entryId: entry.entryId };
        const words = reason.trim();
        if (isDismissal) await post(`${ENTRIES}/{entryId}/dismiss`, { params, body: { reason: words } });
        else await post(`${ENTRIES}/{entryId}/assign`, { params, body: { transactionId, reason: words } });
        await invalidate(ENTRIES, '/portal/api/brands/{brandId}/bank');
        toast(isDismissal ? 'Entry dismissed' : 'Entry assigned. The payment is completed.');
        onDone();
      }}
    >
      <Stack gap="sm">
        <p>
          {isDismissal
            ? 'No payment changes, and nobody has to look at it again. If the money came by mistake, send it back at your bank.'
            : 'The payment is completed, the balance grows, and your server gets a webhook.'}
        </p>
        {decision === 'other' && (
          <TextInput
            label="Transaction"
            description="The id of an open or expired pay-in of the same amount."
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
        <ReasonField reason={reason} onChange={setReason} />
      </Stack>
    </ConfirmAction>
  );
}
