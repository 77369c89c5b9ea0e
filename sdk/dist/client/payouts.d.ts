import type { Schemas } from '../api-types.ts';
import type { OptionsQuery } from './payments.ts';
import { type BusinessResult } from './recovery.ts';
import type { CallOptions } from './settings.ts';
export declare class Payouts {
	#private;
	/** GET /v3/payout-options: how a recipient can be paid. */
	options(query?: OptionsQuery, options?: CallOptions): Promise<Schemas['PaymentOption'][]>;
	/** POST /v3/payout. It waits for `approve`, unless the brand approves automatically. Throws as `payments.create` does. */
	create(request: Schemas['PayoutRequest'], options?: CallOptions): Promise<BusinessResult>;
	/** POST /settle-payout. `status` PENDING with errorCode 4001: the balance is too small, and the payout still waits. */
	approve(transactionId: string, options?: CallOptions): Promise<Schemas['SettleResult']>;
	/** POST /settle-payout. The answer's `statusCode` is 999 and its `status` DECLINED: that is what was asked. */
	decline(transactionId: string, options?: CallOptions): Promise<Schemas['SettleResult']>;
}
