// The last hour of a brand's account at a provider: how many calls failed technically, how long answers took, and
// whether new payments are held back. It is made of the counts that every process wrote, one for each minute. Pure.

/** A pay-in or payout was sent, or the circuit breaker held it back. */
export interface CountedCall {
  merchantId: string;
  brandId: string;
  provider: string;
  /** null: the sandbox needs no account. */
  accountId: string | null;
  /** failed: no answer, an exception, or a technical failure. A decline is an answer. */
  result: 'answered' | 'failed' | 'held-back';
  durationMs: number;
  circuit: Circuit;
}

interface Circuit {
  /** The process sends nothing new. */
  isOpen: boolean;
  since: Date;
}

/** What one process counted in one minute. */
export interface CallsOfMinute {
  provider: string;
  accountId: string | null;
  processId: string;
  minute: Date;
  calls: number;
  failed: number;
  heldBack: number;
  /** How many calls were in each class of CLASSES_MS. */
  latencies: number[];
  /** At its latest call. */
  circuit: Circuit;
}

export interface ProviderHealth {
  /** open: at least one process sends nothing new. */
  circuit: 'closed' | 'open';
  /** Since when it is open; null: it is closed. */
  circuitSince: Date | null;
  calls: number;
  failed: number;
  heldBack: number;
  /** The latency that 50 of a hundred calls did not exceed; null: there was no call. */
  p50Ms: number | null;
  p95Ms: number | null;
}

export const MINUTE_MS = 60_000;
export const HEALTH_COVERS_MS = 60 * MINUTE_MS;
/** A process that has sent nothing for so long says nothing about the present any more. */
const CIRCUIT_SAYS_MS = 5 * MINUTE_MS;
/** Upper ends of the latency classes. */
export const CLASSES_MS = [25, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 30_000];

export function classOf(durationMs: number): number {
  const at = CLASSES_MS.findIndex((end) => durationMs <= end);
  return at === -1 ? CLASSES_MS.length - 1 : at;
}

/** `counted`: of one account, by all processes, in the last hour. */
export function healthOf(counted: readonly CallsOfMinute[], now: Date): ProviderHealth {
  const sum = (of: (one: CallsOfMinute) => number) => counted.reduce((all, one) => all + of(one), 0);
  const calls = sum((one) => one.calls);
  const classes = CLASSES_MS.map((_, i) => sum((one) => one.latencies[i] ?? 0));
  const open = latestOfEach(counted).filter(
    ({ circuit, minute }) => circuit.isOpen && now.getTime() - minute.getTime() < CIRCUIT_SAYS_MS,
  );
  const since = open.map(({ circuit }) => circuit.since.getTime());
  return {
    circuit: open.length > 0 ? 'open' : 'closed',
    circuitSince: open.length > 0 ? new Date(Math.min(...since)) : null,
    calls,
    failed: sum((one) => one.failed),
    heldBack: sum((one) => one.heldBack),
    p50Ms: classBelow(classes, calls * 0.5),
    p95Ms: classBelow(classes, calls * 0.95),
  };
}

/** The latest minute of each process. */
function latestOfEach(counted: readonly CallsOfMinute[]): CallsOfMinute[] {
  const latest = new Map<string, CallsOfMinute>();
  for (const one of counted) {
    const known = latest.get(one.processId);
    if (!known || known.minute < one.minute) latest.set(one.processId, one);
  }
  return [...latest.values()];
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
