// What a provider's notification says (contract 13), in the words of the gateway. An adapter must read it only from an
// item whose signature it checked, or that it asked the provider about. The gateway finds the payment and applies it.
import type { CaptureOutcome } from './capture.ts';
import type { ResponseKind, ResponseOutcome } from './dispute.ts';
import type { Outcome, StoredMeans } from './outcome.ts';
import type { RefundOutcome } from './refund.ts';

/** One item of a notification. It is read only after its signature was checked. */
export interface NotificationItem {
  /** The provider's own key: an item that comes again has the same one, within the account. At most 200 characters. */
  key: string;
  /** The provider's word, such as AUTHORISATION or charge.dispute.created. */
  kind: string;
  /** Our reference of a charge or a refund, if the item has it. */
  reference: string | null;
  /** The provider's id of the item's subject. */
  providerReference: string | null;
  /** In our minor units; null: the item has no amount, or its currency is not known. */
  amountMinor: bigint | null;
  currency: string | null;
  occurredAt: Date | null;
  /** It names another merchant account or environment than the address that received it. */
  isForeignAccount: boolean;
  /** The part that `readNews` needs, as JSON. It is stored sealed. */
  body: string;
}

/** The part of an item from which its news is read again. */
export interface StoredItem extends Pick<NotificationItem, 'kind' | 'key' | 'body'> {
  receivedAt: Date;
}

export type NotificationReading =
  | { kind: 'authentic'; items: NotificationItem[] }
  /** A signature is wrong, missing or too old: nothing of the notification may be stored. */
  | { kind: 'refused' }
  /** It is authentic, but cannot be read. */
  | { kind: 'unreadable' };

/** Asks a provider for the notifications that it could not deliver. */
export interface MissedWanted {
  since: Date;
  /** The `rest` of the answer before, to continue from there. null: start from the beginning. */
  after: string | null;
}

export interface Missed {
  items: NotificationItem[];
  /** Where the next answer continues, if one answer cannot hold everything. null: nothing was left out. */
  rest: string | null;
}

export interface ChargeAmount {
  amountMinor: bigint;
  currency: string;
}

/**
 * `charge`: our reference of the charge (`chargeReference`), as the provider gives it back. `payment`: the provider's
 * id of the payment, for a step after its end. It is the same id as in the answer or the news of the charge; null: the
 * provider does not say.
 */
export type News =
  /**
   * The state of a charge. `amount`: the charged amount, according to the provider; null: it does not say. `isOneTry`:
   * the shopper enters the card on the provider's page, so a decline concerns one card and the page accepts another.
   * `mayBeAnotherTry`: once such a page has taken a card, the news may be about another card that the shopper tried
   * there and gave up. Outcome `cancelled`: the provider has cancelled the charge, so it is not paid any more, even
   * if it was paid before. `endsAuthorization`: it ends a payment that the provider had authorised, so the news of
   * the authorisation must have come before. `part`: it is about this much of the charge, never more than the charge.
   */
  | {
      about: 'charge';
      charge: string;
      payment?: string | null;
      amount: ChargeAmount | null;
      part?: ChargeAmount;
      outcome: Outcome;
      isOneTry?: true;
      mayBeAnotherTry?: true;
      endsAuthorization?: true;
    }
  /**
   * `refundId`: our refund. `charge`: the refunded charge. Each is null if the provider does not give it back. If none
   * of our refunds has the id, somebody made the refund at the provider.
   */
  | {
      about: 'refund';
      refundId: string | null;
      charge: string | null;
      payment: string | null;
      providerReference: string;
      amount: ChargeAmount;
      outcome: RefundOutcome;
      /** A completed refund has failed after all, so the news of that refund must have come before. */
      needsFormer: boolean;
      /** See `doubt` of a dispute. */
      doubt?: string;
    }
  /**
   * `captureId`: our capture; null: the provider does not give it back. If none of our captures has the id, somebody
   * made the capture at the provider. `isFinal`: the provider releases the rest with it. `needsFormer`: a completed
   * capture has failed after all, so the news of that capture must have come before. `isTotal`: `amount` is everything
   * that was captured of the payment, captures made here included; such news has no `captureId`. `authorization`: the
   * provider's state shows that the payment was authorised, and this counts first if we have not heard it yet.
   */
  | {
      about: 'capture';
      captureId: string | null;
      charge: string;
      payment: string | null;
      /** The provider's id of the capture; null: it has none of its own. */
      providerReference: string | null;
      amount: ChargeAmount;
      outcome: CaptureOutcome;
      isFinal: boolean;
      needsFormer: boolean;
      reason?: string | null;
      isTotal?: true;
      authorization?: { amount: ChargeAmount; outcome: Extract<Outcome, { kind: 'authorized' }> };
    }
  /**
   * What the provider stored for later charges. `stored`: the payment `charge` stored it. `withdrawn`: the payer or
   * somebody at the provider ended it; `storedId` names it.
   */
  | { about: 'mandate'; kind: 'stored'; charge: string; stored: StoredMeans }
  | { about: 'mandate'; kind: 'withdrawn'; storedId: string; reason: string | null }
  | { about: 'dispute'; charge: string; payment: string | null; amount: ChargeAmount; dispute: DisputeReport }
  /**
   * What became of the merchant's response to a dispute, by the kind of the response. It decides a response whose
   * outcome is unknown, and changes nothing else. `dispute`: the provider's id of it.
   */
  | {
      about: 'dispute-response';
      charge: string;
      payment: string | null;
      dispute: string;
      outcomes: Readonly<Partial<Record<ResponseKind, ResponseOutcome>>>;
    }
  /** A completed payment came back whole: a debit that was charged back, a capture that failed. */
  | { about: 'return'; charge: string; payment: string | null; amount: ChargeAmount; reason: string | null }
  /** The provider could not void an authorised payment: it was captured there. */
  | { about: 'void-refused'; charge: string; payment: string | null; reason: string | null }
  /**
   * The item means something else if the payment is captured later, and it does not say which payment it is about: the
   * gateway knows. `ifLater` also counts if no payment has the reference, because it may be a capture's.
   */
  | { about: 'either'; charge: string; ifAtOnce: PlainNews; ifLater: PlainNews }
  /**
   * The item concerns a payment and its captures, refunds and disputes, or several of these, and each of them is news,
   * in the order in which it is applied. At least two.
   */
  | { about: 'several'; news: OneOfSeveral[] }
  /** A payout is ready, was paid out, or failed (contract 17). `payout`: its reference at the provider. */
  | { about: 'settlement'; payout: string }
  /** A report about payouts can be fetched under this name. */
  | { about: 'settlement-report'; name: string }
  /** It has no consequence for money, or its kind is not known. */
  | { about: 'nothing'; reason: string }
  /** This gateway did not make the payment: it has no reference of ours. */
  | { about: 'foreign' }
  /** We could not ask the provider, or it did not answer; try again later. */
  | { about: 'unread'; reason: string };

type OneOfSeveral = Extract<
  News,
  { about: 'charge' | 'capture' | 'refund' | 'dispute' | 'return' | 'foreign' | 'nothing' }
>;

/** It means the same whatever the payment. */
export type PlainNews = Exclude<News, { about: 'either' }>;

export interface DisputeReport {
  /** The provider's id of the dispute, the same for all its steps. */
  providerReference: string;
  status: DisputeStatus;
  /** Absent: the provider does not say, and the value of the step before stays. The same holds for `deadline`. */
  reason?: string | null;
  deadline?: Date | null;
  /** Absent: the status decides. */
  fundsWithheld?: boolean;
  /**
   * Before this step the dispute must have one of these statuses. Their news may still be on its way: then this step
   * waits. null: it follows none.
   */
  follows: readonly DisputeStatus[] | null;
  /** Before this step an OPEN dispute withholds its amount; an announcement alone is not enough. */
  followsWithheld?: true;
  /** It announces that the provider will take the amount. After the amount was taken, this says nothing. */
  announces?: true;
  /** The provider contradicts itself about the money, so a person has to look. Absent: no contradiction. */
  doubt?: string;
}

export const DISPUTE_STATUSES = ['INQUIRY', 'OPEN', 'WON', 'LOST'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];
