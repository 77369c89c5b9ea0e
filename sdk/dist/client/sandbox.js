export class Sandbox {
    #transport;
    constructor(transport) {
        this.#transport = transport;
    }
    /** Ends an open payment; COMPLETED also one that expired or was cancelled. */
    async forceOutcome(transactionId, forced, options = {}) {
        return await this.#post(`/sandbox/transactions/${encodeURIComponent(transactionId)}/outcome`, forced, options);
    }
    /** Opens or moves a dispute. */
    async dispute(transactionId, dispute, options = {}) {
        return await this.#post(`/sandbox/transactions/${encodeURIComponent(transactionId)}/dispute`, dispute, options);
    }
    /** Sends a completed payout or debit back. */
    async return(transactionId, why = {}, options = {}) {
        return await this.#post(`/sandbox/transactions/${encodeURIComponent(transactionId)}/return`, why, options);
    }
    /** Ends a refund; FAILED also after it was completed. */
    async forceRefund(refundId, outcome, options = {}) {
        return await this.#post(`/sandbox/refunds/${encodeURIComponent(refundId)}/outcome`, { outcome }, options);
    }
    async #post(path, body, options) {
        const text = JSON.stringify(body);
        return await this.#transport.send({ method: 'POST', path, body: text, textToSign: text }, options, { again: false });
    }
}
