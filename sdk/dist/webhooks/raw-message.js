import { bytesOf } from '../signing.js';
import { WebhookError } from './webhook-error.js';
export function rawBytes(body) {
	if (typeof body === 'string')
		return bytesOf(body);
	if (body instanceof ArrayBuffer)
		return new Uint8Array(body);
	if (ArrayBuffer.isView(body))
		return new Uint8Array(body);
	const was = body === undefined || body === null ? 'there is no body' : 'the body was parsed before it was verified';
	throw new WebhookError('body_parsed', `${was}: give the raw text. Express: mount the receiver before express.json(). Next.js: await request.text()`);
}
export function headerOf(headers, name) {
	if (typeof headers?.get === 'function')
		return headers.get(name);
	const found = Object.entries(headers ?? {}).find(([one]) => one.toLowerCase() === name)?.[1];
	return found === undefined ? null : [found].flat().join(', ');
}
