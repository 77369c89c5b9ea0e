// One waiting payout, with everything that an approver wants to know: the recipient, whether the account was paid
// before, what stands out, who made it, the balance afterwards, the time left. The approver approves or declines it
// here.
import { Alert, Button, Drawer, Group } from '@mantine/core';
import { CopyId } from '../../parts/copy-id.tsx';
import { countryName } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { Fact, Facts } from '../../parts/section.tsx';
import { Time } from '../../parts/time.tsx';
import { TransactionLink } from '../../parts/transaction-link.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import classes from './payouts.module.css';
import type { Decision } from './settle-dialog.tsx';
import { flagsOf, historyOf, recipientText, shownAccount, type WaitingPayout } from './waiting-payout.ts';

const COLOURS = { bad: 'red', warn: 'yellow', quiet: 'gray' } as const;

interface Props {
  payout: WaitingPayout | null;
  onClose: () => void;
  onDecide: (decision: Decision) => void;
}

export function PayoutDrawer({ payout, onClose, onDecide }: Props) {
  return (
    <Drawer
      opened={payout !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={payout && `Payout to ${recipientText(payout)}`}
    >
      {payout && <Waiting payout={payout} onDecide={onDecide} />}
    </Drawer>
  );
}

function Waiting({ payout, onDecide }: { payout: WaitingPayout; onDecide: Props['onDecide'] }) {
  const { timeZone } = useBrand();
  const mayDecide = useCan('payouts.approve');
  const { currency, recipient, maker } = payout;
  return (
    <>
      <p className={classes.amount}>
        <Money amount={payout.amount} currency={currency} />
      </p>
      {flagsOf(payout, timeZone).map(({ key, short, text, mood }) => (
        <Alert key={key} color={COLOURS[mood]} title={short} mb="xs">
          {text}
        </Alert>
      ))}
      {payout.whyNot === 'made' && (
        <Alert color="gray" title="You created this payout" mb="xs">
          This brand requires four eyes: another person must approve it.
        </Alert>
      )}
      {payout.whyNot === 'access' && (
        <Alert color="gray" title="Another person must approve this payout" mb="xs">
          In the last 24 hours, you or {maker.name} got new access to the portal: a link for a new password, a
          reset of the second factor, or single sign-on. Whoever gave this access could have signed in as that
          user. This brand requires four eyes, so for 24 hours the two of you count as one person.
        </Alert>
      )}
      <Facts>
        <Fact label="Name">{recipient.name}</Fact>
        <Fact label="Account">{shownAccount(payout)}</Fact>
        <Fact label="Paid before">{historyOf(payout, timeZone)}</Fact>
        <Fact label="Method">{payout.method}</Fact>
        <Fact label="Country">{payout.country && countryName(payout.country)}</Fact>
        <Fact label="Customer">{payout.userId && <CopyId value={payout.userId} label="customer" />}</Fact>
        <Fact label="Reference">
          <CopyId value={payout.merchantReference} label="reference" whole />
        </Fact>
        <Fact label="Created by">{maker.kind === 'api' ? `${maker.name}, through the API` : maker.name}</Fact>
        {maker.file && <Fact label="From the file">{maker.file}</Fact>}
        <Fact label="Created">
          <Time at={payout.createdAt} exact />
        </Fact>
        <Fact label="Approve by">
          <Time at={payout.expiresAt} exact />
        </Fact>
        <Fact label="Balance after">
          <Money amount={payout.balanceAfter} currency={currency} />
        </Fact>
        <Fact label="Transaction">
          <TransactionLink id={payout.transactionId}>Open the transaction</TransactionLink>
        </Fact>
      </Facts>
      {mayDecide && (
        <Group mt="lg" gap="xs" justify="flex-end">
          <Button variant="default" onClick={() => onDecide({ action: 'DECLINE', payouts: [payout] })}>
            Decline
          </Button>
          {payout.mayApprove && (
            <Button onClick={() => onDecide({ action: 'APPROVE', payouts: [payout] })}>Approve</Button>
          )}
        </Group>
      )}
    </>
  );
}
