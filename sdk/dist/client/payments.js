import { cardRequestText, formText } from '../signing.js';
import { cancelledAs, capturedAs } from './ended-payment.js';
import { pagesOf } from './pages.js';
import { findResult, referenceOfKey, withReference, } from './recovery.js';
export class Payments {
	#transport;
	constructor(transport) {
		this.#transport = transport;
	}
	async options(query = {}, options = {}) {
		return (await this.#transport.get('/v3/payment-options', { ...query }, options)).body;
	}
	async create(request, options = {}) {
		const { idempotencyKey } = options;
		const ofKey = idempotencyKey ? await referenceOfKey(idempotencyKey) : undefined;
		const body = withReference(request, ofKey);
		const { merchantReference } = body;
		const { cardNumber, token, mandateId } = request.paymentData ?? {};
		const isLater = mandateId !== undefined;
		const isCard = cardNumber !== undefined || token !== undefined;
		const isKeyed = isCard || isLater;
		const text = JSON.stringify(body);
		const signature = isKeyed
			? await this.#transport.signatureOf(cardRequestText(JSON.parse(text)))
			: undefined;
		return await this.#transport.send({
			method: 'POST',
			path: '/v3/payment',
			body: text,
			textToSign: text,
			headers: {
				'Idempotency-Key': idempotencyKey ?? crypto.randomUUID(),
				...(signature !== undefined && { Signature: signature }),
			},
			...(isKeyed && { answerSigned: isLater ? 'card-or-none' : 'card' }),
			merchantReference,
		}, options, {
			again: true,
			findFirst: !isKeyed,
			find: (look) => findResult(this.#transport, { ...body, type: 'PAYIN' }, look),
		});
	}
	async get(transactionId, options = {}) {
		return (await this.#transport.get(`/payments/${encodeURIComponent(transactionId)}`, undefined, options)).body;
	}
	async find(query, options = {}) {
		return (await this.#transport.get('/payments', { ...query }, options)).body;
	}
	list(query = {}, options = {}) {
		const texts = Object.entries(query).map(([name, value]) => [
			name,
			value instanceof Date ? value.toISOString() : value,
		]);
		return pagesOf(this.#transport, '/payments', Object.fromEntries(texts), options);
	}
	async capture(request, options = {}) {
		const isNamed = Boolean(request.captureReference);
		const captureReference = request.captureReference || `tg-${crypto.randomUUID()}`;
		const text = JSON.stringify({ ...request, captureReference });
		return await this.#transport.send({
			method: 'POST',
			path: '/capture-payment',
			body: text,
			textToSign: text,
			answerSigned: 'body',
			merchantReference: request.merchantReference ?? null,
		}, options, {
			again: true,
			...(!isNamed && {
				find: async (look) => capturedAs(captureReference, await this.#named(request, look)),
			}),
		});
	}
	async void(request, options = {}) {
		return await this.cancel(request, options);
	}
	async cancel(request, options = {}) {
		const text = JSON.stringify(request);
		return await this.#transport.send({ method: 'POST', path: '/cancel-payment', body: text, textToSign: text, answerSigned: 'body' }, options, {
			again: true,
			find: async (look) => {
				const found = await this.#named(request, look);
				return found && cancelledAs(found);
			},
		});
	}
	async #named({ transactionId, merchantReference, country }, look) {
		if (transactionId)
			return await this.get(transactionId, look);
		if (!merchantReference)
			return undefined;
		const found = await this.find({ merchantReference, ...(country && { country }) }, look);
		return found.length === 1 ? found[0] : undefined;
	}
	async confirm({ document, ...fields }, options = {}) {
		const request = { method: 'POST', path: '/confirm-payment', answerSigned: 'body' };
		if (document === undefined) {
			const text = JSON.stringify(fields);
			return await this.#transport.send({ ...request, body: text, textToSign: text }, options, { again: false });
		}
		const texts = Object.entries(fields).filter((field) => typeof field[1] === 'string');
		const form = new FormData();
		for (const [name, value] of texts)
			form.append(name, value);
		form.append('document', document, 'document');
		return await this.#transport.send({ ...request, body: form, textToSign: formText(texts) }, options, { again: false });
	}
}
