// Where the simulated bank sends the payer afterwards. After a decision: to the gateway's return address, like every
// provider (cashier/shopper-return.ts). From a page without a question: to the cashier that the payer came from. Its
// sealed token is in the address of the page (providers/sandbox/sandbox-settings.ts). Without a token: to the shop.
import type { ReturnParameters } from '@tollgate/provider-kit';
import type { Context } from '../../actions/context.ts';
import { cashierUrl } from '../../actions/payment-means/cashier-link.ts';
import { returnUrl } from '../../domain/cashier/return-url.ts';
import { declinesAttempt } from '../../domain/transactions/attempt.ts';
import { returnSealContext, returnToken } from '../../domain/transactions/return-token.ts';
import { chargeReference, isAtCashier, type Transaction } from '../../domain/transactions/transaction.ts';

export interface PageQuery {
  back?: string;
}

/** The return address of the charge, with the bank's signed result. */
export function signedReturnAddress(
  { config, vault }: Context,
  transaction: Transaction,
  { back }: PageQuery,
  result: ReturnParameters,
): string {
  const charge = { merchantId: transaction.merchantId, reference: chargeReference(transaction) };
  const token = returnToken(charge, back ?? null, (text) => vault.fingerprint(text));
  return `${config.publicUrl}/return/${token}?${new URLSearchParams(result)}`;
}

/** null: the payer stays on the bank's page. It ignores an address that the gateway did not seal. */
export async function returnAddressOf(
  context: Context,
  transaction: Transaction,
  { back }: PageQuery,
): Promise<string | null> {
  return (await cashierOf(context, transaction, back)) ?? returnUrl(transaction);
}

/**
 * The cashier, if the attempt of this page is over and the payment continues there: a late payer must not stay on a
 * closed page. null: the bank's page shows the status.
 */
export async function nextPageOf(
  context: Context,
  transaction: Transaction,
  { back }: PageQuery,
): Promise<string | null> {
  const now = context.now();
  const { expiresAt } = transaction;
  const hasExpired = expiresAt !== null && expiresAt <= now;
  const continuesAtCashier =
    isAtCashier(transaction) || (hasExpired && declinesAttempt(transaction, 'expiry', now));
  return continuesAtCashier ? await cashierOf(context, transaction, back) : null;
}

async function cashierOf(
  context: Context,
  { id }: Transaction,
  back: string | undefined,
): Promise<string | null> {
  if (typeof back !== 'string') return null;
  try {
    const sealed = Buffer.from(back, 'base64url');
    return cashierUrl(context, (await context.vault.open(sealed, returnSealContext(id))).toString('utf8'));
  } catch {
    return null;
  }
}
