import type { Tollgate, Transaction } from '../tollgate.ts';
import { type Call, type Option } from './command.ts';
export declare const NAMED: Record<string, Option>;
/** Throws CallFault if it is not named, or not by one of the two. */
export declare function namedPayment(call: Call, client: Tollgate): Promise<Transaction>;
/** In units of the currency; undefined: not given. */
export declare function amountOf({ text }: Call): number | undefined;
