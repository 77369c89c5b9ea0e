// Transactions, refunds and captures as the gateway would send them, for stages and tests of packages. Each takes the
// fields that matter to the test.
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Capture, Details, ProviderAccount, Refund, Transaction } from '../provider-kit.ts';
import { choicesOf } from './options.ts';

const NOON = new Date('2026-03-01T12:00:00.000Z');

export const NO_DETAILS = {
  customer: null,
  language: null,
  shippingAddress: null,
  orderDetails: null,
} satisfies Omit<Details, 'paymentReference'>;

const ADA = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '+4915112345678',
};

/** A pay-in of 25.00 EUR that no provider has heard of. */
export function newTransaction(fields: Partial<Transaction> = {}): Transaction {
  const id = fields.id ?? randomUUIDv7();
  const createdAt = fields.createdAt ?? NOON;
  return {
    merchantId: randomUUID(),
    id,
    brandId: randomUUID(),
    sessionId: randomUUIDv7(),
    type: 'PAYIN',
    status: 'INIT',
    merchantReference: `order-${id}`,
    country: 'DE',
    currency: 'EUR',
    amountMinor: 2_500n,
    userId: 'user-1',
    optionId: null,
    details: { ...NO_DETAILS, paymentReference: 'invoice-1', customer: ADA },
    card: null,
    threeDs: null,
    resultType: null,
    statusCode: null,
    result: null,
    errorCode: null,
    provider: null,
    providerAccount: null,
    reroutes: 0,
    providerReference: null,
    inquiries: 0,
    attempts: 0,
    attemptedAt: null,
    paidAttempt: null,
    expiresAt: null,
    createdAt,
    updatedAt: createdAt,
    completedAt: null,
    authorized: null,
    ...fields,
  };
}

/** A pay-in by a method of the catalogue, in the first place where it can be used. */
export function newPayin(method: string, fields: Partial<Transaction> = {}): Transaction {
  return newTransaction({ ...choiceOf('PAYIN', method), ...fields });
}

/** A payout by a method of the catalogue, as it is sent. */
export function newPayout(method: string, fields: Partial<Transaction> = {}): Transaction {
  const sent = { type: 'PAYOUT', status: 'PROCESSING' } as const;
  return newTransaction({ ...choiceOf('PAYOUT', method), ...sent, ...fields });
}

function choiceOf(direction: Transaction['type'], method: string): Partial<Transaction> {
  const option = choicesOf(direction).find((one) => one.method === method);
  // A method of the package's own options: the test names the option.
  if (!option) return {};
  const [place] = option.availableCountries;
  const country = place!.code.length === 2 ? place!.code : 'DE';
  const currency = place!.currencies.includes('EUR') ? 'EUR' : place!.currencies[0]!;
  return { optionId: option.id, country, currency };
}

/** The account of a test, at a stand-in's address. */
export function newAccount(
  provider: string,
  fields: Partial<ProviderAccount> & Pick<ProviderAccount, 'credentials'>,
): ProviderAccount {
  return {
    merchantId: randomUUID(),
    brandId: randomUUID(),
    id: randomUUIDv7(),
    provider,
    environment: 'test',
    priority: 100,
    optionIds: null,
    cardEntry: 'provider',
    multipleCaptures: false,
    wallets: [],
    endpoint: null,
    merchantAccount: null,
    createdAt: NOON,
    retiredAt: null,
    ...fields,
  };
}

export function newRefund(
  { merchantId, id: transactionId, currency, provider }: Transaction,
  fields: Partial<Refund> = {},
): Refund {
  return {
    merchantId,
    transactionId,
    id: randomUUIDv7(),
    status: 'PENDING',
    amountMinor: 1n,
    currency,
    refundReference: null,
    origin: 'merchant',
    reason: null,
    provider,
    providerReference: null,
    inquiries: 0,
    createdAt: NOON,
    ...fields,
  };
}

export function newCapture(
  { merchantId, id: transactionId, currency, provider }: Transaction,
  fields: Partial<Capture> = {},
): Capture {
  return {
    merchantId,
    transactionId,
    id: randomUUIDv7(),
    status: 'PENDING',
    amountMinor: 1_000n,
    currency,
    isFinal: true,
    provider,
    providerReference: null,
    inquiries: 0,
    createdAt: NOON,
    ...fields,
  };
}
