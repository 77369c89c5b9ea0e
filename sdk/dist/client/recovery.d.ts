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
/** The caller's reference, or a generated one for the look-up. The caller's own is never replaced. */
export declare function withReference<Body extends {
	merchantReference?: string | null;
}>(body: Body, other?: string): Body & {
	merchantReference: string;
};
/** The same reference for the same key: a retry with its key has to be the same request. */
export declare function referenceOfKey(key: string): Promise<string>;
/**
 * The link of a session whose page is still open. Throws LostAnswerError if the page is closed, or if an older gateway
 * does not tell the address.
 */
export declare function linkOf(transaction: Transaction): Schemas['CashierLink'];
