// A provider, or one account at it, behind its own circuit breaker. After some technical failures in a row it sends
// nothing new for a while, so an outage costs each payment a quick answer instead of a missed deadline and an unknown
// outcome. Earlier payments can still be resumed, inquired, cancelled, confirmed and refunded. These calls never count
// for the circuit: anybody who opens a shopper's return address makes the gateway ask, and must not be able to open the
// circuit for everybody.
import type { Outcome } from '@tollgate/provider-kit';
import { NOTHING_DONE, type Provider } from '@tollgate/provider-kit';
import { CircuitBreaker, type CircuitState, type Passage } from './circuit-breaker.ts';
import { type AroundCall, type CallFacts, observed } from './observed.ts';
import { HealthRecord, type ProviderHealth } from './provider-health.ts';

export interface Guard {
  now: () => Date;
  log: { warn(fields: object, message: string): void };
  /** For metrics: the circuit's state, at the start and after each change. */
  observe(provider: string, accountId: string | null, state: CircuitState): void;
  /** Wraps each call; absent: nobody watches. */
  around?: AroundCall;
  /** The circuit did not let a call pass. */
  heldBack?: (facts: CallFacts) => void;
  /**
   * The sandbox plays failures on demand. Its answers then say nothing about its health: only an exception and a missed
   * deadline count, so that one developer's tests never affect another's.
   */
  playsFailures?: boolean;
}

/** Five failures in a row are no coincidence. A higher number would leave more outcomes unknown in an outage. */
export const FAILURES_TO_OPEN = 5;
export const REST_MS = 30_000;

/** The call certainly did nothing, so that the next provider may be asked (actions/submission/send-to-providers.ts). */
const NOT_SENT: Outcome = { kind: 'failed', errorCode: NOTHING_DONE };

export interface GuardedProvider extends Provider {
  health(): ProviderHealth;
}

export function guarded(bare: Provider, guard: Guard): GuardedProvider {
  const provider = guard.around ? observed(bare, guard.around) : bare;
  const watch = new Watch(provider, guard);
  const enter = (call: CallFacts['call']) => {
    const passage = watch.enter();
    if (!passage) guard.heldBack?.({ provider: provider.id, accountId: provider.accountId, call });
    return passage;
  };
  return {
    ...provider,
    health: () => watch.health.read(),

    async payIn(transaction, instrument, call) {
      const passage = enter('payIn');
      if (!passage) return NOT_SENT;
      return await watch.call(passage, call.signal, () => provider.payIn(transaction, instrument, call));
    },

    async payOut(transaction, recipient, call) {
      // A provider that takes payouts by file calls nobody. A payout that waits for its file must not go to another
      // provider.
      if (provider.capabilities.payoutsByFile) return await provider.payOut(transaction, recipient, call);
      const passage = enter('payOut');
      if (!passage) return NOT_SENT;
      return await watch.call(passage, call.signal, () => provider.payOut(transaction, recipient, call));
    },
  };
}

/** The results of one provider's calls. */
class Watch {
  readonly health: HealthRecord;
  readonly breaker: CircuitBreaker;
  readonly #deadlineMs: number;
  readonly #playsFailures: boolean;

  constructor({ id, accountId, deadlineMs }: Provider, { now, log, observe, playsFailures = false }: Guard) {
    this.#deadlineMs = deadlineMs;
    this.#playsFailures = playsFailures;
    this.health = new HealthRecord(id, accountId, now);
    this.breaker = new CircuitBreaker({
      failuresToOpen: FAILURES_TO_OPEN,
      restMs: REST_MS,
      now,
      onChange: (state, failures) => {
        observe(id, accountId, state);
        this.health.circuitChanged(state);
        log.warn(
          { provider: id, accountId, failures },
          state === 'open'
            ? 'provider in trouble: no new payments are sent to it for a while'
            : 'provider has recovered: payments are sent to it again',
        );
      },
    });
    observe(id, accountId, 'closed');
  }

  enter(): Passage | null {
    const passage = this.breaker.enter();
    if (!passage) this.health.heldBack();
    return passage;
  }

  async call(passage: Passage, signal: AbortSignal, send: () => Promise<Outcome>): Promise<Outcome> {
    const late = () => passage.failed();
    // A call may go on after its deadline, but for the circuit it has failed then.
    const deadline = setTimeout(late, this.#deadlineMs);
    deadline.unref();
    signal.addEventListener('abort', late, { once: true });
    const startedMs = performance.now();
    let failed = true;
    try {
      const outcome = await send();
      // A decline is an answer, so it means that the provider works. A refusal, such as for a wrong key, means the
      // same.
      failed = (outcome.kind === 'unknown' || outcome.kind === 'failed') && !outcome.answered;
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
