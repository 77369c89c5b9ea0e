// Faults on the way to a stand-in and back. A package plans one, and the next fitting requests meet it.
import type { StandInAnswer } from './routes.ts';

export type Fault =
  /** The connection is cut. `before`: nothing was done. `after`: the call was carried out, and its answer is lost. */
  | { kind: 'lost'; when: 'before' | 'after' }
  /** Carried out; the answer comes this much later. */
  | { kind: 'slow'; delayMs: number }
  /** Carried out; the answer comes when the test calls `release`. */
  | { kind: 'held' }
  /** Carried out; the answer ends in the middle. */
  | { kind: 'half' }
  /** Carried out; a page comes with status 200, as a proxy sends it. */
  | { kind: 'page' }
  /** This answer in place of the true one. `before` (if absent): nothing was done. */
  | { kind: 'answer'; when?: 'before' | 'after'; answer: StandInAnswer }
  /** Carried out; these fields of the JSON answer are replaced. */
  | { kind: 'changed'; fields: Readonly<Record<string, unknown>> };

export interface PlannedFault {
  /** Fits "POST /v2/payments/tr_1". Absent: every request. */
  on?: RegExp;
  /** How many requests meet it; 1 if absent. */
  times?: number;
  fault: Fault;
}

export class FaultPlan {
  #planned: Required<PlannedFault>[] = [];
  #held: (() => void)[] = [];

  add({ on = /^/, times = 1, fault }: PlannedFault): void {
    this.#planned.push({ on, times, fault });
  }

  /** The fault that this request meets; it is used up. */
  take(call: string): Fault | null {
    const found = this.#planned.find(({ on }) =>
      new RegExp(on.source, on.flags.replace(/[gy]/g, '')).test(call),
    );
    if (!found) return null;
    found.times -= 1;
    if (found.times <= 0) this.#planned = this.#planned.filter((one) => one !== found);
    return found.fault;
  }

  hold(): Promise<void> {
    return new Promise((resolve) => this.#held.push(resolve));
  }

  get heldCount(): number {
    return this.#held.length;
  }

  release(): void {
    for (const resolve of this.#held.splice(0)) resolve();
  }

  clear(): void {
    this.#planned = [];
    this.release();
  }
}
