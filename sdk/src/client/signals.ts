// Combines several signals into one. AbortSignal.any is missing in some edge workers, and in Node.js before 20.3.
export function firstOf(...signals: AbortSignal[]): AbortSignal {
  if (typeof AbortSignal.any === 'function') return AbortSignal.any(signals);
  const made = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) made.abort(signal.reason);
    else
      signal.addEventListener('abort', () => made.abort(signal.reason), { once: true, signal: made.signal });
  }
  return made.signal;
}
