import { Events } from './client/events.ts';
import { Hybrid } from './client/hybrid.ts';
import { Mandates } from './client/mandates.ts';
import { Payments } from './client/payments.ts';
import { Payouts } from './client/payouts.ts';
import { Refunds } from './client/refunds.ts';
import { Sandbox } from './client/sandbox.ts';
import { SavedCards } from './client/saved-cards.ts';
import { PaymentLinks, Sessions } from './client/sessions.ts';
import { type ClientOptions } from './client/settings.ts';
export type { Schemas, UnknownText } from './api-types.ts';
export type { StreamedEvent, StreamOptions } from './client/events.ts';
export type { HybridSession } from './client/hybrid.ts';
export type { Mandate, MandateRequest, MandatesQuery } from './client/mandates.ts';
export type { OptionsQuery, PayinRequest, PaymentCallOptions, PaymentsQuery } from './client/payments.ts';
export type { BusinessResult, Transaction } from './client/recovery.ts';
export type { SavedCard } from './client/saved-cards.ts';
export type { PaymentLink, SessionRequest } from './client/sessions.ts';
export type { CallEnd, CallOptions, CallStart, ClientOptions, Hooks } from './client/settings.ts';
export type { CaptureEvent, DisputeEvent, MandateEvent, RefundEvent, ReturnEvent, StatusEvent, TestEvent, UnknownEvent, WebhookEvent, } from './client/webhook-event.ts';
export * from './errors.ts';
export * as webhooks from './webhooks/webhooks.ts';
export declare class Tollgate {
	/** Pay-ins; look-up, cancellation and confirmation of payments. */
	readonly payments: Payments;
	readonly payouts: Payouts;
	readonly refunds: Refunds;
	/** The hosted cashier. */
	readonly sessions: Sessions;
	readonly links: PaymentLinks;
	/** Show the methods on your own page, then send the customer to the cashier. */
	readonly hybrid: Hybrid;
	/** The cards that customers saved. */
	readonly savedCards: SavedCards;
	/** What customers agreed to for later charges. */
	readonly mandates: Mandates;
	readonly events: Events;
	/** Only in the test environment. */
	readonly sandbox: Sandbox;
	/** Throws UsageError if the settings are wrong. */
	constructor(options: ClientOptions);
}
