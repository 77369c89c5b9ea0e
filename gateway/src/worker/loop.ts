// A background loop: does its work, rests a little, does it again. The chores of chores.ts and other workers run on it.
// It never overlaps itself, outlives every error of its work, and stops only after the turn in hand is finished. While it
// runs its pulse is among those that readiness and metrics look at.
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

export interface Loop {
  /** There is something to do: do not rest. During a turn: one more turn right after it. */
  nudge(): void;
  /** No further turn begins; resolves when the one in hand is done. */
  stop(): Promise<void>;
}

const JITTER = 0.2;
/** A database that is away is not asked (and complained about) four times a second. */
const LONGEST_REST_MS = 10_000;
/** Beyond the rest: a connection that cannot be made, and the longest rest. */
const LATE_AFTER_MS = 20_000;

export function startLoop(
  context: { log: Pick<Logger, 'error'>; pulses?: Set<Pulse> },
  options: LoopOptions,
): Loop {
  const { name, everyMs, work, longestRestMs = LONGEST_REST_MS } = options;
  const lateAfterMs = everyMs * (1 + JITTER) + (options.lateAfterMs ?? LATE_AFTER_MS);
  let stopped = false;
  let nudged = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> | undefined;
  let endedAtMs = performance.now();
  const quietMs = () => performance.now() - endedAtMs;
  const pulse = { loop: name, quietMs, isLate: () => quietMs() > lateAfterMs, failures: () => failures };
  context.pulses?.add(pulse);

  function schedule(delayMs: number): void {
    timer = setTimeout(() => {
      timer = undefined;
      turn = takeTurn();
    }, delayMs);
  }

  async function takeTurn(): Promise<void> {
    nudged = false;
    let more = false;
    try {
      more = (await work()) === 'more';
      failures = 0;
    } catch (error) {
      failures++;
      context.log.error({ err: error, loop: name, failures }, 'a background loop failed; it goes on');
    }
    turn = undefined;
    endedAtMs = performance.now();
    if (stopped) return;
    // After a failure even a nudge waits: hurrying would hammer whatever is broken.
    schedule(failures === 0 && (more || nudged) ? 0 : restMs());
  }

  function restMs(): number {
    const backedOff = Math.min(everyMs * 2 ** Math.min(failures, 16), longestRestMs);
    return Math.max(everyMs, backedOff) * (1 + JITTER * (2 * Math.random() - 1));
  }

  schedule(restMs());
  return {
    nudge() {
      if (stopped) return;
      nudged = true;
      if (timer === undefined || failures > 0) return;
      clearTimeout(timer);
      schedule(0);
    },
    async stop() {
      stopped = true;
      context.pulses?.delete(pulse);
      clearTimeout(timer);
      timer = undefined;
      await turn;
    },
  };
}
