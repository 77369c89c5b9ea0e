import { LostAnswerError } from '../errors.js';
import { findOpened, withReference } from './recovery.js';
export class Hybrid {
	#transport;
	constructor(transport) {
		this.#transport = transport;
	}
	async open(request, options = {}) {
		const body = withReference(request);
		const text = JSON.stringify(body);
		const { merchantReference } = body;
		return await this.#transport.send({ method: 'POST', path: '/v2/payment-options', body: text, textToSign: text, merchantReference }, options, {
			again: true,
			findFirst: true,
			find: async (look) => {
				const found = await findOpened(this.#transport, { ...body, type: 'PAYIN' }, look);
				if (found)
					throw new LostAnswerError(found, {});
				return undefined;
			},
		});
	}
	async suboptions(request, options = {}) {
		return await this.#post('/v2/payment-suboptions', request, options);
	}
	async choose(request, { transactionId, ...options } = {}) {
		return await this.#post('/v2/hybrid-payment', request, options, async (look) => {
			if (transactionId === undefined)
				return undefined;
			const path = `/payments/${encodeURIComponent(transactionId)}`;
			return chosenOf(request, (await this.#transport.get(path, undefined, look)).body);
		});
	}
	async #post(path, body, options, find) {
		const text = JSON.stringify(body);
		return await this.#transport.send({ method: 'POST', path, body: text, textToSign: text }, options, {
			again: true,
			...(find && { find }),
		});
	}
}
function chosenOf({ sessionId, paymentOptionId, optionId }, { transactionId, sessionId: own, paymentOption, cashierUrl }) {
	const isChosen = own === sessionId && paymentOption?.id === (optionId || paymentOptionId);
	if (!isChosen || !cashierUrl)
		return undefined;
	return { statusCode: '300', resultType: 'redirect', result: { redirectUrl: cashierUrl, transactionId } };
}
