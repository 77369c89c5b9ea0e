// A background loop: does its work, rests a little, does it again. It never overlaps itself, goes on after every error of
// its work, and stops only after the present turn is finished. Readiness and metrics look at its pulse while it runs.
import type { Logger } from 'pino';
import type { Pulse } from '../actions/context.ts';

export interface LoopOptions {
  /** For the log. */
  name: string;
  /** Rest between two turns, ±20 %, so that several processes do not march in step. */
  everyMs: number;
  /** Longest rest after failures. */
  longestRestMs?: number;
  /** A turn that has not ended this long after its time is late; well above what a sound one takes. */
  lateAfterMs?: number;
  /** One turn. Answers 'more' when it left work behind: the next turn then comes at once. */
  work: () => Promise<unknown>;
}

const JITTER = 0.2;
/** A database that is away is not asked (and complained about) four times a second. */
const LONGEST_REST_MS = 10_000;
/** Beyond the rest: a connection that cannot be made, and the longest rest. */
const LATE_AFTER_MS = 20_000;

interface LoopContext {
  log: Pick<Logger, 'error'>;
  pulses?: Set<Pulse>;
}

/** Its first turn comes after one rest. */
export function startLoop(context: LoopContext, options: LoopOptions): Loop {
  const loop = new Loop(context, options);
  loop.start();
  return loop;
}

export class Loop {
  readonly #context: LoopContext;
  readonly #options: LoopOptions;
  readonly #pulse: Pulse;
  #stopped = false;
  #nudged = false;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> | undefined;
  #endedAtMs = performance.now();

  constructor(context: LoopContext, options: LoopOptions) {
    this.#context = context;
    this.#options = options;
    const lateAfterMs = options.everyMs * (1 + JITTER) + (options.lateAfterMs ?? LATE_AFTER_MS);
    const quietMs = () => performance.now() - this.#endedAtMs;
    const isLate = () => quietMs() > lateAfterMs;
    this.#pulse = { loop: options.name, quietMs, isLate, failures: () => this.#failures };
  }

  start(): void {
    this.#context.pulses?.add(this.#pulse);
    this.#schedule(this.#restMs());
  }

  /** There is something to do: do not rest. During a turn: one more turn right after it. */
  nudge(): void {
    if (this.#stopped) return;
    this.#nudged = true;
    if (this.#timer === undefined || this.#failures > 0) return;
    clearTimeout(this.#timer);
    this.#schedule(0);
  }

  /** No further turn begins; resolves when the one in hand is done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#context.pulses?.delete(this.#pulse);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#turn;
  }

  #schedule(delayMs: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#turn = this.#takeTurn();
    }, delayMs);
  }

  async #takeTurn(): Promise<void> {
    this.#nudged = false;
    let more = false;
    try {
      more = (await this.#options.work()) === 'more';
      this.#failures = 0;
    } catch (error) {
      const failures = ++this.#failures;
      const facts = { err: error, loop: this.#options.name, failures };
      this.#context.log.error(facts, 'a background loop failed; it goes on');
    }
    this.#turn = undefined;
    this.#endedAtMs = performance.now();
    if (this.#stopped) return;
    // After a failure even a nudge waits: hurrying would hammer whatever is broken.
    this.#schedule(this.#failures === 0 && (more || this.#nudged) ? 0 : this.#restMs());
  }

  #restMs(): number {
    const { everyMs, longestRestMs = LONGEST_REST_MS } = this.#options;
    const backedOff = Math.min(everyMs * 2 ** Math.min(this.#failures, 16), longestRestMs);
    return Math.max(everyMs, backedOff) * (1 + JITTER * (2 * Math.random() - 1));
  }
}
