// The metrics of calls to providers by this process: how long each took, how it ended, and which accounts are in
// trouble. Accounts are few, so they may be labels.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const BUCKETS_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export class ProviderMetrics {
  readonly #durations: Histogram<'provider' | 'account' | 'call'>;
  readonly #calls: Counter<'provider' | 'account' | 'call' | 'result'>;
  readonly #away: Gauge<'provider' | 'account'>;
  readonly #notifications: Counter<'provider' | 'state'>;
  readonly #unknownValues: Counter<'provider' | 'field'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#durations = new Histogram({
      name: 'tollgate_provider_call_duration_seconds',
      help: 'Duration of calls to a provider by this process, until the answer or until the call ended without an answer',
      labelNames: ['provider', 'account', 'call'],
      buckets: BUCKETS_SECONDS,
      registers,
    });
    this.#calls = new Counter({
      name: 'tollgate_provider_calls_total',
      help: 'Calls to a provider by this process, by result: answered; failed (certainly nothing was done); unknown; or held back by the circuit breaker',
      labelNames: ['provider', 'account', 'call', 'result'],
      registers,
    });
    this.#away = new Gauge({
      name: 'tollgate_provider_circuit_open',
      help: '1 while this process sends nothing new to a provider after consecutive technical failures, else 0',
      labelNames: ['provider', 'account'],
      registers,
    });
    this.#notifications = new Counter({
      name: 'tollgate_provider_notifications_total',
      help: 'Items of notifications from providers, by state; a repeated item is counted once',
      labelNames: ['provider', 'state'],
      registers,
    });
    this.#unknownValues = new Counter({
      name: 'tollgate_provider_unknown_values_total',
      help: "Values in answers and notifications that the provider's adapter does not know",
      labelNames: ['provider', 'field'],
      registers,
    });
  }

  /** `account`: null for a provider that needs none. `seconds`: null, nothing was sent. */
  called(
    { provider, account, call }: { provider: string; account: string | null; call: string },
    result: string,
    seconds: number | null,
  ): void {
    const labels = { ...labelsOf(provider, account), call };
    this.#calls.inc({ ...labels, result });
    if (seconds !== null) this.#durations.observe(labels, seconds);
  }

  circuit(provider: string, account: string | null, isOpen: boolean): void {
    this.#away.set(labelsOf(provider, account), isOpen ? 1 : 0);
  }

  countNotification(provider: string, state: string): void {
    this.#notifications.inc({ provider, state });
  }

  countUnknownValue(provider: string, field: string): void {
    this.#unknownValues.inc({ provider, field });
  }
}

const labelsOf = (provider: string, account: string | null) => ({
  provider,
  ...(account !== null && { account }),
});
