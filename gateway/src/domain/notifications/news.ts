// What a provider's notification says (contract 13), in the words of the gateway. An adapter must read it only from a
// verified item; actions/notifications finds the payment and applies it. Pure.
import type { PlainNews } from '@tollgate/provider-kit/seam/notification';
import { withholds } from '../after-end/dispute.ts';
import type { CaptureOutcome } from '../captures/capture.ts';
import type { RefundOutcome } from '../refunds/refund.ts';
import type { Outcome } from '../transactions/outcome.ts';

export type {
  ChargeAmount,
  DisputeReport,
  Missed,
  MissedWanted,
  News,
  NotificationItem,
  NotificationReading,
  PlainNews,
} from '@tollgate/provider-kit/seam/notification';

export const NOTIFICATION_STATES = [
  'waiting',
  'applied',
  /** Its kind is not known, or it has no consequence. */
  'ignored',
  /** It has no reference of ours. */
  'foreign',
  /** No transaction of this account has its reference; a person must look at it. */
  'unmatched',
  /** It contradicts the stored data; a person must look at it. */
  'conflict',
] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/**
 * Why a cancellation had no effect. We find the item again by this text if the provider later reports the same payment
 * as paid.
 */
export const NOTHING_TO_TAKE_BACK = 'it was cancelled before anything was paid';

/**
 * Why a step of a dispute is a conflict. We find the item again by this text if the provider reports its dispute later.
 */
export const OTHER_DISPUTE = 'the payment has disputes, but none with its reference';

/** What news says about money, in one word. */
export type MoneyEvent =
  | 'paid'
  | 'captured'
  | 'capture-failed'
  | 'returned'
  | 'refunded'
  | 'refund-failed'
  | 'withheld'
  | 'not-withheld';

/** null: nothing, or nothing final. */
export function moneyEventOf(news: PlainNews): MoneyEvent | null {
  switch (news.about) {
    case 'charge':
      return EVENT_OF_CHARGE[news.outcome.kind] ?? null;
    case 'refund':
      return EVENT_OF_REFUND[news.outcome.kind] ?? null;
    case 'capture':
      return EVENT_OF_CAPTURE[news.outcome.kind] ?? null;
    case 'several':
      return news.news.map(moneyEventOf).find((event) => event !== null) ?? null;
    case 'return':
      return 'returned';
    case 'dispute':
      return withholds(news.dispute.status, news.dispute.fundsWithheld) ? 'withheld' : 'not-withheld';
    default:
      return null;
  }
}

const EVENT_OF_CHARGE: Readonly<Partial<Record<Outcome['kind'], MoneyEvent>>> = {
  completed: 'paid',
  cancelled: 'returned',
};
const EVENT_OF_CAPTURE: Readonly<Partial<Record<CaptureOutcome['kind'], MoneyEvent>>> = {
  completed: 'captured',
  failed: 'capture-failed',
};
const EVENT_OF_REFUND: Readonly<Partial<Record<RefundOutcome['kind'], MoneyEvent>>> = {
  completed: 'refunded',
  failed: 'refund-failed',
};
