import { findResult, withReference } from './recovery.js';
export class Payouts {
	#transport;
	constructor(transport) {
		this.#transport = transport;
	}
	async options(query = {}, options = {}) {
		return (await this.#transport.get('/v3/payout-options', { ...query }, options)).body;
	}
	async create(request, options = {}) {
		const body = withReference(request);
		const text = JSON.stringify(body);
		return await this.#transport.send({
			method: 'POST',
			path: '/v3/payout',
			body: text,
			textToSign: text,
			merchantReference: body.merchantReference,
		}, options, {
			again: true,
			findFirst: true,
			find: (look) => findResult(this.#transport, { ...body, type: 'PAYOUT' }, look),
		});
	}
	async approve(transactionId, options = {}) {
		return await this.#settle('APPROVE', transactionId, options);
	}
	async decline(transactionId, options = {}) {
		return await this.#settle('DECLINE', transactionId, options);
	}
	async #settle(action, transactionId, options) {
		const text = JSON.stringify({ action, transactionId });
		return await this.#transport.send({ method: 'POST', path: '/settle-payout', body: text, textToSign: text, answerSigned: 'body' }, options, {
			again: true,
			find: async (look) => {
				const path = `/payments/${encodeURIComponent(transactionId)}`;
				return settledOf(action, (await this.#transport.get(path, undefined, look)).body);
			},
		});
	}
}
function settledOf(action, { transactionId, status, errorCode, errorReason }) {
	if (status === 'PENDING' || status === 'INIT')
		return undefined;
	const wasDeclined = errorCode === '4005';
	if (wasDeclined !== (action === 'DECLINE'))
		return undefined;
	const ended = status === 'DECLINED' || status === 'ERROR';
	return {
		statusCode: ended ? '999' : '000',
		status,
		result: ended ? 'The payout could not be processed' : 'Payout approved',
		transactionId,
		...(ended && !wasDeclined && errorCode !== null && { errorCode }),
		...(ended && !wasDeclined && errorReason !== null && { errorReason }),
	};
}
