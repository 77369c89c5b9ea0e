import type { Schemas } from '../api-types.ts';
import { type BusinessResult, type Transaction } from './recovery.ts';
import type { CallOptions } from './settings.ts';
export interface PaymentCallOptions extends CallOptions {
	/**
	 * For pay-ins by card and by mandate: one key for each intended payment, up to 64 characters. Default: generated.
	 * Your own key is never replaced. A payment without a reference gets one that is made from the key.
	 */
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
	/** Only payments that are settled in this payout of the provider. */
	settlementId?: string;
	/** Payments per page: 1 to 100. The iteration reads all pages. */
	limit?: number;
}
/** `mandate` asks the customer to agree to later charges; a later charge has the `mandateId` alone. */
export type PayinRequest = Schemas['PayinRequest'];
export type CancelRequest = Schemas['CancelRequest'];
export declare class Payments {
	#private;
	/** GET /v3/payment-options: the methods that the customer can pay with. */
	options(query?: OptionsQuery, options?: CallOptions): Promise<Schemas['PaymentOption'][]>;
	/**
	 * POST /v3/payment. `result.status` is the state of the payment, `resultType` says what to do next. A declined
	 * payment is an answer, not an error. With `captureMode: 'manual'` and `result.authorized` the money is held until
	 * `capture`. A later charge has `paymentData: { mandateId }`, and never a step for the customer. Throws
	 * DuplicateReferenceError if the reference was used before. Throws LostAnswerError if the payment exists but the data
	 * that the customer needs was lost.
	 */
	create(request: PayinRequest, options?: PaymentCallOptions): Promise<BusinessResult>;
	/** GET /payments/{transactionId}. Throws NotFoundError. */
	get(transactionId: string, options?: CallOptions): Promise<Transaction>;
	/**
	 * GET /payments: all payments with your reference; empty if there is none. A reference is unique for each country.
	 */
	find(query: {
		merchantReference: string;
		country?: string;
	}, options?: CallOptions): Promise<Transaction[]>;
	/**
	 * GET /payments: all payments of the brand, newest first, page by page:
	 * `for await (const payment of tollgate.payments.list())`.
	 */
	list(query?: PaymentsQuery, options?: CallOptions): AsyncGenerator<Transaction, void>;
	/**
	 * POST /capture-payment: charges an authorised pay-in, `amount` of it or the rest. The same `captureReference` is the
	 * same capture. So give your own (the number of a parcel), and after an error with `outcomeUnknown` repeat the call
	 * with it. `status` PENDING: the outcome follows by webhook. FAILED: nothing was charged, and you can capture again.
	 * Throws ValidationError with errorCode 5101 and `amountCapturable`, 5102 or 5103.
	 */
	capture(request: Schemas['CaptureRequest'], options?: CallOptions): Promise<Schemas['CaptureAnswer']>;
	/**
	 * POST /cancel-payment of an authorised pay-in: releases what is held and not captured. `status` is COMPLETED if a
	 * part was captured, else DECLINED. Throws ValidationError: with errorCode 5102 while a capture is PENDING, without a
	 * code if the pay-in has ended.
	 */
	void(request: CancelRequest, options?: CallOptions): Promise<Schemas['CancelResult']>;
	/**
	 * POST /cancel-payment: cancels a pay-in or payout that has not ended, and voids an authorised pay-in. Throws
	 * ValidationError if it is too late.
	 */
	cancel(request: CancelRequest, options?: CallOptions): Promise<Schemas['CancelResult']>;
	/**
	 * POST /confirm-payment: sends what the customer entered after paying, or a receipt of less than 2 MB. After a lost
	 * answer it is not sent again; look the payment up to see whether it was taken.
	 */
	confirm({ document, ...fields }: Schemas['Confirmation'] & {
		document?: Blob;
	}, options?: CallOptions): Promise<Schemas['ConfirmationAnswer']>;
}
