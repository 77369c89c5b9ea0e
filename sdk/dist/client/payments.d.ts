import type { Schemas } from '../api-types.ts';
import { type BusinessResult, type Transaction } from './recovery.ts';
import type { CallOptions } from './settings.ts';
export interface PaymentCallOptions extends CallOptions {
	/** Of a card pay-in: one for each intended payment, up to 64 characters. Generated if omitted, never replaced. A payment without a reference gets one that is made of it. */
	idempotencyKey?: string;
}
export interface OptionsQuery {
	country?: string;
	currency?: string;
	excludeCountries?: boolean;
}
export interface PaymentsQuery {
	createdFrom?: string | Date;
	createdTo?: string | Date;
	status?: Transaction['status'] | (string & {});
	type?: Transaction['type'] | (string & {});
	currency?: string;
	paymentOptionId?: string;
	/** Of a page: 1 to 100. The iteration goes over all pages. */
	limit?: number;
}
export type CancelRequest = Schemas['CancelRequest'];
export declare class Payments {
	#private;
	/** GET /v3/payment-options: what the customer can pay with. */
	options(query?: OptionsQuery, options?: CallOptions): Promise<Schemas['PaymentOption'][]>;
	/**
	 * POST /v3/payment. `result.status` tells how it stands, `resultType` what to do next; a declined payment is an answer, no error.
	 * Throws DuplicateReferenceError if the reference was used before, LostAnswerError if the payment exists and what the customer
	 * needs was lost.
	 */
	create(request: Schemas['PayinRequest'], options?: PaymentCallOptions): Promise<BusinessResult>;
	/** GET /payments/{transactionId}. Throws NotFoundError. */
	get(transactionId: string, options?: CallOptions): Promise<Transaction>;
	/** GET /payments: those with your reference, none or more; a reference is used once for each country. */
	find(query: {
		merchantReference: string;
		country?: string;
	}, options?: CallOptions): Promise<Transaction[]>;
	/** GET /payments: all of the brand, newest first, page by page: `for await (const payment of tollgate.payments.list())`. */
	list(query?: PaymentsQuery, options?: CallOptions): AsyncGenerator<Transaction, void>;
	/** POST /cancel-payment: a pay-in or payout that has not ended. Throws ValidationError if it can no longer be cancelled. */
	cancel(request: CancelRequest, options?: CallOptions): Promise<Schemas['CancelResult']>;
	/**
	 * POST /confirm-payment: what the customer entered after paying, or a receipt of less than 2 MB. It is not sent again after a lost
	 * answer: then the payment tells whether it was taken.
	 */
	confirm({ document, ...fields }: Schemas['Confirmation'] & {
		document?: Blob;
	}, options?: CallOptions): Promise<Schemas['ConfirmationAnswer']>;
}
