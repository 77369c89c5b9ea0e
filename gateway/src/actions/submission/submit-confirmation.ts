// Hands a stored confirmation to the provider of its pay-in. If the provider may not have heard it, because the process
// died or the provider could not be reached, the resolver sends it again. If the provider cannot be reached, the pay-in
// stays unchanged, and the confirmation is kept and sent again.
import { asksForConfirmation, type Confirmation } from '../../domain/confirmations/confirmation.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { KeptConfirmation } from '../../storage/confirmations/confirmation-store.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';
import { askAboutCharge } from './ask-about-charge.ts';
import { providerOf } from './provider-of.ts';

/** When the resolver checks on a confirmation that is being sent; longer than a provider's deadline. */
const LOOKED_AFTER_MS = 20_000;

/** Applied before we ask the provider, so that the resolver continues if this process dies. */
export function confirmationWaiting({ expiresAt }: Pick<Transaction, 'expiresAt'>, now: Date): Outcome {
  const soon = new Date(now.getTime() + LOOKED_AFTER_MS);
  return { kind: 'waiting', askAgainAt: expiresAt !== null && expiresAt < soon ? expiresAt : soon };
}

export async function submitConfirmation(
  context: Context,
  transaction: Transaction,
  confirmation: Confirmation,
): Promise<Outcome> {
  const provider = providerOf(context, transaction);
  const outcome: Outcome = provider
    ? await askAboutCharge(context, provider, transaction, {
        ask: (call) => provider.confirm(transaction, confirmation, call),
        ofAnother: { kind: 'unknown' },
      })
    : { kind: 'unknown' };
  // Only the submission failed: the payer may have paid, and only a provider's decision ends it.
  if (outcome.kind !== 'unknown' && outcome.kind !== 'failed') return outcome;
  // A pay-in with a proof of payment does not expire at its end; the resolver's schedule continues instead.
  const now = context.now();
  const isOver = transaction.expiresAt !== null && transaction.expiresAt <= now;
  return isOver ? { kind: 'unknown' } : confirmationWaiting(transaction, now);
}

/** Sends the newest stored confirmation again; null if there is none, or the transaction no longer asks for one. */
export async function submitKeptConfirmation(
  context: Context,
  transaction: Transaction,
): Promise<Outcome | null> {
  const kept = await findKeptConfirmation(context, transaction);
  if (!kept) return null;
  const keys = await context.vault.open(kept.keysSealed, sealContext.confirmation(transaction.merchantId));
  const { documentType } = kept;
  return await submitConfirmation(context, transaction, {
    ...JSON.parse(keys.toString('utf8')),
    documentType,
  });
}

/** A proof for a former attempt in the cashier proves nothing about this one. */
export async function findKeptConfirmation(
  { confirmations }: Pick<Context, 'confirmations'>,
  transaction: Transaction,
): Promise<KeptConfirmation | null> {
  if (!asksForConfirmation(transaction)) return null;
  const { merchantId, id, attemptedAt } = transaction;
  const kept = await confirmations.findNewest(merchantId, id);
  return kept && (attemptedAt === null || kept.createdAt >= attemptedAt) ? kept : null;
}
