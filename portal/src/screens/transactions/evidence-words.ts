// Words for the texts and files of evidence against a dispute.
import { capital } from '../../parts/format.ts';

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
