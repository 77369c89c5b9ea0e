// The one story of a transaction: each step with the person or system that did it, the money that it moved, and the
// webhook that told the merchant's server. The user decides a refund with an unknown outcome here.
import { Anchor, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { capital, dayOf, monthText, withAmounts } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { Section } from '../../parts/section.tsx';
import type { Mood } from '../../parts/status-dot.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { useBrand } from '../../shell/session/session.ts';
import type { PageOf } from './page.ts';
import { type Chapter, storyOf } from './story-of.ts';
import classes from './transactions.module.css';
import { SentWebhook, type Webhook } from './webhooks.tsx';
import { actorText, reasonText } from './words.ts';

const DecideRefund = lazy(() =>
  import('./forms/decide.tsx').then(({ DecideRefund }) => ({ default: DecideRefund })),
);

const MOODS: Record<string, Mood> = {
  COMPLETED: 'good',
  DECLINED: 'bad',
  ERROR: 'bad',
  FAILED: 'bad',
  PENDING: 'warn',
  PROCESSING: 'busy',
  // A dispute.
  INQUIRY: 'warn',
  OPEN: 'warn',
  WON: 'good',
  LOST: 'bad',
};

export function Story({ page }: { page: PageOf }) {
  const [deciding, setDeciding] = useState<string | null>(null);
  return (
    <Section
      title="Timeline"
      lead={page.webhooksArchived && inArchive(page.webhooksArchived)}
      actions={<Elsewhere page={page} />}
    >
      <Timeline
        items={storyOf(page).map((chapter, place) => ({
          key: `${place} ${chapter.at}`,
          at: chapter.at,
          title: titleOf(chapter),
          by: chapter.step && byOf(chapter.step.actor),
          mood: moodOf(chapter.step),
          detail: <Detail page={page} chapter={chapter} decide={setDeciding} />,
        }))}
      />
      <Suspense>
        {deciding !== null && (
          <DecideRefund page={page} refundId={deciding} onClose={() => setDeciding(null)} />
        )}
      </Suspense>
    </Section>
  );
}

const inArchive = (month: string) =>
  `Webhooks of payments of ${monthText(month)} are in the archive. The operator of the gateway can restore them.`;

type Step = PageOf['timeline'][number];
type Transfer = PageOf['transfers'][number];

function titleOf({ step, transfers }: Chapter<Step, Transfer, Webhook>): string {
  if (step) return withAmounts(step.what);
  return transfers.length > 0 ? 'Money moved' : 'Webhook created';
}

function moodOf(step: Step | null): Mood {
  if (step?.kind === 'attempt' || step?.kind === 'return') return 'bad';
  return MOODS[step?.status ?? ''] ?? 'quiet';
}

/** A name keeps the spelling of its owner. */
const byOf = (actor: Step['actor']) => (actor.name === null ? capital(actorText(actor)) : actorText(actor));

/** Links to the transfers and webhooks of this transaction among all others. */
function Elsewhere({ page: { transfers, webhooks, transaction } }: { page: PageOf }) {
  const { id: brandId, timeZone } = useBrand();
  const days = transfers.map(({ at }) => dayOf(at, timeZone)).sort();
  const statement = { currency: transaction.currency, from: days[0], to: days.at(-1) };
  const places = [
    ['In the statement', 'money', statement, transfers.length],
    ['All deliveries', 'developers/webhooks', { transactionId: transaction.id }, webhooks.length],
  ] as const;
  return (
    <Group gap="md">
      {places.map(
        ([label, path, search, count]) =>
          count > 0 && (
            <Anchor
              key={path}
              component={Link}
              to={`/b/${brandId}/${path}` as '/'}
              search={search as never}
              size="sm"
            >
              {label}
            </Anchor>
          ),
      )}
    </Group>
  );
}

function Detail({
  page,
  chapter: { step, transfers, webhooks, undecidedRefund },
  decide,
}: {
  page: PageOf;
  chapter: Chapter<Step, Transfer, Webhook>;
  decide: (refundId: string) => void;
}) {
  const reason = step && reasonOf(step);
  const mayDecide = undecidedRefund !== null && page.actions.includes('decide-refund');
  if (!reason && !mayDecide && transfers.length + webhooks.length === 0) return null;
  return (
    <>
      {reason && <p className={classes.reason}>{reason}</p>}
      {mayDecide && (
        <Button size="xs" mt={4} onClick={() => decide(undecidedRefund)}>
          Decide
        </Button>
      )}
      {transfers.length + webhooks.length > 0 && (
        <ul className={classes.effects}>
          {transfers.map((transfer) => (
            <Movement key={transfer.id} transfer={transfer} currency={page.transaction.currency} />
          ))}
          {webhooks.map((webhook) => (
            <SentWebhook key={webhook.eventId} page={page} webhook={webhook} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Keeps a text that somebody wrote, or a name, as it is. */
function reasonOf({ kind, reason }: Step): string | null {
  if (reason === null || kind === 'act') return reason;
  return capital(kind === 'refund' ? (reasonText(reason) ?? '') : reason);
}

const ACCOUNTS: Record<string, string> = {
  available: 'available balance',
  reserved: 'reserved',
  provider: 'provider',
  funding: 'funding',
};

/** The amount has a sign if the movement changes the available balance. */
function Movement({ transfer: { from, to, amount }, currency }: { transfer: Transfer; currency: string }) {
  const touchesBalance = from === 'available' || to === 'available';
  return (
    <li>
      <span className={classes.quiet}>
        {capital(ACCOUNTS[from] ?? from)} → {ACCOUNTS[to] ?? to}
      </span>
      <Money amount={from === 'available' ? -amount : amount} currency={currency} sign={touchesBalance} />
    </li>
  );
}
