// Words for disputes and what a merchant answers, for the list of disputes and the page of a payment.
import { capital } from './format.ts';
import type { Mood } from './status-dot.tsx';

export const STATUSES = { INQUIRY: 'Inquiry', OPEN: 'Open', WON: 'Won', LOST: 'Lost' } as const;
export const MOODS = { INQUIRY: 'warn', OPEN: 'warn', WON: 'good', LOST: 'bad' } as const;

interface Response {
  kind: 'evidence' | 'acceptance';
  status: 'PENDING' | 'SENT' | 'REFUSED';
}

const RESPONSES: Record<Response['kind'], Record<Response['status'], string>> = {
  evidence: { PENDING: 'Evidence is being sent', SENT: 'Evidence sent', REFUSED: 'Evidence refused' },
  acceptance: { PENDING: 'Acceptance is being sent', SENT: 'Accepted', REFUSED: 'Acceptance refused' },
};
const RESPONSE_MOODS: Record<Response['status'], Mood> = { PENDING: 'busy', SENT: 'good', REFUSED: 'bad' };

export function responseWords({ kind, status }: Response): [string, Mood] {
  return [RESPONSES[kind][status], RESPONSE_MOODS[status]];
}

const KINDS: Record<string, string> = {
  explanation: 'Explanation',
  product: 'What was sold',
  carrier: 'Carrier',
  trackingNumber: 'Tracking number',
  shippedOn: 'Day of dispatch',
  receipt: 'Receipt',
  delivery: 'Proof of delivery',
  correspondence: 'Correspondence with the customer',
  other: 'Another document',
};

/** Ours, or a provider's word such as GoodsNotReturned: "Goods not returned". */
export function kindWords(kind: string): string {
  const known = KINDS[kind];
  if (known) return known;
  const words = kind.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ');
  return capital(words.replaceAll(/\b[A-Z][a-z]/g, (start) => start.toLowerCase()));
}
