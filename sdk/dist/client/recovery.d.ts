import type { Schemas } from '../api-types.ts';
import type { BusinessResult } from './results.ts';
export type Transaction = Schemas['Transaction'];
export type { BusinessResult };
export interface Opened {
	type: 'PAYIN' | 'PAYOUT';
	merchantReference: string;
	currency: string;
	amount: number;
	country?: string | null | undefined;
}
/** The caller's reference, or one that can be looked up. It is never replaced. */
export declare function withReference<Body extends {
	merchantReference?: string | null;
}>(body: Body, other?: string): Body & {
	merchantReference: string;
};
/** The same for the same key: a request that is made again with its key has to be the same request. */
export declare function referenceOfKey(key: string): Promise<string>;
/**
 * Of a session, whose page is still open. Throws LostAnswerError if it is not, and where an older gateway does not tell the
 * address.
 */
export declare function linkOf(transaction: Transaction): Schemas['CashierLink'];
