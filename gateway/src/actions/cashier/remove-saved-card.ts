// Removes a saved card (contract 8): its number is deleted, and its token is declined from then on (2014). A payment
// that is already under way with the card keeps its own copy of the number and goes on. A removal over the API is in
// the audit log.
import type { AuditActor } from '../../domain/audit/audit.ts';
import type { BrandId } from '../../domain/merchants/brand.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { type ListedCard, removeCard } from '../../storage/cashier/card-store.ts';
import { withRetries } from '../../storage/database/database.ts';
import type { Context } from '../context.ts';

/** `userId`: the user who must own the card. `by`: null for the shopper, on the page of their own payment. */
export interface CardRemoval {
  token: string;
  userId: string | null;
  by: AuditActor | null;
}

/** false: the brand has no such card. */
export async function removeSavedCard(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  { merchantId, brandId }: BrandId,
  { token, userId, by }: CardRemoval,
): Promise<boolean> {
  const at = now();
  return await withRetries(() =>
    sql.begin(async (tx) => {
      const removed = await removeCard(tx, { merchantId, brandId }, { token, userId }, at);
      if (removed && by) {
        const target = { kind: 'brand', id: brandId } as const;
        const entry = { merchantId, at, by, action: 'saved-card.removed', target } as const;
        await appendAudit(tx, {
          ...entry,
          before: factsOf(removed),
          after: null,
          personalFields: ['userId'],
        });
      }
      return removed !== null;
    }),
  );
}

function factsOf({ userId, card: { brand, first6, last4, expiryMonth, expiryYear } }: ListedCard) {
  return { userId, card: `${brand} ${first6}…${last4}`, expiry: `${expiryMonth}/${expiryYear}` };
}
