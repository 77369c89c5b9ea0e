import { LostAnswerError } from '../errors.js';
import { findOpened, withReference } from './recovery.js';
export class Hybrid {
    #transport;
    constructor(transport) {
        this.#transport = transport;
    }
    /** POST /v2/payment-options. Throws LostAnswerError if the session exists and its options were lost. */
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
    /** POST /v2/payment-suboptions: the banks or wallets of an option; an empty list where there is nothing to choose. */
    async suboptions(request, options = {}) {
        return await this.#post('/v2/payment-suboptions', request, options);
    }
    /**
     * POST /v2/hybrid-payment: send the customer to `result.redirectUrl`. A session is used once, so a second try after a lost answer may
     * be refused; then `outcomeUnknown` is true, and the session has to be cancelled.
     */
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
