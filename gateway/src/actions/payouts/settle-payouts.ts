// Approves or declines many payouts at once, each on its own. If one is refused (not enough money, made by the
// approver, decided meanwhile), the others are not affected. If the balance does not cover all payouts, the first ones
// are approved and the others stay PENDING (contract 8).
import type { AuditActor } from '../../domain/audit/audit.ts';
import { CODE, type ErrorCode } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { isFinal, type Status, type Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { type Settlement, settlePayout } from './settle-payout.ts';

export interface SettledPayout {
  transactionId: string;
  /** not-sent: approved, but no provider accepted it. refused: nothing was changed; `message` says why. */
  outcome: 'approved' | 'declined' | 'short' | 'not-sent' | 'refused';
  /** null: there is no such payout. */
  status: Status | null;
  errorCode: ErrorCode | null;
  message: string | null;
}

/** Answers in the order of the request. */
export async function settlePayouts(
  context: Context,
  by: AuditActor,
  brand: Brand,
  { transactionIds, ...settlement }: Settlement & { transactionIds: string[] },
): Promise<SettledPayout[]> {
  const found = await Promise.all(
    transactionIds.map((id) => context.transactions.find(brand.merchantId, id)),
  );
  return await Promise.all(
    found.map(async (payout, i) => {
      const transactionId = transactionIds[i]!;
      if (payout?.brandId !== brand.brandId || payout.type !== 'PAYOUT') {
        const message = 'there is no such payout';
        return { transactionId, outcome: 'refused', status: null, errorCode: null, message };
      }
      return await settleOne(context, by, payout, settlement);
    }),
  );
}

async function settleOne(
  context: Context,
  by: AuditActor,
  payout: Transaction,
  settlement: Settlement,
): Promise<SettledPayout> {
  const { id: transactionId } = payout;
  try {
    const { kind, transaction } = await settlePayout(context, by, payout, settlement);
    const { status, errorCode } = transaction;
    if (kind === 'short')
      return { transactionId, outcome: 'short', status, errorCode: CODE.balanceTooSmall, message: null };
    const notSent = settlement.action === 'APPROVE' && isFinal(status) && status !== 'COMPLETED';
    const outcome = notSent ? 'not-sent' : kind;
    return { transactionId, outcome, status, errorCode, message: null };
  } catch (error) {
    if (!(error instanceof Refusal) || error.httpStatus >= 500) throw error;
    const message = error.message.replace(/^transactionId: /, '');
    const now = await context.transactions.find(payout.merchantId, transactionId);
    return { transactionId, outcome: 'refused', status: now?.status ?? null, errorCode: null, message };
  }
}
