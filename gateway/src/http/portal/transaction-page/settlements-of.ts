// In which payouts of the provider a payment is, and what it cost (contract 17), for its page. Only for people who may
// read the bank account.
import type { Context } from '../../../actions/context.ts';
import { mayInPortal } from '../../../domain/access/portal-permission.ts';
import type { UserRole } from '../../../domain/access/user-role.ts';
import { toWire } from '../../../domain/money/money.ts';
import { capturedMinor, type Transaction } from '../../../domain/transactions/transaction.ts';
import { settledPartsOf } from '../../../storage/settlements/settled-payments.ts';
import { providerName } from '../providers/provider-name.ts';
import type { TransactionPage } from './page-schemas.ts';

export async function settlementsOf(
  context: Context,
  transaction: Transaction,
  role: UserRole,
): Promise<TransactionPage['settlements']> {
  const { id, type, provider, providerAccount } = transaction;
  if (type !== 'PAYIN' || provider === null || !mayInPortal(role, 'bank.read')) return null;
  const parts = await settledPartsOf(context.sql, transaction, id);
  const isAwaited =
    capturedMinor(transaction) > 0n &&
    (provider === 'sandbox' || context.provider(provider, providerAccount)?.settlements !== undefined);
  if (parts.length === 0 && !isAwaited) return null;
  return parts.map(({ grossMinor, feeMinor, netMinor, paidAt, ...part }) => ({
    ...part,
    provider: providerName(context, part.provider),
    gross: toWire(grossMinor, part.currency),
    fee: toWire(feeMinor, part.currency),
    net: toWire(netMinor, part.currency),
    paidAt: paidAt?.toISOString() ?? null,
  }));
}
