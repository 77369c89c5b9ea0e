// What a provider tells by a notification (contract 13), in the words of the gateway. An adapter reads it from a verified
// item; actions/notifications finds the payment and applies it. Pure.
import { type DisputeStatus, withholds } from '../after-end/dispute.ts';
import type { RefundOutcome } from '../refunds/refund.ts';
import type { Outcome } from '../transactions/outcome.ts';

/** One item of a notification, read after its signature was checked. */
export interface NotificationItem {
  /** The provider's own: an item that comes again has the same one, within the account. At most 200 characters. */
  key: string;
  /** The provider's word, as AUTHORISATION or charge.dispute.created. */
  kind: string;
  /** Our reference, if the item has it: of a charge or of a refund. */
  reference: string | null;
  /** The provider's id of what it is about. */
  providerReference: string | null;
  /** In our minor units; null: the item has none, or its currency is not known. */
  amountMinor: bigint | null;
  currency: string | null;
  occurredAt: Date | null;
  /** It names another merchant account, or the other environment, than the address it came to. */
  isForeignAccount: boolean;
  /** What `readNews` needs of it, as JSON. It is stored sealed. */
  body: string;
}

export const NOTIFICATION_STATES = [
  'waiting',
  'applied',
  /** Its kind is not known, or it has no consequence. */
  'ignored',
  /** It has no reference of ours. */
  'foreign',
  /** No transaction of this account has its reference; a person looks at it. */
  'unmatched',
  /** It contradicts what is stored; a person looks at it. */
  'conflict',
] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/** Why a cancellation had no effect. By it the item is found again, should the same payment be told as paid afterwards. */
export const NOTHING_TO_TAKE_BACK = 'it was cancelled before anything was paid';

/** Why a step of a dispute is a conflict. By it the item is found again, should its dispute be told of afterwards. */
export const OTHER_DISPUTE = 'the payment has disputes, but none with its reference';

/** An item as it is read again for its news. */
export interface StoredItem extends Pick<NotificationItem, 'kind' | 'key' | 'body'> {
  receivedAt: Date;
}

export type NotificationReading =
  | { kind: 'authentic'; items: NotificationItem[] }
  /** A signature is wrong or missing, or it is too old: nothing of it may be stored. */
  | { kind: 'refused' }
  /** Authentic, but it cannot be read. */
  | { kind: 'unreadable' };

/** A question for what a provider could not deliver. */
export interface MissedWanted {
  since: Date;
  /** `rest` of an answer to the same question, which goes on from there; null: it begins. */
  after: string | null;
}

export interface Missed {
  items: NotificationItem[];
  /** There is more than one answer may have: where the next one goes on. null: nothing was left out. */
  rest: string | null;
}

export interface ChargeAmount {
  amountMinor: bigint;
  currency: string;
}

/**
 * `charge`: our reference of the charge (`chargeReference`), as the provider gives it back. `payment`: the provider's id of the
 * payment that a step after its end is about, as it was in the answer or the news of the charge; null: it does not say.
 */
export type News =
  /**
   * How a charge stands. `amount`: what the provider says was charged; null: it does not say. `isOneTry`: where the card is
   * entered on the provider's page, a decline is of one card, and the page takes another one. `mayBeAnotherTry`: once
   * such a page has taken a card, it may be about another one that was left there. Outcome `cancelled`: the provider
   * has cancelled it, so what had been paid is not paid any more.
   */
  | {
      about: 'charge';
      charge: string;
      payment?: string | null;
      amount: ChargeAmount | null;
      outcome: Outcome;
      isOneTry?: true;
      mayBeAnotherTry?: true;
    }
  /**
   * `refundId`: our refund, `charge`: what was refunded; each null if the provider does not give it back. If no refund of ours
   * has the id, it was made at the provider.
   */
  | {
      about: 'refund';
      refundId: string | null;
      charge: string | null;
      payment: string | null;
      providerReference: string;
      amount: ChargeAmount;
      outcome: RefundOutcome;
      /** It says that a refund which was made has failed after all, so that news must have come before. */
      needsFormer: boolean;
      /** As of a dispute. */
      doubt?: string;
    }
  | { about: 'dispute'; charge: string; payment: string | null; amount: ChargeAmount; dispute: DisputeReport }
  /** A payment that was made came back whole: a debit that was charged back, a capture that failed. */
  | { about: 'return'; charge: string; payment: string | null; amount: ChargeAmount; reason: string | null }
  /** The item names what several refunds are of, so each of them is news. At least two. */
  | { about: 'several'; news: Extract<News, { about: 'refund' | 'foreign' | 'nothing' }>[] }
  /** It has no consequence for money, or its kind is not known. */
  | { about: 'nothing'; reason: string }
  /** Not a payment that was made through this gateway: it has no reference of ours. */
  | { about: 'foreign' }
  /** The provider could not be asked, or did not answer; try again later. */
  | { about: 'unread'; reason: string };

export interface DisputeReport {
  /** The provider's id of the dispute, the same for all its steps. */
  providerReference: string;
  status: DisputeStatus;
  /** Absent: it is not said, and stays as the step before said it. Deadline alike. */
  reason?: string | null;
  deadline?: Date | null;
  /** Absent: as the status says. */
  fundsWithheld?: boolean;
  /** The statuses of which the dispute has one before this step, which may still be on its way: then this one waits. null: none. */
  follows: readonly DisputeStatus[] | null;
  /** Before this step an OPEN dispute withholds its amount: it is not announced alone. */
  followsWithheld?: true;
  /** It announces that the amount will be taken. Once it was taken, this says nothing. */
  announces?: true;
  /** What the provider says of its money contradicts itself, so a person has to look. Absent: nothing does. */
  doubt?: string;
}

/** What news tells of money, in one word. */
export type Told = 'paid' | 'returned' | 'refunded' | 'refund-failed' | 'withheld' | 'not-withheld';

/** null: nothing, or nothing final. */
export function toldBy(news: News): Told | null {
  switch (news.about) {
    case 'charge':
      return TOLD_OF_CHARGE[news.outcome.kind] ?? null;
    case 'refund':
      return TOLD_OF_REFUND[news.outcome.kind] ?? null;
    case 'several':
      return news.news.map(toldBy).find((told) => told !== null) ?? null;
    case 'return':
      return 'returned';
    case 'dispute':
      return withholds(news.dispute.status, news.dispute.fundsWithheld) ? 'withheld' : 'not-withheld';
    default:
      return null;
  }
}

const TOLD_OF_CHARGE: Readonly<Partial<Record<Outcome['kind'], Told>>> = {
  completed: 'paid',
  cancelled: 'returned',
};
const TOLD_OF_REFUND: Readonly<Partial<Record<RefundOutcome['kind'], Told>>> = {
  completed: 'refunded',
  failed: 'refund-failed',
};
