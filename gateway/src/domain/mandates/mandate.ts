// A mandate: the agreement of a customer that the merchant may charge them again while they are absent (contract 16).
// Here are its fields, how it is shown, and when it is made. later-charge.ts says when it may be charged. Pure.
import { toWire } from '../money/money.ts';
import { paymentOption } from '../records/record-fields.ts';
import type { StoredMeans } from '../transactions/outcome.ts';
import { derivedId } from '../transactions/time-ordered-id.ts';
import {
  type CardSummary,
  defaultUser,
  type MandateReason,
  type MandateStatus,
  type Transaction,
} from '../transactions/transaction.ts';
import type { Change } from '../transactions/transition.ts';

export interface Mandate {
  merchantId: string;
  id: string;
  brandId: string;
  userId: string;
  status: MandateStatus;
  reason: MandateReason;
  description: string | null;
  /** The option or suboption with which the customer agreed. */
  optionId: string;
  card: Omit<CardSummary, 'token'> | null;
  cardKey: Buffer | null;
  /** The card's number, if it was entered here. Then another account can charge it too. */
  panSealed: Buffer | null;
  /** The account of another method, masked. */
  account: string | null;
  currency: string;
  /** The most for each later charge; null: no limit. */
  maxAmountMinor: bigint | null;
  expiresAt: Date | null;
  /** The pay-in with which the customer agreed. The events of the mandate are in its sequence. */
  firstTransactionId: string;
  networkTransactionId: string | null;
  provider: string;
  providerAccount: string | null;
  /** The provider's own id of what it stored; null: it has not told it yet. */
  storedId: string | null;
  /** Further ids of the provider, and the user, as sealed JSON (`SealedMeans`); null: nobody needs them any more. */
  storedSealed: Buffer | null;
  /** How many events it has sent. */
  steps: number;
  inquiries: number;
  /** The issuer said that the means of payment will never work again. The status follows at once. */
  failedAt: Date | null;
  /** When the provider is asked or told next, or the mandate expires; null: nothing is to be done. */
  dueAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  lastUsedAt: Date | null;
  /** While it is in force: the provider said that it was withdrawn there. The status follows at once. */
  revokedAt: Date | null;
}

/**
 * What is sealed of a mandate. The user is there because erasure removes them from the row before the provider is told.
 */
export interface SealedMeans {
  userId: string;
  more?: StoredMeans['more'];
}

/** Each pay-in makes one mandate at most. */
export const mandateIdOf = (transactionId: string): string => derivedId(transactionId, 'mandate');

/** The payer has agreed: with this change, the pay-in that asked for a mandate is authorised or paid. */
export function isAgreedBy({ before, after }: Pick<Change, 'before' | 'after'>): boolean {
  if (after.details.mandate === undefined || after.provider === null || after.optionId === null) return false;
  if (before.authorized !== null) return false;
  return after.authorized !== null || (after.status === 'COMPLETED' && before.status !== 'COMPLETED');
}

interface Stored {
  /** null: the provider tells it later. */
  stored: StoredMeans | null;
  sealed: Buffer;
  /**
   * When the provider is asked for it; null: it tells by itself. With `stored`: when a worker activates the mandate.
   */
  dueAt: Date | null;
}

/** The mandate as it begins. It is activated by a step of its own, once it is known what the provider stored. */
export function newMandate(
  { before, after }: Pick<Change, 'before' | 'after'>,
  { stored, sealed, dueAt }: Stored,
): Mandate {
  const { merchantId, id, brandId, userId, optionId, details, currency, provider, providerAccount } = after;
  const { reason, description, maxAmountMinor, expiresAt, account = null } = details.mandate!;
  const { token: _, ...card } = after.card ?? { token: undefined };
  return {
    merchantId,
    id: mandateIdOf(id),
    brandId,
    userId,
    status: 'PENDING',
    reason,
    description,
    optionId: optionId!,
    card: after.card === null ? null : (card as Omit<CardSummary, 'token'>),
    cardKey: after.card === null ? null : after.cardKey,
    panSealed: after.card === null ? null : before.panSealed,
    account: stored?.account ?? account,
    currency,
    maxAmountMinor: maxAmountMinor === null ? null : BigInt(maxAmountMinor),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    firstTransactionId: id,
    networkTransactionId: stored?.networkTransactionId ?? null,
    provider: provider!,
    providerAccount,
    storedId: stored?.id ?? null,
    storedSealed: sealed,
    steps: 0,
    inquiries: 0,
    failedAt: null,
    dueAt,
    createdAt: after.updatedAt,
    updatedAt: after.updatedAt,
    lastUsedAt: null,
    revokedAt: null,
  };
}

/** Whether it can still be used, or can become usable. */
export const isInForce = ({ status }: Pick<Mandate, 'status'>): boolean =>
  status === 'PENDING' || status === 'ACTIVE';

/** Its customer agreed since then, or was charged. */
export const wasUsedSince = ({ createdAt, lastUsedAt }: Mandate, since: Date): boolean =>
  (lastUsedAt ?? createdAt) >= since;

/** Its customer was erased. */
export const isMandateErased = ({ userId, firstTransactionId }: Mandate): boolean =>
  userId === defaultUser(firstTransactionId);

/** For events of an erased pay-in. */
export const withoutCustomer = (mandate: Mandate): Mandate => ({
  ...mandate,
  userId: defaultUser(mandate.firstTransactionId),
  description: null,
  card: null,
  account: null,
});

/** As the API and the events show it. */
export function toMandateRecord(mandate: Mandate) {
  const { currency, maxAmountMinor, card } = mandate;
  const at = (time: Date | null) => time?.toISOString() ?? null;
  return {
    mandateId: mandate.id,
    status: mandate.status,
    userId: mandate.userId,
    reason: mandate.reason,
    description: mandate.description,
    paymentOption: paymentOption(mandate.optionId),
    card: card && {
      brand: card.brand,
      first6: card.first6,
      last4: card.last4,
      expiryMonth: card.expiryMonth,
      expiryYear: card.expiryYear,
    },
    account: mandate.account,
    currency,
    maxAmount: maxAmountMinor === null ? null : toWire(maxAmountMinor, currency),
    expiresAt: at(mandate.expiresAt),
    firstTransactionId: mandate.firstTransactionId,
    networkTransactionId: mandate.networkTransactionId,
    provider: mandate.provider,
    createdAt: mandate.createdAt.toISOString(),
    lastUsedAt: at(mandate.lastUsedAt),
    revokedAt: at(mandate.status === 'REVOKED' ? mandate.revokedAt : null),
  };
}

/** The first pay-in as it is after a step of its mandate. No status changes. */
export function withMandate(transaction: Transaction, { id, status }: Mandate, now: Date): Transaction {
  const { sequence, version } = transaction;
  return {
    ...transaction,
    mandate: { id, status },
    sequence: sequence + 1,
    version: version + 1,
    updatedAt: now,
  };
}
