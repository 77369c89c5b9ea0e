// The IBAN of a brand's own bank account, in use or retired, as the portal shows it. null: the account is not known any
// more.
import { bankAccountOf } from '../../domain/bank/bank-account.ts';
import type { Context } from '../context.ts';

export function accountIban(
  { providerAccounts }: Pick<Context, 'providerAccounts'>,
  accountId: string,
): string | null {
  const account = providerAccounts.byId(accountId);
  return (account && bankAccountOf(account.credentials)?.iban) ?? null;
}
