// The mandate that an outcome of a pay-in makes (contract 16), and the step that makes it ACTIVE. The mandate itself is
// part of the commit of the outcome; the step follows at once, and a worker makes it if this process dies in between.
import { isAgreedBy, type Mandate, newMandate, type SealedMeans } from '../../domain/mandates/mandate.ts';
import { activate, type ToldMeans } from '../../domain/mandates/mandate-step.ts';
import type { Outcome, StoredMeans } from '../../domain/transactions/outcome.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Change } from '../../domain/transactions/transition.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';
import { writeMandateStep } from './write-step.ts';

/** A worker activates the mandate then, if this process has not done so itself. */
const ACTIVATED_BY_MS = 5_000;

/** null: the payer has not agreed to a mandate with this change. */
export function mandateOf(context: Context, change: Change, outcome: Outcome): Mandate | null {
  if (!isAgreedBy(change)) return null;
  const { after } = change;
  const stored = ('stored' in outcome && outcome.stored) || null;
  const provider = context.provider(after.provider!, after.providerAccount);
  const isAsked = provider?.findStored !== undefined;
  const now = after.updatedAt;
  const activatedBy = new Date(now.getTime() + ACTIVATED_BY_MS);
  const { expiresAt } = after.details.mandate!;
  const untilTold = isAsked ? now : expiresAt === null ? null : new Date(expiresAt);
  return newMandate(change, {
    stored,
    sealed: sealMeans(context, after, stored),
    dueAt: stored ? activatedBy : untilTold,
  });
}

function sealMeans(
  { vault }: Pick<Context, 'vault'>,
  { merchantId, userId }: Pick<Mandate, 'merchantId' | 'userId'>,
  stored: StoredMeans | null,
): Buffer {
  const { more } = stored ?? {};
  const means: SealedMeans = { userId, ...(more !== undefined && { more }) };
  return vault.seal(JSON.stringify(means), sealContext.mandate(merchantId));
}

export async function openMeans(
  { vault }: Pick<Context, 'vault'>,
  { merchantId, storedSealed }: Mandate,
): Promise<SealedMeans | null> {
  if (storedSealed === null) return null;
  return JSON.parse((await vault.open(storedSealed, sealContext.mandate(merchantId))).toString('utf8'));
}

/** `stored` null: it came with the outcome. Answers the first pay-in afterwards; null: there was nothing to do. */
export async function activateMandate(
  context: Context,
  mandate: Pick<Mandate, 'merchantId' | 'id' | 'firstTransactionId'>,
  stored: StoredMeans | null,
): Promise<Transaction | null> {
  const change = await writeMandateStep(context, mandate, (standing) =>
    activate(standing, stored && told(context, standing.mandate, stored), context.now()),
  );
  return change?.after ?? null;
}

const told = (context: Context, mandate: Mandate, stored: StoredMeans): ToldMeans => ({
  ...stored,
  sealed: sealMeans(context, mandate, stored),
});
