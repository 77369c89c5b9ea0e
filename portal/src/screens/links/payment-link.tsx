// A payment link as the API answers it, and its state in a word.
import type { Answer } from '../../api/client.ts';
import { type Mood, StatusDot } from '../../parts/status-dot.tsx';

export type PaymentLink = Answer<'/portal/api/brands/{brandId}/links'>['items'][number];

export const STATES: Record<PaymentLink['state'], [string, Mood]> = {
  open: ['Open', 'busy'],
  paid: ['Paid', 'good'],
  expired: ['Expired', 'quiet'],
  cancelled: ['Cancelled', 'quiet'],
  declined: ['Declined', 'bad'],
};

export function LinkState({ link }: { link: PaymentLink }) {
  const [word, mood] = link.isBeingPaid ? (['Being paid', 'busy'] as const) : STATES[link.state];
  return <StatusDot mood={mood}>{word}</StatusDot>;
}
