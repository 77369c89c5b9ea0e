// What a transaction is: its fields, its statuses and the one table of moves between them (spec 3, contract 4).
// Everything that changes a status goes through this table; storage guards it again in SQL.
// Pure: no clock, no I/O.
import type { Details as Known, Transaction as Sent, Status } from '@tollgate/provider-kit/seam/transaction';
import { CODE } from '../errors/error-codes.ts';
import type { Recipient } from '../payment-data/recipient.ts';

export {
  type Authorized,
  type CardSummary,
  chargeReference,
  defaultUser,
  isAuthorized,
  isCapturedLater,
  isLaterCharge,
  MANDATE_REASONS,
  type MandateReason,
  type MandateRequest,
  namedUser,
  type OrderLine,
  paidReference,
  RESULT_TYPES,
  type ResultType,
  type Status,
  type ThreeDs,
  type TransactionType,
} from '@tollgate/provider-kit/seam/transaction';

/** The API or page through which a transaction came. */
export type Origin = 'v3' | 'v2' | 'session' | 'portal';
/** Who changed a status; the timeline shows it. */
export type Actor =
  | 'merchant'
  | 'shopper'
  | 'provider'
  | 'resolver'
  | 'expiry'
  | 'operator'
  | 'sandbox'
  | 'gateway';
/** The possible moves of each status (contract 4). A final status has none, except for `isLateSuccess`. */
const NEXT_STATUSES = {
  INIT: ['PENDING', 'PROCESSING', 'COMPLETED', 'DECLINED', 'ERROR'],
  PENDING: ['PROCESSING', 'DECLINED'],
  PROCESSING: ['PENDING', 'COMPLETED', 'DECLINED', 'ERROR'],
  COMPLETED: [],
  DECLINED: [],
  ERROR: [],
} as const satisfies Record<Status, readonly Status[]>;

export const STATUSES = Object.keys(NEXT_STATUSES) as Status[];

export function isFinal(status: Status): boolean {
  return NEXT_STATUSES[status].length === 0;
}

export function mayMove(from: Status, to: Status): boolean {
  return (NEXT_STATUSES[from] as readonly Status[]).includes(to);
}

/** The one audited exception: money that arrives after expiry or cancellation (contract 4). Only for pay-ins. */
export function isLateSuccess(transaction: Pick<Transaction, 'type' | 'status' | 'errorCode'>): boolean {
  return (
    transaction.type === 'PAYIN' &&
    transaction.status === 'DECLINED' &&
    (transaction.errorCode === CODE.expired || transaction.errorCode === CODE.cancelled)
  );
}

/**
 * A provider reported that the payment was paid after all. That counts after any end, if it was sent there (contract
 * 13).
 */
export function isLateByNotification({
  type,
  status,
  provider,
}: Pick<Transaction, 'type' | 'status' | 'provider'>): boolean {
  return type === 'PAYIN' && (status === 'DECLINED' || status === 'ERROR') && provider !== null;
}

/** The user who made it in the portal, with their name at that time. */
export interface Maker {
  userId: string;
  name: string;
  /** The name of the file of payouts that it came from. */
  file?: string;
  /** All payouts of one upload have the same. Absent: no file, or an earlier release took it. */
  fileId?: string;
  /** Its line in that file. */
  line?: number;
}

/** The texts of a request that are stored as they came. */
export const TEXT_DETAILS = [
  'redirectUrl',
  'notificationUrl',
  'language',
  'merchantDomain',
  'extra1',
  'extra2',
  'extra3',
] as const;
export type TextDetails = Record<(typeof TEXT_DETAILS)[number], string | null>;

export const MANDATE_STATUSES = ['PENDING', 'ACTIVE', 'REVOKED', 'EXPIRED', 'FAILED'] as const;
export type MandateStatus = (typeof MANDATE_STATUSES)[number];

/** A completed payout or debit that came back, whole (contract 13). */
interface Returned {
  /** In minor units as text. Absent: the whole amount. */
  amountMinor?: string;
  /** In the bank's words; null: it gave no reason. */
  reason: string | null;
  /** RFC 3339, UTC. */
  at: string;
  /** It never came: a person had assigned a bank entry to it by mistake, and took that back (decision 135). */
  takenBack?: true;
}

/** The data of the request; in the cashier a shopper may add to it. Stored as one document. */
export interface Details extends Known, TextDetails {
  /** Its status when the charge was made; absent: the brand and the user have no such mandate. */
  mandateStatus?: MandateStatus;
  /** The shopper chose the country in the cashier; absent: the request named it, or there is none. */
  countryChosen?: true;
  /**
   * The user who made it in the portal, or with their own key that may not settle (domain/keys/key-scopes.ts); absent:
   * it came from the merchant's server.
   */
  maker?: Maker;
  /** X-Request-Id of the call that made it; its webhooks name it. Absent: no call made it, or it was erased. */
  requestId?: string;
  /** RFC 3339: when its personal data was erased (domain/erasure/erased.ts); absent: it was not erased. */
  erasedAt?: string;
}

/** A provider knows the part of it that the kit names. */
export interface Transaction extends Sent {
  origin: Origin;
  /**
   * How many status changes after INIT and steps after its end there were so far; the number of the latest webhook
   * event.
   */
  sequence: number;
  /** Counts every change; a writer that read an older version is refused (storage/transactions/apply-changes.ts). */
  version: number;
  /** The country in which the reference is claimed (contract 3): always `country`, with '' for none. */
  referenceCountry: string;
  /** The sum of pending and completed refunds (docs/decisions/0026). */
  amountRefundedMinor: bigint;
  details: Details;
  /** The recipient of a payout, as far as known. */
  recipient: Recipient | null;
  /**
   * An HMAC of the card's number with a key of the gateway and the brand. It identifies a card without revealing
   * anything about it.
   */
  cardKey: Buffer | null;
  panSealed: Buffer | null;
  /** The fields of every method except a pay-in's card, as sealed JSON: above all a payout's recipient. */
  paymentDataSealed: Buffer | null;
  /** A payout's amount is set aside, from its approval to its end (contract 8, 10). */
  moneyReserved: boolean;
  lateSuccess: boolean;
  /** SHA-256 of the token in the cashier's address; null: this transaction has no cashier page. */
  cashierTokenHash: Buffer | null;
  /** Until when the shopper may start something there. A started payment has its own expiry. */
  cashierExpiresAt: Date | null;
  /** When the resolver or the expiry sweep must handle it again. */
  dueAt: Date | null;
  returned: Returned | null;
  /** What came of a pay-in that a person completed with less than its amount (decision 135); null: its amount. */
  receivedMinor: bigint | null;
  /** The mandate to which the payer agreed with it; null: none, or it is not active yet (contract 16). */
  mandate: { id: string; status: MandateStatus } | null;
}

/**
 * A step after the end of a transaction: of a refund, a dispute or a return. It counts among the events of the
 * transaction and changes no status (contract 5, 13).
 */
export function stepAfterEnd(
  transaction: Transaction,
  change: Partial<Pick<Transaction, 'amountRefundedMinor' | 'returned'>>,
  now: Date,
): Transaction {
  const { sequence, version } = transaction;
  return { ...transaction, ...change, sequence: sequence + 1, version: version + 1, updatedAt: now };
}

/** What can still be captured; nothing after a final capture. */
export function capturableMinor({ status, authorized }: Pick<Transaction, 'status' | 'authorized'>): bigint {
  if (status !== 'PROCESSING' || authorized === null || authorized.isFinal) return 0n;
  return authorized.amountMinor - authorized.capturedMinor - authorized.pendingMinor;
}

/**
 * What a pay-in has brought: its amount once it is COMPLETED, what came of a part payment, or the sum of its completed
 * captures. Refunds, disputes and returns count against it (contract 16). A payout brings nothing.
 */
export function capturedMinor({
  type,
  status,
  amountMinor,
  receivedMinor,
  authorized,
}: Pick<Transaction, 'type' | 'status' | 'amountMinor' | 'receivedMinor' | 'authorized'>): bigint {
  if (type === 'PAYOUT') return 0n;
  if (authorized !== null) return authorized.capturedMinor;
  return status === 'COMPLETED' ? (receivedMinor ?? amountMinor) : 0n;
}

/** The shopper must choose or fill in something in the cashier; no provider has received it yet. */
export function isAtCashier({ status, provider, cashierTokenHash }: Transaction): boolean {
  return cashierTokenHash !== null && provider === null && (status === 'INIT' || status === 'PROCESSING');
}

/** The request named the country. If a shopper chose it, they may choose again. */
export function isCountryFixed({ country, details }: Transaction): boolean {
  return country !== null && !details.countryChosen;
}

/** It was sent to a provider, and the answer is not stored yet. */
export function isBeingSubmitted({ status, provider, resultType }: Transaction): boolean {
  return !isFinal(status) && provider !== null && resultType === null;
}

/** Its personal data was erased, and must never come back (docs/decisions/0085). */
export const isErased = ({ details }: Pick<Transaction, 'details'>): boolean =>
  details.erasedAt !== undefined;

/** Replaces a merchant reference that the request left out (spec 2.1). */
export const defaultReference = (transactionId: string): string => `ref-${transactionId}`;

/** Replaces a payment reference that the request left out (spec 2.1). */
export const defaultPaymentReference = (transactionId: string): string => `pay-${transactionId}`;
