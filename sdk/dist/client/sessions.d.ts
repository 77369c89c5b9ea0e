import type { Schemas } from '../api-types.ts';
import type { CallOptions } from './settings.ts';
export type SessionRequest = Schemas['SessionRequest'];
export type PaymentLink = Schemas['PaymentLink'];
export declare class Sessions {
	#private;
	/**
	 * POST /payment-session: send the customer to `cashierUrl`. Throws LostAnswerError if the answer was lost and the
	 * session has ended.
	 */
	create(request: SessionRequest, options?: CallOptions): Promise<Schemas['CashierLink']>;
	/** POST /payout-session: send the recipient to `cashierUrl`, where they enter how to be paid. */
	createPayout(request: SessionRequest, options?: CallOptions): Promise<Schemas['CashierLink']>;
}
export declare class PaymentLinks {
	#private;
	/** POST /payment-links: an address where somebody can pay, valid for an hour to thirty days. */
	create(request: Schemas['PaymentLinkRequest'], options?: CallOptions): Promise<PaymentLink>;
	get(transactionId: string, options?: CallOptions): Promise<PaymentLink>;
	/** All links of the brand, newest first, page by page. */
	list(query?: {
		state?: PaymentLink['state'];
		limit?: number;
	}, options?: CallOptions): AsyncGenerator<PaymentLink, void>;
	/**
	 * DELETE /payment-links/{transactionId}: nobody can pay with the link any more. Throws ValidationError if it was
	 * paid.
	 */
	cancel(transactionId: string, options?: CallOptions): Promise<void>;
}
