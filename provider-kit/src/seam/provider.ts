// A payment provider, as the gateway calls it: always outside a database transaction and under a deadline. An adapter
// never touches storage. The contract of adapters (contract/) checks what every adapter must keep.

import { CODE } from '../error-codes.ts';
import type { Capabilities, CardEntry } from './capability.ts';
import type { Capture, CaptureOutcome } from './capture.ts';
import type { DisputeResponse, Evidence, EvidenceForm, ResponseOutcome } from './dispute.ts';
import type { Confirmation, Instrument, PaymentData } from './instrument.ts';
import type { Missed, MissedWanted, News, NotificationReading, StoredItem } from './notification.ts';
import type { Outcome, StoredMeans } from './outcome.ts';
import type { Refund, RefundOutcome } from './refund.ts';
import type { SettlementSource } from './settlement.ts';
import type { Transaction } from './transaction.ts';
import type { Wallet } from './wallet.ts';

/** The query or the form fields with which a shopper came back. Anybody can forge them. */
export type ReturnParameters = Readonly<Record<string, string>>;

/**
 * What an adapter must remember of a charge until its end, such as the id of an object. Never a card number or a
 * secret.
 */
export type ChargeState = Readonly<Record<string, string>>;

/** The parts that come with every call about a charge. */
export interface Call {
  /**
   * Aborted when the answer no longer counts: at the deadline, and for a pay-in a minute after its beginning, because
   * its late answer is applied. An adapter passes the signal to its network calls.
   */
  signal: AbortSignal;
  /** The state that was kept for this charge; null: none. */
  state(): Promise<ChargeState | null>;
  /**
   * Stores the state in place of the former one. It is durable when this resolves; if this rejects, the call must end
   * as `unknown`.
   */
  keep(state: ChargeState): Promise<void>;
}

export interface PayinCall extends Call {
  /**
   * The address to which a page of the provider sends the shopper back, by GET or POST. `resume` gets what the provider
   * adds to the query. Called only if it is needed: most cards are paid at once.
   */
  returnUrl(): string;
}

/** The provider's words about one account, after a harmless call. */
export interface AccountCheck {
  ok: boolean;
  /** The fault and its remedy, in plain words for the merchant's staff. */
  reason: string | null;
  /** The provider's name for it; absent: it did not say. */
  merchantAccount?: string;
}

/** The mandate that a provider is told to forget. */
export interface EndedMandate {
  brandId: string;
  userId: string;
  firstTransactionId: string;
  /** Another mandate in use has the same stored id, so the provider keeps it. */
  isShared: boolean;
}

/** A provider, or one account at it; a plain object. Each answer about a charge names its charge (`Outcome`, `of`). */
export interface Provider {
  id: string;
  /** The account that it uses; null: it needs none (the sandbox). */
  accountId: string | null;
  capabilities: Capabilities;
  cardEntry: CardEntry;
  /** The account's wallets, if it may have any. */
  wallets?: readonly Wallet[];
  /**
   * For an account with Apple Pay whose card is entered on our page: asks for the session with which the browser shows
   * Apple's payment sheet. `domain`: of our page. null: there is none now. Absent: it cannot be asked for.
   */
  openApplePay?(
    page: { domain: string; name: string },
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>> | null>;
  /** The answer to a stored notification. */
  accepted: { contentType: string; body: string };
  /** The longest wait for an answer; after it the outcome is unknown. */
  deadlineMs: number;
  /**
   * Takes a pay-in. `chargeReference` is its reference and its idempotency key: with the same key it charges once.
   * Answers `failed` with NOTHING_DONE if certainly nothing was done and another account may be asked.
   */
  payIn(transaction: Transaction, instrument: Instrument, call: PayinCall): Promise<Outcome>;
  /** The shopper came back from the provider's page. `waiting`: the return has changed nothing. */
  resume(transaction: Transaction, parameters: ReturnParameters, call: Call): Promise<Outcome>;
  /** The shopper says that the payment was made, with its proof (spec 4.6). */
  confirm(transaction: Transaction, confirmation: Confirmation, call: Call): Promise<Outcome>;
  /** Sends a payout whose money is set aside; here too the id is the idempotency key. */
  payOut(transaction: Transaction, recipient: PaymentData, call: Call): Promise<Outcome>;
  /**
   * Captures a part of an authorised pay-in, or all of it. The capture's id is the idempotency key and the reference.
   * `failed`: the provider certainly captured nothing. Absent: no method here is captured later.
   */
  capture?(transaction: Transaction, capture: Capture, call: Call): Promise<CaptureOutcome>;
  /** `unheard`: the provider never received it. Absent: the provider only sends notifications. */
  inquireCapture?(
    transaction: Transaction,
    capture: Capture,
    call: Call,
  ): Promise<CaptureOutcome | { kind: 'unheard' }>;
  /**
   * Gives the payer the rest back after the final capture of a part. Absent: the provider does so by itself. Resolves
   * to false if it is not known whether the provider heard it; then it is called again.
   */
  releaseRest?(transaction: Transaction, call: Call): Promise<boolean>;
  /**
   * Cancels a pay-in, also an authorised one. `declined` or `failed`: nothing will be paid or captured any more. Any
   * other final outcome is an answer too; `unknown` changes nothing.
   */
  cancel(transaction: Transaction, call: Call): Promise<Outcome>;
  /**
   * Asks for the outcome of a transaction. `unheard`: the provider never received it, so certainly nothing was done; an
   * adapter never says so while its call may be under way. `pending`, `waiting` and `unknown` are answers too.
   */
  inquire(transaction: Transaction, call: Call): Promise<Outcome | { kind: 'unheard' }>;
  /** Refunds a completed pay-in. The refund's id is the idempotency key. */
  refund(transaction: Transaction, refund: Refund, signal: AbortSignal): Promise<RefundOutcome>;
  inquireRefund(
    transaction: Transaction,
    refund: Refund,
    signal: AbortSignal,
  ): Promise<RefundOutcome | { kind: 'unheard' }>;
  /**
   * What the provider takes as evidence for a dispute of this payment. null: it takes none for this dispute. Absent:
   * the merchant answers disputes at the provider. It comes with `defendDispute` and `inquireResponse`.
   */
  evidenceForm?(
    transaction: Transaction,
    disputeReference: string | null,
    signal: AbortSignal,
  ): Promise<EvidenceForm | null>;
  /** Hands evidence in, finally. The response's id is the idempotency key. `refused`: certainly not handed in. */
  defendDispute?(
    transaction: Transaction,
    response: DisputeResponse,
    evidence: Evidence,
    signal: AbortSignal,
  ): Promise<ResponseOutcome>;
  /** Accepts a dispute; the id is the idempotency key here too. Absent: only the provider's page can. */
  acceptDispute?(
    transaction: Transaction,
    response: DisputeResponse,
    signal: AbortSignal,
  ): Promise<ResponseOutcome>;
  /**
   * Asks for the outcome of a response. `unheard`: the provider certainly never received it; then it is sent again with
   * the same key. `evidence`: null for an acceptance, or if it was erased meanwhile.
   */
  inquireResponse?(
    transaction: Transaction,
    response: DisputeResponse,
    evidence: Evidence | null,
    signal: AbortSignal,
  ): Promise<ResponseOutcome | { kind: 'unheard' }>;
  /** The address of the provider's page of this payment, for staff. It asks nobody. null: there is none. */
  paymentPage?(transaction: Transaction): string | null;
  /**
   * Asks what the provider stored for this payment, if its answer did not say so. `none`: nothing was stored, and
   * nothing will be. null: it is not known yet. Absent: the provider's answer or a notification always tells it.
   */
  findStored?(transaction: Transaction, call: Call): Promise<StoredMeans | 'none' | null>;
  /** Tells the provider that a mandate has ended. false: it is not known whether the provider heard it. */
  forgetStored?(stored: StoredMeans, mandate: EndedMandate, signal: AbortSignal): Promise<boolean>;
  /**
   * Checks the signature of a notification, and takes it apart. `bytes`: the body as it came. `now`: the database's
   * time. A rejection means that it could not be checked now: the provider sends it again.
   */
  readNotification(
    headers: NotificationHeaders,
    bytes: Buffer,
    now: Date,
  ): NotificationReading | Promise<NotificationReading>;
  /** The news in a stored item. If the item is only a hint, this asks the provider. Never throws for a strange body. */
  readNews(item: StoredItem, signal: AbortSignal): Promise<News>;
  /** Facts from the provider about notifications that did not arrive; absent: the provider cannot be asked for that. */
  missedNotifications?(wanted: MissedWanted, signal: AbortSignal): Promise<Missed>;
  /** What the provider pays out (contract 17). Absent: the provider does not tell it. */
  settlements?: SettlementSource;
  /** A harmless call that tells whether the credentials work. */
  check(signal: AbortSignal): Promise<AccountCheck>;
}

/** Lower-case names. */
export type NotificationHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * For a failed outcome: certainly nothing was done, so another account may be asked; if none is left, DECLINED 1011.
 */
export const NOTHING_DONE = CODE.noProvider;

/** Contract 13: certainly nothing was done. */
export const NOTHING_DONE_STATUSES: readonly number[] = [400, 401, 403, 422, 429];
