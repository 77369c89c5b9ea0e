export interface Books {
	command: string;
	/** A receiver may answer first and book afterwards. */
	patienceMs: number;
}
/** null: the books say what they must; else what they say. */
export declare function wrongBalance({ command, patienceMs }: Books, reference: string, expected: number): Promise<string | null>;
