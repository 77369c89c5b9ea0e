// Ends a mandate (contract 16): the merchant, the provider or the erasure of a customer revokes it, its time is over,
// or its means of payment never works again. From the commit on it cannot be charged; a worker tells the provider
// afterwards, until it has heard. Safe to repeat.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { revocationEntry } from '../../domain/audit/mandate-entries.ts';
import { isInForce, type Mandate, wasUsedSince } from '../../domain/mandates/mandate.ts';
import { expire, fail, type MandateStanding, revoke } from '../../domain/mandates/mandate-step.ts';
import type { BrandId } from '../../domain/merchants/brand.ts';
import { findMandate, mandatesOfCustomer, mandatesOfStored } from '../../storage/mandates/mandate-store.ts';
import type { Context } from '../context.ts';
import { writeMandateStep } from './write-step.ts';

/** Answers the mandate as it is afterwards. One that has ended already stays as it is. */
export async function revokeMandate(
  context: Context,
  by: AuditActor,
  mandate: Mandate,
  reason: string | null,
): Promise<Mandate> {
  const change = await writeMandateStep(
    context,
    mandate,
    (standing) => revoke(standing, endOf(context, standing)),
    (made) => revocationEntry(made, { by, reason }),
  );
  if (change) return change.mandate;
  return (await findMandate(context.sql, mandate, mandate.id)) ?? mandate;
}

/**
 * The payer or somebody at the provider ended it there, so the provider knows. One stored card may serve several
 * mandates: with it, all of them end. Answers the mandates.
 */
export async function withdrawStored(
  context: Context,
  brand: BrandId,
  stored: { providerAccount: string | null; storedId: string },
): Promise<Mandate[]> {
  const own = await mandatesOfStored(context.sql, brand, stored);
  for (const mandate of own.filter(isInForce))
    await writeMandateStep(context, mandate, (standing) =>
      revoke(standing, { tells: false, now: context.now() }),
    );
  return own;
}

/** Ends a mandate that the answer to a charge has marked. Answers whether there was anything to do. */
export async function endMarked(context: Context, mandate: Mandate): Promise<boolean> {
  const { failedAt, revokedAt, providerAccount, storedId } = mandate;
  if (!isInForce(mandate)) return false;
  if (failedAt !== null) await failMandate(context, mandate);
  else if (revokedAt !== null && storedId !== null)
    await withdrawStored(context, mandate, { providerAccount, storedId });
  else return false;
  return true;
}

export async function expireMandate(context: Context, mandate: Mandate): Promise<void> {
  await writeMandateStep(context, mandate, (standing) => expire(standing, endOf(context, standing)));
}

/** The issuer will never pay again, or the provider stored nothing. */
export async function failMandate(
  context: Context,
  mandate: Pick<Mandate, 'merchantId' | 'id' | 'firstTransactionId'>,
): Promise<void> {
  await writeMandateStep(context, mandate, (standing) => fail(standing, endOf(context, standing)));
}

/** For the erasure of a customer: all that they agreed to ends first. */
export async function revokeMandatesOf(
  context: Context,
  brand: BrandId,
  customer: { userId: string | null; transactionIds: readonly string[] },
): Promise<void> {
  for (const mandate of await mandatesOfCustomer(context.sql, brand, customer)) {
    await writeMandateStep(context, mandate, (standing) => revoke(standing, endOf(context, standing)));
  }
}

/**
 * For the erasure by age. A mandate that was made or charged since then stays, whatever is known of its customer's
 * transactions: a charge may just be under way.
 */
export async function revokeUnusedMandates(
  context: Context,
  brand: BrandId,
  { userIds, since }: { userIds: readonly string[]; since: Date },
): Promise<void> {
  for (const userId of userIds) {
    for (const mandate of await mandatesOfCustomer(context.sql, brand, { userId, transactionIds: [] })) {
      await writeMandateStep(context, mandate, (standing) =>
        wasUsedSince(standing.mandate, since) ? null : revoke(standing, endOf(context, standing)),
      );
    }
  }
}

/** The provider is told if it can be, and has stored something, or may have. */
function endOf(context: Context, { mandate }: MandateStanding): { tells: boolean; now: Date } {
  const { provider, providerAccount, storedId } = mandate;
  const { forgetStored, findStored } = context.provider(provider, providerAccount) ?? {};
  const tells = forgetStored !== undefined && (storedId !== null || findStored !== undefined);
  return { tells, now: context.now() };
}
