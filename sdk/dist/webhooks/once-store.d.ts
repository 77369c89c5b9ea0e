/** `Tx`: what the store hands to the work, such as its transaction of the database. */
export interface OnceStore<Tx = void> {
	/**
	 * Runs `work` unless the event was handled before, and says whether it ran. If `work` throws, the event counts as
	 * not handled. In a database: begin; insert the id, on conflict do nothing; if it was inserted, `await work(tx)` in
	 * the same transaction; commit.
	 */
	once(eventId: string, work: (tx: Tx) => Promise<void>): Promise<boolean>;
}
/**
 * For development and tests: forgotten at a restart, and of one process alone. It has no transaction: what `onEvent`
 * has written before it fails stays written, and the event comes again.
 */
export declare function memoryStore({ most }?: {
	most?: number | undefined;
}): OnceStore;
