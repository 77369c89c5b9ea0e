import { type Access } from '../command.ts';
export type Redact = <T>(value: T) => T;
/** The values of variables whose names say that they are secrets, passwords within addresses, and those of the access itself. */
export declare function redactFor(environment: NodeJS.ProcessEnv, { apiKey, signingSecret }: Access): Redact;
