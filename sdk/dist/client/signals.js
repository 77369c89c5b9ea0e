export function firstOf(...signals) {
	if (typeof AbortSignal.any === 'function')
		return AbortSignal.any(signals);
	const made = new AbortController();
	for (const signal of signals) {
		if (signal.aborted)
			made.abort(signal.reason);
		else
			signal.addEventListener('abort', () => made.abort(signal.reason), { once: true, signal: made.signal });
	}
	return made.signal;
}
