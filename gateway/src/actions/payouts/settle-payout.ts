// The merchant approves or declines a waiting payout (spec 2.12, 4.5, contract 8). Exactly one decision on a payout
// counts; a later decision gets the answer that the payout is not PENDING any more. If the brand has four eyes, nobody
// may approve a payout that they made (contract 14).
import type { AuditActor } from '../../domain/audit/audit.ts';
import { CODE, type CodeOf } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { applyOnce, reload } from '../submission/apply-outcome.ts';
import { approvePayout } from '../submission/approve-payout.ts';

export type SettleAction = 'APPROVE' | 'DECLINE';

export interface Settlement {
  action: SettleAction;
  /** The reason, in the words of the user who declines. */
  reason?: string | null;
}

export type Settled =
  /** The transaction after its provider was asked: sent, or refused. */
  | { kind: 'approved'; transaction: Transaction }
  | { kind: 'declined'; transaction: Transaction }
  /** The balance is too small: the payout waits. */
  | { kind: 'short'; transaction: Transaction };

/** Throws Refusal 400 if the payout is not PENDING, 403 if another person must approve it. */
export async function settlePayout(
  context: Context,
  by: AuditActor,
  payout: Transaction,
  { action, reason = null }: Settlement,
): Promise<Settled> {
  let current = payout;
  for (;;) {
    requirePending(current, context.now());
    const settled =
      action === 'APPROVE'
        ? await approve(context, by, current)
        : await decline(context, by, current, { errorCode: CODE.payoutDeclined, reason });
    if (settled) return settled;
    // Another decision was faster. Each round reads the status again, so the loop ends.
    current = await reload(context, current);
  }
}

/** null: the payout has changed meanwhile. */
async function approve(context: Context, by: AuditActor, payout: Transaction): Promise<Settled | null> {
  const approval = await approvePayout(context, payout, 'merchant', by);
  switch (approval.kind) {
    case 'approved':
      return approval;
    case 'unserved':
      return await decline(context, by, payout, { errorCode: CODE.noProvider, reason: null });
    case 'own':
      throw ownPayout(by, payout);
    case 'lost':
      return null;
    case 'short': {
      // Is the balance too small, or did another approval of this payout take the money?
      const transaction = await reload(context, payout);
      return transaction.status === 'PENDING' ? { kind: 'short', transaction } : null;
    }
  }
}

async function decline(
  context: Context,
  by: AuditActor,
  payout: Transaction,
  why: { errorCode: CodeOf<'payoutDeclined' | 'noProvider'>; reason: string | null },
): Promise<Settled | null> {
  const decision = { by, action: 'payout.declined', reason: why.reason } as const;
  const outcome = { kind: 'declined', ...why } as const;
  const transaction = await applyOnce(context, payout, outcome, { actor: 'merchant', decision });
  return transaction && { kind: 'declined', transaction };
}

function ownPayout(by: AuditActor, { id, details }: Transaction): Refusal {
  const name = details.maker?.name ?? 'somebody';
  const fault =
    by.kind !== 'user'
      ? `${name} made this payout in the portal, and this brand has four eyes; another person approves it there`
      : by.id === details.maker?.userId
        ? 'you made this payout, and this brand has four eyes; another person approves it'
        : `this brand has four eyes, and less than 24 hours ago you, ${name}, a colleague or an operator gave one of you access (a link for a new ` +
          'password, a reset of the second factor, single sign-on); another person approves it, or you do after the 24 hours';
  return new Refusal(403, `transactionId: ${fault}`, { transactionId: id });
}

function requirePending({ id, status, expiresAt }: Transaction, now: Date): void {
  if (status !== 'PENDING') {
    throw new Refusal(400, `transactionId: the payout is ${status}; only a PENDING payout can be settled`, {
      transactionId: id,
    });
  }
  // The payout has expired, but the sweep has not run yet.
  if (expiresAt !== null && expiresAt <= now) {
    throw new Refusal(400, 'transactionId: the time for approving this payout is over', {
      transactionId: id,
    });
  }
}
