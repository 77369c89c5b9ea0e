// Everything that waits for a person of the brand: first what the reader may decide, then what colleagues decide. Each
// line leads to the screen that decides it; nothing is decided here.
import { Skeleton, Title } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { apiQuery } from '../../api/queries.ts';
import { durationText, numberText } from '../../parts/format.ts';
import { decidersText, INBOX, type InboxGroup, screenAt } from '../../parts/inbox.ts';
import { Money } from '../../parts/money.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { EmptyState, ErrorState } from '../../parts/states.tsx';
import { StatusDot } from '../../parts/status-dot.tsx';
import { useNow } from '../../parts/time.tsx';
import { leftText } from '../../parts/time-left.tsx';
import { useBrand } from '../../shell/session/session.ts';
import classes from './inbox.module.css';

type Entry = InboxGroup['items'][number];

const LOOK_AGAIN_MS = 30_000;
/** A shorter time left is shown in red. */
const SOON_MS = 48 * 3_600_000;

export function Inbox() {
  const { id: brandId } = useBrand();
  const query = useQuery({
    ...apiQuery(INBOX, { params: { brandId } }),
    refetchInterval: LOOK_AGAIN_MS,
  });
  const groups = query.data?.groups;
  return (
    <>
      <PageHeader lead="What waits for a person, and who decides it. A line leads to the screen where it is decided." />
      {query.error && !groups && <ErrorState error={query.error} again={query.refetch} />}
      {!groups && !query.error && <Loading />}
      {groups?.length === 0 && (
        <EmptyState title="Nothing waits for a decision">
          <p>
            Unknown outcomes, failed refunds, disputes, payouts to approve, bank entries and whatever else
            needs a person come here.
          </p>
        </EmptyState>
      )}
      {groups && (
        <>
          <Part title="You decide" groups={groups.filter(({ isYours }) => isYours)} />
          <Part title="Colleagues decide" groups={groups.filter(({ isYours }) => !isYours)} />
        </>
      )}
    </>
  );
}

function Part({ title, groups }: { title: string; groups: readonly InboxGroup[] }) {
  const id = useId();
  if (groups.length === 0) return null;
  return (
    <section className={classes.part} aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {groups.map((group) => (
        <Kind key={group.kind} group={group} />
      ))}
    </section>
  );
}

function Kind({ group }: { group: InboxGroup }) {
  const { title, count, isUrgent, deciders, oldestSince, path, items } = group;
  const id = useId();
  const now = useNow();
  const age = oldestSince && durationText(now.getTime() - Date.parse(oldestSince));
  return (
    <section className={classes.kind} aria-labelledby={id}>
      <header className={classes.head}>
        <h3 id={id}>
          <StatusDot mood={isUrgent ? 'bad' : 'warn'}>{title}</StatusDot>
        </h3>
        <p>
          {items.length === 0 && age && `The oldest for ${age}. `}
          {decidersText(deciders)}
        </p>
      </header>
      {items.length > 0 && (
        <ul>
          {items.map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {path && count > items.length && (
        <ScreenLink path={path} className={classes.all}>
          Show all {numberText(count)}
        </ScreenLink>
      )}
    </section>
  );
}

function Line({ entry }: { entry: Entry }) {
  const { title, reference, currency, amount, quantity, since, until, path } = entry;
  const now = useNow();
  const isSoon = until !== null && Date.parse(until) - now.getTime() < SOON_MS;
  return (
    <li>
      <ScreenLink path={path} className={classes.line}>
        <span className={classes.what}>
          <span>{title}</span>
          {reference && <span className={classes.reference}>{reference}</span>}
        </span>
        <span className={classes.amount}>
          {amount !== null && currency !== null && <Money amount={amount} currency={currency} />}
          {quantity !== null && numberText(quantity)}
        </span>
        <span className={classes.time} data-soon={isSoon || undefined}>
          {until ? leftText(until, now) : `for ${durationText(now.getTime() - Date.parse(since))}`}
        </span>
        <IconChevronRight size={16} aria-hidden="true" />
      </ScreenLink>
    </li>
  );
}

/** `path`: below the brand, with its filters. */
function ScreenLink({
  path,
  className,
  children,
}: {
  path: string;
  className: string | undefined;
  children: ReactNode;
}) {
  const { id } = useBrand();
  const screen = screenAt(id, path);
  return (
    <Link
      to={screen.path as '/'}
      search={screen.search as never}
      state={{ cameFrom: `/b/${id}/inbox` } as never}
      className={className}
    >
      {children}
    </Link>
  );
}

function Loading() {
  return (
    <div aria-busy="true">
      <Skeleton height={20} width={160} mb={16} />
      <Skeleton height={120} mb={16} />
      <Skeleton height={88} />
    </div>
  );
}
