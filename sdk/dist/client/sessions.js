import { NotFoundError } from '../errors.js';
import { withoutEmptyTexts } from '../signing.js';
import { pagesOf } from './pages.js';
import { findOpened, linkOf, withReference } from './recovery.js';
export class Sessions {
	#transport;
	constructor(transport) {
		this.#transport = transport;
	}
	async create(request, options = {}) {
		return await this.#open('/payment-session', 'PAYIN', request, options);
	}
	async createPayout(request, options = {}) {
		return await this.#open('/payout-session', 'PAYOUT', request, options);
	}
	async #open(path, type, request, options) {
		const body = withReference(request);
		const text = JSON.stringify(withoutEmptyTexts(body));
		return await this.#transport.send({
			method: 'POST',
			path,
			body: text,
			textToSign: text,
			answerSigned: 'body',
			merchantReference: body.merchantReference,
		}, options, {
			again: true,
			findFirst: true,
			find: async (look) => {
				const found = await findOpened(this.#transport, { ...body, type }, look);
				return found && linkOf(found);
			},
		});
	}
}
export class PaymentLinks {
	#transport;
	constructor(transport) {
		this.#transport = transport;
	}
	async create(request, options = {}) {
		const body = withReference(request);
		const text = JSON.stringify(withoutEmptyTexts(body));
		return await this.#transport.send({
			method: 'POST',
			path: '/payment-links',
			body: text,
			textToSign: text,
			answerSigned: 'body',
			merchantReference: body.merchantReference,
		}, options, {
			again: true,
			findFirst: true,
			find: async (look) => {
				const found = await findOpened(this.#transport, { ...body, type: 'PAYIN' }, look);
				return found && (await this.#linkOf(found.transactionId, look));
			},
		});
	}
	async #linkOf(transactionId, look) {
		try {
			return await this.get(transactionId, look);
		}
		catch (error) {
			if (error instanceof NotFoundError)
				return undefined;
			throw error;
		}
	}
	async get(transactionId, options = {}) {
		return (await this.#transport.get(`/payment-links/${encodeURIComponent(transactionId)}`, undefined, options)).body;
	}
	list(query = {}, options = {}) {
		return pagesOf(this.#transport, '/payment-links', { ...query }, options);
	}
	async cancel(transactionId, options = {}) {
		const path = `/payment-links/${encodeURIComponent(transactionId)}`;
		await this.#transport.send({ method: 'DELETE', path }, options, { again: true });
	}
}
