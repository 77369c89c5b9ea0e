/** `Tx`: what the store passes to the work, such as its database transaction. */
export interface OnceStore<Tx = void> {
	/**
	 * Runs `work` unless the event was handled before, and says whether it ran. If `work` throws, the event counts as not
	 * handled. In a database: begin; insert the id, on conflict do nothing; if it was inserted, `await work(tx)` in the
	 * same transaction; commit.
	 */
	once(eventId: string, work: (tx: Tx) => Promise<void>): Promise<boolean>;
}
/**
 * For development and tests: it works in one process only and forgets everything at a restart. It has no transaction:
 * if `onEvent` fails, its writes stay, and the event comes again.
 */
export declare function memoryStore({ most }?: {
	most?: number | undefined;
}): OnceStore;
