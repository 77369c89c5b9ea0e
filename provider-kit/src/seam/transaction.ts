// The part of a transaction that an adapter knows, and the references under which a provider gets its charges
// (contract 13). Pure: no clock, no I/O.

import type { ErrorCode } from '../error-codes.ts';
import type { BrowserInfo } from './browser.ts';
import type { Address, Customer } from './customer.ts';
import type { Wallet } from './wallet.ts';

export type TransactionType = 'PAYIN' | 'PAYOUT';
export type Status = 'INIT' | 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'DECLINED' | 'ERROR';
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

export interface OrderLine {
  productName?: string | null;
  quantity?: number | null;
  description?: string | null;
  weight?: number | null;
  length?: number | null;
  width?: number | null;
  height?: number | null;
  /** The price of one with its tax, in minor units as text. */
  unitPriceMinor?: string;
  /** The rate of the tax in the price: 1900 is 19 %. */
  taxBasisPoints?: number;
}

export const MANDATE_REASONS = ['RECURRING', 'INSTALLMENTS', 'UNSCHEDULED'] as const;
export type MandateReason = (typeof MANDATE_REASONS)[number];

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

/** The data of the request that an adapter may use. */
export interface Details {
  /** It is authorised first, and captured later (contract 16). Absent: it is captured at once. */
  captureMode?: 'manual';
  /** The payer agrees to later charges with it. Absent: the request did not ask. */
  mandate?: MandateRequest;
  /** The mandate that this later charge uses; the payer is absent. Absent: it is no later charge. */
  mandateId?: string;
  paymentReference: string;
  customer: Customer | null;
  shippingAddress: Address | null;
  orderDetails: OrderLine[] | null;
  /** BCP 47; null: the request named none. */
  language: string | null;
  /** The shopper's address at the last attempt, as the cashier saw it. */
  browserIp?: string;
  /** The wallet with which the shopper paid on our page at the last attempt; absent: none. */
  wallet?: Wallet;
  /** For 3-D Secure; absent: not known. */
  browser?: BrowserInfo;
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
  /** A UUID. The references of its charges begin with it (`chargeReference`). */
  id: string;
  brandId: string;
  sessionId: string;
  type: TransactionType;
  status: Status;
  merchantReference: string;
  country: string | null;
  currency: string;
  amountMinor: bigint;
  userId: string;
  /** Option or suboption as sent; the catalogue may not know it (declined 1010). */
  optionId: string | null;
  details: Details;
  card: CardSummary | null;
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
  inquiries: number;
  /** How often a shopper has submitted it in the cashier; 0 if it was never there. */
  attempts: number;
  /** When the last attempt began. */
  attemptedAt: Date | null;
  /** The paid attempt, if a later one had begun; null: the last one, if any. */
  paidAttempt: number | null;
  expiresAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  completedAt: Date | null;
  /** null: the pay-in is captured at once, or is not authorised yet. */
  authorized: Authorized | null;
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

/** The user whom the merchant named (spec 2.1); null: the gateway generated the id. */
export function namedUser({ id, userId }: Pick<Transaction, 'id' | 'userId'>): string | null {
  return userId === defaultUser(id) ? null : userId;
}

export const defaultUser = (transactionId: string): string => `user-${transactionId}`;

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
