// The state of a payment link, derived from its pay-in. Pure. The filter of storage/cashier/link-store.ts has the same
// states, except for a link that expired a moment ago.
import { CODE } from '../errors/error-codes.ts';
import type { Transaction } from '../transactions/transaction.ts';

export const LINK_STATES = ['open', 'paid', 'expired', 'cancelled', 'declined'] as const;
export type LinkState = (typeof LINK_STATES)[number];

export function linkStateOf({ status, errorCode, provider, expiresAt }: Transaction, now: Date): LinkState {
  if (status === 'COMPLETED') return 'paid';
  if (status === 'DECLINED' || status === 'ERROR')
    return errorCode === CODE.expired ? 'expired' : errorCode === CODE.cancelled ? 'cancelled' : 'declined';
  return provider === null && expiresAt !== null && expiresAt <= now ? 'expired' : 'open';
}

/** When it was paid, cancelled or expired; null: it is open. */
export function linkEndedAt(payin: Transaction, state: LinkState): string | null {
  return state === 'open' ? null : (payin.completedAt ?? payin.updatedAt).toISOString();
}
