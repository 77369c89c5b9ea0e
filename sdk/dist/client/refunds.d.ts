import type { Schemas } from '../api-types.ts';
import type { CallOptions } from './settings.ts';
export declare class Refunds {
	#private;
	/** POST /refund/by-reference: refunds `amount`, or the rest if it is omitted. The outcome follows by webhook. */
	create(request: Schemas['RefundRequest'], options?: CallOptions): Promise<Schemas['RefundAnswer']>;
}
