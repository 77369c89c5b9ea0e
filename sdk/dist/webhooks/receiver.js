import { rawBytes } from './raw-message.js';
import { verify } from './verify.js';
import { WebhookError } from './webhook-error.js';
export const MOST_BYTES = 1_048_576;
export const answer = (status, body, headers = {}) => ({
	status,
	body: `${body}\n`,
	headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
});
export async function tell(options, error) {
	try {
		await (options?.onError ?? console.error)(error);
	}
	catch { }
}
const OURS = ['body_parsed', 'no_secret'];
export async function receive(rawBody, headers, options) {
	let event;
	try {
		const { secrets, toleranceSeconds } = options;
		const body = rawBytes(rawBody);
		if (body.length > MOST_BYTES)
			return answer(413, 'too large');
		event = await verify(body, headers, secrets, toleranceSeconds === undefined ? {} : { toleranceSeconds });
	}
	catch (error) {
		void tell(options, error);
		if (!(error instanceof WebhookError))
			return answer(500, 'not verified');
		const { fault } = error;
		return OURS.includes(fault) ? answer(500, `not verified: ${fault}`) : answer(403, `refused: ${fault}`);
	}
	return await handle(event, options);
}
async function handle(event, options) {
	const { store, onEvent, answerWithinMs = 10_000 } = options;
	let timer;
	const late = new Promise((resolve) => {
		timer = setTimeout(() => resolve('late'), answerWithinMs);
	});
	try {
		const work = (async () => await store.once(event.eventId, async (tx) => await onEvent(event, tx)))();
		const outcome = await Promise.race([work, late]);
		if (outcome !== 'late')
			return answer(200, outcome ? 'handled' : 'handled before');
		work.catch((error) => tell(options, error));
		return answer(503, 'still working on it', { 'retry-after': '30' });
	}
	catch (error) {
		void tell(options, error);
		return answer(500, 'not handled');
	}
	finally {
		clearTimeout(timer);
	}
}
