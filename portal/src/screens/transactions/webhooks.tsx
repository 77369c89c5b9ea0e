// A webhook of a transaction, below its step: its state, its latest answer, and a button to send it again.
import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../api/client.ts';
import { resendWords } from '../../parts/resend-words.ts';
import { type Mood, StatusDot } from '../../parts/status-dot.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../shell/toasts.tsx';
import type { PageOf } from './page.ts';
import { useTransactionAction } from './transaction-action.ts';
import classes from './transactions.module.css';

const RESEND = '/portal/api/brands/{brandId}/webhooks/deliveries/{transactionId}/{sequence}/resend';

export type Webhook = PageOf['webhooks'][number];

const STATES: Record<Webhook['state'], [string, Mood]> = {
  delivered: ['Delivered', 'good'],
  pending: ['Will be sent', 'busy'],
  waiting: ['Waiting in line', 'warn'],
  abandoned: ['Given up', 'bad'],
  unaddressed: ['No address', 'quiet'],
};

export function SentWebhook({ page, webhook }: { page: PageOf; webhook: Webhook }) {
  const { sequence, eventType, state } = webhook;
  const { params, done } = useTransactionAction(page);
  const [isSending, setSending] = useState(false);
  const mayResend = page.actions.includes('resend-webhook') && state !== 'waiting';
  const words = resendWords(state !== 'unaddressed');
  const [word, mood] = STATES[state];

  async function resend() {
    setSending(true);
    try {
      await post(RESEND, { params: { ...params, sequence: String(sequence) }, body: {} } as never);
      toast(words.toast);
    } catch (error) {
      toast((error as Error).message, 'bad');
    }
    setSending(false);
    await done();
  }

  return (
    <li>
      <span>
        <Anchor
          component={Link}
          to={`/b/${params.brandId}/developers/webhooks/${params.transactionId}/${sequence}` as '/'}
          size="sm"
        >
          Webhook <code>{eventType}</code>
        </Anchor>
        <Tried webhook={webhook} />
      </span>
      <span className={classes.sent}>
        <StatusDot mood={mood}>{word}</StatusDot>
        {mayResend && (
          <Button
            size="compact-xs"
            variant="default"
            loading={isSending}
            aria-label={`${words.button}: ${eventType}, webhook ${sequence}`}
            onClick={resend}
          >
            {words.button}
          </Button>
        )}
      </span>
    </li>
  );
}

function Tried({
  webhook: { state, tries, statusCode, error, deliveredAt, nextTryAt },
}: {
  webhook: Webhook;
}) {
  if (tries === 0) return null;
  return (
    <span className={classes.quiet}>
      {tries === 1 ? ' Sent once' : ` Sent ${tries} times`}
      {statusCode !== null && `, answered ${statusCode}`}
      {error && `, ${error}`}
      {state === 'delivered' && (
        <>
          , <Time at={deliveredAt} />
        </>
      )}
      {state === 'pending' && nextTryAt && (
        <>
          , next try <Time at={nextTryAt} short />
        </>
      )}
    </span>
  );
}
