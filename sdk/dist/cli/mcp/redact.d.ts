import { type Access } from '../command.ts';
export type Redact = <T>(value: T) => T;
/** `secrets` of every variable whose name says that it is one, and of the access itself. */
export declare function redactFor(environment: NodeJS.ProcessEnv, { apiKey, signingSecret }: Access): Redact;
