import { AbortedError, ApiError, ConnectionError, RateLimitError, ServerError } from '../errors.js';
import { pagesOf } from './pages.js';
import { firstOf } from './signals.js';
import { pause } from './transport.js';
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
export class Events {
	#transport;
	constructor(transport) {
		this.#transport = transport;
	}
	list(query = {}, options = {}) {
		return pagesOf(this.#transport, '/events', { ...query }, options);
	}
	async *stream(options = {}) {
		for await (const { event } of this.streamRaw(options))
			yield event;
	}
	async *streamRaw(options = {}) {
		const { signal } = options;
		let { after } = options;
		let failures = 0;
		while (!signal?.aborted) {
			try {
				for await (const event of this.#once({ ...options, ...(after !== undefined && { after }) })) {
					failures = 0;
					after = event.eventId;
					yield event;
					if (signal?.aborted)
						return;
				}
				if (signal?.aborted)
					return;
				failures = 0;
			}
			catch (error) {
				if (signal?.aborted)
					return;
				if (!isPassing(error))
					throw error;
				const asked = error instanceof ApiError && error.retryAfterSeconds !== null ? error.retryAfterSeconds * 1000 : 0;
				const pauseMs = Math.max(asked, Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS));
				options.onBreak?.(error, pauseMs);
				await pause(pauseMs, signal).catch((stopped) => {
					if (!(stopped instanceof AbortedError))
						throw stopped;
				});
			}
		}
	}
	async *#once({ after, signal, silenceMs = 45_000, onAlive, }) {
		const silence = new AbortController();
		const stop = signal ? firstOf(silence.signal, signal) : silence.signal;
		let timer;
		const alive = () => {
			clearTimeout(timer);
			timer = setTimeout(() => silence.abort(), silenceMs);
		};
		alive();
		try {
			const response = await this.#transport.open('/events', { Accept: 'text/event-stream', ...(after && { 'Last-Event-ID': after }) }, stop);
			onAlive?.();
			let rest = '';
			const decoder = new TextDecoder();
			for await (const chunk of response.body) {
				alive();
				onAlive?.();
				const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
				rest = blocks.pop();
				for (const block of blocks) {
					const event = eventOf(block);
					if (event)
						yield event;
				}
			}
		}
		catch (error) {
			if (error instanceof ApiError || signal?.aborted)
				throw error;
			throw new ConnectionError('GET /events: the stream broke off', { outcomeUnknown: false, cause: error });
		}
		finally {
			clearTimeout(timer);
			silence.abort();
		}
	}
}
function isPassing(error) {
	return error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError;
}
function eventOf(block) {
	let eventId = '';
	const data = [];
	for (const line of block.split(/\r?\n/)) {
		if (line.startsWith('id:'))
			eventId = line.slice(3).trim();
		if (line.startsWith('data:'))
			data.push(line.slice(5).replace(/^ /, ''));
	}
	if (data.length === 0)
		return null;
	const body = data.join('\n');
	const event = JSON.parse(body);
	return { eventId: eventId || event.eventId, body, event };
}
