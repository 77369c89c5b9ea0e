// One statement entry: what it is, and, if it needs a person, the payments and payouts that it most likely is and why.
// The user assigns or dismisses it.
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { type Answer, post } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { ConfirmAction } from '../../parts/confirm-action.tsx';
import { FindPayment } from '../../parts/find-payment.tsx';
import { calendarDay, capital, moneyText, withAmounts } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { Fact, Facts, Section } from '../../parts/section.tsx';
import { SettlementLink } from '../../parts/settlement-link.tsx';
import { Time } from '../../parts/time.tsx';
import { TransactionLink } from '../../parts/transaction-link.tsx';
import type { Found } from '../../shell/search/use-found.ts';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';
import classes from './money.module.css';

export const ENTRIES = '/portal/api/brands/{brandId}/bank/entries';
export type Entry = Answer<typeof ENTRIES>['items'][number];

export const STATES = {
  unmatched: ['warn', 'No match'],
  conflict: ['bad', 'Conflict'],
  applied: ['good', 'Applied'],
  dismissed: ['quiet', 'Dismissed'],
} as const;

const COLOURS = { warn: 'yellow', bad: 'red', good: 'green', quiet: 'gray' } as const;

export const amountOf = ({ amount, currency, direction }: Entry) =>
  amount === null || currency === null ? (
    '–'
  ) : (
    <Money amount={direction === 'debit' ? -amount : amount} currency={currency} />
  );

/** A pay-in, a payout of a provider, another pay-in that the user looks for, or none. */
type Decision = { transactionId: string } | { settlementId: string; name: string } | 'other' | 'dismiss';

export function OpenedEntry({ entry, onDone }: { entry: Entry; onDone: () => void }) {
  const mayDecide = useCan('bank.decide');
  const [decision, setDecision] = useState<Decision | null>(null);
  const { counterparty, reason, reference, settlement, state, text, transactionId, direction } = entry;
  const [mood, word] = STATES[state];
  const needsPerson = state === 'unmatched' || state === 'conflict';
  const decide = needsPerson && mayDecide ? setDecision : null;
  return (
    <>
      <Alert
        color={COLOURS[mood]}
        title={settlement ? `This is a payout of ${settlement.provider}` : word}
        mb="md"
      >
        {reason && `${withAmounts(capital(reason))}.`}
      </Alert>
      <Facts>
        <Fact label="Amount">{amountOf(entry)}</Fact>
        <Fact label="Booked">{entry.bookedOn && calendarDay(entry.bookedOn)}</Fact>
        <Fact label={direction === 'debit' ? 'To' : 'From'}>{counterparty.name}</Fact>
        <Fact label="Account">{counterparty.account}</Fact>
        <Fact label="Text">{text}</Fact>
        <Fact label="Reference">{reference}</Fact>
        <Fact label="Settlement">
          {settlement && (
            <SettlementLink id={settlement.settlementId}>
              {settlement.provider} {settlement.reference}
            </SettlementLink>
          )}
        </Fact>
        <Fact label="Payment">
          {transactionId && <TransactionLink id={transactionId}>{transactionId}</TransactionLink>}
        </Fact>
      </Facts>
      {needsPerson && direction === 'credit' && <Likely entry={entry} onDecide={decide} />}
      {decide && (
        <Group mt="lg" gap="xs" justify="flex-end">
          <Button variant="default" onClick={() => decide('dismiss')}>
            Dismiss
          </Button>
          {direction === 'credit' && (
            <Button variant="default" onClick={() => decide('other')}>
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

/** `onDecide`: null if the user may only look. */
function Likely({ entry, onDecide }: { entry: Entry; onDecide: ((decision: Decision) => void) | null }) {
  const { suggestions, payouts } = entry;
  return (
    <>
      {payouts.length > 0 && (
        <Section title="Payouts of the same amount">
          {payouts.map(({ settlementId, provider, reference, paidAt }) => (
            <div key={settlementId} className={classes.suggestion}>
              <div>
                <SettlementLink id={settlementId}>
                  {provider} {reference}
                </SettlementLink>
                <div className={classes.quiet}>
                  {paidAt ? (
                    <>
                      Paid out <Time at={paidAt} short />
                    </>
                  ) : (
                    'Not paid out yet'
                  )}
                </div>
              </div>
              {onDecide && (
                <Button
                  size="compact-sm"
                  onClick={() => onDecide({ settlementId, name: `${provider} ${reference}` })}
                >
                  Assign
                </Button>
              )}
            </div>
          ))}
        </Section>
      )}
      {(suggestions.length > 0 || payouts.length === 0) && (
        <Section title={suggestions.length > 0 ? 'Possible payments' : 'No open payment has this amount'}>
          {suggestions.map((one) => (
            <div key={one.transactionId} className={classes.suggestion}>
              <div>
                <TransactionLink id={one.transactionId}>{one.merchantReference}</TransactionLink>,{' '}
                {moneyText(one.amount, one.currency)}, <Time at={one.createdAt} />
                <div className={classes.quiet}>{capital(one.reasons.join('; '))}</div>
              </div>
              {onDecide && (
                <Button size="compact-sm" onClick={() => onDecide({ transactionId: one.transactionId })}>
                  Assign
                </Button>
              )}
            </div>
          ))}
        </Section>
      )}
    </>
  );
}

interface Deciding {
  entry: Entry;
  decision: Decision;
  onClose: () => void;
  onDone: () => void;
}

const CONSEQUENCES = {
  dismiss:
    'No payment changes, and nobody has to look at it again. If the money came by mistake, send it back at your bank.',
  payout: 'The settlement then says that your bank has it. No balance changes.',
  payment: 'The payment is completed, the balance grows, and your server gets a webhook.',
};
const DONE = {
  dismiss: 'Entry dismissed',
  payout: 'Entry assigned. The bank has the payout.',
  payment: 'Entry assigned. The payment is completed.',
};

function Decide({ entry, decision, onClose, onDone }: Deciding) {
  const { id: brandId } = useBrand();
  const [reason, setReason] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const isPayout = typeof decision === 'object' && 'settlementId' in decision;
  const kind = decision === 'dismiss' ? 'dismiss' : isPayout ? 'payout' : 'payment';
  const target = isPayout
    ? { settlementId: decision.settlementId }
    : typeof decision === 'object'
      ? decision
      : found && { transactionId: found.id };
  const amount =
    entry.amount === null || entry.currency === null ? '' : ` ${moneyText(entry.amount, entry.currency)}`;
  const to = isPayout ? `payout ${decision.name}` : 'this payment';
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={kind === 'dismiss' ? 'Dismiss this entry?' : `Assign${amount} to ${to}?`}
      action={kind === 'dismiss' ? 'Dismiss entry' : 'Assign entry'}
      danger={kind === 'dismiss'}
      disabled={reason.trim().length < 3 || (kind !== 'dismiss' && !target)}
      onConfirm={async () => {
        const params = { brandId, entryId: entry.entryId };
        const words = reason.trim();
        if (kind === 'dismiss')
          await post(`${ENTRIES}/{entryId}/dismiss`, { params, body: { reason: words } });
        else await post(`${ENTRIES}/{entryId}/assign`, { params, body: { ...target, reason: words } });
        await invalidate(ENTRIES, `${ENTRIES}/{entryId}`, '/portal/api/brands/{brandId}/bank');
        toast(DONE[kind]);
        onDone();
      }}
    >
      <Stack gap="sm">
        <p>{CONSEQUENCES[kind]}</p>
        {decision === 'other' && (
          <FindPayment
            chosen={found}
            onChoose={setFound}
            description="An open or expired pay-in of the same amount. Search by reference, customer or id."
          />
        )}
        <ReasonField reason={reason} onChange={setReason} />
      </Stack>
    </ConfirmAction>
  );
}
