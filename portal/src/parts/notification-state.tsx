// What became of a provider notification, as a word with a dot and as a sentence: for the list of notifications and the
// page of a payment.
import { type Mood, StatusDot } from './status-dot.tsx';

export type NotificationState = 'waiting' | 'applied' | 'ignored' | 'foreign' | 'unmatched' | 'conflict';

export const NOTIFICATION_STATES: Record<NotificationState, { word: string; mood: Mood; means: string }> = {
  unmatched: {
    word: 'Unmatched',
    mood: 'bad',
    means: 'Nothing was changed. Look it up at the provider: money may have moved there.',
  },
  conflict: {
    word: 'Conflict',
    mood: 'bad',
    means: 'Nothing was changed. Compare the payment here with the provider.',
  },
  waiting: {
    word: 'Waiting',
    mood: 'busy',
    means: 'It waits for its call to end, or for an earlier notification to arrive.',
  },
  applied: { word: 'Applied', mood: 'good', means: 'The payment here says the same.' },
  ignored: {
    word: 'Ignored',
    mood: 'quiet',
    means: 'It changes no payment, or a person dismissed it.',
  },
  foreign: {
    word: 'Not ours',
    mood: 'quiet',
    means: 'It has no reference of this gateway. The payment was made elsewhere with the same account.',
  },
};

/** Whether a person has to look at it. */
export const needsPerson = (state: NotificationState) => state === 'unmatched' || state === 'conflict';

export function NotificationStatus({ state, reason }: { state: NotificationState; reason?: string | null }) {
  const { word, mood } = NOTIFICATION_STATES[state];
  const isDismissed = state === 'ignored' && reason?.startsWith('dismissed');
  return <StatusDot mood={mood}>{isDismissed ? 'Dismissed' : word}</StatusDot>;
}
