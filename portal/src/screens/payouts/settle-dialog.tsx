// Approves or declines one payout or many. It asks with the sum and the balance left, settles ten at a time with
// progress, and names each payout with another result. Closing it after the end clears the selection.
import { Alert, Button, Group, Modal, Table } from '@mantine/core';
import { useState } from 'react';
import { type Answer, post } from '../../api/client.ts';
import { faultText } from '../../parts/fault-text.ts';
import { moneyText, numberText } from '../../parts/format.ts';
import { LeaveGuard, LeaveQuestion } from '../../parts/leave-guard.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { Progress } from '../../parts/states.tsx';
import { useBrand } from '../../shell/session/session.ts';
import { invalidatePayouts } from './invalidate-payouts.ts';
import classes from './payouts.module.css';
import { recipientText, type WaitingPage, type WaitingPayout, warningsOf } from './waiting-payout.ts';

export interface Decision {
  action: 'APPROVE' | 'DECLINE';
  payouts: readonly WaitingPayout[];
  /** The name of the file, if they are all its payouts. */
  file?: string;
}

interface Props {
  decision: Decision;
  /** By currency: the balance that is available before the first approval. */
  totals: WaitingPage['totals'];
  onClose: () => void;
}

type Result = Answer<'/portal/api/brands/{brandId}/payouts/settle', 'post'>['results'][number];

/** Small enough that the bar moves, and large enough that the gateway settles many in one commit. */
const AT_ONCE = 10;

const DECLINE_REASON = {
  mt: 'md',
  description: 'Your colleagues see it in the history of each payout.',
  minRows: 2,
  'data-autofocus': true,
};

export function SettleDialog({ decision, totals, onClose }: Props) {
  const brand = useBrand();
  const { action, payouts, file } = decision;
  const [reason, setReason] = useState('');
  const [running, setRunning] = useState(false);
  const [results, setResults] = useState<Result[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const isDone = !running && results.length > 0;
  const verb = action === 'APPROVE' ? 'Approve' : 'Decline';
  const what =
    payouts.length === 1
      ? moneyText(payouts[0]!.amount, payouts[0]!.currency)
      : `${numberText(payouts.length)} payouts`;

  async function run() {
    setRunning(true);
    setFault(null);
    const done = [...results];
    try {
      while (done.length < payouts.length) {
        const part = payouts.slice(done.length, done.length + AT_ONCE);
        const body = {
          action,
          transactionIds: part.map(({ transactionId }) => transactionId),
          ...(action === 'DECLINE' && { reason: reason.trim() }),
        };
        const answer = await post('/portal/api/brands/{brandId}/payouts/settle', {
          params: { brandId: brand.id },
          body,
        });
        done.push(...answer.results);
        setResults([...done]);
      }
    } catch (error) {
      setFault(faultText((error as Error).message));
    } finally {
      setRunning(false);
      invalidatePayouts();
    }
  }

  const isTyped = !isDone && reason.trim() !== '';
  const close = () => {
    if (running) return;
    if (isTyped) setAsked(true);
    else onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={!asked}
      size="lg"
      title={isDone ? 'Results' : `${verb} ${what}${file ? ` of ${file}` : ''}?`}
    >
      {results.length === 0 && !running && (
        <>
          <Consequence decision={decision} totals={totals} />
          {action === 'DECLINE' && <ReasonField {...DECLINE_REASON} reason={reason} onChange={setReason} />}
        </>
      )}
      {running && (
        <Progress
          label={action === 'APPROVE' ? 'Approving payouts' : 'Declining payouts'}
          done={results.length}
          of={payouts.length}
        />
      )}
      {isDone && <Results action={action} payouts={payouts} results={results} />}
      {fault && (
        <Alert color="red" mt="md" role="alert">
          {fault} {results.length > 0 && 'The payouts above are settled; the others were not sent.'}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        {isDone ? (
          <Button onClick={close}>Done</Button>
        ) : (
          <>
            <Button variant="default" onClick={close} disabled={running}>
              Back
            </Button>
            <Button
              color={action === 'DECLINE' ? 'red' : 'accent'}
              loading={running}
              disabled={action === 'DECLINE' && reason.trim() === ''}
              onClick={run}
            >
              {verb} {what}
            </Button>
          </>
        )}
      </Group>
      <LeaveGuard isDirty={() => isTyped && !running} />
      <LeaveQuestion asked={asked} onStay={() => setAsked(false)} onLeave={onClose} />
    </Modal>
  );
}

function Consequence({ decision: { action, payouts }, totals }: Omit<Props, 'onClose'>) {
  const { name, timeZone } = useBrand();
  if (action === 'DECLINE')
    return (
      <>Nothing is paid, and the money stays in the balance. A declined payout cannot be approved later.</>
    );
  const sums = totals.flatMap(({ currency, available }) => {
    const chosen = payouts.filter((payout) => payout.currency === currency);
    const amount = chosen.reduce((total, one) => total + one.amount, 0);
    return chosen.length > 0 ? [{ currency, amount, available }] : [];
  });
  const warnings = warningsOf(payouts, timeZone);
  const [only] = payouts.length === 1 ? payouts : [];
  return (
    <>
      {only && <p className={classes.to}>To {recipientText(only)}</p>}
      {sums.map(({ currency, amount, available }) => (
        <div key={currency}>
          {amount <= available
            ? `${name}'s balance will be ${moneyText(available - amount, currency)} after ${moneyText(amount, currency)} is reserved.`
            : `The balance of ${moneyText(available, currency)} does not cover ${moneyText(amount, currency)}: the first ones are sent, the others keep waiting.`}
        </div>
      ))}
      {warnings.length > 0 && (
        <Alert color="yellow" mt="md">
          {warnings.map((warning) => (
            <div key={warning}>{warning}</div>
          ))}
        </Alert>
      )}
    </>
  );
}

const OUTCOMES: Record<Result['outcome'], string> = {
  approved: 'approved',
  declined: 'declined',
  short: 'still wait: the balance is too low',
  'not-sent': 'were approved, but no provider accepted them',
  refused: 'were refused',
};

function Results({ action, payouts, results }: Decision & { results: Result[] }) {
  const wanted = action === 'APPROVE' ? 'approved' : 'declined';
  const rest = results.filter(({ outcome }) => outcome !== wanted);
  const byId = new Map(payouts.map((payout) => [payout.transactionId, payout]));
  return (
    <>
      <Alert color={rest.length === 0 ? 'green' : 'yellow'} role="status">
        {numberText(results.length - rest.length)} of {numberText(results.length)} {wanted}.
        {(['short', 'not-sent', 'refused'] as const).map((outcome) => {
          const count = rest.filter((one) => one.outcome === outcome).length;
          return count > 0 ? ` ${numberText(count)} ${OUTCOMES[outcome]}.` : '';
        })}
      </Alert>
      {rest.length > 0 && (
        <Table mt="md" aria-label="Payouts with another result">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Payout</Table.Th>
              <Table.Th>Why</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rest.map(({ transactionId, message, errorReason }) => {
              const payout = byId.get(transactionId);
              return (
                <Table.Tr key={transactionId}>
                  <Table.Td>
                    {payout ? `${payout.merchantReference}, ${recipientText(payout)}` : transactionId}
                  </Table.Td>
                  <Table.Td>{faultText(message ?? errorReason ?? '')}</Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}
