// The disputes of a payment: what the bank says, until when it can be answered, what was answered, and what can be
// done. The gateway says what is possible (`possible`).
import { Anchor, Button, Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { CopyId } from '../../parts/copy-id.tsx';
import { Money } from '../../parts/money.tsx';
import { Fact, Facts, Section } from '../../parts/section.tsx';
import { DisputeStatus, responseWord, StatusDot } from '../../parts/status-dot.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import { TimeLeft } from '../../parts/time-left.tsx';
import { kindWords } from './evidence-words.ts';
import type { DisputeOf, PageOf } from './page.ts';
import classes from './transactions.module.css';

// Forms load when the user opens them, because most pages are only read.
const Evidence = lazy(() => import('./forms/evidence.tsx').then(({ Evidence }) => ({ default: Evidence })));
const AcceptDispute = lazy(() =>
  import('./forms/accept-dispute.tsx').then(({ AcceptDispute }) => ({ default: AcceptDispute })),
);

const MOODS = { PENDING: 'busy', SENT: 'good', REFUSED: 'bad' } as const;

export function Disputes({ page }: { page: PageOf }) {
  const { disputes, exchange } = page;
  const [latest] = disputes.slice(-1);
  if (!latest) return null;
  return (
    <Section
      title={disputes.length === 1 ? 'Dispute' : 'Disputes'}
      actions={
        latest.providerPage && (
          <Anchor href={latest.providerPage} target="_blank" rel="noreferrer" size="sm">
            Open at {exchange.provider}
          </Anchor>
        )
      }
    >
      {disputes.map((dispute) => (
        <Dispute key={dispute.id} page={page} dispute={dispute} />
      ))}
    </Section>
  );
}

function Dispute({ page, dispute }: { page: PageOf; dispute: DisputeOf }) {
  const { status, amount, fundsWithheld, reason, deadline, providerReference } = dispute;
  const isOpen = status === 'OPEN' || status === 'INQUIRY';
  return (
    <div className={classes.dispute}>
      <Facts>
        <Fact label="Status">
          <DisputeStatus status={status} />
        </Fact>
        <Fact label="Disputed">
          <Money amount={amount} currency={page.transaction.currency} />
        </Fact>
        <Fact label="Withheld">{fundsWithheld ? 'Taken out of the balance' : 'Nothing'}</Fact>
        <Fact label="Reason">{reason}</Fact>
        <Fact label="Answer by">
          {isOpen && deadline && (
            <>
              <Time at={deadline} exact />
              <br />
              <TimeLeft until={deadline} />
            </>
          )}
        </Fact>
        <Fact label="Reference">
          {providerReference && <CopyId value={providerReference} label="dispute reference" />}
        </Fact>
        <ResponseTo dispute={dispute} />
      </Facts>
      {isOpen && <WhatToDo page={page} dispute={dispute} />}
    </div>
  );
}

function ResponseTo({ dispute: { response } }: { dispute: DisputeOf }) {
  if (!response) return null;
  const { evidence, givenBy, undecided, reason, createdAt } = response;
  const kinds = evidence ? [...evidence.texts, ...evidence.files].map(kindWords) : [];
  return (
    <>
      <Fact label="Your answer">
        <StatusDot mood={undecided ? 'warn' : MOODS[response.status]}>
          {undecided ? 'Outcome unknown' : responseWord(response)}
        </StatusDot>
      </Fact>
      <Fact label="Given">
        <Time at={createdAt} exact />
        {givenBy.name && `, by ${givenBy.name}`}
      </Fact>
      <Fact label="With">{kinds.join(', ')}</Fact>
      <Fact label="Refused because">{reason}</Fact>
    </>
  );
}

function WhatToDo({ page, dispute }: { page: PageOf; dispute: DisputeOf }) {
  const [open, setOpen] = useState<'evidence' | 'acceptance' | null>(null);
  const { possible } = dispute;
  const close = () => setOpen(null);
  if (possible.length === 0) return <WhyNothing page={page} dispute={dispute} />;
  return (
    <>
      <Group gap="xs">
        {possible.includes('evidence') && (
          <Button onClick={() => setOpen('evidence')}>Hand in evidence</Button>
        )}
        {possible.includes('acceptance') && (
          <Button variant="default" onClick={() => setOpen('acceptance')}>
            Accept this dispute
          </Button>
        )}
      </Group>
      <Suspense>
        {open === 'evidence' && <Evidence page={page} dispute={dispute} onClose={close} />}
        {open === 'acceptance' && <AcceptDispute page={page} dispute={dispute} onClose={close} />}
      </Suspense>
    </>
  );
}

function WhyNothing({ page, dispute }: { page: PageOf; dispute: DisputeOf }) {
  const { deadline, response, providerPage } = dispute;
  const now = useNow();
  const provider = page.exchange.provider ?? 'the provider';
  if (response?.undecided)
    return <p className={classes.quiet}>Check at {provider} whether it arrived. It is not sent again.</p>;
  if (response?.status === 'SENT') return <p className={classes.quiet}>The bank decides now.</p>;
  if (response?.status === 'PENDING')
    return <p className={classes.quiet}>It is sent once, and {provider} is asked until it answers.</p>;
  if (deadline && Date.parse(deadline) <= now.getTime())
    return <p className={classes.quiet}>The time to answer it is over. The bank decides without you.</p>;
  return (
    <p className={classes.quiet}>
      {providerPage ? `Answer it at ${provider}.` : 'A colleague with another role can answer it.'}
    </p>
  );
}
