import { webhooks } from '../tollgate.js';
const TIMEOUT_MS = 15_000;
export async function deliver(url, body, eventId, secret) {
	const { headers } = await webhooks.sign(body, secret, { eventId });
	return await post(url, body, headers);
}
export async function post(url, body, headers, timeoutMs = TIMEOUT_MS) {
	const began = performance.now();
	try {
		const response = await fetch(url, {
			method: 'POST',
			body,
			headers,
			redirect: 'manual',
			signal: AbortSignal.timeout(timeoutMs),
		});
		const said = (await response.text()).slice(0, 200).trim();
		return { status: response.status, elapsedMs: performance.now() - began, fault: null, said };
	}
	catch (error) {
		const { cause, name } = error;
		const fault = name === 'TimeoutError' ? `no answer within ${timeoutMs} ms` : (cause?.code ?? String(error));
		return { status: null, elapsedMs: performance.now() - began, fault, said: '' };
	}
}
export const wasTaken = ({ status }) => status !== null && status >= 200 && status < 300;
