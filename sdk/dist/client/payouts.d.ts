import type { Schemas } from '../api-types.ts';
import type { OptionsQuery } from './payments.ts';
import { type BusinessResult } from './recovery.ts';
import type { CallOptions } from './settings.ts';
export declare class Payouts {
	#private;
	/** GET /v3/payout-options: the methods for paying a recipient. */
	options(query?: OptionsQuery, options?: CallOptions): Promise<Schemas['PaymentOption'][]>;
	/**
	 * POST /v3/payout. The payout waits for `approve`, unless the brand approves automatically. Throws the same errors as
	 * `payments.create`.
	 */
	create(request: Schemas['PayoutRequest'], options?: CallOptions): Promise<BusinessResult>;
	/**
	 * POST /settle-payout: approves a payout. `status` PENDING with errorCode 4001 means that the balance is too small;
	 * the payout still waits.
	 */
	approve(transactionId: string, options?: CallOptions): Promise<Schemas['SettleResult']>;
	/** POST /settle-payout: declines a payout. Success is `statusCode` 999 with `status` DECLINED. */
	decline(transactionId: string, options?: CallOptions): Promise<Schemas['SettleResult']>;
}
