// When a webhook is tried again (contract 1, WEBHOOK_RETRY_SCHEDULE; contract 5, Retry-After). Pure: it gets clock and
// random number as arguments and never reads them itself.

/** ±10 %, so that events which failed together are not retried together. */
const JITTER = 0.1;

/**
 * Milliseconds until the next try; null if the schedule is used up. `triesDone` includes the one that has just failed.
 * A Retry-After delays the try, but not beyond the step after it; without a step after it, not at all.
 */
export function nextTryDelayMs(
  schedule: readonly number[],
  triesDone: number,
  retryAfterSeconds: number | null,
  random: () => number = Math.random,
): number | null {
  const stepSeconds = schedule[triesDone];
  if (stepSeconds === undefined) return null;
  const delayMs = stepSeconds * 1_000 * (1 + JITTER * (2 * random() - 1));
  if (retryAfterSeconds === null) return Math.round(delayMs);
  const latestSeconds = schedule[triesDone + 1] ?? stepSeconds;
  return Math.round(Math.max(delayMs, Math.min(retryAfterSeconds, latestSeconds) * 1_000));
}

/** Retry-After in seconds from now: whole seconds or an HTTP date (RFC 9110, 10.2.3); null if it is neither. */
export function readRetryAfter(value: string | null, now: Date): number | null {
  if (value === null) return null;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text);
  // A date has the names of its day and month; Date.parse alone would also accept "1.5" or "-7".
  if (!/^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, (at - now.getTime()) / 1_000);
}
