import { type Tollgate } from '../../tollgate.ts';
import { type Books } from './books.ts';
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
}
export declare function rehearse(rehearsal: Rehearsal): AsyncGenerator<Finding, void>;
