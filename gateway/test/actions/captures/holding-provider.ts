// A provider that keeps books about held money: what it authorised, captured and voided. It never captures what it
// voided, and never voids what it captured whole. A test makes it lose answers, or stop before one.
import type { Capture, CaptureOutcome, Outcome, Provider, Transaction } from '@tollgate/provider-kit';
import type { Context } from '../../../src/actions/context.ts';
import { aProvider } from '../../providers/a-provider.ts';

export interface Held {
  amountMinor: bigint;
  /** By their keys; null: it was refused. */
  captures: Map<string, bigint | null>;
  voided: boolean;
  /** How often each call came. */
  calls: { capture: number; cancel: number; release: number };
}

export interface Holder {
  held: Map<string, Held>;
  provider: Provider;
  /** Replaces single calls. */
  override: Partial<Provider>;
  /** Runs after each call, before its answer: throws to lose the answer, or waits. */
  beforeAnswer: (call: string) => Promise<void>;
  /** A gateway whose only provider this is. */
  serve(context: Context): Context;
}

export function openHolder(): Holder {
  const held = new Map<string, Held>();
  const at = ({ id, amountMinor }: Pick<Transaction, 'id' | 'amountMinor'>): Held => {
    const known = held.get(id);
    if (known) return known;
    const made = {
      amountMinor,
      captures: new Map(),
      voided: false,
      calls: { capture: 0, cancel: 0, release: 0 },
    };
    held.set(id, made);
    return made;
  };
  const capturedOf = (one: Held) =>
    [...one.captures.values()].reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n);

  const outcomeOf = (one: Held, { id }: Capture): CaptureOutcome =>
    one.captures.get(id) === null
      ? { kind: 'failed', errorCode: '5105', providerReference: id }
      : { kind: 'completed', providerReference: id };

  function capture(transaction: Transaction, made: Capture): CaptureOutcome {
    const one = at(transaction);
    one.calls.capture++;
    if (!one.captures.has(made.id)) {
      const fits = !one.voided && capturedOf(one) + made.amountMinor <= one.amountMinor;
      one.captures.set(made.id, fits ? made.amountMinor : null);
    }
    return outcomeOf(one, made);
  }

  function cancel(transaction: Transaction): Outcome {
    const one = at(transaction);
    one.calls.cancel++;
    if (!one.voided && capturedOf(one) === one.amountMinor) return { kind: 'completed' };
    one.voided = true;
    return { kind: 'declined', errorCode: '3001' };
  }

  const holder: Holder = {
    held,
    override: {},
    beforeAnswer: async () => {},
    provider: aProvider({
      id: 'holder',
      capabilities: {
        methods: [
          { direction: 'PAYIN', method: 'card', countries: 'any', currencies: 'any', isCapturedLater: true },
        ],
        refund: true,
        cancel: true,
        inquiry: 'supported',
      },
      deadlineMs: 10_000,
      async payIn(transaction) {
        at(transaction);
        await holder.beforeAnswer('payIn');
        return { kind: 'authorized', takesSeveral: true, providerReference: `held-${transaction.id}` };
      },
      async inquire(transaction) {
        return held.has(transaction.id)
          ? { kind: 'authorized', takesSeveral: true, providerReference: `held-${transaction.id}` }
          : { kind: 'unheard' };
      },
      async capture(transaction, made) {
        const outcome = capture(transaction, made);
        await holder.beforeAnswer('capture');
        return outcome;
      },
      async inquireCapture(transaction, made) {
        const one = at(transaction);
        return one.captures.has(made.id) ? outcomeOf(one, made) : { kind: 'unheard' };
      },
      async cancel(transaction) {
        const outcome = cancel(transaction);
        await holder.beforeAnswer('cancel');
        return outcome;
      },
    }),
    serve: (context) => ({
      ...context,
      providersFor: () => [{ ...holder.provider, ...holder.override }],
      provider: () => ({ ...holder.provider, ...holder.override }),
    }),
  };
  return holder;
}

export const capturedThere = ({ captures }: Held): bigint =>
  [...captures.values()].reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n);
