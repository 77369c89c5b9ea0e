import { Events } from './client/events.js';
import { Hybrid } from './client/hybrid.js';
import { Mandates } from './client/mandates.js';
import { Payments } from './client/payments.js';
import { Payouts } from './client/payouts.js';
import { Refunds } from './client/refunds.js';
import { Sandbox } from './client/sandbox.js';
import { SavedCards } from './client/saved-cards.js';
import { PaymentLinks, Sessions } from './client/sessions.js';
import { settingsOf } from './client/settings.js';
import { Transport } from './client/transport.js';
export * from './errors.js';
export * as webhooks from './webhooks/webhooks.js';
export class Tollgate {
	payments;
	payouts;
	refunds;
	sessions;
	links;
	hybrid;
	savedCards;
	mandates;
	events;
	sandbox;
	constructor(options) {
		const transport = new Transport(settingsOf(options));
		this.payments = new Payments(transport);
		this.payouts = new Payouts(transport);
		this.refunds = new Refunds(transport);
		this.sessions = new Sessions(transport);
		this.links = new PaymentLinks(transport);
		this.hybrid = new Hybrid(transport);
		this.savedCards = new SavedCards(transport);
		this.mandates = new Mandates(transport);
		this.events = new Events(transport);
		this.sandbox = new Sandbox(transport);
	}
}
