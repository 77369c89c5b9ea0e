import { type Command } from '../command.ts';
export declare const listEvents: Command;
export declare const resendEvent: Command;
