export declare const NOTHING = "nothing";
export interface Books {
	command: string;
	/** A receiver may answer first and book afterwards. */
	patienceMs: number;
}
export interface WrongBalance {
	said: string;
	/** Not a number: the command is at fault, and the books are not known. */
	isNumber: boolean;
}
/** null: the books say what they must. */
export declare function wrongBalance({ command, patienceMs }: Books, reference: string, expected: number): Promise<WrongBalance | null>;
