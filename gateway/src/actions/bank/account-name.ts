// The IBAN of a brand's own bank account, in use or retired. null: the account is not known any more.
import { bankAccountOf } from '../../domain/bank/bank-account.ts';
import type { Context } from '../context.ts';

export function accountOf(
  { providerAccounts }: Pick<Context, 'providerAccounts'>,
  id: string,
): string | null {
  const account = providerAccounts.all().find((one) => one.id === id);
  return (account && bankAccountOf(account.credentials)?.iban) ?? null;
}
