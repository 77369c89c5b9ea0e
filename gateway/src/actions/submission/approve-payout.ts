// The approval of a payout, by its merchant or automatically: the amount is set aside and the status moves in one
// commit, then the payout is sent (contract 8, 10). A payout that the balance does not cover is never sent: it stays as
// it was, and the caller decides what becomes of it.
import type { AuditActor } from '../../domain/audit/audit.ts';
import type { Actor, Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { openPaymentData } from '../means/keep-payment-fields.ts';
import { approveOnce } from './apply-outcome.ts';
import { sentTo } from './provider-of.ts';
import { sendToProviders } from './send-to-providers.ts';

export type Approval =
  /** Approved and sent; the transaction as it is afterwards, which may already have failed. */
  | { kind: 'approved'; transaction: Transaction }
  /** The balance is too small. */
  | { kind: 'short' }
  /** The brand has four eyes, and another person must approve it. */
  | { kind: 'own' }
  /** It has changed meanwhile: somebody else approved, declined or cancelled it. */
  | { kind: 'lost' }
  /** No provider sends payouts of this option. */
  | { kind: 'unserved' };

export async function approvePayout(
  context: Context,
  transaction: Transaction,
  actor: Actor,
  /** Who approves; null for automatic approval. */
  by: AuditActor | null = null,
): Promise<Approval> {
  const { brandId, optionId, country, currency } = transaction;
  if (optionId === null) throw new Error(`payout ${transaction.id} cannot be approved: it has no option`);
  const providers = context.providersFor(brandId, { optionId, country, currency });
  if (providers.length === 0) return { kind: 'unserved' };
  // The first provider is stored with the approval: if this process dies now, that provider is asked.
  const waiting = { ...transaction, ...sentTo(providers[0]!) };
  const decision = by && ({ by, action: 'payout.approved' } as const);
  const approved = await approveOnce(context, waiting, { actor, decision });
  if (typeof approved === 'string') return { kind: approved };
  const recipient = await openPaymentData(context, approved);
  const after = await sendToProviders(context, approved, {
    providers,
    send: (provider, current, call) => provider.payOut(current, recipient, call),
    actor: 'provider',
  });
  return { kind: 'approved', transaction: after };
}
