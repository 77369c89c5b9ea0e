import { type Access } from '../command.ts';
export interface Redact {
	<T>(value: T): T;
	/** The same for a text of which a part is shown: nothing moves. Cut afterwards; a part of a secret would not be found. */
	inPlace(text: string): string;
}
/** The values of variables whose names say that they are secrets, passwords within addresses, and those of the access itself. */
export declare function redactFor(environment: NodeJS.ProcessEnv, { apiKey, signingSecret }: Access): Redact;
