import type { CallOptions } from './settings.ts';
type Status = 'PENDING' | 'ACTIVE' | 'REVOKED' | 'EXPIRED' | 'FAILED';
type Open = string & {};
export interface Mandate {
	mandateId: string;
	/** Only an ACTIVE mandate can be charged. */
	status: Status | Open;
	userId: string;
	reason: 'RECURRING' | 'INSTALLMENTS' | 'UNSCHEDULED' | Open;
	description: string | null;
	paymentOption: {
		id: string;
		name: string;
		type: string;
	};
	card: {
		brand: string;
		first6: string;
		last4: string;
		expiryMonth: string;
		expiryYear: string;
	} | null;
	/** Masked; null for a card. */
	account: string | null;
	currency: string;
	/** For each charge; null: no limit. */
	maxAmount: number | null;
	expiresAt: string | null;
	/** The payment in which the customer agreed. */
	firstTransactionId: string;
	networkTransactionId: string | null;
	provider: string | null;
	createdAt: string;
	lastUsedAt: string | null;
	revokedAt: string | null;
}
export interface MandatesQuery {
	userId?: string;
	status?: Status | Open;
	/** Mandates per page: 1 to 100. The iteration reads all pages. */
	limit?: number;
}
export declare class Mandates {
	#private;
	/** GET /mandates/{mandateId}. Throws NotFoundError. */
	get(mandateId: string, options?: CallOptions): Promise<Mandate>;
	/** GET /mandates, page by page: `for await (const mandate of tollgate.mandates.list({ userId }))`. */
	list(query?: MandatesQuery, options?: CallOptions): AsyncGenerator<Mandate, void>;
	/** POST /mandates/{mandateId}/revoke: it cannot be charged any more. A second call changes nothing. */
	revoke(mandateId: string, why?: {
		reason?: string;
	}, options?: CallOptions): Promise<Mandate>;
}
export {};
