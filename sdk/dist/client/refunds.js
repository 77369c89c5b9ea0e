export class Refunds {
	#transport;
	constructor(transport) {
		this.#transport = transport;
	}
	async create(request, options = {}) {
		const body = { ...request, refundReference: request.refundReference || `tg-${crypto.randomUUID()}` };
		const text = JSON.stringify(body);
		const { merchantReference } = body;
		return await this.#transport.send({
			method: 'POST',
			path: '/refund/by-reference',
			body: text,
			textToSign: text,
			answerSigned: 'body',
			merchantReference,
		}, options, { again: true });
	}
}
