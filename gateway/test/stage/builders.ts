// Ready-made domain objects for tests; each takes the fields that matter to the test.
import { randomUUID } from 'node:crypto';
import type { Brand } from '../../src/domain/merchants/brand.ts';
import { PLAIN_LOOK } from '../../src/domain/merchants/brand-look.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/merchants/brand-settings.ts';
import { BlockList } from '../../src/domain/risk/block-list.ts';
import {
  NO_DETAILS,
  newTransaction,
  type TransactionRequest,
} from '../../src/domain/transactions/new-transaction.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';

export function aTransaction(fields: Partial<Transaction> = {}): Transaction {
  const request: TransactionRequest = {
    brand: { merchantId: randomUUID(), brandId: randomUUID() },
    origin: 'v3',
    currency: 'EUR',
    amountMinor: 2500n,
    country: 'DE',
    merchantReference: null,
    paymentReference: 'invoice-1',
    userId: 'user-1',
    details: NO_DETAILS,
  };
  const createdAt = fields.createdAt ?? new Date('2026-03-01T12:00:00.000Z');
  const begun = newTransaction({ ...request, type: 'PAYIN', optionId: null, customer: ADA }, createdAt);
  const id = fields.id ?? begun.id;
  return {
    ...begun,
    id,
    merchantReference: `order-${id}`,
    provider: 'sandbox',
    ...fields,
  };
}

const ADA = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '+4915112345678',
};

export function aBrand(fields: Partial<Brand> = {}): Brand {
  return {
    merchantId: randomUUID(),
    brandId: randomUUID(),
    name: 'Demo Shop',
    ...DEFAULT_SETTINGS,
    optionIds: null,
    look: PLAIN_LOOK,
    risk: null,
    blocks: new BlockList(),
    optionSettings: new Map(),
    signingSecrets: [{ id: randomUUID(), secret: 'tgs_test', expiresAt: null }],
    ...fields,
  };
}
