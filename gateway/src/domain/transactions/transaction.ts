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
/** Who changed a status; shown in the timeline. */
export type Actor =
  | 'merchant'
  | 'shopper'
  | 'provider'
  | 'resolver'
  | 'expiry'
  | 'operator'
  | 'sandbox'
  | 'gateway';
export type ResultType =
  | 'success'
  | 'redirect'
  | 'declined'
  | 'error'
  | 'form'
  | 'qrcode'
  | 'receipt'
  | 'info'
  | 'barcode'
  | 'fawry'
  | 'mobile';

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

/** A provider told that it was paid after all: that counts after any end, if it was sent there (contract 13). */
export function isLateWhenTold({
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
  /** The name of the file of payouts that it was made from. */
  file?: string;
}

/** The data of the request; in the cashier a shopper may add to it. Stored as one document. */
export interface Details {
  paymentReference: string;
  customer: Customer | null;
  redirectUrl: string | null;
  notificationUrl: string | null;
  language: string | null;
  merchantDomain: string | null;
  extra1: string | null;
  extra2: string | null;
  extra3: string | null;
  shippingAddress: Address | null;
  orderDetails: OrderLine[] | null;
  /** The shopper chose the country in the cashier; absent: the request named it, or there is none. */
  countryChosen?: true;
  /**
   * The user who made it in the portal, or with a key of their own that may not settle (domain/keys/key-scopes.ts); absent:
   * it came from the merchant's server.
   */
  maker?: Maker;
  /** X-Request-Id of the call that made it: its webhooks name it. Absent: no call made it, or it was erased. */
  requestId?: string;
  /** The shopper's address at the last attempt, as the cashier saw it. */
  browserIp?: string;
  /** For 3-D Secure; absent: not known. */
  browser?: BrowserInfo;
  /** RFC 3339: since when its personal data is gone (domain/erasure/erased.ts); absent: it was not erased. */
  erasedAt?: string;
}

/** What may be shown of a card. Never the number, never the CVV. */
export interface CardSummary {
  brand: string;
  first6: string;
  last4: string;
  expiryMonth: string;
  expiryYear: string;
  /** Set from the start for a payment that named a user; valid, and shown, once it has completed. */
  token?: string;
}

export interface ThreeDs {
  flow: 'CHALLENGE' | 'FRICTIONLESS';
  status: 'PENDING' | 'AUTHENTICATED' | 'FAILED' | 'ABANDONED' | 'UNAVAILABLE';
}

/** A completed payout or debit that came back, whole (contract 13). */
interface Returned {
  /** In the words of the bank; null: it gave none. */
  reason: string | null;
  /** RFC 3339, UTC. */
  at: string;
}

export interface Transaction {
  merchantId: string;
  id: string;
  brandId: string;
  sessionId: string;
  type: TransactionType;
  origin: Origin;
  status: Status;
  /** Status changes after INIT, and steps after its end, so far; the number of the latest webhook event. */
  sequence: number;
  /** Counts every change; a writer that read an older version is refused (storage/transactions/apply-changes.ts). */
  version: number;
  merchantReference: string;
  /** The country under which the reference is claimed (contract 3): always `country`, with '' for none. */
  referenceCountry: string;
  country: string | null;
  currency: string;
  amountMinor: bigint;
  /** The sum of pending and completed refunds (docs/decisions/0026). */
  amountRefundedMinor: bigint;
  userId: string;
  /** Option or suboption as sent; may be unknown to the catalogue (declined 1010). */
  optionId: string | null;
  details: Details;
  card: CardSummary | null;
  /** The recipient of a payout, as far as known. */
  recipient: Recipient | null;
  /**
   * An HMAC of the card's number with a key of the gateway and the brand: it identifies a card and reveals nothing of
   * it.
   */
  cardKey: Buffer | null;
  panSealed: Buffer | null;
  /** The fields of a method other than a pay-in's card, as sealed JSON: above all a payout's recipient. */
  paymentDataSealed: Buffer | null;
  /** A payout's amount is set aside, from its approval to its end (contract 8, 10). */
  moneyReserved: boolean;
  threeDs: ThreeDs | null;
  resultType: ResultType | null;
  statusCode: number | null;
  /** What the latest answer adds to the envelope: redirectUrl, formData … (spec 2.10). */
  result: Record<string, unknown> | null;
  /** Also of the last attempt, while the shopper may make another one in the cashier. */
  errorCode: ErrorCode | null;
  provider: string | null;
  /** The account at the provider to which it was sent; null: the provider needs none. */
  providerAccount: string | null;
  /** How many further accounts were asked for the present attempt, because those before had certainly done nothing. */
  reroutes: number;
  providerReference: string | null;
  lateSuccess: boolean;
  inquiries: number;
  /** How often a shopper has submitted it in the cashier; 0 if it was never there. */
  attempts: number;
  /** When the last of them began. */
  attemptedAt: Date | null;
  /** The attempt that was paid, where a later one had begun; null: the last one, if any. */
  paidAttempt: number | null;
  /** SHA-256 of the token in the cashier's address; null: there is no cashier page of this transaction. */
  cashierTokenHash: Buffer | null;
  /** Until when the shopper may start something there; a started payment has its own expiry. */
  cashierExpiresAt: Date | null;
  /** When resolver or expiry must handle it again. */
  dueAt: Date | null;
  expiresAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  completedAt: Date | null;
  returned: Returned | null;
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

/** The shopper must choose or fill in something in the cashier; no provider has received it yet. */
export function isAtCashier({ status, provider, cashierTokenHash }: Transaction): boolean {
  return cashierTokenHash !== null && provider === null && (status === 'INIT' || status === 'PROCESSING');
}

/** It came with the request; an option that a shopper chose may be chosen again. */
export function isCountryFixed({ country, details }: Transaction): boolean {
  return country !== null && !details.countryChosen;
}

/** Sent to a provider, and its answer is not stored yet. */
export function isBeingSubmitted({ status, provider, resultType }: Transaction): boolean {
  return !isFinal(status) && provider !== null && resultType === null;
}

/** Its personal data is gone, and none may come back (docs/decisions/0085). */
export const isErased = ({ details }: Pick<Transaction, 'details'>): boolean =>
  details.erasedAt !== undefined;

/** The user the merchant named (spec 2.1); null if the gateway made up the id. */
export function namedUser({ id, userId }: Pick<Transaction, 'id' | 'userId'>): string | null {
  return userId === madeUpUser(id) ? null : userId;
}

/**
 * The reference of a charge and its idempotency key (contract 13): the id of the transaction, `-N` for each further attempt
 * of its shopper, `-rN` for each further account of one attempt.
 */
export function chargeReference({
  id,
  attempts,
  reroutes,
}: Pick<Transaction, 'id' | 'attempts' | 'reroutes'>): string {
  return `${id}${attempts > 1 ? `-${attempts}` : ''}${reroutes > 0 ? `-r${reroutes}` : ''}`;
}

/** Of a payment that was made: the reference of the charge that was paid. Of an open one, that of its present charge. */
export function paidReference(transaction: Transaction): string {
  return chargeReference({ ...transaction, attempts: transaction.paidAttempt ?? transaction.attempts });
}

/** Replaces a merchant reference that was left out (spec 2.1). */
export const madeUpReference = (transactionId: string): string => `ref-${transactionId}`;

/** Replaces a payment reference that was left out (spec 2.1). */
export const madeUpPaymentReference = (transactionId: string): string => `pay-${transactionId}`;

export const madeUpUser = (transactionId: string): string => `user-${transactionId}`;
