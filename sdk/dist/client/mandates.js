import { pagesOf } from './pages.js';
export class Mandates {
	#transport;
	constructor(transport) {
		this.#transport = transport;
	}
	async get(mandateId, options = {}) {
		return (await this.#transport.get(pathOf(mandateId), undefined, options)).body;
	}
	list(query = {}, options = {}) {
		return pagesOf(this.#transport, '/mandates', { ...query }, options);
	}
	async revoke(mandateId, why = {}, options = {}) {
		const text = JSON.stringify(why);
		return await this.#transport.send({ method: 'POST', path: `${pathOf(mandateId)}/revoke`, body: text, textToSign: text }, options, { again: true });
	}
}
const pathOf = (mandateId) => `/mandates/${encodeURIComponent(mandateId)}`;
