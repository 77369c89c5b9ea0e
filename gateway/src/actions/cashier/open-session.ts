// Opens a session: a transaction whose option is chosen later, in the hosted cashier or by v2 calls (spec 4.8 to 4.11).
// The transaction is durable, INIT, and open as long as a cashier link (contract 4). No provider has heard of it yet,
// so expiry only closes it. A link that no option could pay is refused (contract 8).
import { type AuditActor, makingEntry } from '../../domain/audit/audit.ts';
import { CODE } from '../../domain/errors/error-codes.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { newTransaction, type TransactionRequest } from '../../domain/transactions/new-transaction.ts';
import type { Transaction, TransactionType } from '../../domain/transactions/transaction.ts';
import type { PaymentLink } from '../../storage/cashier/link-store.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';
import { requireActiveBrand } from '../merchants/require-active-brand.ts';
import { type CashierLink, newCashierLink } from '../payment-means/cashier-link.ts';
import { completeCustomer } from '../payment-means/complete-customer.ts';
import { requireUsableOption } from '../payment-means/usable-options.ts';
import { openTransaction } from '../transactions/open-transaction.ts';

export interface SessionRequest extends TransactionRequest {
  brand: Brand;
  type: TransactionType;
  /** The validity of the link; absent: the default (contract 4). */
  lifetimeMs?: number;
  /** For a payment link: who makes it, in the portal or over the API. */
  made?: { by: AuditActor; description: string };
}

export async function openSession(
  context: Context,
  request: SessionRequest,
): Promise<{ session: Transaction; cashierUrl: string; link: PaymentLink | null }> {
  const { brand, origin, lifetimeMs, made } = request;
  requireActiveBrand(brand);
  const isHosted = origin !== 'v2';
  // A list of options may be empty. But a session must not be opened for something that nobody here can do.
  requireUsableOption(context, brand, request, isHosted ? null : [CODE.notCapturedLater, CODE.notStorable]);
  const customer = await completeCustomer(context, request);
  const now = context.now();
  const begun = newTransaction({ ...request, optionId: null, customer }, now);
  const cashierLink = newCashierLink(context, begun, now, lifetimeMs);
  const { url, kept, expiresAt } = cashierLink;
  const session: Transaction = {
    ...begun,
    // A v2 session continues by calls. It gets its page when a call sends the shopper there.
    ...(isHosted && kept),
    dueAt: expiresAt,
    expiresAt,
  };
  const link = made ? paymentLink(context, session, cashierLink, made) : null;
  const audit = made && makingEntry(session, { by: made.by, action: 'link.created' });
  const more = link && audit ? { link, audit } : {};
  const opened = await openTransaction(context, session, request, more);
  // Replays need an idempotency key, and a session has none.
  if (opened.answer !== null) throw new Error(`session ${session.id} was answered as a replay`);
  return { session, cashierUrl: url, link };
}

function paymentLink(
  { vault }: Context,
  { merchantId, brandId, id: transactionId, createdAt }: Transaction,
  { token, expiresAt }: CashierLink,
  { by, description }: NonNullable<SessionRequest['made']>,
): PaymentLink {
  const tokenSealed = vault.seal(token, sealContext.linkToken(merchantId));
  const maker = { madeBy: by.id, madeByName: by.name };
  return { merchantId, brandId, transactionId, tokenSealed, description, ...maker, expiresAt, createdAt };
}
