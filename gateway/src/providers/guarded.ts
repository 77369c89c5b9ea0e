// A provider, or one account at it, behind its own circuit breaker. After some technical failures in a row it sends
// nothing new for a while, so an outage costs each payment a quick answer instead of a missed deadline and an unknown
// outcome. Earlier payments can still be resumed, inquired, cancelled, confirmed and refunded. These calls never count
// for the circuit: anybody who opens a shopper's return address makes the gateway ask, and must not be able to open the
// circuit for everybody.
import { NOTHING_DONE, type Outcome, type Provider, type Transaction } from '@tollgate/provider-kit';
import type { CountedCall } from '../domain/merchants/provider-health.ts';
import { CircuitBreaker, type CircuitState, type Passage } from './circuit-breaker.ts';
import { type AroundCall, type CallFacts, observed } from './observed.ts';

export interface Guard {
  now: () => Date;
  log: { warn(fields: object, message: string): void };
  /** For metrics: the circuit's state, at the start and after each change. */
  observe(provider: string, accountId: string | null, state: CircuitState): void;
  /** Wraps each call; absent: nobody watches. */
  around?: AroundCall;
  /** The circuit did not let a call pass. */
  heldBack?: (facts: CallFacts) => void;
  /** For the health of a brand's account; absent: nobody counts. */
  count?: (call: CountedCall) => void;
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

export function guarded(bare: Provider, guard: Guard): Provider {
  const provider = guard.around ? observed(bare, guard.around) : bare;
  const watch = new Watch(provider, guard);
  const enter = (call: CallFacts['call'], of: Of) => {
    const passage = watch.enter(of);
    if (!passage) guard.heldBack?.({ provider: provider.id, accountId: provider.accountId, call });
    return passage;
  };
  return {
    ...provider,
    async payIn(transaction, instrument, call) {
      const passage = enter('payIn', transaction);
      if (!passage) return NOT_SENT;
      const send = () => provider.payIn(transaction, instrument, call);
      return await watch.call(passage, transaction, call.signal, send);
    },

    async payOut(transaction, recipient, call) {
      // A provider that takes payouts by file calls nobody. A payout that waits for its file must not go to another
      // provider.
      if (provider.capabilities.payoutsByFile) return await provider.payOut(transaction, recipient, call);
      const passage = enter('payOut', transaction);
      if (!passage) return NOT_SENT;
      const send = () => provider.payOut(transaction, recipient, call);
      return await watch.call(passage, transaction, call.signal, send);
    },
  };
}

type Of = Pick<Transaction, 'merchantId' | 'brandId'>;

/** The results of one provider's calls. */
class Watch {
  readonly #provider: Pick<CountedCall, 'provider' | 'accountId'>;
  readonly #count: (call: CountedCall) => void;
  #circuit: CountedCall['circuit'];
  readonly breaker: CircuitBreaker;
  readonly #deadlineMs: number;
  readonly #playsFailures: boolean;

  constructor(
    { id, accountId, deadlineMs }: Provider,
    { now, log, observe, playsFailures = false, count }: Guard,
  ) {
    this.#deadlineMs = deadlineMs;
    this.#playsFailures = playsFailures;
    this.#provider = { provider: id, accountId };
    this.#count = count ?? (() => {});
    this.#circuit = { isOpen: false, since: now() };
    this.breaker = new CircuitBreaker({
      failuresToOpen: FAILURES_TO_OPEN,
      restMs: REST_MS,
      now,
      onChange: (state, failures) => {
        observe(id, accountId, state);
        const isOpen = state === 'open';
        if (isOpen !== this.#circuit.isOpen) this.#circuit = { isOpen, since: now() };
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

  enter(of: Of): Passage | null {
    const passage = this.breaker.enter();
    if (!passage) this.#counted(of, 'held-back', 0);
    return passage;
  }

  #counted({ merchantId, brandId }: Of, result: CountedCall['result'], durationMs: number): void {
    this.#count({ merchantId, brandId, ...this.#provider, result, durationMs, circuit: this.#circuit });
  }

  async call(passage: Passage, of: Of, signal: AbortSignal, send: () => Promise<Outcome>): Promise<Outcome> {
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
      this.#counted(of, failed ? 'failed' : 'answered', performance.now() - startedMs);
    }
  }
}
