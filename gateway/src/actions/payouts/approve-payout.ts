// The approval of a payout, by its merchant or automatically: the amount is set aside and the status moves in one commit,
// then the payout is sent (contract 8, 10). A payout that the balance does not cover is never sent: it stays as it was, and
// the caller decides what becomes of it.
import type { AuditActor } from '../../domain/audit/audit.ts';
import type { Actor, Transaction } from '../../domain/transactions/transaction.ts';
import { openPaymentData } from '../cashier/keep-payment-fields.ts';
import type { Context } from '../context.ts';
import { approveOnce } from '../transactions/apply-outcome.ts';
import { sendToProviders } from '../transactions/send-to-providers.ts';

export type Approval =
  /** Approved and sent; the transaction as it stands afterwards, which may already have failed. */
  | { kind: 'approved'; transaction: Transaction }
  /** The balance does not carry it. */
  | { kind: 'short' }
  /** The brand has four eyes, and it takes another person. */
  | { kind: 'own' }
  /** It has moved meanwhile: somebody else approved, declined or cancelled it. */
  | { kind: 'lost' }
  /** Nobody sends payouts of this option. */
  | { kind: 'unserved' };

export async function approvePayout(
  context: Context,
  transaction: Transaction,
  actor: Actor,
  /** Who approves; null where nobody has to. */
  by: AuditActor | null = null,
): Promise<Approval> {
  const { optionId, currency } = transaction;
  if (optionId === null) throw new Error(`payout ${transaction.id} cannot be approved: it has no option`);
  const providers = context.providersFor(optionId, currency);
  if (providers.length === 0) return { kind: 'unserved' };
  // The first provider is stored with the approval: should this process die now, that one is asked.
  const waiting = { ...transaction, provider: providers[0]!.id };
  const decision = by && ({ by, action: 'payout.approved' } as const);
  const approved = await approveOnce(context, waiting, { actor, decision });
  if (typeof approved === 'string') return { kind: approved };
  const recipient = await openPaymentData(context, approved);
  const after = await sendToProviders(context, approved, {
    providers,
    send: (provider, current, signal) => provider.payOut(current, recipient, signal),
    actor: 'provider',
  });
  return { kind: 'approved', transaction: after };
}
