// A provider behind its circuit breaker. After some technical failures in a row nothing new is sent for a while, so an
// outage costs each payment a quick answer instead of a missed deadline and an unknown outcome. Earlier payments can still
// be inquired, cancelled, confirmed and refunded.
import { CODE } from '../domain/errors/error-codes.ts';
import type { Outcome } from '../domain/transactions/outcome.ts';
import { CircuitBreaker, type CircuitState, type Passage } from './circuit-breaker.ts';
import type { Provider, ProviderHealth } from './provider.ts';
import { HealthRecord } from './provider-health.ts';

export interface Guard {
  now: () => Date;
  log: { warn(fields: object, message: string): void };
  /** For metrics: the circuit's state, at the start and after each change. */
  observe(provider: string, state: CircuitState): void;
  /**
   * The sandbox plays failures on demand. Its answers then say nothing about its health: only an exception and a missed
   * deadline count, so that one developer's tests never affect another's.
   */
  playsFailures?: boolean;
}

/** Five in a row are no coincidence, and few enough that an outage leaves few outcomes unknown. */
export const FAILURES_TO_OPEN = 5;
export const REST_MS = 30_000;

/** Certainly did not act, so that the next provider may be asked (actions/submission/send-to-providers.ts). */
const NOT_SENT: Outcome = { kind: 'failed', errorCode: CODE.noProvider };

export interface GuardedProvider extends Provider {
  health(): ProviderHealth;
}

export function guarded(provider: Provider, guard: Guard): GuardedProvider {
  const watch = new Watch(provider, guard);
  return {
    id: provider.id,
    health: () => watch.health.read(),
    capabilities: provider.capabilities,
    deadlineMs: provider.deadlineMs,

    async payIn(transaction, instrument, signal, returnUrl) {
      const passage = watch.enter();
      if (!passage) return NOT_SENT;
      return await watch.call(passage, signal, (given) =>
        provider.payIn(transaction, instrument, given, returnUrl),
      );
    },

    async payOut(transaction, recipient, signal) {
      const passage = watch.enter();
      if (!passage) return NOT_SENT;
      return await watch.call(passage, signal, (given) => provider.payOut(transaction, recipient, given));
    },

    // Half done already: the shopper has authenticated, and no other provider could complete it.
    completeChallenge: (transaction, card, signal) =>
      watch.call(watch.breaker.watch(), signal, (given) =>
        provider.completeChallenge(transaction, card, given),
      ),

    completeVisit: (...call) => provider.completeVisit(...call),
    confirm: (...call) => provider.confirm(...call),
    cancel: (...call) => provider.cancel(...call),
    inquire: (...call) => provider.inquire(...call),
    refund: (...call) => provider.refund(...call),
    inquireRefund: (...call) => provider.inquireRefund(...call),
  };
}

/** The results of one provider's calls. */
class Watch {
  readonly health: HealthRecord;
  readonly breaker: CircuitBreaker;
  readonly #deadlineMs: number;
  readonly #playsFailures: boolean;

  constructor({ id, deadlineMs }: Provider, { now, log, observe, playsFailures = false }: Guard) {
    this.#deadlineMs = deadlineMs;
    this.#playsFailures = playsFailures;
    this.health = new HealthRecord(id, now);
    this.breaker = new CircuitBreaker({
      failuresToOpen: FAILURES_TO_OPEN,
      restMs: REST_MS,
      now,
      onChange: (state, failures) => {
        observe(id, state);
        this.health.circuitChanged(state);
        log.warn(
          { provider: id, failures },
          state === 'open'
            ? 'provider in trouble: nothing new is sent to it for a while'
            : 'provider is well again: payments are sent to it',
        );
      },
    });
    observe(id, 'closed');
  }

  enter(): Passage | null {
    const passage = this.breaker.enter();
    if (!passage) this.health.heldBack();
    return passage;
  }

  async call(
    passage: Passage,
    // A caller without a signal of its own: the deadline applies here too.
    signal = AbortSignal.timeout(this.#deadlineMs),
    send: (signal: AbortSignal) => Promise<Outcome>,
  ): Promise<Outcome> {
    const late = () => passage.failed();
    // A call may go on after its deadline; for the circuit it has failed then.
    const deadline = setTimeout(late, this.#deadlineMs);
    deadline.unref();
    signal.addEventListener('abort', late, { once: true });
    const startedMs = performance.now();
    let failed = true;
    try {
      const outcome = await send(signal);
      // A decline means that the provider works: it answered.
      failed = outcome.kind === 'unknown' || outcome.kind === 'failed';
      if (failed && !this.#playsFailures) passage.failed();
      else passage.succeeded();
      return outcome;
    } catch (error) {
      passage.failed();
      throw error;
    } finally {
      clearTimeout(deadline);
      signal.removeEventListener('abort', late);
      this.health.called(failed, performance.now() - startedMs);
    }
  }
}
