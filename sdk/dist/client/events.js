import { AbortedError, ApiError, ConnectionError, RateLimitError, ServerError, ValidationError, } from '../errors.js';
import { pagesOf } from './pages.js';
import { firstOf } from './signals.js';
import { pause } from './transport.js';
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
export class Events {
	#transport;
	constructor(transport) {
		this.#transport = transport;
	}
	list(query = {}, options = {}) {
		return pagesOf(this.#transport, '/events', { ...query }, options);
	}
	async newest(options = {}) {
		try {
			const { body } = await this.#transport.send({
				method: 'GET',
				path: '/events',
				query: { after: 'newest' },
				headers: { Accept: 'text/event-stream' },
				readBody: firstId,
			}, options, { again: true }, (answer) => answer);
			return body === BEFORE_ALL ? '' : body;
		}
		catch (error) {
			if (!isUnknown(error, 'after'))
				throw error;
			let last = '';
			for await (const { eventId } of this.list({ limit: 100 }, options))
				last = eventId;
			return last;
		}
	}
	async *stream(options = {}) {
		for await (const { event } of this.streamRaw(options))
			yield event;
	}
	async *streamRaw(options = {}) {
		const { signal } = options;
		let { after, resends = false } = options;
		let failures = 0;
		while (!signal?.aborted) {
			try {
				for await (const event of this.#once({
					...options,
					resends,
					...(after !== undefined && { after }),
				})) {
					failures = 0;
					after = event.position;
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
				if (resends && isUnknown(error, 'resends')) {
					resends = false;
					options.onNoResends?.();
					continue;
				}
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
	async *#once(options) {
		const { after, resends, signal, silenceMs = 45_000, onAlive } = options;
		const requestId = crypto.randomUUID();
		const silence = new AbortController();
		const stop = signal ? firstOf(silence.signal, signal) : silence.signal;
		let timer;
		const alive = () => {
			clearTimeout(timer);
			timer = setTimeout(() => silence.abort(), silenceMs);
		};
		alive();
		try {
			const headers = { Accept: 'text/event-stream', ...(after && { 'Last-Event-ID': after }) };
			const response = await this.#transport.open({ path: '/events', query: resends ? { resends } : {}, headers }, requestId, stop);
			const onData = () => {
				alive();
				onAlive?.();
			};
			onData();
			for await (const block of blocksOf(response, onData)) {
				const event = eventOf(block);
				if (event)
					yield event;
			}
		}
		catch (error) {
			if (error instanceof ApiError || signal?.aborted)
				throw error;
			throw brokenOff(error, requestId);
		}
		finally {
			clearTimeout(timer);
			silence.abort();
		}
	}
}
async function* blocksOf({ body }, onData) {
	let rest = '';
	const decoder = new TextDecoder();
	for await (const chunk of body) {
		onData?.();
		const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
		rest = blocks.pop();
		for (const block of blocks)
			yield blockOf(block);
	}
}
async function firstId(response) {
	for await (const { id } of blocksOf(response))
		if (id !== null)
			return JSON.stringify(id);
	throw new Error('the stream ended');
}
const isUnknown = (error, parameter) => error instanceof ValidationError && error.messages.some((message) => message.startsWith(parameter));
const brokenOff = (cause, requestId) => new ConnectionError('GET /events: the stream was interrupted', { outcomeUnknown: false, cause, requestId });
function isPassing(error) {
	return error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError;
}
function blockOf(text) {
	const block = { id: null, name: '', data: [] };
	for (const line of text.split(/\r?\n/)) {
		const [field] = line.split(':', 1);
		const value = line.slice(field.length + 1).replace(/^ /, '');
		if (field === 'id')
			block.id = value;
		if (field === 'event')
			block.name = value;
		if (field === 'data')
			block.data.push(value);
	}
	return block;
}
function eventOf({ id, name, data }) {
	if (data.length === 0)
		return null;
	const body = data.join('\n');
	const event = JSON.parse(body);
	const { eventId } = event;
	return { eventId, position: id || eventId, isResend: name === 'resend', body, event };
}
