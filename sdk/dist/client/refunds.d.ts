import type { Schemas } from '../api-types.ts';
import type { CallOptions } from './settings.ts';
export declare class Refunds {
	#private;
	/** POST /refund/by-reference: a part, or without `amount` the rest. Its outcome follows by webhook. */
	create(request: Schemas['RefundRequest'], options?: CallOptions): Promise<Schemas['RefundAnswer']>;
}
