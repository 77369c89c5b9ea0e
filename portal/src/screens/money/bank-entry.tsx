// One statement entry: what it is, what it was matched with, and, if it needs a person, the payments and payouts that
// it most likely is and why. The user assigns it, dismisses it, sends it back, or takes an assignment back.
import { Alert, Button, Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { calendarDay, capital, moneyText, withAmounts } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { Fact, Facts, Section } from '../../parts/section.tsx';
import { SettlementLink } from '../../parts/settlement-link.tsx';
import { Time } from '../../parts/time.tsx';
import { TransactionLink } from '../../parts/transaction-link.tsx';
import { useCan } from '../../shell/session/session.ts';
import { type Decision, type Entry, STATES } from './bank/entry-answer.ts';
import classes from './money.module.css';

const DecideEntry = lazy(() =>
  import('./bank/forms/decide-entry.tsx').then(({ DecideEntry }) => ({ default: DecideEntry })),
);

const COLOURS = { warn: 'yellow', bad: 'red', good: 'green', quiet: 'gray' } as const;

export const amountOf = ({ amount, currency, direction }: Entry) =>
  amount === null || currency === null ? (
    '–'
  ) : (
    <Money amount={direction === 'debit' ? -amount : amount} currency={currency} />
  );

export function OpenedEntry({ entry, onDone }: { entry: Entry; onDone: () => void }) {
  const mayDecide = useCan('bank.decide');
  const [decision, setDecision] = useState<Decision | null>(null);
  const { counterparty, reason, reference, settlement, state, text, payment, direction } = entry;
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
        <Fact label={state === 'applied' ? 'Payment' : 'Names the payment'}>
          {payment && (
            <>
              <TransactionLink id={payment.transactionId}>{payment.merchantReference}</TransactionLink>
              <div>
                {payment.customer && `${payment.customer}, `}
                {moneyText(payment.amount, payment.currency)}
                {entry.partPayment && ' expected: a part payment'}
              </div>
            </>
          )}
        </Fact>
      </Facts>
      {needsPerson && direction === 'credit' && <Likely entry={entry} onDecide={decide} />}
      {decide && (
        <Group mt="lg" gap="xs" justify="flex-end">
          <Button variant="default" onClick={() => decide({ kind: 'dismiss' })}>
            Dismiss
          </Button>
          {direction === 'credit' && (
            <>
              <Button variant="default" onClick={() => decide({ kind: 'send-back' })}>
                Send back
              </Button>
              <Button variant="default" onClick={() => decide({ kind: 'other' })}>
                Another payment
              </Button>
            </>
          )}
        </Group>
      )}
      {entry.mayTakeBack && mayDecide && (
        <Group mt="lg" gap="xs" justify="flex-end">
          <Button variant="default" onClick={() => setDecision({ kind: 'take-back' })}>
            Take assignment back
          </Button>
        </Group>
      )}
      {decision && (
        <Suspense>
          <DecideEntry entry={entry} decision={decision} onClose={() => setDecision(null)} onDone={onDone} />
        </Suspense>
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
                  onClick={() => onDecide({ kind: 'payout', settlementId, name: `${provider} ${reference}` })}
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
                <TransactionLink id={one.transactionId}>{one.merchantReference}</TransactionLink>
                <div>
                  {one.customer && `${one.customer}, `}
                  {moneyText(one.amount, one.currency)}
                  <span className={classes.quiet}>
                    {' '}
                    <Time at={one.createdAt} />
                  </span>
                </div>
                <div className={classes.quiet}>{capital(one.reasons.join('; '))}</div>
              </div>
              {onDecide && (
                <Button size="compact-sm" onClick={() => onDecide({ kind: 'payment', payment: one })}>
                  {one.partPayment ? 'Accept as part' : 'Assign'}
                </Button>
              )}
            </div>
          ))}
        </Section>
      )}
    </>
  );
}
