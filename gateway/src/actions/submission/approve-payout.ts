// The approval of a payout, by its merchant or automatically: one commit sets the amount aside and moves the status,
// then the payout is sent (contract 8, 10). A payout that the balance does not cover must never be sent: it stays
// unchanged, and the caller decides what happens to it.
import type { AuditActor } from '../../domain/audit/audit.ts';
import type { Actor, Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { openPaymentData } from '../payment-means/keep-payment-fields.ts';
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
  /** The payout has changed meanwhile: somebody else approved, declined or cancelled it. */
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
  // The approval stores the first provider: if this process dies now, the resolver asks that provider.
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
