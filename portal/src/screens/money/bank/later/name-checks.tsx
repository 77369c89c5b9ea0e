// The bank's name checks of a file: the result beside a payout, and the names about which a person decides. Keeping or
// withdrawing here tells the bank nothing.
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../../api/client.ts';
import { apiPages, invalidate } from '../../../../api/queries.ts';
import { ConfirmAction } from '../../../../parts/confirm-action.tsx';
import { countText, moneyText } from '../../../../parts/format.ts';
import { ReasonField } from '../../../../parts/reason-field.tsx';
import { Section } from '../../../../parts/section.tsx';
import { StatusDot } from '../../../../parts/status-dot.tsx';
import { TransactionLink } from '../../../../parts/transaction-link.tsx';
import { useBrand, useCan } from '../../../../shell/session/session.ts';
import { toast } from '../../../../shell/toasts.tsx';
import classes from '../../money.module.css';
import { BANK, FILED, type Filed, type NameCheck } from '../bank-answer.ts';

const RESULTS = {
  match: ['good', 'Matches'],
  'close-match': ['warn', 'Almost matches'],
  'no-match': ['bad', 'Does not match'],
  'not-possible': ['quiet', 'Not checked'],
} as const;
const DECISIONS = { kept: 'Kept', withdrawn: 'Withdrawn' } as const;

export type Decision = { payout: Filed; what: 'keep' | 'withdraw' };

/** In the list of a file's payouts. */
export function NameResult({ check }: { check: NameCheck | null }) {
  if (check === null) return <span className={classes.quiet}>Not reported</span>;
  const { result, bankName, text, decision, decidedBy } = check;
  return (
    <div className={classes.wrapped}>
      <StatusDot mood={RESULTS[result][0]}>{RESULTS[result][1]}</StatusDot>
      {bankName && <div className={classes.quiet}>The bank knows {bankName}</div>}
      {result === 'not-possible' && text && <div className={classes.quiet}>{text}</div>}
      {decision && (
        <div className={classes.quiet}>
          {DECISIONS[decision]} by {decidedBy}
        </div>
      )}
    </div>
  );
}

/** The mismatches of a file that wait for a person. */
export function NamesToDecide({ fileId, count }: { fileId: string; count: number }) {
  const { id: brandId } = useBrand();
  const mayDecide = useCan('bank.decide');
  const [decision, setDecision] = useState<Decision | null>(null);
  const query = useInfiniteQuery(
    apiPages(FILED, { params: { brandId, fileId }, query: { needsDecision: 'true' } }),
  );
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section
      title={`${countText(count, 'name')} to decide`}
      lead="The recipient’s bank knows another name for the account. Decide before you release the file at your bank."
    >
      {!mayDecide && (
        <Alert color="yellow" mb="xs">
          A finance approver decides.
        </Alert>
      )}
      {rows.map((payout) => (
        <div key={payout.transactionId} className={classes.suggestion}>
          <div>
            <TransactionLink id={payout.transactionId}>{payout.merchantReference}</TransactionLink>,{' '}
            {moneyText(payout.amount, 'EUR')}
            <div>To {payout.recipient ?? 'a recipient without a name'}</div>
            <NameResult check={payout.nameCheck} />
          </div>
          {mayDecide && <DecisionButtons payout={payout} onDecide={setDecision} />}
        </div>
      ))}
      {query.hasNextPage && (
        <Button mt="xs" variant="default" onClick={() => query.fetchNextPage()}>
          Show more
        </Button>
      )}
      {decision && <Decide fileId={fileId} decision={decision} onClose={() => setDecision(null)} />}
    </Section>
  );
}

function DecisionButtons({ payout, onDecide }: { payout: Filed; onDecide: (decision: Decision) => void }) {
  const { merchantReference, nameCheck } = payout;
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Keep ${merchantReference}`}
        onClick={() => onDecide({ payout, what: 'keep' })}
      >
        Keep
      </Button>
      {nameCheck?.mayWithdraw && (
        <Button
          size="compact-sm"
          variant="default"
          color="red"
          aria-label={`Withdraw ${merchantReference}`}
          onClick={() => onDecide({ payout, what: 'withdraw' })}
        >
          Withdraw
        </Button>
      )}
    </Group>
  );
}

export function Decide({
  fileId,
  decision: { payout, what },
  onClose,
}: {
  fileId: string;
  decision: Decision;
  onClose: () => void;
}) {
  const { id: brandId } = useBrand();
  const [reason, setReason] = useState('');
  const { transactionId, merchantReference, recipient, nameCheck } = payout;
  const amount = moneyText(payout.amount, 'EUR');
  const isKept = what === 'keep';
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={`${isKept ? 'Keep' : 'Withdraw'} ${amount} to ${recipient ?? merchantReference}?`}
      action={isKept ? 'Keep payout' : 'Withdraw payout'}
      danger={!isKept}
      disabled={reason.trim().length < 3}
      onConfirm={async () => {
        const given = { params: { brandId, fileId, transactionId }, body: { reason: reason.trim() } };
        await (isKept
          ? post(`${FILED}/{transactionId}/keep`, given)
          : post(`${FILED}/{transactionId}/withdraw`, given));
        await invalidate(BANK, FILED);
        toast(
          isKept
            ? `Payout ${merchantReference} kept`
            : `Payout ${merchantReference} withdrawn, ${amount} released`,
        );
      }}
    >
      <Stack gap="sm">
        <NameResult check={nameCheck} />
        <p style={{ margin: 0 }}>
          {isKept
            ? 'The payout stays in the file and goes to this account. If the money reaches the wrong person, the bank need not bring it back.'
            : `First remove it at the bank, or cancel the order there: this tells the bank nothing. The payout then ends as declined (4003), and ${amount} is available again.`}
        </p>
        <ReasonField reason={reason} onChange={setReason} />
      </Stack>
    </ConfirmAction>
  );
}
