// A background loop: works, pauses, and works again. Its turns never overlap, it continues after every error of its
// work, and it stops only after the present turn has ended. Readiness and metrics check its `handle` while it runs.
import type { Logger } from 'pino';
import type { LoopHandle } from '../actions/context.ts';

export interface LoopOptions {
  /** For the log. */
  name: string;
  /** Pause between two turns, ±20 %, so that several processes do not work at the same moments. */
  everyMs: number;
  /** Longest pause after failures. */
  longestRestMs?: number;
  /** Longest pause while turns find nothing: it doubles with each of them. Default: always `everyMs`. */
  longestIdleMs?: number | undefined;
  /** A turn that has not ended this long after its time is late; well above the usual duration. */
  lateAfterMs?: number;
  /** One turn. 'more': there is work left, so the next turn follows at once; 'nothing': it found no work. */
  work: () => Promise<unknown>;
}

const JITTER = 0.2;
/** While a database is unavailable, no loop must ask it (and log) four times a second. */
const LONGEST_REST_MS = 10_000;
/** The default of `lateAfterMs`: enough for an attempt to connect that fails, and for the longest pause. */
const LATE_AFTER_MS = 20_000;

interface LoopContext {
  log: Pick<Logger, 'error'>;
  loopHandles?: Set<LoopHandle>;
}

/** The first turn follows after one pause. */
export function startLoop(context: LoopContext, options: LoopOptions): Loop {
  const loop = new Loop(context, options);
  loop.start();
  return loop;
}

export class Loop {
  readonly #context: LoopContext;
  readonly #options: LoopOptions;
  readonly #handle: LoopHandle;
  #stopped = false;
  #nudged = false;
  #failures = 0;
  /** Turns in a row that found nothing. */
  #idle = 0;
  #timer: NodeJS.Timeout | undefined;
  #nextTurnMs = 0;
  #turn: Promise<void> | undefined;
  #endedAtMs = performance.now();

  constructor(context: LoopContext, options: LoopOptions) {
    this.#context = context;
    this.#options = options;
    const lateAfterMs =
      Math.max(options.everyMs, options.longestIdleMs ?? 0) * (1 + JITTER) +
      (options.lateAfterMs ?? LATE_AFTER_MS);
    const quietMs = () => performance.now() - this.#endedAtMs;
    const isLate = () => quietMs() > lateAfterMs;
    this.#handle = {
      loop: options.name,
      quietMs,
      isLate,
      failures: () => this.#failures,
      resumePace: () => this.#resumePace(),
      rests: () => this.#idle > 1 && (options.longestIdleMs ?? 0) > options.everyMs,
      wake: (inMs) => this.#wake(inMs),
    };
  }

  start(): void {
    this.#context.loopHandles?.add(this.#handle);
    this.#schedule(this.#restMs());
  }

  /** There is work: skip the pause. During a turn: one more turn right after it. */
  nudge(): void {
    if (this.#stopped) return;
    this.#nudged = true;
    this.#idle = 0;
    if (this.#timer === undefined || this.#failures > 0) return;
    clearTimeout(this.#timer);
    this.#schedule(0);
  }

  #resumePace(): void {
    const rests = this.#idle > 0 && this.#failures === 0 && this.#timer !== undefined;
    this.#idle = 0;
    if (this.#stopped || !rests) return;
    clearTimeout(this.#timer);
    this.#schedule(this.#restMs());
  }

  /**
   * It keeps #idle, because the caller may be wrong: if this turn finds nothing, the next rest is as long as before.
   */
  #wake(inMs: number): void {
    if (this.#stopped || this.#timer === undefined || this.#failures > 0) return;
    if (this.#nextTurnMs <= performance.now() + inMs) return;
    clearTimeout(this.#timer);
    this.#schedule(inMs);
  }

  /** No further turn begins; resolves when the present turn has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#context.loopHandles?.delete(this.#handle);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#turn;
  }

  #schedule(delayMs: number): void {
    this.#nextTurnMs = performance.now() + delayMs;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#turn = this.#takeTurn();
    }, delayMs);
  }

  async #takeTurn(): Promise<void> {
    this.#nudged = false;
    let more = false;
    try {
      const found = await this.#options.work();
      more = found === 'more';
      this.#idle = found === 'nothing' ? this.#idle + 1 : 0;
      this.#failures = 0;
    } catch (error) {
      const failures = ++this.#failures;
      // There may be work by now, and nothing wakes this loop before a turn succeeds. So only the failures make its
      // rest longer.
      this.#idle = 0;
      const facts = { err: error, loop: this.#options.name, failures };
      this.#context.log.error(facts, 'a background loop failed; it will try again');
    }
    this.#turn = undefined;
    this.#endedAtMs = performance.now();
    if (this.#stopped) return;
    // After a failure even a nudge waits: more tries would only add load to a fault.
    this.#schedule(this.#failures === 0 && (more || this.#nudged) ? 0 : this.#restMs());
  }

  #restMs(): number {
    const { everyMs, longestRestMs = LONGEST_REST_MS, longestIdleMs = everyMs } = this.#options;
    // One turn without work does not mean much yet.
    const idleMs = Math.min(everyMs * 2 ** Math.min(Math.max(0, this.#idle - 1), 16), longestIdleMs);
    const backedOff = Math.min(everyMs * 2 ** Math.min(this.#failures, 16), longestRestMs);
    return Math.max(everyMs, backedOff, idleMs) * (1 + JITTER * (2 * Math.random() - 1));
  }
}
