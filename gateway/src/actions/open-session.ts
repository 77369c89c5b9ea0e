// Opens a session: a transaction whose option is chosen later, in the hosted cashier or by v2 calls (spec 4.8 to 4.11).
// Called by their receptions. The transaction is durable, INIT, and open as long as a cashier link (contract 4);
// nobody has heard of it yet, so expiry only closes it.
import type { Brand } from '../domain/brand.ts';
import { profileOf } from '../domain/customer-profile.ts';
import { newTransaction, type TransactionRequest } from '../domain/new-transaction.ts';
import type { Transaction, TransactionType } from '../domain/transaction.ts';
import { newCashierLink } from './cashier-link.ts';
import type { Context } from './context.ts';
import { completeCustomer, refusalOf } from './create-payin.ts';
import { requireActiveBrand } from './require-active-brand.ts';

export interface SessionRequest extends TransactionRequest {
  brand: Brand;
  type: TransactionType;
}

export async function openSession(
  context: Context,
  request: SessionRequest,
): Promise<{ session: Transaction; cashierUrl: string }> {
  requireActiveBrand(request.brand);
  const customer = await completeCustomer(context, request);
  const now = context.now();
  const { url, kept, expiresAt } = newCashierLink(context, now);
  const transaction: Transaction = {
    ...newTransaction(request.type, request, null, customer, now),
    // A v2 session goes on by calls, and gets its page when one of them sends the shopper there.
    ...(request.origin === 'session' && kept),
    dueAt: expiresAt,
    expiresAt,
  };
  const opened = await context.transactions.open({
    transaction,
    profile: request.userId === null ? null : profileOf(request.details.customer),
  });
  if (opened.kind === 'opened') return { session: transaction, cashierUrl: url };
  // Only an idempotency key is replayed, and a session has none.
  if (opened.kind === 'replay') throw new Error(`session ${transaction.id} met a replay`);
  throw refusalOf(opened, transaction);
}
