// Where the simulated bank sends the payer afterwards: to the cashier they came from, which stands sealed in the address of
// the page (providers/sandbox/settings.ts), else to the shop. For the routes that decide.
import type { Context } from '../../actions/context.ts';
import { wayBackContext } from '../../domain/page-token.ts';
import { returnUrl } from '../../domain/return-url.ts';
import type { Transaction } from '../../domain/transaction.ts';

export interface PageQuery {
  back?: string;
}

/** null: the payer stays on the bank's page. What was not sealed here leads nowhere. */
export async function wayBackOf(
  context: Context,
  transaction: Transaction,
  { back }: PageQuery,
): Promise<string | null> {
  if (typeof back !== 'string') return returnUrl(transaction);
  try {
    const sealed = Buffer.from(back, 'base64url');
    return (await context.vault.open(sealed, wayBackContext(transaction.id))).toString('utf8');
  } catch {
    return returnUrl(transaction);
  }
}
