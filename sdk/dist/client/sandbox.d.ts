import type { Schemas } from '../api-types.ts';
import type { Transaction } from './recovery.ts';
import type { CallOptions } from './settings.ts';
export interface ForcedOutcome {
	outcome: 'COMPLETED' | 'DECLINED' | 'ERROR' | 'EXPIRED' | (string & {});
	errorCode?: string;
}
export declare class Sandbox {
	#private;
	/** Ends an open payment. COMPLETED also works for a payment that expired or was cancelled. */
	forceOutcome(transactionId: string, forced: ForcedOutcome, options?: CallOptions): Promise<Transaction>;
	/** Opens or moves a dispute. */
	dispute(transactionId: string, dispute: Schemas['DisputeRequest'], options?: CallOptions): Promise<Transaction>;
	/** Sends a completed payout or debit back. */
	return(transactionId: string, why?: {
		reason?: string;
	}, options?: CallOptions): Promise<Transaction>;
	/** Ends a refund. FAILED also works after it was completed. */
	forceRefund(refundId: string, outcome: 'COMPLETED' | 'FAILED', options?: CallOptions): Promise<Transaction>;
	/** Ends a capture. FAILED also works after it was completed. */
	forceCapture(captureId: string, outcome: 'COMPLETED' | 'FAILED', options?: CallOptions): Promise<Transaction>;
	/** Pays out the payments of the sandbox that are not settled yet. Refused with 409 if there are none. */
	settle(options?: CallOptions): Promise<Schemas['SandboxSettlement']>;
}
