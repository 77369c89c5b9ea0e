// How the contract compares two answers about one charge.
import assert from 'node:assert/strict';
import type { Outcome, Transaction } from '../provider-kit.ts';

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
