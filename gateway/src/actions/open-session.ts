// Opens a session: a transaction whose option is chosen later, in the hosted cashier or by v2 calls (spec 4.8 to 4.11). The
// transaction is durable, INIT, and open as long as a cashier link (contract 4); nobody has heard of it yet, so expiry only
// closes it. No link is made that nobody could use (contract 8).
import type { Brand } from '../domain/brand.ts';
import { newTransaction, type TransactionRequest } from '../domain/new-transaction.ts';
import type { Transaction, TransactionType } from '../domain/transaction.ts';
import { newCashierLink } from './cashier-link.ts';
import { completeCustomer } from './complete-customer.ts';
import type { Context } from './context.ts';
import { openTransaction } from './open-transaction.ts';
import { requireActiveBrand } from './require-active-brand.ts';
import { requireUsableOption } from './usable-options.ts';

export interface SessionRequest extends TransactionRequest {
  brand: Brand;
  type: TransactionType;
}

export async function openSession(
  context: Context,
  request: SessionRequest,
): Promise<{ session: Transaction; cashierUrl: string }> {
  const { brand, type, origin } = request;
  requireActiveBrand(brand);
  const isHosted = origin === 'session';
  if (isHosted) requireUsableOption(context, brand, request);
  const customer = await completeCustomer(context, request);
  const now = context.now();
  const { url, kept, expiresAt } = newCashierLink(context, now);
  const session: Transaction = {
    ...newTransaction(type, request, null, customer, now),
    // A v2 session goes on by calls, and gets its page when one of them sends the shopper there.
    ...(isHosted && kept),
    dueAt: expiresAt,
    expiresAt,
  };
  const opened = await openTransaction(context, session, request);
  // Only an idempotency key is replayed, and a session has none.
  if (opened.answer !== null) throw new Error(`session ${session.id} met a replay`);
  return { session, cashierUrl: url };
}
