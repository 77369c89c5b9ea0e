// Shared by tests of refunds: a provider that refunds as
// the test says, and reads of the books.

import type { Provider } from '@tollgate/provider-kit';
import type { Context } from '../../src/actions/context.ts';
import { verifyLedger } from '../../src/actions/ledger/verify-ledger.ts';
import { createRefund } from '../../src/actions/refunds/create-refund.ts';
import { ROOT } from '../../src/domain/audit/audit.ts';
import type { Refund } from '../../src/domain/refunds/refund.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import { balancesOf } from '../../src/storage/ledger/ledger-store.ts';
import type { Actions } from './open-actions.ts';

export type RefundingProvider = Partial<
  Pick<Provider, 'refund' | 'inquireRefund' | 'capabilities' | 'deadlineMs'>
>;

/**
 * For a provider that never answers. Other tests keep the sandbox's 15 s, because on a busy machine an answer may take
 * longer than this.
 */
export const MISSED_SOON = { deadlineMs: 50 };

/** Every provider refunds; by default it accepts and says nothing further. */
export function refunding(context: Context, answers: RefundingProvider = {}): Context {
  return {
    ...context,
    provider(...sentTo) {
      const provider = context.provider(...sentTo);
      return (
        provider && {
          ...provider,
          capabilities: { ...provider.capabilities, refund: true },
          refund: async () => ({ kind: 'pending' }),
          inquireRefund: async () => ({ kind: 'pending' }),
          ...answers,
        }
      );
    },
  };
}

export function refund(
  context: Context,
  payment: Transaction,
  amountMinor: bigint | null,
  refundReference: string | null = null,
): Promise<Refund> {
  return createRefund(context, ROOT, payment, { amountMinor, refundReference, reason: null });
}

/** [available, reserved] in EUR. */
export async function moneyOf({ context, brand }: Actions): Promise<[bigint, bigint]> {
  const balances = await balancesOf(context.sql, brand.merchantId, brand.brandId);
  const { availableMinor, reservedMinor } = balances.find(({ currency }) => currency === 'EUR')!;
  return [availableMinor, reservedMinor];
}

export function refundsOf({ context }: Actions, { merchantId, id }: Transaction): Promise<Refund[]> {
  return context.refunds.ofTransaction(merchantId, id);
}

export async function soundBooks({ context }: Actions): Promise<string[]> {
  return (await verifyLedger(context.sql)).faults;
}
