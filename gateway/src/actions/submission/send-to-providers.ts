// Takes a transaction to the providers of its option, one after the other. It asks the next provider only if the former
// provider certainly did nothing, and never after an unknown outcome (ARCHITECTURE, "The provider seam"). The
// transaction and its first provider are already durable; a payout's money is set aside.
import type { Call, Provider } from '@tollgate/provider-kit';
import { CODE } from '../../domain/errors/error-codes.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import {
  type Actor,
  chargeReference,
  isBeingSubmitted,
  type Transaction,
} from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { applyOnce, applyOutcome, reload } from './apply-outcome.ts';
import { askAboutCharge } from './ask-about-charge.ts';

/** A provider's `payIn` or `payOut`, with the data that it needs besides the transaction. */
type Send = (provider: Provider, transaction: Transaction, call: Call) => Promise<Outcome>;

export interface Sending {
  /** At least one; the first is the transaction's provider. */
  providers: readonly Provider[];
  send: Send;
  actor: Actor;
}

/** Answers the transaction as it is afterwards. */
export async function sendToProviders(
  context: Context,
  transaction: Transaction,
  { providers, send, actor }: Sending,
): Promise<Transaction> {
  let current = transaction;
  let outcome: Outcome = { kind: 'failed', errorCode: CODE.noProvider };
  for (const [index, provider] of providers.entries()) {
    if (index > 0) {
      // Stored before we ask that provider: after a crash the resolver asks it.
      const { id, accountId, cardEntry } = provider;
      const entersCard = cardEntry === 'provider';
      const next = { kind: 'rerouted', provider: id, providerAccount: accountId, entersCard } as const;
      const rerouted = await applyOnce(context, current, next, { actor: 'gateway' });
      if (!rerouted) return await whereItStands(context, transaction, actor);
      current = rerouted;
    }
    outcome = await askInTime(context, current, provider, { send, late: lateAnswer(context, current) });
    if (outcome.kind !== 'failed') break;
  }
  return await applyOutcome(context, current, lastWord(transaction, outcome), { actor });
}

/** Another writer was faster, or we do not know whether the next provider was stored: then we do not ask it. */
async function whereItStands(context: Context, transaction: Transaction, actor: Actor): Promise<Transaction> {
  const moved = await reload(context, transaction);
  return isBeingSubmitted(moved) && moved.attempts === transaction.attempts
    ? await applyOutcome(context, moved, { kind: 'unknown' }, { actor })
    : moved;
}

/**
 * If storing took too long, the resolver could ask while our call still runs, and would hear `unheard`. So we send
 * nothing then, and the resolver finds that out.
 */
async function askInTime(
  context: Context,
  transaction: Transaction,
  provider: Provider,
  { send, late }: { send: Send; late?: (outcome: Outcome) => Promise<unknown> },
): Promise<Outcome> {
  const latest = (transaction.dueAt ?? context.now()).getTime() - provider.deadlineMs;
  if (context.now().getTime() > latest) return { kind: 'unknown' };
  const ask = (call: Call) => send(provider, transaction, call);
  return await askAboutCharge(context, provider, transaction, { ask, ofAnother: { kind: 'unknown' }, late });
}

/**
 * Applies an answer that comes after the caller was told "unknown", like any answer of this provider (contract 13).
 * Only for pay-ins: their money can arrive late. A payout's call ends at the deadline, because a payout that turns out
 * not to have been sent gives its money back.
 */
function lateAnswer(context: Context, transaction: Transaction) {
  if (transaction.type === 'PAYOUT') return undefined;
  const stillFits = (current: Transaction) => chargeReference(current) === chargeReference(transaction);
  return async (outcome: Outcome) => {
    if (outcome.kind === 'unknown') return;
    const after = await applyOutcome(context, transaction, lastWord(transaction, outcome), {
      actor: 'provider',
      stillFits,
    });
    const { id: transactionId, brandId, status } = after;
    if (outcome.kind === 'completed' && status !== 'COMPLETED')
      context.log.error(
        { transactionId, brandId, status },
        'a late answer of a provider says paid, but the transaction had already ended',
      );
    else context.log.info({ transactionId, brandId, status }, 'a late answer of a provider was applied');
  };
}

/**
 * If no provider could be reached, a pay-in counts as declined and not as failed; a payout could not be submitted (spec
 * 4.4).
 */
function lastWord({ type }: Transaction, outcome: Outcome): Outcome {
  const unavailable = outcome.kind === 'failed' && outcome.errorCode === CODE.noProvider;
  return unavailable && type === 'PAYIN' ? { kind: 'declined', errorCode: CODE.noProvider } : outcome;
}
