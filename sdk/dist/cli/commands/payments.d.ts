import { type Command } from '../command.ts';
export declare const listPayments: Command;
export declare const getPayment: Command;
