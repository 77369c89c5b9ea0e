import type { z as Zod } from 'zod';
import type { Tollgate, Transaction } from '../../tollgate.ts';
import type { Tool } from './server.ts';
export declare function paymentTools(z: typeof Zod, client: () => Tollgate): Tool[];
/**
 * What a merchant may have put a person's name into is left out too: the ids and texts of its own, and the address of the return.
 * So is the address of the payment page: whoever has it can act for its payer.
 */
export declare function withoutPersons(transaction: Transaction): {
	amount: number;
	amountRefunded: number;
	brandId: string;
	completedAt: string | null;
	country: string | null;
	createdAt: string;
	currency: string;
	disputes: import("../../api-types.ts").Schemas["Dispute"][];
	errorCode: string | null;
	errorReason: string | null;
	expiresAt: string | null;
	lateSuccess: boolean;
	merchantReference: string;
	paymentOption: {
		id: string;
		name: string | null;
		type: string | null;
	} | null;
	paymentReference: string;
	providerReference: string | null;
	refunds: import("../../api-types.ts").Schemas["Refund"][];
	resultType: "success" | "redirect" | "declined" | "error" | "form" | "qrcode" | "receipt" | "info" | "barcode" | "fawry" | "mobile" | (string & {}) | null;
	retryAdvice: "DO_NOT_RETRY" | "RETRY_LATER" | "OTHER_METHOD" | "FIX_DATA" | "RECONCILE" | (string & {}) | null;
	returned: {
		amount: number;
		at: string;
		reason: string | null;
	} | null;
	sessionId: string;
	status: "INIT" | "PENDING" | "PROCESSING" | "COMPLETED" | "DECLINED" | "ERROR" | (string & {});
	statusCode: number | null;
	threeDS: {
		flow: "CHALLENGE" | "FRICTIONLESS" | (string & {});
		status: string;
	} | null;
	timeline: {
		actor: string;
		at: string;
		from: string | null;
		reason: string | null;
		to: string;
	}[];
	transactionId: string;
	type: "PAYIN" | "PAYOUT" | (string & {});
	updatedAt: string;
	card: null;
} | {
	amount: number;
	amountRefunded: number;
	brandId: string;
	completedAt: string | null;
	country: string | null;
	createdAt: string;
	currency: string;
	disputes: import("../../api-types.ts").Schemas["Dispute"][];
	errorCode: string | null;
	errorReason: string | null;
	expiresAt: string | null;
	lateSuccess: boolean;
	merchantReference: string;
	paymentOption: {
		id: string;
		name: string | null;
		type: string | null;
	} | null;
	paymentReference: string;
	providerReference: string | null;
	refunds: import("../../api-types.ts").Schemas["Refund"][];
	resultType: "success" | "redirect" | "declined" | "error" | "form" | "qrcode" | "receipt" | "info" | "barcode" | "fawry" | "mobile" | (string & {}) | null;
	retryAdvice: "DO_NOT_RETRY" | "RETRY_LATER" | "OTHER_METHOD" | "FIX_DATA" | "RECONCILE" | (string & {}) | null;
	returned: {
		amount: number;
		at: string;
		reason: string | null;
	} | null;
	sessionId: string;
	status: "INIT" | "PENDING" | "PROCESSING" | "COMPLETED" | "DECLINED" | "ERROR" | (string & {});
	statusCode: number | null;
	threeDS: {
		flow: "CHALLENGE" | "FRICTIONLESS" | (string & {});
		status: string;
	} | null;
	timeline: {
		actor: string;
		at: string;
		from: string | null;
		reason: string | null;
		to: string;
	}[];
	transactionId: string;
	type: "PAYIN" | "PAYOUT" | (string & {});
	updatedAt: string;
	card: {
		brand: string;
		expiryMonth: string;
		expiryYear: string;
		first6: string;
		last4: string;
	};
};
