// How the contract of providers (contract.ts) compares two answers about one charge, and the refund that it sends.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { Provider } from '@tollgate/provider-kit';
import type { Refund } from '../../src/domain/refunds/refund.ts';
import type { Outcome } from '../../src/domain/transactions/outcome.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';

/** A decision stands. An open charge may end in any way. An unknown charge may turn out to be anything. */
export function mayFollow(
  { keepsNothing = false }: { keepsNothing?: boolean },
  said: Outcome,
  answer: Outcome | { kind: 'unheard' },
  stored: Transaction,
): boolean {
  const forgotten = keepsNothing && stored.providerReference === null;
  switch (said.kind) {
    case 'completed':
    case 'expired':
    case 'cancelled':
      return answer.kind === said.kind;
    case 'declined':
      if (answer.kind === 'unheard') return forgotten;
      return answer.kind === 'declined' && answer.errorCode === said.errorCode;
    case 'failed':
      return answer.kind === 'failed' || answer.kind === 'unheard';
    case 'pending':
      if (answer.kind === 'unheard') return forgotten;
      return ['pending', 'completed', 'declined', 'failed'].includes(answer.kind);
    case 'redirect':
    case 'instructions':
      // The answer may be "unheard" only before the payment was stored, when nobody can have seen the payment.
      return answer.kind !== 'unheard' || stored.status === 'INIT';
    default:
      return true;
  }
}

export function assertSameAnswer(first: Outcome, again: Outcome, name: string): void {
  const essence = (outcome: Outcome) => ({
    kind: outcome.kind,
    errorCode: 'errorCode' in outcome ? outcome.errorCode : null,
    shown: outcome.kind === 'instructions' ? outcome.fields : null,
    page: outcome.kind === 'redirect' ? outcome.redirectUrl : null,
  });
  assert.deepEqual(essence(again), essence(first), `${name}: another answer for the same id`);
}

export function isRefusal({ kind }: Outcome): boolean {
  return kind === 'declined' || kind === 'failed' || kind === 'cancelled' || kind === 'expired';
}

export function referenceOf(answer: object): string | undefined {
  return 'providerReference' in answer ? (answer.providerReference as string | undefined) : undefined;
}

export function aRefund(
  { provider, now }: { provider: Provider; now(): Date },
  payin: Transaction,
  amountMinor: bigint,
): Refund {
  return {
    merchantId: payin.merchantId,
    transactionId: payin.id,
    id: randomUUIDv7(),
    brandId: payin.brandId,
    status: 'PENDING',
    amountMinor,
    refundableAfterMinor: payin.amountMinor - amountMinor,
    currency: payin.currency,
    refundReference: null,
    origin: 'merchant',
    reason: null,
    errorCode: null,
    provider: provider.id,
    providerReference: null,
    inquiries: 0,
    dueAt: null,
    createdAt: now(),
    updatedAt: now(),
    completedAt: null,
  };
}
