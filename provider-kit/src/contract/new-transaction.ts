// Transactions, refunds and captures as the gateway would send them, for stages and tests of packages. Each takes the
// fields that matter to the test.
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Capture, Details, ProviderAccount, Refund, Transaction } from '../provider-kit.ts';
import { choicesOf } from './options.ts';

const NOON = new Date('2026-03-01T12:00:00.000Z');

export const NO_DETAILS = {
  customer: null,
  redirectUrl: null,
  notificationUrl: null,
  language: null,
  merchantDomain: null,
  extra1: null,
  extra2: null,
  extra3: null,
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
  const country = fields.country === undefined ? 'DE' : fields.country;
  return {
    merchantId: randomUUID(),
    id,
    brandId: randomUUID(),
    sessionId: randomUUIDv7(),
    type: 'PAYIN',
    origin: 'v3',
    status: 'INIT',
    sequence: 0,
    version: 0,
    merchantReference: `order-${id}`,
    referenceCountry: country ?? '',
    country,
    currency: 'EUR',
    amountMinor: 2_500n,
    amountRefundedMinor: 0n,
    userId: 'user-1',
    optionId: null,
    details: { ...NO_DETAILS, paymentReference: 'invoice-1', customer: ADA },
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
    dueAt: null,
    expiresAt: null,
    createdAt,
    updatedAt: createdAt,
    completedAt: null,
    returned: null,
    authorized: null,
    mandate: null,
    ...fields,
  };
}

/** A pay-in by a method of the catalogue, in the first place where it can be used. */
export function newPayin(method: string, fields: Partial<Transaction> = {}): Transaction {
  return newTransaction({ ...choiceOf('PAYIN', method), ...fields });
}

/** A payout by a method of the catalogue, whose money is set aside. */
export function newPayout(method: string, fields: Partial<Transaction> = {}): Transaction {
  const sent = { type: 'PAYOUT', status: 'PROCESSING', sequence: 1, moneyReserved: true } as const;
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
    endpoint: null,
    merchantAccount: null,
    createdAt: NOON,
    retiredAt: null,
    ...fields,
  };
}

export function newRefund(
  { merchantId, id: transactionId, brandId, amountMinor, currency, provider }: Transaction,
  fields: Partial<Refund> = {},
): Refund {
  const createdAt = fields.createdAt ?? NOON;
  const refunded = fields.amountMinor ?? 1n;
  return {
    merchantId,
    transactionId,
    id: randomUUIDv7(),
    brandId,
    status: 'PENDING',
    amountMinor: refunded,
    refundableAfterMinor: amountMinor - refunded,
    currency,
    refundReference: null,
    origin: 'merchant',
    reason: null,
    errorCode: null,
    provider,
    providerReference: null,
    inquiries: 0,
    dueAt: null,
    createdAt,
    updatedAt: createdAt,
    completedAt: null,
    ...fields,
  };
}

export function newCapture(
  { merchantId, id: transactionId, brandId, currency, provider }: Transaction,
  fields: Partial<Capture> = {},
): Capture {
  const createdAt = fields.createdAt ?? NOON;
  const amountMinor = fields.amountMinor ?? 1_000n;
  return {
    merchantId,
    transactionId,
    id: randomUUIDv7(),
    brandId,
    status: 'PENDING',
    amountMinor,
    currency,
    requestedMinor: amountMinor,
    captureReference: null,
    isFinal: true,
    origin: 'merchant',
    answeredStatus: 'PENDING',
    answeredCapturableMinor: 0n,
    errorCode: null,
    provider,
    providerReference: null,
    inquiries: 0,
    dueAt: null,
    createdAt,
    updatedAt: createdAt,
    completedAt: null,
    ...fields,
  };
}
