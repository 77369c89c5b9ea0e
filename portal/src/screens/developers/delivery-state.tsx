// The state of a webhook as a word with its dot, and the answer to its latest try.
import { durationText } from '../../parts/format.ts';
import { type Mood, StatusDot } from '../../parts/status-dot.tsx';

export const DELIVERY_STATES = {
  delivered: ['Delivered', 'good'],
  sending: ['Sending', 'busy'],
  retrying: ['Trying again', 'warn'],
  waiting: ['Waiting in line', 'busy'],
  abandoned: ['Given up', 'bad'],
  unaddressed: ['No address', 'quiet'],
} as const satisfies Record<string, readonly [string, Mood]>;

export function DeliveryState({ state }: { state: keyof typeof DELIVERY_STATES }) {
  const [word, mood] = DELIVERY_STATES[state];
  return <StatusDot mood={mood}>{word}</StatusDot>;
}

interface Try {
  statusCode: number | null;
  error: string | null;
  durationMs: number;
}

/** "500 · 120 ms", "timed out · 15 s". */
export const answerText = ({ statusCode, error, durationMs }: Try): string =>
  `${statusCode === null ? error : error ? `${statusCode}, ${error}` : statusCode} · ${latency(durationMs)}`;

export const latency = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : durationText(ms));
