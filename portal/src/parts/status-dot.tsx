// A status as a word with a small coloured dot. `<StatusDot mood="good">Enabled</StatusDot>` for anything;
// `<TransactionStatus>` knows its own words. Colour alone must never carry the meaning.
import type { ReactNode } from 'react';
import { CODE } from './error-code.ts';
import classes from './parts.module.css';

export type Mood = 'good' | 'bad' | 'warn' | 'busy' | 'quiet';

export function StatusDot({ mood, children }: { mood: Mood; children: ReactNode }) {
  return (
    <span className={classes.status}>
      <span className={classes.dot} data-mood={mood} aria-hidden="true" />
      {children}
    </span>
  );
}

interface Shown {
  status: string;
  /** PAYIN or PAYOUT. */
  type?: string;
  amount?: number;
  /** The refunded amount: every screen shows a refunded payment as refunded. */
  amountRefunded?: number | null;
  errorCode?: string | null;
  amountAuthorized?: number;
  /** Absent: the whole amount was charged. */
  amountCaptured?: number;
  /** Set while its money is held. */
  captureBefore?: string | null;
}

/** The word and mood of a transaction, for `<TransactionStatus>`, filters and sentences. */
function statusWord(shown: Shown): [string, Mood] {
  const { status, type = 'PAYIN', amount, amountRefunded, errorCode, amountCaptured = amount } = shown;
  const refunded = amountRefunded ?? 0;
  if (status === 'COMPLETED' && refunded > 0)
    return amountCaptured !== undefined && refunded >= amountCaptured
      ? ['Refunded', 'quiet']
      : ['Partly refunded', 'quiet'];
  if (status === 'COMPLETED') return [type === 'PAYOUT' ? 'Paid out' : 'Paid', 'good'];
  if (status === 'PROCESSING' && shown.captureBefore)
    return [shown.amountCaptured ? 'Partly captured' : 'Authorised', 'busy'];
  if (status === 'PROCESSING')
    return errorCode === CODE.outcomeUnknown ? ['Outcome unknown', 'warn'] : ['Processing', 'busy'];
  if (status === 'PENDING') return ['Waits for approval', 'warn'];
  if (status === 'INIT') return ['Started', 'quiet'];
  const wasHeld = Boolean(shown.amountAuthorized);
  if (status === 'DECLINED' && errorCode === CODE.cancelled)
    return [wasHeld ? 'Voided' : 'Cancelled', 'quiet'];
  if (status === 'DECLINED' && errorCode === CODE.expired) return [wasHeld ? 'Lapsed' : 'Expired', 'quiet'];
  if (status === 'DECLINED') return ['Declined', 'bad'];
  if (status === 'ERROR') return ['Failed', 'bad'];
  return [status, 'quiet'];
}

/** `children`: behind the word. */
export function TransactionStatus({ children, ...shown }: Shown & { children?: ReactNode }) {
  const [word, mood] = statusWord(shown);
  return (
    <StatusDot mood={mood}>
      <span>
        {word}
        {children}
      </span>
    </StatusDot>
  );
}
