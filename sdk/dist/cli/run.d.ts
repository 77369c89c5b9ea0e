import { type Command } from './command.ts';
import { type Terminal } from './terminal.ts';
export declare const COMMANDS: Command[];
export interface World {
	terminal: Omit<Terminal, 'json'>;
	environment: NodeJS.ProcessEnv;
	folder: string;
	version: string;
}
export declare function run(words: readonly string[], { terminal, environment, folder, version }: World): Promise<number>;
