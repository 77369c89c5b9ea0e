// The client of the Tollgate payment gateway, for a merchant's server: Node.js 20 and later, Bun, Deno, edge workers. It needs only
// `fetch` and WebCrypto. One object a brand:
//
//   const tollgate = new Tollgate({ baseUrl, apiKey, signingSecret });
//   const { cashierUrl } = await tollgate.sessions.create({ currency: 'EUR', amount: 25, merchantReference: 'order-1' });
import { Events } from './client/events.js';
import { Hybrid } from './client/hybrid.js';
import { Payments } from './client/payments.js';
import { Payouts } from './client/payouts.js';
import { Refunds } from './client/refunds.js';
import { Sandbox } from './client/sandbox.js';
import { PaymentLinks, Sessions } from './client/sessions.js';
import { settingsOf } from './client/settings.js';
import { Transport } from './client/transport.js';
export * from './errors.js';
export * as webhooks from './webhooks/webhooks.js';
export class Tollgate {
    /** Pay-ins, and the look-up, cancellation and confirmation of payments. */
    payments;
    payouts;
    refunds;
    /** The hosted cashier. */
    sessions;
    links;
    /** The methods on a page of yours, and then the cashier. */
    hybrid;
    events;
    /** In test alone. */
    sandbox;
    /** Throws UsageError if the settings cannot work. */
    constructor(options) {
        const transport = new Transport(settingsOf(options));
        this.payments = new Payments(transport);
        this.payouts = new Payouts(transport);
        this.refunds = new Refunds(transport);
        this.sessions = new Sessions(transport);
        this.links = new PaymentLinks(transport);
        this.hybrid = new Hybrid(transport);
        this.events = new Events(transport);
        this.sandbox = new Sandbox(transport);
    }
}
