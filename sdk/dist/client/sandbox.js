export class Sandbox {
	#transport;
	constructor(transport) {
		this.#transport = transport;
	}
	async forceOutcome(transactionId, forced, options = {}) {
		return await this.#post(`/sandbox/transactions/${encodeURIComponent(transactionId)}/outcome`, forced, options);
	}
	async dispute(transactionId, dispute, options = {}) {
		return await this.#post(`/sandbox/transactions/${encodeURIComponent(transactionId)}/dispute`, dispute, options);
	}
	async return(transactionId, why = {}, options = {}) {
		return await this.#post(`/sandbox/transactions/${encodeURIComponent(transactionId)}/return`, why, options);
	}
	async forceRefund(refundId, outcome, options = {}) {
		return await this.#post(`/sandbox/refunds/${encodeURIComponent(refundId)}/outcome`, { outcome }, options);
	}
	async forceCapture(captureId, outcome, options = {}) {
		return await this.#post(`/sandbox/captures/${encodeURIComponent(captureId)}/outcome`, { outcome }, options);
	}
	async settle(options = {}) {
		return await this.#post('/sandbox/settlements', { provider: 'sandbox' }, options);
	}
	async #post(path, body, options) {
		const text = JSON.stringify(body);
		return await this.#transport.send({ method: 'POST', path, body: text, textToSign: text }, options, { again: false });
	}
}
