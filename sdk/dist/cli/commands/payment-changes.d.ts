import { type Command } from '../command.ts';
export declare const refundPayment: Command;
export declare const approvePayout: Command;
