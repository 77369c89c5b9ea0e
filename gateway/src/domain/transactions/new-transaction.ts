// A new transaction: its status is INIT, and no provider has heard of it. Missing references are generated (spec 2.1).
// It must decide nothing and store nothing.
import type { Customer } from '@tollgate/provider-kit/seam/customer';
import type { BrandId } from '../merchants/brand.ts';
import { ABANDONED_AFTER_MS } from './outcome-step.ts';
import { timeOrderedId } from './time-ordered-id.ts';
import {
  type Details,
  defaultPaymentReference,
  defaultReference,
  defaultUser,
  type Origin,
  TEXT_DETAILS,
  type TextDetails,
  type Transaction,
  type TransactionType,
} from './transaction.ts';

/** What every API knows about a transaction before it is opened. */
export interface TransactionRequest {
  brand: BrandId;
  origin: Origin;
  currency: string;
  amountMinor: bigint;
  country: string | null;
  /** null: the gateway generates one. */
  merchantReference: string | null;
  paymentReference: string | null;
  userId: string | null;
  details: Omit<Details, 'paymentReference' | 'countryChosen'>;
}

/** For a request with only the required fields. */
export const NO_DETAILS: TransactionRequest['details'] = {
  customer: null,
  ...(Object.fromEntries(TEXT_DETAILS.map((name) => [name, null])) as TextDetails),
  shippingAddress: null,
  orderDetails: null,
};

export interface NewTransaction extends TransactionRequest {
  type: TransactionType;
  optionId: string | null;
  /** From the request, completed from the user's stored profile. */
  customer: Customer | null;
}

export function newTransaction(request: NewTransaction, now: Date): Transaction {
  const id = timeOrderedId(now);
  const { type, optionId, customer, brand, merchantReference, paymentReference, userId, country } = request;
  return {
    merchantId: brand.merchantId,
    id,
    brandId: brand.brandId,
    // It has the same millisecond as the id. So a session is found beside its id, without an index of its own.
    sessionId: timeOrderedId(now),
    type,
    origin: request.origin,
    status: 'INIT',
    sequence: 0,
    version: 0,
    merchantReference: merchantReference ?? defaultReference(id),
    referenceCountry: country ?? '',
    country,
    currency: request.currency,
    amountMinor: request.amountMinor,
    amountRefundedMinor: 0n,
    userId: userId ?? defaultUser(id),
    optionId,
    details: {
      ...request.details,
      customer,
      paymentReference: paymentReference ?? defaultPaymentReference(id),
    },
    card: null,
    recipient: null,
    cardKey: null,
    panSealed: null,
    paymentDataSealed: null,
    moneyReserved: false,
    threeDs: null,
    resultType: null,
    statusCode: null,
    result: null,
    errorCode: null,
    provider: null,
    providerAccount: null,
    reroutes: 0,
    providerReference: null,
    lateSuccess: false,
    inquiries: 0,
    attempts: 0,
    attemptedAt: null,
    paidAttempt: null,
    cashierTokenHash: null,
    cashierExpiresAt: null,
    // If this process dies before the answer, the resolver continues from here.
    dueAt: new Date(now.getTime() + ABANDONED_AFTER_MS),
    expiresAt: null,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
    returned: null,
    receivedMinor: null,
    authorized: null,
    mandate: null,
  };
}
