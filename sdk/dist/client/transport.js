import { AbortedError, AnswerSignatureError, ApiError, ConnectionError, errorOf, IdempotencyError, RateLimitError, ServerError, TimeoutError, TollgateError, } from '../errors.js';
import { bytesOf, cardAnswerText, matches, sign } from '../signing.js';
import { firstOf } from './signals.js';
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
export class Transport {
	#settings;
	constructor(settings) {
		this.#settings = settings;
	}
	get signs() {
		return this.#settings.secrets.length > 0;
	}
	async signatureOf(text) {
		const [secret] = this.#settings.secrets;
		return secret === undefined ? undefined : await sign(secret, text);
	}
	async get(path, query, options = {}) {
		return await this.send({ method: 'GET', path, query }, options, { again: true }, (answer) => answer);
	}
	async open({ path, query, headers }, id, signal) {
		const { baseUrl, apiKey, hooks } = this.#settings;
		const call = { id, method: 'GET', path, attempt: 1 };
		const began = performance.now();
		let status = null;
		let response;
		quietly(() => hooks.onRequest?.(call));
		try {
			response = await this.#settings.fetch(baseUrl + path + textOf(query), {
				headers: { 'X-API-KEY': apiKey, 'X-Request-Id': id, ...headers },
				redirect: 'manual',
				signal,
			});
			status = response.status;
		}
		finally {
			const elapsedMs = performance.now() - began;
			quietly(() => hooks.onAnswer?.({ ...call, elapsedMs, status, retryInMs: null }));
		}
		if (response.ok)
			return response;
		const parsed = parse(await response.text());
		throw errorOf(response.status, isObject(parsed) ? parsed : {}, {
			requestId: id,
			retryAfterSeconds: retryAfterOf(response),
		});
	}
	async send(request, options, repeat, read = ({ body }) => body) {
		const id = crypto.randomUUID();
		const retries = options.retries ?? this.#settings.retries;
		let wasLost = false;
		for (let attempt = 1;; attempt++) {
			const began = performance.now();
			const call = { id, method: request.method, path: request.path, attempt };
			const tell = (status, retryInMs) => quietly(() => this.#settings.hooks.onAnswer?.({
				...call,
				elapsedMs: performance.now() - began,
				status,
				retryInMs,
			}));
			quietly(() => this.#settings.hooks.onRequest?.(call));
			let error;
			try {
				const answer = await this.#once(request, id, options);
				tell(answer.status, null);
				return read(answer);
			}
			catch (thrown) {
				error = thrown;
			}
			if (!(error instanceof TollgateError))
				throw error;
			const isLost = error.outcomeUnknown && !(error instanceof AnswerSignatureError);
			wasLost ||= isLost;
			const mayRepeat = attempt <= retries && isPassing(error) && (repeat.again || !isLost);
			const pauseMs = mayRepeat ? this.#pauseMs(error, attempt) : null;
			tell(error.status, pauseMs);
			const mayFind = retries > 0 && !(error instanceof AbortedError) && repeat.find !== undefined && wasLost;
			if (mayFind && (pauseMs === null ? isLost || isRefusal(error) : false)) {
				const found = await this.#find(repeat, options, error);
				if (found !== undefined)
					return found;
			}
			if (pauseMs === null)
				throw wasLost ? unknown(error) : error;
			await pause(pauseMs, options.signal);
			if (mayFind && isLost && repeat.findFirst) {
				const found = await this.#find(repeat, options, error);
				if (found !== undefined)
					return found;
			}
		}
	}
	async #find({ find }, options, lost) {
		try {
			return await find(options);
		}
		catch (error) {
			if (error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError)
				throw unknown(lost);
			throw error;
		}
	}
	async #once(request, id, options) {
		const { method, path, query, body, readBody, merchantReference = null } = request;
		const moves = method !== 'GET';
		const timeoutMs = options.timeoutMs ?? this.#settings.timeoutMs;
		const timeout = AbortSignal.timeout(timeoutMs);
		const signal = options.signal ? firstOf(timeout, options.signal) : timeout;
		const facts = { requestId: id, merchantReference };
		if (options.signal?.aborted)
			throw new AbortedError(`${method} ${path}: aborted`, { ...facts, outcomeUnknown: false });
		let response;
		let text;
		const headers = await this.#headersOf(request, id);
		try {
			response = await this.#settings.fetch(this.#settings.baseUrl + path + textOf(query), {
				method,
				headers,
				redirect: 'manual',
				signal,
				...(body !== undefined && { body }),
			});
			text = response.ok && readBody ? await readBody(response) : await response.text();
		}
		catch (cause) {
			const lost = { ...facts, outcomeUnknown: moves, cause };
			if (options.signal?.aborted)
				throw new AbortedError(`${method} ${path}: aborted`, lost);
			if (timeout.aborted)
				throw new TimeoutError(`${method} ${path}: no answer within ${timeoutMs} ms`, lost);
			const outcomeUnknown = moves && !wasNotSent(cause);
			throw new ConnectionError(`${method} ${path}: no answer came (${reasonOf(cause)})`, {
				...lost,
				outcomeUnknown,
			});
		}
		const requestId = response.headers.get('x-request-id') ?? id;
		const parsed = parse(text);
		if (!response.ok) {
			throw errorOf(response.status, isObject(parsed) ? parsed : {}, {
				...facts,
				requestId,
				retryAfterSeconds: retryAfterOf(response),
			});
		}
		if (parsed === undefined && response.status !== 204) {
			const lost = { ...facts, requestId, outcomeUnknown: moves };
			throw new ConnectionError(`${method} ${path}: the answer is not JSON; is baseUrl the gateway?`, lost);
		}
		await this.#verify(request, { headers: response.headers, text, body: parsed, requestId });
		return { status: response.status, body: parsed, headers: response.headers, requestId };
	}
	async #headersOf(request, id) {
		const { method, path, query, body, headers } = request;
		const text = request.textToSign ?? (method === 'GET' ? undefined : path + textOf(query));
		const signature = text === undefined ? undefined : await this.signatureOf(text);
		return {
			'X-API-KEY': this.#settings.apiKey,
			'X-Request-Id': id,
			Accept: 'application/json',
			...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
			...(signature !== undefined && { 'X-Signature': signature }),
			...headers,
		};
	}
	async #verify({ answerSigned, method, path, merchantReference = null }, { headers, text, body, requestId }) {
		if (answerSigned === undefined || !this.signs)
			return;
		const result = isObject(body) && isObject(body.result) ? body.result : {};
		const given = headers.get('x-signature');
		if (answerSigned === 'card' && given === null && result.errorCode === '1010')
			return;
		if (answerSigned === 'card-or-none' && given === null)
			return;
		const data = bytesOf(answerSigned === 'body' ? text : cardAnswerText(result));
		for (const secret of this.#settings.secrets)
			if (await matches(secret, data, given))
				return;
		const fault = given === null ? 'the answer has no X-Signature' : 'the X-Signature of the answer does not match';
		throw new AnswerSignatureError(`${method} ${path}: ${fault}; is it the signing secret of this brand?`, {
			requestId,
			merchantReference,
		});
	}
	#pauseMs(error, attempt) {
		const most = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
		const asked = error instanceof ApiError && error.retryAfterSeconds !== null ? error.retryAfterSeconds * 1000 : 0;
		if (asked > this.#settings.maxRetryDelayMs)
			return null;
		return Math.max(asked, Math.min(most, this.#settings.maxRetryDelayMs) * (0.5 + Math.random() / 2));
	}
}
function isPassing(error) {
	if (error instanceof AbortedError || error instanceof AnswerSignatureError)
		return false;
	if (error instanceof IdempotencyError)
		return error.status === 409;
	return error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError;
}
const isRefusal = (error) => error.status !== null && error.status < 500 && error.status !== 429;
function unknown(error) {
	return Object.defineProperty(error, 'outcomeUnknown', { value: true, enumerable: true });
}
function wasNotSent(cause) {
	const codes = [cause, cause?.cause].map((error) => error?.code);
	return codes.some((code) => ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ConnectionRefused'].includes(String(code)));
}
function reasonOf(cause) {
	const inner = cause?.cause;
	return String(inner?.code ?? inner?.message ?? cause?.message ?? cause);
}
function retryAfterOf({ headers }) {
	const given = headers.get('retry-after');
	if (given === null)
		return null;
	const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000;
	return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}
function textOf(query) {
	const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
	return given.length === 0
		? ''
		: `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
const isObject = (value) => typeof value === 'object' && value !== null;
function parse(text) {
	try {
		return JSON.parse(text);
	}
	catch {
		return undefined;
	}
}
function quietly(hook) {
	try {
		hook();
	}
	catch { }
}
export async function pause(ms, signal) {
	await new Promise((resolve, reject) => {
		const timer = setTimeout(done, ms);
		function done() {
			signal?.removeEventListener('abort', aborted);
			resolve();
		}
		function aborted() {
			clearTimeout(timer);
			reject(new AbortedError('aborted before the retry', { outcomeUnknown: false }));
		}
		if (signal?.aborted)
			aborted();
		else
			signal?.addEventListener('abort', aborted, { once: true });
	});
}
