import { type Command } from '../command.ts';
export declare function completionOf(commands: readonly Command[]): Command;
