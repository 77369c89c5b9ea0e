// Ready-made domain objects for tests; each takes the fields that matter to the test.
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Brand } from '../src/domain/brand.ts';
import { PLAIN_LOOK } from '../src/domain/brand-look.ts';
import type { Transaction } from '../src/domain/transaction.ts';

export function aTransaction(fields: Partial<Transaction> = {}): Transaction {
  const id = fields.id ?? randomUUIDv7();
  const createdAt = fields.createdAt ?? new Date('2026-03-01T12:00:00.000Z');
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
    referenceCountry: 'DE',
    country: 'DE',
    currency: 'EUR',
    amountMinor: 2500n,
    amountRefundedMinor: 0n,
    userId: 'user-1',
    optionId: null,
    details: {
      paymentReference: 'invoice-1',
      customer: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '+4915112345678' },
      redirectUrl: null,
      notificationUrl: null,
      language: null,
      merchantDomain: null,
      extra1: null,
      extra2: null,
      extra3: null,
      shippingAddress: null,
      orderDetails: null,
    },
    card: null,
    panSealed: null,
    paymentDataSealed: null,
    moneyReserved: false,
    threeDs: null,
    resultType: null,
    statusCode: null,
    result: null,
    errorCode: null,
    provider: 'sandbox',
    providerReference: null,
    lateSuccess: false,
    idempotencyKey: null,
    requestFingerprint: null,
    answer: null,
    inquiries: 0,
    attempts: 0,
    attemptedAt: null,
    cashierTokenHash: null,
    cashierExpiresAt: null,
    dueAt: null,
    expiresAt: null,
    createdAt,
    updatedAt: createdAt,
    completedAt: null,
    ...fields,
  };
}

export function aBrand(fields: Partial<Brand> = {}): Brand {
  return {
    merchantId: randomUUID(),
    brandId: randomUUID(),
    name: 'Demo Shop',
    active: true,
    notificationUrl: null,
    enforceSignatures: false,
    automaticApproval: false,
    paymentFacilitator: false,
    fourEyes: false,
    ipAllowList: [],
    domains: [],
    optionIds: null,
    look: PLAIN_LOOK,
    optionSettings: new Map(),
    signingSecrets: [{ id: randomUUID(), secret: 'tgs_test', expiresAt: null }],
    ...fields,
  };
}
