// One provider notification, with everything that is known about it. A person can try it again, or dismiss it with a
// reason. Neither changes the payment by itself.
import { Alert, Button, Drawer, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { type Answer, post } from '../../../api/client.ts';
import { invalidate } from '../../../api/queries.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { CopyId } from '../../../parts/copy-id.tsx';
import { capital, numberText, withAmounts } from '../../../parts/format.ts';
import { Money } from '../../../parts/money.tsx';
import { NOTIFICATION_STATES, NotificationStatus, needsPerson } from '../../../parts/notification-state.tsx';
import { ReasonField } from '../../../parts/reason-field.tsx';
import { Fact, Facts } from '../../../parts/section.tsx';
import { Time } from '../../../parts/time.tsx';
import { TransactionLink } from '../../../parts/transaction-link.tsx';
import { useBrand, useCan } from '../../../shell/session/session.ts';
import { toast } from '../../../shell/toasts.tsx';

export const PATH = '/portal/api/brands/{brandId}/provider-notifications';
export type Notification = Answer<typeof PATH>['items'][number];

interface Props {
  notification: Notification | null;
  onClose: () => void;
  /** Gets the notification after the decision. */
  onDecided: (notification: Notification) => void;
}

export function NotificationDrawer({ notification, onClose, onDecided }: Props) {
  return (
    <Drawer
      opened={notification !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={notification && `${notification.provider}: ${notification.kind}`}
    >
      {notification && <NotificationDetails notification={notification} onDecided={onDecided} />}
    </Drawer>
  );
}

const NEEDS: Partial<Record<Notification['state'], string>> = {
  unmatched: 'It matches no payment',
  conflict: 'It contradicts the payment',
};

type Decision = 'retry' | 'dismiss';

function NotificationDetails({
  notification,
  onDecided,
}: { notification: Notification } & Pick<Props, 'onDecided'>) {
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const mayRetry = useCan('notifications.retry');
  const mayDismiss = useCan('notifications.dismiss');
  const { amount, currency, deliveries, reason, reference, providerReference, transactionId } = notification;
  const isOpen = needsPerson(notification.state) || notification.state === 'waiting';
  return (
    <>
      {needsPerson(notification.state) && (
        <Alert
          color="yellow"
          title={NEEDS[notification.state] ?? NOTIFICATION_STATES[notification.state].word}
          mb="md"
        >
          {reason && `${withAmounts(capital(reason))}. `}
          {NOTIFICATION_STATES[notification.state].means}
        </Alert>
      )}
      <Facts>
        <Fact label="State">
          <NotificationStatus state={notification.state} reason={reason} />
        </Fact>
        {!needsPerson(notification.state) && (
          <>
            <Fact label="Means">{NOTIFICATION_STATES[notification.state].means}</Fact>
            <Fact label="Why">{reason && withAmounts(capital(reason))}</Fact>
          </>
        )}
        <Fact label="Payment">
          {transactionId && (
            <TransactionLink id={transactionId}>
              {notification.merchantReference ?? transactionId}
            </TransactionLink>
          )}
        </Fact>
        <Fact label="Amount">
          {amount !== null && currency !== null && <Money amount={amount} currency={currency} />}
        </Fact>
        <Fact label="Charge reference">
          {reference && <CopyId value={reference} label="our reference" whole />}
        </Fact>
        <Fact label="Provider reference">
          {providerReference && <CopyId value={providerReference} label="reference at the provider" whole />}
        </Fact>
        <Fact label="Time at the provider">
          {notification.occurredAt && <Time at={notification.occurredAt} exact />}
        </Fact>
        <Fact label="First received">
          <Time at={notification.receivedAt} exact />
        </Fact>
        <Fact label="Received">{deliveries === 1 ? 'Once' : `${numberText(deliveries)} times`}</Fact>
      </Facts>
      {isOpen && (mayRetry || mayDismiss) && (
        <Group mt="lg" gap="xs" justify="flex-end">
          {mayDismiss && (
            <Button variant="default" onClick={() => setDeciding('dismiss')}>
              Dismiss
            </Button>
          )}
          {mayRetry && <Button onClick={() => setDeciding('retry')}>Try again</Button>}
        </Group>
      )}
      {deciding && (
        <Decide
          decision={deciding}
          notification={notification}
          onClose={() => setDeciding(null)}
          onDecided={onDecided}
        />
      )}
    </>
  );
}

const DECISIONS = {
  retry: {
    title: 'Try this notification again?',
    action: 'Try again',
    consequence:
      'It is applied as if it had just arrived. Do this after you have fixed the cause, such as a wrong merchant account.',
    done: 'Notification tried again',
  },
  dismiss: {
    title: 'Dismiss this notification?',
    action: 'Dismiss notification',
    consequence:
      'It is never applied, and nothing changes in the payment. If money moved at the provider, settle it there first.',
    done: 'Notification dismissed',
  },
} as const;

function Decide({
  decision,
  notification: { notificationId },
  onClose,
  onDecided,
}: { decision: Decision; onClose: () => void } & Pick<Props, 'onDecided'> & { notification: Notification }) {
  const { id: brandId } = useBrand();
  const [reason, setReason] = useState('');
  const { title, action, consequence, done } = DECISIONS[decision];
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={title}
      action={action}
      danger={decision === 'dismiss'}
      disabled={reason.trim().length < 3}
      onConfirm={async () => {
        const given = { params: { brandId, notificationId }, body: { reason: reason.trim() } };
        const after =
          decision === 'retry'
            ? await post(`${PATH}/{notificationId}/retry`, given)
            : await post(`${PATH}/{notificationId}/dismiss`, given);
        onDecided(after);
        await invalidate(PATH, '/portal/api/audit', '/portal/api/brands/{brandId}/overview');
        toast(done);
      }}
    >
      <Stack gap="sm">
        <p>{consequence}</p>
        <ReasonField reason={reason} onChange={setReason} />
      </Stack>
    </ConfirmAction>
  );
}
