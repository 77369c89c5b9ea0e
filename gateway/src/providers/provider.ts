// The contract of a payment provider, the one seam between the gateway and the networks. It is always called outside a
// database transaction and under a deadline. An adapter never touches storage. test/providers/contract.ts tests what
// every adapter must keep.
import type { Capture, CaptureOutcome } from '../domain/captures/capture.ts';
import type { Confirmation } from '../domain/confirmations/confirmation.ts';
import { CODE } from '../domain/errors/error-codes.ts';
import type { CardEntry, Credentials, ProviderAccount } from '../domain/merchants/provider-account.ts';
import type {
  Missed,
  MissedWanted,
  News,
  NotificationReading,
  StoredItem,
} from '../domain/notifications/news.ts';
import type { OwnOption } from '../domain/options/own-option.ts';
import { findOption } from '../domain/options/payment-option.ts';
import type { CardDetails } from '../domain/payment-data/card.ts';
import type { PaymentData } from '../domain/payment-data/check-fields.ts';
import type { Refund, RefundOutcome } from '../domain/refunds/refund.ts';
import type { ReportedLine, ReportedPayout } from '../domain/settlements/settlement.ts';
import type { Outcome, StoredMeans } from '../domain/transactions/outcome.ts';
import type { ReturnParameters } from '../domain/transactions/return-token.ts';
import type {
  Details,
  MandateReason,
  Transaction,
  TransactionType,
} from '../domain/transactions/transaction.ts';

/** Card data in clear: in memory during the call, never stored or logged. */
export interface ClearCard {
  details: Pick<CardDetails, 'number' | 'expiryMonth' | 'expiryYear'>;
  /** Absent for a saved card. */
  holder: string | null;
  /** Absent for a saved card: a CVV is never stored. */
  cvv: string | null;
}

/** The means of payment: a card, or the fields of a method (domain/payment-data), checked and complete. */
export type Instrument =
  | { kind: 'card'; card: ClearCard }
  /** Method `card` without a card: the shopper enters it on the provider's page (`cardEntry`). */
  | { kind: 'method'; method: string; data: PaymentData }
  /**
   * A later charge, the payer absent (contract 16). It never ends in a page or another step for the payer: `declined`
   * with 2102 if the bank wants the payer. `stored`: what this account stored; null: another account stored it, and
   * `card` is charged with `networkTransactionId`.
   */
  | {
      kind: 'mandate';
      method: string;
      reason: MandateReason;
      stored: StoredMeans | null;
      card: ClearCard | null;
      networkTransactionId: string | null;
    };

/** A method of the option catalogue, and where it can be used. */
export interface Capability {
  direction: TransactionType;
  method: string;
  /** The payment's countries. A payment without a country fits everywhere. */
  countries: 'any' | readonly string[];
  currencies: 'any' | readonly string[];
  /** Fields that the option leaves optional and this provider requires, such as `accountHolder`. */
  needs?: readonly string[];
  /** A debit for which the provider has no page: the shopper gives the mandate where the account is entered. */
  isMandateHere?: true;
  /** It can be authorised first and captured later (contract 16). */
  isCapturedLater?: true;
  /** It can be stored, so that the merchant charges it again while the payer is absent (contract 16). */
  isStorable?: true;
  /** It can be stored by a payment of zero. */
  isStorableWithoutCharge?: true;
}

export interface Capabilities {
  methods: readonly Capability[];
  /** Whether pay-ins can be refunded. */
  refund: boolean;
  /** Whether unpaid pay-ins can be cancelled. */
  cancel: boolean;
  /**
   * 'supported': the gateway can ask for a payment's outcome. 'notifications-only': the provider only sends
   * notifications, and `inquire` is never called.
   */
  inquiry: 'supported' | 'notifications-only';
  /**
   * Payouts wait for a file that a person gives to the provider, however long that takes; that is no unknown outcome.
   */
  payoutsByFile?: true;
}

/** The facts that decide where a payment can go. */
export interface Routed {
  /** An option or a suboption. */
  optionId: string;
  country: string | null;
  currency: string;
  /** What the provider must be able to do beside charging it at once: capture it later, store it for later charges. */
  details?: Pick<Details, 'captureMode' | 'mandate'>;
  /** Zero: the means of payment is stored without a charge. Absent: an amount that is charged. */
  amountMinor?: bigint;
}

/** Finds the capability for this use of an option or a suboption. Values left out of the use fit everything. */
export function capabilityFor(
  { methods }: Capabilities,
  { optionId, country, currency, details, amountMinor }: Partial<Routed>,
): Capability | undefined {
  const found = optionId === undefined ? undefined : findOption(optionId);
  if (!found) return undefined;
  const { method } = found.suboption ?? found.option;
  return methods.find(
    (one) =>
      one.direction === found.option.direction &&
      one.method === method &&
      (one.countries === 'any' || country == null || one.countries.includes(country)) &&
      (one.currencies === 'any' || currency === undefined || one.currencies.includes(currency)) &&
      (details?.captureMode === undefined || one.isCapturedLater === true) &&
      (details?.mandate === undefined ||
        (one.isStorable === true && (amountMinor !== 0n || one.isStorableWithoutCharge === true))),
  );
}

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
   * Asks what the provider stored for this payment, if its answer did not say so. `none`: nothing was stored, and
   * nothing will be. null: it is not known yet. Absent: the provider's answer or a notification always tells it.
   */
  findStored?(transaction: Transaction, call: Call): Promise<StoredMeans | 'none' | null>;
  /** Tells the provider that a mandate has ended. false: it is not known whether the provider heard it. */
  forgetStored?(stored: StoredMeans, mandate: EndedMandate, signal: AbortSignal): Promise<boolean>;
  /**
   * Checks the signature of a notification, and takes it apart. `bytes`: the body as it came. `now`: the database's
   * time.
   */
  readNotification(headers: NotificationHeaders, bytes: Buffer, now: Date): NotificationReading;
  /** The news in a stored item. If the item is only a hint, this asks the provider. Never throws for a strange body. */
  readNews(item: StoredItem, signal: AbortSignal): Promise<News>;
  /** Facts from the provider about notifications that did not arrive; absent: the provider cannot be asked for that. */
  missedNotifications?(wanted: MissedWanted, signal: AbortSignal): Promise<Missed>;
  /** What the provider pays out (contract 17). Absent: the provider does not tell it. */
  settlements?: SettlementSource;
  /** A harmless call that tells whether the credentials work. */
  check(signal: AbortSignal): Promise<AccountCheck>;
}

/**
 * How a provider tells what it pays out. Either it is asked payout by payout (`payouts`, `linesOf`), or it writes
 * reports (`readReport`, `fetchReport`). The calls throw if the provider gave no answer that can be read; then they are
 * repeated.
 */
export interface SettlementSource {
  /** Payouts that ended or were ready since then, a page at a time. For those of which no news came. */
  payouts?(
    wanted: { since: Date; after: string | null },
    signal: AbortSignal,
  ): Promise<{ payouts: string[]; rest: string | null }>;
  /** One payout by its reference; null: the provider has no such payout. */
  payout?(reference: string, signal: AbortSignal): Promise<ReportedPayout | null>;
  /**
   * The lines of a payout, a page at a time: `after` is the `rest` of the page before. `none`: the provider keeps no
   * list of this payout. `not-yet`: its list is not complete, so it is asked again later.
   */
  linesOf?(
    reference: string,
    after: string | null,
    signal: AbortSignal,
  ): Promise<{ lines: ReportedLine[]; rest: string | null } | 'none' | 'not-yet'>;
  /** Reads a report as a stream, in bounded memory. Throws ReportFault if it is not a report of this account. */
  readReport?(bytes: AsyncIterable<Uint8Array>): AsyncIterable<ReportedPart>;
  /** Opens a report of which the provider told the name. Throws if it cannot be read; ReportFault: it never can. */
  fetchReport?(name: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
}

/** Lines of one payout, in the order of the report, and what it says about the payout so far. */
export interface ReportedPart {
  payout: ReportedPayout;
  lines: ReportedLine[];
}

/** Lower-case names. */
export type NotificationHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * For a failed outcome: certainly nothing was done, so another account may be asked; if none is left, DECLINED 1011.
 */
export const NOTHING_DONE = CODE.noProvider;

/** Contract 13: certainly nothing was done. */
export const NOTHING_DONE_STATUSES: readonly number[] = [400, 401, 403, 422, 429];

/** This process's view of a provider's account in the last hour (provider-health.ts). */
export interface ProviderHealth {
  provider: string;
  accountId: string | null;
  circuit: 'closed' | 'open';
  /** Since when the circuit has this state; the start of the process if it never changed. */
  circuitSince: Date;
  /** Pay-ins and payouts sent in the last hour. */
  calls: number;
  /** How many of these had no answer, an exception, or a technical failure. A decline does not count. */
  failed: number;
  /** Not sent, because the circuit was open. */
  heldBack: number;
  /** The latency that 50 of a hundred calls did not exceed; null: there was no call. */
  p50Ms: number | null;
  p95Ms: number | null;
}

/** The version of this interface. The gateway loads no provider that was made for another one (contract 18). */
export const SEAM_VERSION = 1;

/**
 * The facts about a provider before an account is known: for routing, the calls that connect accounts, documents, and
 * the portal.
 */
export interface ProviderDeclaration {
  /** The version that it was made for. */
  seam: typeof SEAM_VERSION;
  /** Lower-case letters, digits and hyphens; it begins with a letter. It stands in addresses and never changes. */
  id: string;
  /** The name that people know. */
  name: string;
  capabilities: Capabilities;
  /** The values that `cardEntry` may have, the default first; none: it takes no cards. */
  cardEntries: readonly CardEntry[];
  /** Its accounts have the setting `multipleCaptures`; absent: the provider says by itself what it takes. */
  hasMultipleCaptures?: true;
  credentials: readonly CredentialField[];
  /** Options that it brings beside those of the catalogue (contract 18). */
  options?: readonly OwnOption[];
  /**
   * `not-tried`: nobody has played its contract against a stand-in, so a live account needs `acceptUntried`. Absent: it
   * was played.
   */
  played?: 'played' | 'not-tried';
  /** Why it cannot be used on this machine, in one sentence; null: it can. Absent: it always can. */
  available?(): string | null;
  /** The merchant account that the credentials name; null: the provider tells it when asked (`check`). */
  merchantAccountOf(credentials: Credentials): string | null;
  /** Makes the adapter of one account. Its SDK is loaded with the first one, not before. */
  connect(account: ProviderAccount, parts: AdapterParts): Provider;
}

/** A credential, by its name in contract 13. */
export interface CredentialField {
  name: string;
  label: string;
  /** For merchants' staff: where to find it, and what it is for. One or two sentences. */
  help: string;
  /** `live`: in the live environment only. */
  needed: 'always' | 'live' | 'never';
  /** One or two values, so that a secret can be replaced without a gap. */
  isList: boolean;
  /** Never shown again. */
  isSecret: boolean;
  /** The form of each value, and the fault's text if a value has another; absent: any text. */
  pattern?: RegExp;
  patternFault?: string;
  /** A made-up value of this form, for the API reference. Never a value that works somewhere. */
  example?: string;
  /** The credential without which this one is of no use, and the other way round. */
  pairedWith?: string;
  /** A check beyond the pattern, such as check digits. Answers the fault of a value; null: the value is right. */
  check?: (value: string) => string | null;
}

export interface AdapterParts {
  now: () => Date;
  log: { warn(fields: object, message: string): void };
  /** Whether the endpoint of a test account may be http and a private address. */
  allowPrivateEndpoints: boolean;
  /** The provider used a value that the adapter does not know. It is counted and changes nothing. */
  unknownValue(field: string, value: string): void;
}
