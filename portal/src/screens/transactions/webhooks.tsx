// The webhooks of a transaction: the requests, their answers, and a button to send one again.
import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../api/client.ts';
import { Section } from '../../parts/section.tsx';
import { type Mood, StatusDot } from '../../parts/status-dot.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../shell/toasts.tsx';
import { useActing } from './acting.ts';
import type { PageOf } from './page.ts';
import classes from './transactions.module.css';

const RESEND = '/portal/api/brands/{brandId}/webhooks/deliveries/{transactionId}/{sequence}/resend';

const STATES: Record<PageOf['webhooks'][number]['state'], [string, Mood]> = {
  delivered: ['Delivered', 'good'],
  pending: ['Will be sent', 'busy'],
  waiting: ['Waiting in line', 'warn'],
  abandoned: ['Given up', 'bad'],
  unaddressed: ['No address', 'quiet'],
};

export function Webhooks({ page }: { page: PageOf }) {
  const { webhooks, actions } = page;
  const { params, done } = useActing(page);
  const webhooksPath = `/b/${params.brandId}/developers/webhooks`;
  const [sending, setSending] = useState<number | null>(null);
  if (webhooks.length === 0) return null;
  const mayResend = actions.includes('resend-webhook');

  async function resend(sequence: number) {
    setSending(sequence);
    try {
      await post(RESEND, { params: { ...params, sequence: String(sequence) }, body: {} } as never);
      toast('It will be sent');
    } catch (error) {
      toast((error as Error).message, 'bad');
    }
    setSending(null);
    await done();
  }

  return (
    <Section
      title="Webhooks"
      actions={
        <Anchor
          component={Link}
          to={webhooksPath as '/'}
          search={{ transactionId: page.transaction.id } as never}
          size="sm"
        >
          All deliveries
        </Anchor>
      }
    >
      <ul className={classes.rows}>
        {webhooks.map(
          (
            { eventId, sequence, eventType, state, tries, statusCode, error, deliveredAt, nextTryAt },
            place,
          ) => (
            <li key={eventId}>
              <div>
                <Anchor component={Link} to={`${webhooksPath}/${page.transaction.id}/${sequence}` as '/'}>
                  <code>{eventType}</code>
                </Anchor>
                <p className={classes.quiet}>
                  {tries === 0 ? 'Not sent yet' : tries === 1 ? 'Sent once' : `Sent ${tries} times`}
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
                </p>
              </div>
              <div className={classes.sent}>
                <StatusDot mood={STATES[state][1]}>{STATES[state][0]}</StatusDot>
                {mayResend && state !== 'waiting' && state !== 'unaddressed' && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    loading={sending === sequence}
                    aria-label={`Send again: ${eventType}, ${place + 1} of ${webhooks.length}`}
                    onClick={() => resend(sequence)}
                  >
                    Send again
                  </Button>
                )}
              </div>
            </li>
          ),
        )}
      </ul>
    </Section>
  );
}
