// The state of a settlement and the kinds of its lines, in words.
import type { Answer } from '../../../api/client.ts';
import { capital, countText, withAmounts } from '../../../parts/format.ts';
import { type Mood, StatusDot } from '../../../parts/status-dot.tsx';
import classes from './settlements.module.css';

export const SETTLEMENTS = '/portal/api/brands/{brandId}/settlements';
export const SETTLEMENT = `${SETTLEMENTS}/{settlementId}` as const;
export const LINES = `${SETTLEMENT}/lines` as const;

export type Settlement = Answer<typeof SETTLEMENTS>['items'][number];
export type Line = Answer<typeof LINES>['items'][number];

export const STATES = {
  open: 'Not at the bank yet',
  paid: 'At the bank',
  look: 'Needs a look',
} as const;

interface Standing {
  mood: Mood;
  word: string;
  /** Why; null: the word says it. */
  why: string | null;
}

export function standingOf({ state, reason, waiting, isComplete, bankEntryId }: Settlement): Standing {
  const bank = bankEntryId === null ? STATES.open.toLowerCase() : STATES.paid.toLowerCase();
  if (state === 'conflict')
    return { mood: 'bad', word: STATES.look, why: capital(withAmounts(reason ?? '')) };
  if (waiting > 0)
    return { mood: 'warn', word: STATES.look, why: `${countText(waiting, 'line')} to decide; ${bank}` };
  if (state === 'paid') return { mood: 'good', word: STATES.paid, why: null };
  return { mood: 'busy', word: STATES.open, why: isComplete ? null : 'Its lines are not complete' };
}

export function SettlementState({ settlement }: { settlement: Settlement }) {
  const { mood, word, why } = standingOf(settlement);
  return (
    <div className={classes.state}>
      <StatusDot mood={mood}>{word}</StatusDot>
      {why && <div className={classes.why}>{why}</div>}
    </div>
  );
}

export const KINDS: Record<Line['kind'], string> = {
  charge: 'Charge',
  refund: 'Refund',
  'refund-failed': 'Refund that failed',
  dispute: 'Dispute',
  'dispute-reversed': 'Dispute won back',
  fee: 'Fee',
  other: 'Other',
};

export const LINE_STATES = {
  matched: ['good', 'Matched'],
  unmatched: ['warn', 'No payment found'],
  conflict: ['bad', 'Conflict'],
} as const;
