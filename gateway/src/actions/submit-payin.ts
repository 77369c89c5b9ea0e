// Takes a pay-in to the providers of its option, one after the other: the next one is asked only when the one before is
// known not to have acted; after an unknown outcome nobody else ever is (architecture, "Providers"). Called by
// create-payin.ts and by the cashier. The transaction is durable, and its first provider with it.
import { type Actor, isBeingSubmitted, type Transaction } from '../domain/transaction.ts';
import type { Instrument, Provider } from '../providers/provider.ts';
import { applyOnce, applyOutcome, reload } from './apply-outcome.ts';
import { askProvider } from './ask-provider.ts';
import type { Context } from './context.ts';

/** Answers the transaction as it stands afterwards. */
export async function submitPayin(
  context: Context,
  transaction: Transaction,
  providers: readonly Provider[],
  instrument: Instrument,
  /** Where the payer is brought when they have decided elsewhere. */
  backTo: string | null,
  actor: Actor,
): Promise<Transaction> {
  let current = transaction;
  for (const [index, provider] of providers.entries()) {
    if (index > 0) {
      // Durable before it hears of it: after a crash this is the one to ask.
      const rerouted = await applyOnce(
        context,
        current,
        { kind: 'rerouted', provider: provider.id },
        'gateway',
      );
      if (!rerouted) {
        // Somebody else was faster, or nobody heard that it was stored: then this provider is not asked either.
        const moved = await reload(context, transaction);
        return isBeingSubmitted(moved) && moved.attempts === transaction.attempts
          ? await applyOutcome(context, moved, { kind: 'unknown' }, actor)
          : moved;
      }
      current = rerouted;
    }
    // Storing took so long that the resolver may ask before this call would end, and be told that nothing was heard.
    // Then nothing must be sent any more; the resolver finds that out.
    const latest = (current.dueAt ?? context.now()).getTime() - provider.deadlineMs;
    if (context.now().getTime() > latest)
      return await applyOutcome(context, current, { kind: 'unknown' }, actor);
    const asked = current;
    const outcome = await askProvider(context, provider, (signal) =>
      provider.payIn(asked, instrument, signal, backTo),
    );
    if (outcome.kind !== 'failed') return await applyOutcome(context, current, outcome, actor);
    if (index < providers.length - 1) continue;
    // Nobody was there at all: that is not a failed payment.
    const unavailable = outcome.errorCode === '1011';
    const last = unavailable ? ({ kind: 'declined', errorCode: '1011' } as const) : outcome;
    return await applyOutcome(context, current, last, actor);
  }
  return await applyOutcome(context, current, { kind: 'declined', errorCode: '1011' }, actor);
}
