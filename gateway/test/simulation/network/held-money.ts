// What the simulated network holds and captures: a charge that is captured later is held where others are paid. It
// captures a part once for each key, never more than it holds, and nothing after a void. It answers captures late, or
// loses the answers.
import type { Capture, CaptureOutcome, Outcome, Provider, Transaction } from '@tollgate/provider-kit';
import type { Deed } from './deeds.ts';
import type { NetworkParts } from './parts.ts';

/** The captures of a charge that were paid, or are under way. */
export function takenOf(
  deeds: ReadonlyMap<string, Deed>,
  transactionId: string,
  ...states: string[]
): bigint {
  let sum = 0n;
  for (const { kind, transactionId: of, state, amountMinor } of deeds.values())
    if (kind === 'capture' && of === transactionId && states.includes(state)) sum += amountMinor;
  return sum;
}

/** The charge was paid, or its money is held. */
export const paidAnswer = (
  { isCapturedLater }: Deed,
  providerReference: string,
): Extract<Outcome, { kind: 'authorized' | 'completed' }> =>
  isCapturedLater
    ? { kind: 'authorized', takesSeveral: true, providerReference }
    : { kind: 'completed', providerReference };

/** Voids what is held, but not while a capture is under way. What was captured stays. */
export function voidOf(deeds: ReadonlyMap<string, Deed>, deed: Deed): Outcome {
  if (takenOf(deeds, deed.transactionId, 'under way') > 0n) return { kind: 'pending' };
  if (takenOf(deeds, deed.transactionId, 'paid') === deed.amountMinor) return { kind: 'completed' };
  deed.state = 'refused';
  return { kind: 'declined', errorCode: '3001' };
}

export function capturesOf(parts: NetworkParts): Required<Pick<Provider, 'capture' | 'inquireCapture'>> {
  const { deeds, faults, random, now, chargeOf, note, overTheWire, pay } = parts;

  function answerOf(deed: Deed): CaptureOutcome {
    const providerReference = `net-${deed.id}`;
    if (deed.state === 'paid') return { kind: 'completed', providerReference };
    if (deed.state === 'refused') return { kind: 'failed', errorCode: '5105', providerReference };
    return { kind: 'pending', askAgainAt: new Date(now().getTime() + 60_000), providerReference };
  }

  function take(transaction: Transaction, { id, amountMinor }: Capture): CaptureOutcome {
    const known = deeds.get(id);
    if (known) return answerOf(known);
    const charge = chargeOf(transaction);
    const takenMinor = takenOf(deeds, transaction.id, 'paid', 'under way');
    const fits = charge?.state === 'held' && takenMinor + amountMinor <= charge.amountMinor;
    if (charge?.state === 'held' && !fits)
      faults.push(
        `${transaction.id}: was asked to capture ${takenMinor + amountMinor} of ${charge.amountMinor}`,
      );
    const deed = note('capture', transaction, amountMinor, id);
    const plan = random.weighted({ pays: 60, refuses: 20, slow: 20 });
    if (!fits || plan === 'refuses') deed.state = 'refused';
    else if (plan === 'slow') deed.state = 'under way';
    else pay(deed);
    return answerOf(deed);
  }

  return {
    capture: (transaction, capture) => overTheWire(() => take(transaction, capture)),
    inquireCapture: (_transaction, capture) =>
      overTheWire((): CaptureOutcome | { kind: 'unheard' } => {
        const deed = deeds.get(capture.id);
        return deed ? answerOf(deed) : { kind: 'unheard' };
      }),
  };
}
