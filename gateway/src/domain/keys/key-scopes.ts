// What an API key may do (contract 2). Every call of the merchant API names its scope; a key without it is refused with 403.
// Where a brand has four eyes, a key that a person made in the portal cannot approve payouts until somebody else allows it:
// otherwise one person could make a payout and approve it by a key of their own (docs/decisions/0071). Pure.
import { Refusal } from '../errors/refusal.ts';
import type { Maker } from '../transactions/transaction.ts';

export const KEY_SCOPES = ['read', 'payments', 'refunds', 'payouts', 'settle'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

/**
 * Whose hand a payout by this key is. A key that a person made in the portal, and that nobody else let settle, is that
 * person's: with four eyes they may not approve what came by it, and it is not approved automatically. null: the
 * merchant's server.
 */
export function makerOfPayouts(key: { scopes: readonly KeyScope[]; madeBy: Maker | null }): Maker | null {
  if (key.madeBy === null || key.scopes.includes('settle')) return null;
  return { ...key.madeBy, name: `${key.madeBy.name} (API key)` };
}

export interface NewKey {
  /** null: not said. */
  wanted: readonly KeyScope[] | null;
  /** Of the newest key; null: there is none. */
  former: readonly KeyScope[] | null;
  /** Whether a person makes it in the portal. */
  inPortal: boolean;
  fourEyes: boolean;
}

/** The scopes of a new key. In the portal, unless they are named, those of the key that it replaces. */
export function scopesOfNewKey({ wanted, former, inPortal, fourEyes }: NewKey): KeyScope[] {
  const scopes = wanted ?? (inPortal ? former : null) ?? KEY_SCOPES;
  const mayNotSettle = inPortal && fourEyes;
  if (mayNotSettle && wanted?.includes('settle')) {
    throw new Refusal(
      403,
      'scopes: the brand has four eyes, so a new key has no settle; an owner or a finance approver who did not make it may add it',
    );
  }
  return KEY_SCOPES.filter((one) => scopes.includes(one) && !(mayNotSettle && one === 'settle'));
}
