import type { Schemas } from '../api-types.ts';
import type { CallOptions } from './settings.ts';
export interface HybridSession {
	transactionId: string;
	sessionId: string;
	/** What this amount can be paid with. */
	paymentOptions: Schemas['V2Option'][];
}
export declare class Hybrid {
	#private;
	/** POST /v2/payment-options. Throws LostAnswerError if the session exists and its options were lost. */
	open(request: Schemas['V2SessionRequest'], options?: CallOptions): Promise<HybridSession>;
	/** POST /v2/payment-suboptions: the banks or wallets of an option; an empty list where there is nothing to choose. */
	suboptions(request: Schemas['SuboptionsRequest'], options?: CallOptions): Promise<Schemas['Suboptions']>;
	/**
	 * POST /v2/hybrid-payment: send the customer to `result.redirectUrl`. A session is used once, so a second try after a lost answer may
	 * be refused. With the `transactionId` of the session its record then tells the address; without it `outcomeUnknown` is true, and
	 * the session has to be cancelled.
	 */
	choose(request: Schemas['HybridPaymentRequest'], { transactionId, ...options }?: CallOptions & {
		transactionId?: string;
	}): Promise<Schemas['V2Redirect']>;
}
