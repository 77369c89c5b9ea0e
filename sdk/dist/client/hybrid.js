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
	async choose(request, options = {}) {
		return await this.#post('/v2/hybrid-payment', request, options);
	}
	async #post(path, body, options) {
		const text = JSON.stringify(body);
		return await this.#transport.send({ method: 'POST', path, body: text, textToSign: text }, options, {
			again: true,
		});
	}
}
