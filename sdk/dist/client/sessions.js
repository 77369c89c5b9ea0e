import { LostAnswerError, NotFoundError } from '../errors.js';
import { withoutEmptyTexts } from '../signing.js';
import { pagesOf } from './pages.js';
import { findOpened, withReference } from './recovery.js';
export class Sessions {
    #transport;
    constructor(transport) {
        this.#transport = transport;
    }
    /** POST /payment-session: send the customer to `cashierUrl`. Throws LostAnswerError if the session exists and its address was lost. */
    async create(request, options = {}) {
        return await this.#open('/payment-session', 'PAYIN', request, options);
    }
    /** POST /payout-session: the recipient says at `cashierUrl` how to be paid. */
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
                if (found)
                    throw new LostAnswerError(found, {});
                return undefined;
            },
        });
    }
}
export class PaymentLinks {
    #transport;
    constructor(transport) {
        this.#transport = transport;
    }
    /** POST /payment-links: an address to pay at, valid for an hour to thirty days. */
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
    /** undefined: the payment with this reference is no link, so the refusal of the gateway is the answer. */
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
    /** All of the brand, newest first, page by page. */
    list(query = {}, options = {}) {
        return pagesOf(this.#transport, '/payment-links', { ...query }, options);
    }
    /** DELETE /payment-links/{transactionId}: nobody can pay by it any more. Throws ValidationError if it was paid. */
    async cancel(transactionId, options = {}) {
        const path = `/payment-links/${encodeURIComponent(transactionId)}`;
        await this.#transport.send({ method: 'DELETE', path }, options, { again: true });
    }
}
