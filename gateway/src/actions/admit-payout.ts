// A payout whose recipient is known: it waits for its merchant's word, or goes out at once where the brand approves
// automatically (spec 1, 4.4). Called by create-payout.ts, and for hosted and v2 payouts once they are complete; the option,
// the country and the sealed recipient that the transaction is given here are stored with the same commit.
import type { Brand } from '../domain/brand.ts';
import type { Actor, Transaction } from '../domain/transaction.ts';
import { applyOnce } from './apply-outcome.ts';
import { approvePayout } from './approve-payout.ts';
import type { Context } from './context.ts';

/** A payout waits this long for its approval (contract 4). */
const APPROVAL_LIFETIME_MS = 30 * 86_400_000;

/** Tried once, null where somebody else was faster: what was read before their change must not be written over it. */
export async function admitPayout(
  context: Context,
  transaction: Transaction,
  brand: Pick<Brand, 'automaticApproval'>,
  actor: Actor,
): Promise<Transaction | null> {
  if (!brand.automaticApproval) {
    const expiresAt = new Date(context.now().getTime() + APPROVAL_LIFETIME_MS);
    return await applyOnce(context, transaction, { kind: 'approval-needed', expiresAt }, actor);
  }
  const approval = await approvePayout(context, transaction, 'gateway');
  switch (approval.kind) {
    case 'approved':
      return approval.transaction;
    case 'short':
      return await applyOnce(context, transaction, { kind: 'failed', errorCode: '4001' }, 'gateway');
    case 'unserved':
      return await applyOnce(context, transaction, { kind: 'declined', errorCode: '1011' }, 'gateway');
    case 'lost':
      return null;
  }
}
