// This process's view of a provider, or of one account at it, in the last hour: the state of its circuit, how many
// calls failed technically, and how long answers took. In memory only: another process has seen other calls, and a
// restart begins anew.
import type { CircuitState } from './circuit-breaker.ts';

/** This process's view of a provider's account in the last hour. */
export interface ProviderHealth {
  provider: string;
  accountId: string | null;
  circuit: 'closed' | 'open';
  /** Since when the circuit has this state; the start of the process if it never changed. */
  circuitSince: Date;
  /** Pay-ins and payouts sent in the last hour. */
  calls: number;
  /** How many of these had no answer, an exception, or a technical failure. A decline does not count. */
  failed: number;
  /** Not sent, because the circuit was open. */
  heldBack: number;
  /** The latency that 50 of a hundred calls did not exceed; null: there was no call. */
  p50Ms: number | null;
  p95Ms: number | null;
}

const MINUTES = 60;
const MINUTE_MS = 60_000;
/** Upper ends of the latency classes. */
const CLASSES_MS = [25, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 30_000];

interface Minute {
  minute: number;
  calls: number;
  failed: number;
  heldBack: number;
  latencies: number[];
}

export class HealthRecord {
  readonly #provider: string;
  readonly #accountId: string | null;
  readonly #now: () => Date;
  #circuit: CircuitState = 'closed';
  #circuitSince: Date;
  #minutes: Minute[] = [];

  constructor(provider: string, accountId: string | null, now: () => Date) {
    this.#provider = provider;
    this.#accountId = accountId;
    this.#now = now;
    this.#circuitSince = now();
  }

  circuitChanged(state: CircuitState): void {
    if (state !== this.#circuit) this.#circuitSince = this.#now();
    this.#circuit = state;
  }

  called(failed: boolean, durationMs: number): void {
    const minute = this.#present();
    minute.calls++;
    if (failed) minute.failed++;
    const at = CLASSES_MS.findIndex((end) => durationMs <= end);
    minute.latencies[at === -1 ? CLASSES_MS.length - 1 : at]!++;
  }

  heldBack(): void {
    this.#present().heldBack++;
  }

  read(): ProviderHealth {
    const first = this.#minuteNow() - MINUTES;
    const minutes = this.#minutes.filter(({ minute }) => minute > first);
    const sum = (count: (minute: Minute) => number) => minutes.reduce((all, one) => all + count(one), 0);
    const calls = sum((one) => one.calls);
    const classes = CLASSES_MS.map((_, i) => sum((one) => one.latencies[i]!));
    return {
      provider: this.#provider,
      accountId: this.#accountId,
      circuit: this.#circuit,
      circuitSince: this.#circuitSince,
      calls,
      failed: sum((one) => one.failed),
      heldBack: sum((one) => one.heldBack),
      p50Ms: classBelow(classes, calls * 0.5),
      p95Ms: classBelow(classes, calls * 0.95),
    };
  }

  #minuteNow(): number {
    return Math.floor(this.#now().getTime() / MINUTE_MS);
  }

  #present(): Minute {
    const minute = this.#minuteNow();
    const last = this.#minutes.at(-1);
    if (last?.minute === minute) return last;
    const present = { minute, calls: 0, failed: 0, heldBack: 0, latencies: CLASSES_MS.map(() => 0) };
    this.#minutes.push(present);
    if (this.#minutes.length > MINUTES) this.#minutes.shift();
    return present;
  }
}

/** The upper end of the class that this share of calls does not exceed. */
function classBelow(classes: readonly number[], calls: number): number | null {
  let reached = 0;
  for (const [i, count] of classes.entries()) {
    reached += count;
    if (count > 0 && reached >= calls) return CLASSES_MS[i]!;
  }
  return null;
}
