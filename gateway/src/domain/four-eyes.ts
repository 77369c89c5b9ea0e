// Four eyes (contract 8, 14): where a brand has them on, nobody approves a payout that they made, and a payout made in the
// portal is approved by another person there, never over the API or by itself. storage/approve-payouts.ts asks within the
// approval's own commit, so no caller can get around it. Pure.
import type { AuditActor } from './audit.ts';

/** Whoever made something in the portal, as it was then. */
export interface Maker {
  userId: string;
  name: string;
}

/** `by`: null where the gateway approves by itself. */
export function needsAnotherPerson(maker: Maker, by: Pick<AuditActor, 'kind' | 'id'> | null): boolean {
  return by === null || by.kind !== 'user' || by.id === maker.userId;
}
