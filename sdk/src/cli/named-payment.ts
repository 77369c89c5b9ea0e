// Finds the payment that a command names: by its transactionId, or by the reference that the shop gave it.
import type { Tollgate, Transaction } from '../tollgate.ts';
import { type Call, CallFault, type Option } from './command.ts';

export const NAMED: Record<string, Option> = {
  reference: { type: 'string', value: 'REFERENCE', text: 'your merchantReference, in place of the id' },
  country: { type: 'string', value: 'CODE', text: 'with --reference: where it is used in several countries' },
};

/** Throws CallFault if the command names no payment, or names it in both ways. */
export async function namedPayment(call: Call, client: Tollgate): Promise<Transaction> {
  const [transactionId] = call.arguments;
  const reference = call.text('reference');
  if (reference === undefined) {
    if (transactionId === undefined) throw new CallFault('TRANSACTION-ID is missing; or give --reference');
    if (call.text('country') !== undefined)
      throw new CallFault('--country: has an effect only with --reference');
    return await client.payments.get(transactionId);
  }
  if (transactionId !== undefined) throw new CallFault('--reference: has no effect with TRANSACTION-ID');
  const country = call.text('country');
  const query = { merchantReference: reference, ...(country !== undefined && { country }) };
  const found = await client.payments.find(query);
  if (found.length > 1) {
    const countries = found.map((one) => one.country ?? 'none').join(', ');
    throw new CallFault(
      `--reference: ${found.length} payments have it; choose one with --country: ${countries}`,
    );
  }
  if (!found[0]) throw new Error(`no payment has the reference ${reference}`);
  return found[0];
}

/** In currency units; undefined: not given. */
export function amountOf({ text }: Call): number | undefined {
  const given = text('amount');
  if (given === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(given) || Number(given) === 0)
    throw new CallFault('--amount: must be a number above 0, such as 12.50');
  return Number(given);
}
