import { bytesOf } from '../signing.js';
import { answer, MOST_BYTES, receive, tell } from './receiver.js';
import { WebhookError } from './webhook-error.js';
export function nodeHandler(options) {
	return async (request, response) => {
		const { status, headers, body } = await received(async () => await bodyOf(request), () => request.headers, options);
		if (response.headersSent || response.writableEnded || response.destroyed)
			return;
		const end = request.readableEnded === false ? { connection: 'close' } : {};
		try {
			response.writeHead(status, { ...headers, ...end });
			response.end(body);
		}
		catch (error) {
			void tell(options, error);
		}
	};
}
export function fetchHandler(options) {
	return async (request) => {
		const { status, headers, body } = await received(async () => {
			if (request.bodyUsed)
				return undefined;
			if (request.body === null)
				return '';
			if (typeof request.body?.getReader !== 'function')
				return await request.arrayBuffer();
			const reader = request.body.getReader();
			const whole = await wholeOf(() => reader.read());
			if (whole === null)
				reader.cancel().catch(() => { });
			return whole;
		}, () => request.headers, options);
		return new Response(body, { status, headers });
	};
}
async function received(read, headers, options) {
	try {
		const body = await read();
		if (body !== null)
			return await receive(body, headers(), options);
		return answer(413, 'too large');
	}
	catch (cause) {
		const message = 'the body could not be read to its end: the sender closed the connection; the event will be sent again';
		void tell(options, new WebhookError('body_unread', message, { cause }));
		return answer(400, 'refused: body_unread');
	}
}
async function bodyOf(request) {
	for (const kept of [request.rawBody, request.body]) {
		if (typeof kept === 'string' || kept instanceof Uint8Array)
			return kept;
	}
	if (request.readableEnded || (request.body !== undefined && request.body !== null))
		return request.body;
	if (Number(request.headers['content-length']) > MOST_BYTES)
		return null;
	const chunks = request[Symbol.asyncIterator]();
	return await wholeOf(() => chunks.next());
}
async function wholeOf(next) {
	const chunks = [];
	let size = 0;
	for (let one = await next(); !one.done; one = await next()) {
		const bytes = typeof one.value === 'string' ? bytesOf(one.value) : one.value;
		size += bytes.length;
		if (size > MOST_BYTES)
			return null;
		chunks.push(bytes);
	}
	const whole = new Uint8Array(size);
	let at = 0;
	for (const chunk of chunks) {
		whole.set(chunk, at);
		at += chunk.length;
	}
	return whole;
}
