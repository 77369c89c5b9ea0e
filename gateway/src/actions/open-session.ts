// Opens a session: a transaction whose option is chosen later, in the hosted cashier or by v2 calls (spec 4.8 to 4.11).
// Called by their receptions. The transaction is durable, INIT, and open as long as a cashier link (contract 4);
// nobody has heard of it yet, so expiry only closes it.
import { randomUUIDv7 } from 'node:crypto';
import type { Brand } from '../domain/brand.ts';
import { profileOf } from '../domain/customer-profile.ts';
import type { Details, Origin, Transaction, TransactionType } from '../domain/transaction.ts';
import { CASHIER_LINK_LIFETIME_MS } from './cashier-link.ts';
import type { Context } from './context.ts';
import { completeCustomer, refusalOf } from './create-payin.ts';
import { requireActiveBrand } from './require-active-brand.ts';

export interface SessionRequest {
  brand: Brand;
  type: TransactionType;
  origin: Exclude<Origin, 'v3'>;
  currency: string;
  amountMinor: bigint;
  country: string | null;
  /** null: the gateway makes one up. */
  merchantReference: string | null;
  paymentReference: string | null;
  userId: string | null;
  details: Omit<Details, 'paymentReference'>;
}

export async function openSession(context: Context, request: SessionRequest): Promise<Transaction> {
  requireActiveBrand(request.brand);
  const customer = await completeCustomer(context, request);
  const transaction = newSession(context, request, customer);
  const opened = await context.transactions.open({
    transaction,
    profile: request.userId === null ? null : profileOf(request.details.customer),
  });
  if (opened.kind === 'opened') return transaction;
  // Only an idempotency key is replayed, and a session has none.
  if (opened.kind === 'replay') throw new Error(`session ${transaction.id} met a replay`);
  throw refusalOf(opened, transaction);
}

function newSession(context: Context, request: SessionRequest, customer: Details['customer']): Transaction {
  const now = context.now();
  const id = randomUUIDv7();
  const expiresAt = new Date(now.getTime() + CASHIER_LINK_LIFETIME_MS);
  return {
    merchantId: request.brand.merchantId,
    id,
    brandId: request.brand.brandId,
    sessionId: randomUUIDv7(),
    type: request.type,
    origin: request.origin,
    status: 'INIT',
    sequence: 0,
    version: 0,
    merchantReference: request.merchantReference ?? `ref-${id}`,
    referenceCountry: request.country ?? '',
    country: request.country,
    currency: request.currency,
    amountMinor: request.amountMinor,
    amountRefundedMinor: 0n,
    userId: request.userId ?? `user-${id}`,
    optionId: null,
    details: { ...request.details, customer, paymentReference: request.paymentReference ?? `pay-${id}` },
    card: null,
    panSealed: null,
    paymentDataSealed: null,
    moneyReserved: false,
    threeDs: null,
    resultType: null,
    statusCode: null,
    result: null,
    errorCode: null,
    provider: null,
    providerReference: null,
    lateSuccess: false,
    idempotencyKey: null,
    requestFingerprint: null,
    answer: null,
    inquiries: 0,
    dueAt: expiresAt,
    expiresAt,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
  };
}
