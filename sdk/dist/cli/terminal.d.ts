export interface Terminal {
	out(text: string): void;
	err(text: string): void;
	colours: boolean;
	json: boolean;
	signal: AbortSignal;
}
declare const CODES: {
	readonly red: 31;
	readonly green: 32;
	readonly yellow: 33;
	readonly blue: 36;
	readonly dim: 2;
	readonly bold: 1;
};
export type Paint = Record<keyof typeof CODES, (text: string) => string>;
export declare function paintFor({ colours }: Pick<Terminal, 'colours'>): Paint;
/** One thing that happened or was found: an object for programs, a line for people. */
export declare function tell(terminal: Terminal, fact: object, line: string): void;
/** Columns as wide as their longest value. */
export declare function table(rows: readonly (readonly string[])[]): string;
export {};
