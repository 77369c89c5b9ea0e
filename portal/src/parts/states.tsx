// What a screen shows if it has nothing else: `<EmptyState>` teaches the next step with a button or a snippet,
// `<ErrorState>` says what failed and offers another try, `<Progress>` shows how far a long task is.
import { Progress as Bar, Button, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../api/client.ts';
import { CopyId } from './copy-id.tsx';
import { numberText } from './format.ts';
import classes from './parts.module.css';

interface Empty {
  title: string;
  /** What will be here, and how it gets here. */
  children?: ReactNode;
  action?: ReactNode;
  /** true: the page shows nothing else. */
  alone?: boolean;
}

export function EmptyState({ title, children, action, alone = false }: Empty) {
  return (
    <div className={classes.empty}>
      <Title order={alone ? 1 : 2} size="h3">
        {title}
      </Title>
      {children && <div className={classes.lead}>{children}</div>}
      {action}
    </div>
  );
}

interface Fault {
  /** The error of a query. */
  error: unknown;
  /** Reads the query again. */
  again?: () => unknown;
  title?: string;
  alone?: boolean;
}

export function ErrorState({ error, again, title, alone = false }: Fault) {
  const { message } = error as Error;
  const requestId = error instanceof ApiError ? error.requestId : null;
  // Asking again would not help.
  const isGone = error instanceof ApiError && error.status === 410;
  return (
    <div className={classes.empty} role="alert">
      <Title order={alone ? 1 : 2} size="h3">
        {title ?? (isGone ? 'This is no longer stored here' : 'This could not be loaded')}
      </Title>
      <p className={classes.lead}>{message}</p>
      {requestId && (
        <Text size="xs" c="dimmed">
          Request <CopyId value={requestId} label="request id" />
        </Text>
      )}
      {again && !isGone && (
        <Button variant="default" onClick={() => again()}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** `label`: the running task, "Approving payouts". */
export function Progress({ label, done, of }: { label: string; done: number; of: number }) {
  return (
    <div className={classes.progress}>
      <div className={classes.progressWords}>
        <span>{label}</span>
        <span className="number">
          {numberText(done)} of {numberText(of)}
        </span>
      </div>
      <Bar value={of === 0 ? 100 : (100 * done) / of} aria-label={label} />
    </div>
  );
}
