// Faults that Stripe's stand-in plays on demand, each for calls that match a pattern of "METHOD /path". Used by
// stand-in.ts.
export type FaultKind =
  /** The connection ends; nothing was done. */
  | 'lost-before'
  /** The connection ends after the call was carried out. */
  | 'lost-after'
  /** Carried out, but only half of the answer arrives. */
  | 'half-body'
  /** Carried out, and a page comes with status 200. */
  | 'html'
  /** Carried out, and `{}` comes with status 200. */
  | 'empty'
  /** Carried out, and the answer comes when `release` is called. */
  | 'held'
  /** Not carried out: an API error with this status. */
  | { status: number; error: Record<string, unknown> }
  /** Carried out, and answered with this status and no readable error. */
  | { statusAfter: number }
  /** Not carried out: this status with this body. */
  | { status: number; text: string }
  /** Carried out, and answered this much later. */
  | { delayMs: number };

interface Fault {
  on: RegExp;
  kind: FaultKind;
  times: number;
}

export class Faults {
  readonly #waiting: Fault[] = [];
  readonly #held: (() => void)[] = [];

  add(on: string, kind: FaultKind, times = 1): void {
    this.#waiting.push({ on: new RegExp(on), kind, times });
  }

  take(call: string): FaultKind | null {
    const fault = this.#waiting.find(({ on, times }) => times > 0 && on.test(call));
    if (!fault) return null;
    fault.times -= 1;
    return fault.kind;
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
    this.#waiting.length = 0;
    this.release();
  }
}
