// What a transaction is: its fields, its statuses and the one table of moves between them (spec 3, contract 4).
// Everything that changes a status goes through this table; storage guards it again in SQL.
// Pure: no clock, no I/O.
import { CODE, type ErrorCode } from '../errors/error-codes.ts';
import type { Address, Customer } from '../payment-data/customer.ts';
import type { Recipient } from '../payment-data/recipient.ts';
import type { BrowserInfo } from '../payment-data/shopper-browser.ts';

export type TransactionType = 'PAYIN' | 'PAYOUT';
export type Status = 'INIT' | 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'DECLINED' | 'ERROR';
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
export const RESULT_TYPES = [
  'success',
  'redirect',
  'declined',
  'error',
  'form',
  'qrcode',
  'receipt',
  'info',
  'barcode',
  'fawry',
  'mobile',
] as const;
export type ResultType = (typeof RESULT_TYPES)[number];

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

export interface OrderLine {
  productName?: string | null;
  quantity?: number | null;
  description?: string | null;
  weight?: number | null;
  length?: number | null;
  width?: number | null;
  height?: number | null;
}

/** The user who made it in the portal, with their name at that time. */
export interface Maker {
  userId: string;
  name: string;
  /** The name of the file of payouts that it came from. */
  file?: string;
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

/** What the merchant asks of the payer beside the payment: to agree to later charges (contract 16). */
export interface MandateRequest {
  reason: MandateReason;
  description: string | null;
  /** The most for one later charge, in minor units as text; null: no limit. */
  maxAmountMinor: string | null;
  /** RFC 3339; null: it never expires. */
  expiresAt: string | null;
  /** The account that the payer gave here, masked; absent: none was given here. */
  account?: string;
}

export const MANDATE_REASONS = ['RECURRING', 'INSTALLMENTS', 'UNSCHEDULED'] as const;
export type MandateReason = (typeof MANDATE_REASONS)[number];

export const MANDATE_STATUSES = ['PENDING', 'ACTIVE', 'REVOKED', 'EXPIRED', 'FAILED'] as const;
export type MandateStatus = (typeof MANDATE_STATUSES)[number];

/** The data of the request; in the cashier a shopper may add to it. Stored as one document. */
export interface Details extends TextDetails {
  /** It is authorised first, and captured later (contract 16). Absent: it is captured at once. */
  captureMode?: 'manual';
  /** The payer agrees to later charges with it. Absent: the request did not ask. */
  mandate?: MandateRequest;
  /** The mandate that this later charge uses; the payer is absent. Absent: it is no later charge. */
  mandateId?: string;
  /** Its status when the charge was made; absent: the brand and the user have no such mandate. */
  mandateStatus?: MandateStatus;
  paymentReference: string;
  customer: Customer | null;
  shippingAddress: Address | null;
  orderDetails: OrderLine[] | null;
  /** The shopper chose the country in the cashier; absent: the request named it, or there is none. */
  countryChosen?: true;
  /**
   * The user who made it in the portal, or with their own key that may not settle (domain/keys/key-scopes.ts); absent:
   * it came from the merchant's server.
   */
  maker?: Maker;
  /** X-Request-Id of the call that made it; its webhooks name it. Absent: no call made it, or it was erased. */
  requestId?: string;
  /** The shopper's address at the last attempt, as the cashier saw it. */
  browserIp?: string;
  /** For 3-D Secure; absent: not known. */
  browser?: BrowserInfo;
  /** RFC 3339: when its personal data was erased (domain/erasure/erased.ts); absent: it was not erased. */
  erasedAt?: string;
}

/** The parts of a card that may be shown. Never the number, never the CVV. */
export interface CardSummary {
  brand: string;
  first6: string;
  last4: string;
  expiryMonth: string;
  expiryYear: string;
  /** Set from the start if the payment named a user. It is valid, and shown, once the payment has completed. */
  token?: string;
}

export interface ThreeDs {
  flow: 'CHALLENGE' | 'FRICTIONLESS';
  status: 'PENDING' | 'AUTHENTICATED' | 'FAILED' | 'ABANDONED' | 'UNAVAILABLE';
}

/** A completed payout or debit that came back, whole (contract 13). */
interface Returned {
  /** In minor units as text. Absent: the whole amount. */
  amountMinor?: string;
  /** In the bank's words; null: it gave no reason. */
  reason: string | null;
  /** RFC 3339, UTC. */
  at: string;
}

/** The money that a provider holds for a pay-in, and what was captured of it (contract 16). */
export interface Authorized {
  /** What the provider held at first. */
  amountMinor: bigint;
  /** The sum of completed captures. */
  capturedMinor: bigint;
  /** The sum of pending captures. */
  pendingMinor: bigint;
  /** A capture that has not failed was the final one, so no other may follow. */
  isFinal: boolean;
  /** Whether the provider takes several captures. */
  takesSeveral: boolean;
  /** Until when it can be captured. */
  captureBefore: Date;
}

export interface Transaction {
  merchantId: string;
  id: string;
  brandId: string;
  sessionId: string;
  type: TransactionType;
  origin: Origin;
  status: Status;
  /**
   * How many status changes after INIT and steps after its end there were so far; the number of the latest webhook
   * event.
   */
  sequence: number;
  /** Counts every change; a writer that read an older version is refused (storage/transactions/apply-changes.ts). */
  version: number;
  merchantReference: string;
  /** The country in which the reference is claimed (contract 3): always `country`, with '' for none. */
  referenceCountry: string;
  country: string | null;
  currency: string;
  amountMinor: bigint;
  /** The sum of pending and completed refunds (docs/decisions/0026). */
  amountRefundedMinor: bigint;
  userId: string;
  /** Option or suboption as sent; the catalogue may not know it (declined 1010). */
  optionId: string | null;
  details: Details;
  card: CardSummary | null;
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
  threeDs: ThreeDs | null;
  resultType: ResultType | null;
  statusCode: number | null;
  /** The fields that the latest answer adds to the envelope: redirectUrl, formData … (spec 2.10). */
  result: Record<string, unknown> | null;
  /** Also the last attempt's code, while the shopper may make another attempt in the cashier. */
  errorCode: ErrorCode | null;
  provider: string | null;
  /** The account at the provider that got it; null: the provider needs none. */
  providerAccount: string | null;
  /**
   * How many further accounts were asked for the present attempt, because the earlier ones had certainly done nothing.
   */
  reroutes: number;
  providerReference: string | null;
  lateSuccess: boolean;
  inquiries: number;
  /** How often a shopper has submitted it in the cashier; 0 if it was never there. */
  attempts: number;
  /** When the last attempt began. */
  attemptedAt: Date | null;
  /** The paid attempt, if a later one had begun; null: the last one, if any. */
  paidAttempt: number | null;
  /** SHA-256 of the token in the cashier's address; null: this transaction has no cashier page. */
  cashierTokenHash: Buffer | null;
  /** Until when the shopper may start something there. A started payment has its own expiry. */
  cashierExpiresAt: Date | null;
  /** When the resolver or the expiry sweep must handle it again. */
  dueAt: Date | null;
  expiresAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  completedAt: Date | null;
  returned: Returned | null;
  /** null: the pay-in is captured at once, or is not authorised yet. */
  authorized: Authorized | null;
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

/** The merchant charges a mandate, and the payer is absent (contract 16). */
export const isLaterCharge = ({ details }: Pick<Transaction, 'details'>): boolean =>
  details.mandateId !== undefined;

/** It is to be authorised now and captured later. */
export const isCapturedLater = ({ details }: Pick<Transaction, 'details'>): boolean =>
  details.captureMode === 'manual';

/** The provider holds its money, and waits for a capture or a void. */
export function isAuthorized({ status, authorized }: Pick<Transaction, 'status' | 'authorized'>): boolean {
  return status === 'PROCESSING' && authorized !== null;
}

/** What can still be captured; nothing after a final capture. */
export function capturableMinor({ status, authorized }: Pick<Transaction, 'status' | 'authorized'>): bigint {
  if (status !== 'PROCESSING' || authorized === null || authorized.isFinal) return 0n;
  return authorized.amountMinor - authorized.capturedMinor - authorized.pendingMinor;
}

/**
 * What a pay-in has brought: its amount once it is COMPLETED, or the sum of its completed captures. Refunds, disputes
 * and returns count against it (contract 16). A payout brings nothing.
 */
export function capturedMinor({
  type,
  status,
  amountMinor,
  authorized,
}: Pick<Transaction, 'type' | 'status' | 'amountMinor' | 'authorized'>): bigint {
  if (type === 'PAYOUT') return 0n;
  if (authorized !== null) return authorized.capturedMinor;
  return status === 'COMPLETED' ? amountMinor : 0n;
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

/** The user whom the merchant named (spec 2.1); null: the gateway generated the id. */
export function namedUser({ id, userId }: Pick<Transaction, 'id' | 'userId'>): string | null {
  return userId === defaultUser(id) ? null : userId;
}

/**
 * The reference of a charge and its idempotency key (contract 13): the id of the transaction, `-N` for each further
 * attempt of its shopper, `-rN` for each further account of one attempt.
 */
export function chargeReference({
  id,
  attempts,
  reroutes,
}: Pick<Transaction, 'id' | 'attempts' | 'reroutes'>): string {
  return `${id}${attempts > 1 ? `-${attempts}` : ''}${reroutes > 0 ? `-r${reroutes}` : ''}`;
}

/** For a completed payment: the reference of the paid charge. For an open one: the reference of its present charge. */
export function paidReference(transaction: Transaction): string {
  return chargeReference({ ...transaction, attempts: transaction.paidAttempt ?? transaction.attempts });
}

/** Replaces a merchant reference that the request left out (spec 2.1). */
export const defaultReference = (transactionId: string): string => `ref-${transactionId}`;

/** Replaces a payment reference that the request left out (spec 2.1). */
export const defaultPaymentReference = (transactionId: string): string => `pay-${transactionId}`;

export const defaultUser = (transactionId: string): string => `user-${transactionId}`;
