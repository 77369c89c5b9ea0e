import { verify } from './verify.js';
import { WebhookError } from './webhook-error.js';
const answer = (status, body, headers = {}) => ({
	status,
	body: `${body}\n`,
	headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
});
export async function receive(rawBody, headers, options) {
	const { secrets, store, onEvent, answerWithinMs = 10_000, onError = console.error, toleranceSeconds, } = options;
	let event;
	try {
		event = await verify(rawBody, headers, secrets, toleranceSeconds === undefined ? {} : { toleranceSeconds });
	}
	catch (error) {
		onError(error);
		if (!(error instanceof WebhookError))
			return answer(500, 'not handled');
		const isOurs = error.fault === 'body_parsed' || error.fault === 'no_secret';
		return isOurs ? answer(500, `not verified: ${error.fault}`) : answer(403, `refused: ${error.fault}`);
	}
	const work = store.once(event.eventId, async () => await onEvent(event));
	let timer;
	const late = new Promise((resolve) => {
		timer = setTimeout(() => resolve('late'), answerWithinMs);
	});
	try {
		const outcome = await Promise.race([work, late]);
		if (outcome !== 'late')
			return answer(200, outcome ? 'handled' : 'handled before');
		work.catch(onError);
		return answer(503, 'still working on it', { 'retry-after': '30' });
	}
	catch (error) {
		onError(error);
		return answer(500, 'not handled');
	}
	finally {
		clearTimeout(timer);
	}
}
