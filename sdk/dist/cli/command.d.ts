import { Tollgate } from '../tollgate.ts';
import type { Terminal } from './terminal.ts';
export interface Option {
	type: 'string' | 'boolean';
	/** What the value is, for help. */
	value?: string;
	text: string;
}
export interface Command {
	name: string;
	/** `payments get`: the words after the program. */
	words: readonly string[];
	arguments: readonly string[];
	summary: string;
	options: Record<string, Option>;
	run(call: Call): Promise<number>;
}
export interface Call {
	terminal: Terminal;
	version: string;
	environment: NodeJS.ProcessEnv;
	folder: string;
	arguments: string[];
	text(name: string): string | undefined;
	is(name: string): boolean;
}
/** A fault of the caller: one sentence, exit code 2. */
export declare class CallFault extends Error {
}
export interface Access {
	baseUrl: string;
	apiKey: string | undefined;
	signingSecret: string | undefined;
	/** Where they are from, for messages. */
	source: string;
}
/** Names of variables whose values are shown to nobody. A shell keeps its folder in PWD and OLDPWD. */
export declare const SECRET_NAMES: RegExp;
/** Of the environment first, then of the demo of this folder. */
export declare function accessOf({ environment, folder, text }: Call): Access;
export declare function clientOf(call: Call, access?: Access): Tollgate;
export declare function secretOf(call: Call): string;
/** A whole number above 0, of an option. */
export declare function countOf({ text }: Call, name: string, otherwise: number): number;
/** Whoever gives two options of which one has no effect waits for it in vain. */
export declare function requireAlone({ text, is }: Call, name: string, others: readonly string[]): void;
/** A gateway of production refuses such a key (contract 2), so nothing that it allows moves money. */
export declare const isTestKey: (apiKey: string | undefined) => boolean;
/** Only where nobody can lose money. */
export declare function requireTest(call: Call): void;
