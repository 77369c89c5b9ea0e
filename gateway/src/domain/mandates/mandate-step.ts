// What can happen to a mandate (contract 16): the provider has stored the means of payment, the merchant or the payer
// ends it, its time is over, or the issuer says that it will never work again. Each sends one event, in the sequence of
// the first pay-in, and changes no status of a payment. Pure.
import type { StoredMeans } from '../transactions/outcome.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { isInForce, type Mandate, withMandate } from './mandate.ts';

export const MANDATE_EVENTS = [
  'mandate.active',
  'mandate.revoked',
  'mandate.expired',
  'mandate.failed',
] as const;
export type MandateEvent = (typeof MANDATE_EVENTS)[number];

export interface MandateChange {
  before: Transaction;
  after: Transaction;
  former: Mandate;
  mandate: Mandate;
  eventType: MandateEvent;
}

/** The present state, read under the lock of the first pay-in. */
export interface MandateStanding {
  transaction: Transaction;
  mandate: Mandate;
}

/** Sealed by the caller: the pure rules know no vault. */
export interface ToldMeans extends StoredMeans {
  sealed: Buffer;
}

/** null: it is ACTIVE or has ended already. `told` null: what the provider stored came with the outcome. */
export function activate(standing: MandateStanding, told: ToldMeans | null, now: Date): MandateChange | null {
  const { mandate: former } = standing;
  if (former.status !== 'PENDING' || (told === null && former.storedId === null)) return null;
  const mandate: Mandate = {
    ...former,
    ...(told && {
      storedId: told.id,
      storedSealed: told.sealed,
      networkTransactionId: told.networkTransactionId ?? former.networkTransactionId,
      account: told.account ?? former.account,
    }),
    status: 'ACTIVE',
    dueAt: former.expiresAt,
  };
  return step(standing, mandate, 'mandate.active', now);
}

/** `tells`: the provider must be told of the end, because it keeps what it stored and does not know yet. */
interface End {
  tells: boolean;
  now: Date;
}

/** null: it has ended already. */
export function revoke(standing: MandateStanding, end: End): MandateChange | null {
  const { mandate: former } = standing;
  if (!isInForce(former)) return null;
  const mandate: Mandate = { ...endedOf(former, end), status: 'REVOKED', revokedAt: end.now };
  return step(standing, mandate, 'mandate.revoked', end.now);
}

/** null: it has ended already, or its time is not over. */
export function expire(standing: MandateStanding, end: End): MandateChange | null {
  const { mandate: former } = standing;
  if (!isInForce(former) || former.expiresAt === null || former.expiresAt > end.now) return null;
  return step(standing, { ...endedOf(former, end), status: 'EXPIRED' }, 'mandate.expired', end.now);
}

/** null: it has ended already. */
export function fail(standing: MandateStanding, end: End): MandateChange | null {
  const { mandate: former } = standing;
  if (!isInForce(former)) return null;
  return step(standing, { ...endedOf(former, end), status: 'FAILED' }, 'mandate.failed', end.now);
}

/** Nobody can charge it any more. Only what the provider must be told with stays, until `dueAt` and the telling. */
const endedOf = (mandate: Mandate, { tells, now }: End): Mandate => ({
  ...mandate,
  panSealed: null,
  storedSealed: tells ? mandate.storedSealed : null,
  inquiries: 0,
  dueAt: tells ? now : null,
});

function step(
  { transaction: before, mandate: former }: MandateStanding,
  changed: Mandate,
  eventType: MandateEvent,
  now: Date,
): MandateChange {
  const mandate = { ...changed, steps: former.steps + 1, updatedAt: now };
  return { before, after: withMandate(before, mandate, now), former, mandate, eventType };
}
