import { NotFoundError } from '../errors.js';
import { pagesOf } from './pages.js';
import { linkOf, openPage } from './recovery.js';
export class Sessions {
	#transport;
	constructor(transport) {
		this.#transport = transport;
	}
	async create(request, options = {}) {
		const answerOf = async (found) => linkOf(found);
		const opening = { path: '/payment-session', type: 'PAYIN', request, answerOf };
		return await openPage(this.#transport, opening, options);
	}
	async createPayout(request, options = {}) {
		const answerOf = async (found) => linkOf(found);
		const opening = { path: '/payout-session', type: 'PAYOUT', request, answerOf };
		return await openPage(this.#transport, opening, options);
	}
}
export class PaymentLinks {
	#transport;
	constructor(transport) {
		this.#transport = transport;
	}
	async create(request, options = {}) {
		const answerOf = async ({ transactionId }, look) => await this.#linkOf(transactionId, look);
		const opening = { path: '/payment-links', type: 'PAYIN', request, answerOf };
		return await openPage(this.#transport, opening, options);
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
