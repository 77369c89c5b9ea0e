export interface Cursor {
	file: string;
	/** null: there is none yet. '': before the first event. */
	read(): string | null;
	write(position: string): void;
}
/** Without a name of its own: one for each gateway, key and receiver. The key itself is not written. */
export declare function cursorAt(file: string | undefined, environment: NodeJS.ProcessEnv, ...names: string[]): Cursor;
