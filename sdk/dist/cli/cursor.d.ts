export interface Cursor {
	file: string;
	read(): string | null;
	write(eventId: string): void;
}
/** Without a name of its own: one for each gateway, key and receiver. The key itself is not written. */
export declare function cursorAt(file: string | undefined, environment: NodeJS.ProcessEnv, ...names: string[]): Cursor;
