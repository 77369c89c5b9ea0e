import type { Schemas } from '../api-types.ts';
import type { CallOptions } from './settings.ts';
/** Only an ACTIVE mandate can be charged. */
export type Mandate = Schemas['Mandate'];
/** What the customer is asked to agree to. */
export type MandateRequest = Schemas['MandateRequest'];
export interface MandatesQuery {
	userId?: string;
	status?: Mandate['status'] | (string & {});
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
	revoke(mandateId: string, why?: Schemas['RevokeMandateRequest'], options?: CallOptions): Promise<Mandate>;
}
