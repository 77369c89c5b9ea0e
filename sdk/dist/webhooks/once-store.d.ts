export interface OnceStore {
	/**
	 * Runs `work` unless the event was handled before, and says whether it ran. If `work` throws, the event counts as not handled. In a
	 * database: begin; insert the id, on conflict do nothing; if it was inserted, run `work` in the same transaction; commit.
	 */
	once(eventId: string, work: () => Promise<void>): Promise<boolean>;
}
/** For development and tests: forgotten at a restart, and of one process alone. */
export declare function memoryStore({ most }?: {
	most?: number | undefined;
}): OnceStore;
