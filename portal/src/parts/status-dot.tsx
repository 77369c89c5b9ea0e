// A status as a word with a small coloured dot. `<StatusDot mood="good">Enabled</StatusDot>` for anything;
// `<TransactionStatus>` and `<DisputeStatus>` know their own words. Colour alone must never carry the meaning.
import type { ReactNode } from 'react';
import type { Answer } from '../api/client.ts';
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

type MoneyBack = NonNullable<
  Answer<'/portal/api/brands/{brandId}/transactions'>['items'][number]['moneyBack']
>;

/** The gateway's exports have the same words (http/portal/transactions/status-words.ts). */
export const MONEY_BACK: Record<MoneyBack, [string, Mood]> = {
  'partly-refunded': ['Partly refunded', 'quiet'],
  refunded: ['Refunded', 'quiet'],
  'refund-pending': ['Refund pending', 'busy'],
  'refund-failed': ['Refund failed', 'bad'],
  inquiry: ['Inquiry', 'warn'],
  disputed: ['Disputed', 'warn'],
  'dispute-lost': ['Dispute lost', 'bad'],
  returned: ['Returned by bank', 'bad'],
};

/** The states of a refund, wherever one is shown. */
export const REFUND_STATES = {
  PENDING: ['Refund pending', 'busy'],
  COMPLETED: ['Refunded', 'good'],
  FAILED: ['Refund failed', 'bad'],
} as const satisfies Record<string, readonly [string, Mood]>;

interface Shown {
  status: string;
  /** PAYIN or PAYOUT. */
  type?: string;
  /** What of its money came back: every screen says so in place of "Paid". */
  moneyBack?: MoneyBack | null;
  errorCode?: string | null;
  amountAuthorized?: number;
  amountCaptured?: number;
  /** Set while its money is held. */
  captureBefore?: string | null;
}

/** The word and mood of a transaction, for `<TransactionStatus>`, filters and sentences. */
function statusWord(shown: Shown): [string, Mood] {
  const { status, type = 'PAYIN', moneyBack, errorCode } = shown;
  if (status === 'COMPLETED' && moneyBack) return MONEY_BACK[moneyBack];
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

const DISPUTES: Record<'INQUIRY' | 'OPEN' | 'WON' | 'LOST', [string, Mood]> = {
  INQUIRY: ['Inquiry', 'warn'],
  OPEN: ['Open', 'warn'],
  WON: ['Won', 'good'],
  LOST: ['Lost', 'bad'],
};

export function DisputeStatus({ status }: { status: keyof typeof DISPUTES }) {
  const [word, mood] = DISPUTES[status];
  return <StatusDot mood={mood}>{word}</StatusDot>;
}

const RESPONSES = {
  evidence: { PENDING: 'Evidence is being sent', SENT: 'Evidence sent', REFUSED: 'Evidence refused' },
  acceptance: { PENDING: 'Acceptance is being sent', SENT: 'Accepted', REFUSED: 'Acceptance refused' },
} as const;

/** What the merchant answered to a dispute. */
export const responseWord = ({
  kind,
  status,
}: {
  kind: keyof typeof RESPONSES;
  status: 'PENDING' | 'SENT' | 'REFUSED';
}): string => RESPONSES[kind][status];
