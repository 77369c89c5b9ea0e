import { type Command } from '../command.ts';
export declare const sign: Command;
export declare const verify: Command;
