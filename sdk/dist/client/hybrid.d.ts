import type { Schemas } from '../api-types.ts';
import type { CallOptions } from './settings.ts';
export interface HybridSession {
	transactionId: string;
	sessionId: string;
	/** The methods for this amount. */
	paymentOptions: Schemas['V2Option'][];
}
export declare class Hybrid {
	#private;
	/** POST /v2/payment-options. Throws LostAnswerError if the session exists but its options were lost. */
	open(request: Schemas['V2SessionRequest'], options?: CallOptions): Promise<HybridSession>;
	/** POST /v2/payment-suboptions: the banks or wallets of an option. Empty if the customer has nothing to choose. */
	suboptions(request: Schemas['SuboptionsRequest'], options?: CallOptions): Promise<Schemas['Suboptions']>;
	/**
	 * POST /v2/hybrid-payment: send the customer to `result.redirectUrl`. A session works once, so the gateway may refuse
	 * a retry after a lost answer. With `transactionId`, the SDK then reads the address from the payment's record.
	 * Without it, the error has `outcomeUnknown` true: cancel the session.
	 */
	choose(request: Schemas['HybridPaymentRequest'], { transactionId, ...options }?: CallOptions & {
		transactionId?: string;
	}): Promise<Schemas['V2Redirect']>;
}
