import { receive } from './receiver.js';
const MOST_BYTES = 1_048_576;
export function nodeHandler(options) {
	return async (request, response) => {
		const body = await bodyOf(request);
		const { status, headers, body: text, } = body === null
			? { status: 413, headers: {}, body: 'too large\n' }
			: await receive(body, request.headers, options);
		response.writeHead(status, headers);
		response.end(text);
	};
}
async function bodyOf(request) {
	for (const kept of [request.rawBody, request.body]) {
		if (typeof kept === 'string' || kept instanceof Uint8Array)
			return kept;
	}
	if (request.readableEnded || (request.body !== undefined && request.body !== null))
		return request.body;
	const chunks = [];
	let size = 0;
	for await (const chunk of request) {
		const bytes = chunk;
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
export function fetchHandler(options) {
	return async (request) => {
		const { status, headers, body } = await receive(await request.arrayBuffer(), request.headers, options);
		return new Response(body, { status, headers });
	};
}
