// The captures of an authorised payment, and the line of the page's first sentence that says how much time is left. An
// approver decides a capture with an unknown outcome here.
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { CopyId } from '../../parts/copy-id.tsx';
import { sentences, shortTime } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { Section } from '../../parts/section.tsx';
import { type Mood, StatusDot } from '../../parts/status-dot.tsx';
import { Time } from '../../parts/time.tsx';
import { TimeLeft } from '../../parts/time-left.tsx';
import { useBrand } from '../../shell/session/session.ts';
import type { PageOf } from './page.ts';
import classes from './transactions.module.css';
import { actorText } from './words.ts';

const DecideCapture = lazy(() =>
  import('./forms/decide.tsx').then(({ DecideCapture }) => ({ default: DecideCapture })),
);

type Capture = PageOf['captures'][number];

const STATUS: Record<Capture['status'], [word: string, mood: Mood]> = {
  PENDING: ['Being captured', 'busy'],
  COMPLETED: ['Captured', 'good'],
  FAILED: ['Failed', 'bad'],
};

export const mayStillCapture = ({ authorization }: PageOf): boolean =>
  authorization?.open === true && authorization.capturable > 0;

/** Says until when it can be captured; only if `mayStillCapture`. */
export function Deadline({ page: { authorization, actions } }: { page: PageOf }) {
  const { timeZone } = useBrand();
  const { captureBefore, captured, pending } = authorization!;
  const what = captured + pending > 0 ? 'the rest' : 'it';
  return (
    <>
      Capture {what} before {shortTime(captureBefore, timeZone)} (<TimeLeft until={captureBefore} />)
      {actions.includes('void') && ', or void it'}. Afterwards the customer gets the money back.
    </>
  );
}

export function Captures({ page }: { page: PageOf }) {
  const { captures, transaction, authorization, actions } = page;
  const [deciding, setDeciding] = useState<string | null>(null);
  if (captures.length === 0) return null;
  return (
    <Section
      title="Captures"
      lead={authorization && !authorization.several && 'The provider takes one capture of this payment.'}
    >
      <ul className={classes.captures} aria-label="Captures">
        {captures.map((capture) => (
          <li key={capture.id}>
            <div>
              <Money amount={capture.amount} currency={transaction.currency} />
              <p className={classes.quiet}>
                <Time at={capture.completedAt ?? capture.createdAt} exact />, by {actorText(capture.madeBy)}
                {capture.final && capture.status !== 'FAILED' && ', the last one'}
              </p>
              {isOfMerchant(capture.captureReference) && (
                <CopyId value={capture.captureReference} label="capture reference" />
              )}
              {capture.errorReason && <p className={classes.quiet}>{failureText(capture)}</p>}
            </div>
            <div className={classes.state}>
              <StatusOf capture={capture} />
              {capture.undecided && actions.includes('decide-capture') && (
                <Button size="xs" onClick={() => setDeciding(capture.id)}>
                  Decide
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Suspense>
        {deciding !== null && (
          <DecideCapture page={page} captureId={deciding} onClose={() => setDeciding(null)} />
        )}
      </Suspense>
    </Section>
  );
}

/** The form of this page makes references too, which say nothing. */
const isOfMerchant = (reference: string | null): reference is string =>
  reference !== null && !reference.startsWith('portal-');

function StatusOf({ capture: { status, undecided } }: { capture: Capture }) {
  const [word, mood] = undecided ? (['Outcome unknown', 'warn'] as const) : STATUS[status];
  return <StatusDot mood={mood}>{word}</StatusDot>;
}

function failureText({ errorReason, errorCode, completedAt }: Capture): string {
  const after = completedAt === null ? '' : ' It had completed before, so its amount left the balance again.';
  return `${sentences(errorReason!)}${after} Error code ${errorCode}.`;
}
