// A provider behind its circuit breaker. registry.ts puts every provider behind one: after some technical failures in a row
// nothing new is sent for a while, so that an outage costs one quick answer a payment instead of a missed deadline and an
// outcome that nobody knows. What was sent before is still asked about, cancelled, confirmed and refunded.
import type { Outcome } from '../domain/transactions/outcome.ts';
import { CircuitBreaker, type CircuitState, type Passage } from './circuit-breaker.ts';
import type { Provider, ProviderHealth } from './provider.ts';
import { HealthRecord } from './provider-health.ts';

export interface Guard {
  now: () => Date;
  log: { warn(fields: object, message: string): void };
  /** For metrics: how its circuit stands now, and at the start. */
  observe(provider: string, state: CircuitState): void;
  /**
   * The sandbox plays failures on demand. Its answers then say nothing about its health: only an exception and a missed
   * deadline do, and what one developer tries out never gets into the way of another.
   */
  playsFailures?: boolean;
}

/** Five in a row are no accident, and few enough that an outage leaves few outcomes unknown. */
export const FAILURES_TO_OPEN = 5;
export const REST_MS = 30_000;

/** Known not to have acted, so that the next provider may be asked (actions/transactions/send-to-providers.ts). */
const NOT_SENT: Outcome = { kind: 'failed', errorCode: '1011' };

export interface GuardedProvider extends Provider {
  health(): ProviderHealth;
}

export function guarded(provider: Provider, guard: Guard): GuardedProvider {
  const { id } = provider;
  const health = new HealthRecord(id, guard.now);
  const breaker = new CircuitBreaker({
    failuresToOpen: FAILURES_TO_OPEN,
    restMs: REST_MS,
    now: guard.now,
    onChange(state, failures) {
      guard.observe(id, state);
      health.circuitChanged(state);
      guard.log.warn(
        { provider: id, failures },
        state === 'open'
          ? 'provider in trouble: nothing new is sent to it for a while'
          : 'provider is well again: payments are sent to it',
      );
    },
  });
  guard.observe(id, 'closed');

  /** A decline is health: somebody was there and decided. */
  function isTrouble({ kind }: Outcome): boolean {
    return !guard.playsFailures && (kind === 'unknown' || kind === 'failed');
  }

  async function watched(
    passage: Passage,
    // An asker without a signal of its own: the deadline counts here all the same.
    signal = AbortSignal.timeout(provider.deadlineMs),
    call: (signal: AbortSignal) => Promise<Outcome>,
  ): Promise<Outcome> {
    const late = () => passage.failed();
    signal.addEventListener('abort', late, { once: true });
    const startedMs = performance.now();
    let failed = true;
    try {
      const outcome = await call(signal);
      failed = outcome.kind === 'unknown' || outcome.kind === 'failed';
      if (isTrouble(outcome)) passage.failed();
      else passage.succeeded();
      return outcome;
    } catch (error) {
      passage.failed();
      throw error;
    } finally {
      signal.removeEventListener('abort', late);
      health.called(failed, performance.now() - startedMs);
    }
  }

  function enter(): Passage | null {
    const passage = breaker.enter();
    if (!passage) health.heldBack();
    return passage;
  }

  return {
    id,
    health: () => health.read(),
    capabilities: provider.capabilities,
    deadlineMs: provider.deadlineMs,

    async payIn(transaction, instrument, signal, returnUrl) {
      const passage = enter();
      if (!passage) return NOT_SENT;
      return await watched(passage, signal, (given) =>
        provider.payIn(transaction, instrument, given, returnUrl),
      );
    },

    async payOut(transaction, recipient, signal) {
      const passage = enter();
      if (!passage) return NOT_SENT;
      return await watched(passage, signal, (given) => provider.payOut(transaction, recipient, given));
    },

    // Half done already: the shopper has authenticated, and no other provider could finish it.
    completeChallenge: (transaction, card, signal) =>
      watched(breaker.watch(), signal, (given) => provider.completeChallenge(transaction, card, given)),

    completeVisit: (...call) => provider.completeVisit(...call),
    confirm: (...call) => provider.confirm(...call),
    cancel: (...call) => provider.cancel(...call),
    inquire: (...call) => provider.inquire(...call),
    refund: (...call) => provider.refund(...call),
    inquireRefund: (...call) => provider.inquireRefund(...call),
  };
}
