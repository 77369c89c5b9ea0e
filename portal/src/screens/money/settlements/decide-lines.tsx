// Lines of a settlement that wait for a person: each with the reason and the payments that it most likely belongs to.
// The user assigns it to a payment, or dismisses it. It must never assign by itself.
import { Button, Group, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../api/client.ts';
import { apiPages, invalidate, pagesOf } from '../../../api/queries.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { FindPayment } from '../../../parts/find-payment.tsx';
import { capital, countText, moneyText, withAmounts } from '../../../parts/format.ts';
import { Money } from '../../../parts/money.tsx';
import { ReasonField } from '../../../parts/reason-field.tsx';
import { Section } from '../../../parts/section.tsx';
import { ErrorState } from '../../../parts/states.tsx';
import { StatusDot } from '../../../parts/status-dot.tsx';
import { Time } from '../../../parts/time.tsx';
import { TransactionLink } from '../../../parts/transaction-link.tsx';
import type { Found } from '../../../shell/search/use-found.ts';
import { useBrand, useCan } from '../../../shell/session/session.ts';
import { toast } from '../../../shell/toasts.tsx';
import { KINDS, LINE_STATES, LINES, type Line, SETTLEMENTS } from './settlement-words.tsx';
import classes from './settlements.module.css';

interface Of {
  settlementId: string;
}

/** A payment, another one that the user looks for, or none. */
type Decision = Line['suggestions'][number] | 'other' | 'dismiss';

export function LinesToDecide({ settlementId, count }: Of & { count: number }) {
  const { id: brandId } = useBrand();
  const mayDecide = useCan('bank.decide');
  const [deciding, setDeciding] = useState<{ line: Line; decision: Decision } | null>(null);
  const query = useInfiniteQuery(
    apiPages(LINES, { params: { brandId, settlementId }, query: { state: 'waiting' } }),
  );
  const { rows, error, again, more } = pagesOf(query);
  return (
    <Section
      title={`${countText(count, 'line')} to decide`}
      lead={
        mayDecide
          ? 'They fit no payment, or contradict one. The gateway proposes and never assigns by itself.'
          : 'They fit no payment, or contradict one. An owner or an approver decides.'
      }
    >
      {error && !rows && <ErrorState error={error} again={again} />}
      <ul className={classes.decide} aria-label="Lines to decide" aria-busy={!rows && !error}>
        {rows?.map((line) => (
          <li key={line.lineId}>
            <Waiting
              line={line}
              {...(mayDecide && { onDecide: (decision: Decision) => setDeciding({ line, decision }) })}
            />
          </li>
        ))}
      </ul>
      {more.has && (
        <Button variant="default" loading={more.loading} onClick={() => more.load()}>
          Show more
        </Button>
      )}
      {deciding && <Decide settlementId={settlementId} {...deciding} onClose={() => setDeciding(null)} />}
    </Section>
  );
}

/** Without `onDecide` the user may only look. */
function Waiting({ line, onDecide }: { line: Line; onDecide?: (decision: Decision) => void }) {
  const { kind, word, state, reason, suggestions, occurredAt, original, fee, currency } = line;
  const amount = kind === 'fee' ? line.net : line.gross;
  return (
    <>
      <div className={classes.lineHead}>
        <strong>
          {kind === 'other' ? word : KINDS[kind]} <Money amount={amount} currency={currency} />
        </strong>
        <StatusDot mood={LINE_STATES[state][0]}>
          {capital(withAmounts(reason ?? LINE_STATES[state][1]))}
        </StatusDot>
      </div>
      <p className={classes.why}>
        {original && `${moneyText(original.amount, original.currency)} before it was converted. `}
        {fee !== 0 && `Fee ${moneyText(fee, currency)}. `}
        Booked <Time at={occurredAt} short />. {line.reference && <>Reference {line.reference}. </>}
        {line.providerReference && <>At the provider {line.providerReference}.</>}
      </p>
      {suggestions.length === 0 ? (
        <p className={classes.why}>No likely payment found.</p>
      ) : (
        suggestions.map((one) => (
          <div key={one.transactionId} className={classes.likely}>
            <div>
              <TransactionLink id={one.transactionId}>{one.merchantReference}</TransactionLink>
              <div className={classes.why}>
                {moneyText(one.amount, one.currency)}, <Time at={one.createdAt} short />. Likely because{' '}
                {one.reasons.join('; ')}.
              </div>
            </div>
            {onDecide && (
              <Button
                size="compact-sm"
                onClick={() => onDecide(one)}
                aria-label={`Assign to ${one.merchantReference}`}
              >
                Assign
              </Button>
            )}
          </div>
        ))
      )}
      {onDecide && (
        <Group gap="xs" mt="xs">
          {kind !== 'fee' && kind !== 'other' && (
            <Button size="compact-sm" variant="default" onClick={() => onDecide('other')}>
              Assign to another payment
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => onDecide('dismiss')}>
            Dismiss
          </Button>
        </Group>
      )}
    </>
  );
}

function Decide({
  settlementId,
  line,
  decision,
  onClose,
}: Of & { line: Line; decision: Decision; onClose: () => void }) {
  const { id: brandId } = useBrand();
  const [reason, setReason] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const isDismissal = decision === 'dismiss';
  const payment = typeof decision === 'object' ? decision : found;
  const transactionId = typeof decision === 'object' ? decision.transactionId : found?.id;
  const what = `${KINDS[line.kind].toLowerCase()} of ${moneyText(Math.abs(line.gross), line.currency)}`;
  const to = typeof decision === 'object' ? decision.merchantReference : 'a payment';
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={isDismissal ? `Dismiss this ${what}?` : `Assign this ${what} to ${to}?`}
      action={isDismissal ? 'Dismiss line' : 'Assign line'}
      danger={isDismissal}
      disabled={reason.trim().length < 3 || (!isDismissal && transactionId === undefined)}
      onConfirm={async () => {
        const params = { brandId, settlementId, lineId: line.lineId };
        const words = reason.trim();
        if (isDismissal) await post(`${LINES}/{lineId}/dismiss`, { params, body: { reason: words } });
        else
          await post(`${LINES}/{lineId}/assign`, {
            params,
            body: { transactionId: transactionId!, reason: words },
          });
        await invalidate(SETTLEMENTS, `${SETTLEMENTS}/{settlementId}`, LINES);
        toast(isDismissal ? 'Line dismissed' : 'Line assigned');
      }}
    >
      <Stack gap="sm">
        <p className={classes.consequence}>
          {isDismissal
            ? 'The line stays in the settlement and in its sum. It belongs to no payment, and nobody has to look at it again.'
            : 'The payment then shows this payout and its fee. No money moves, and no status changes.'}{' '}
          {!isDismissal && payment && differenceText(line, payment)}
        </p>
        {decision === 'other' && <FindPayment chosen={found} onChoose={setFound} />}
        <ReasonField reason={reason} onChange={setReason} />
      </Stack>
    </ConfirmAction>
  );
}

/** A refund or a capture may be a part of the payment. */
function differenceText({ original, gross, currency }: Line, payment: { amount: number; currency: string }) {
  const told = original ?? { amount: gross, currency };
  const amount = Math.abs(told.amount);
  if (amount === payment.amount && told.currency === payment.currency) return null;
  return `The line is about ${moneyText(amount, told.currency)}, the payment about ${moneyText(payment.amount, payment.currency)}.`;
}
