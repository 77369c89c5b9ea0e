import { type Tollgate } from '../../tollgate.ts';
import { type Books } from './books.ts';
/** The gateway waits for 15 seconds. */
export declare const SLOW_MS = 5000;
export interface Finding {
	chapter: string;
	ok: boolean;
	/** What happened. */
	found: string;
	/** null: nothing. */
	mend: string | null;
	elapsedMs: number;
}
export interface Rehearsal {
	client: Tollgate;
	baseUrl: string;
	secret: string;
	receiver: string;
	/** undefined: the books are not asked. */
	books: Books | undefined;
	names: readonly string[];
	/** An answer that takes longer fails. Default: SLOW_MS. */
	slowMs?: number;
	/** Ends it; what is being asked is not waited for. */
	signal?: AbortSignal;
}
export declare function rehearse(rehearsal: Rehearsal): AsyncGenerator<Finding, void>;
