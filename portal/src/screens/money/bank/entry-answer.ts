// A statement entry as the gateway answers it, its states in words, and what a person may decide about it.
import type { Answer } from '../../../api/client.ts';

export const ENTRIES = '/portal/api/brands/{brandId}/bank/entries';
export type Entry = Answer<typeof ENTRIES>['items'][number];

export const STATES = {
  unmatched: ['warn', 'No match'],
  conflict: ['bad', 'Conflict'],
  applied: ['good', 'Applied'],
  dismissed: ['quiet', 'Dismissed'],
} as const;

/** A payment as the dialog names it. */
export interface Named {
  transactionId: string;
  merchantReference: string;
  customer: string | null;
  amount: number;
  currency: string;
}

export type Decision =
  | { kind: 'payment'; payment: Named }
  /** The user looks for the payment. */
  | { kind: 'other' }
  | { kind: 'payout'; settlementId: string; name: string }
  | { kind: 'dismiss' | 'send-back' | 'take-back' };
