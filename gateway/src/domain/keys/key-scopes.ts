// What an API key may do (contract 2). Every call of the merchant API names its scope; a key without that scope gets a
// 403. If a brand has four eyes, a key that a person made in the portal must not approve payouts until somebody else
// allows it. Otherwise one person could make a payout and approve it with a key of their own (docs/decisions/0071).
// Pure.
import { Refusal } from '../errors/refusal.ts';
import type { Maker } from '../transactions/transaction.ts';

export const KEY_SCOPES = ['read', 'payments', 'refunds', 'payouts', 'settle'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

/**
 * Who counts as the maker of this key's payouts. If a person made the key in the portal, and nobody else let it settle,
 * that person is the maker. With four eyes they may not approve the key's payouts, and those payouts are not approved
 * automatically. null: the merchant's server is the maker.
 */
export function makerOfPayouts(key: { scopes: readonly KeyScope[]; madeBy: Maker | null }): Maker | null {
  if (key.madeBy === null || key.scopes.includes('settle')) return null;
  return { ...key.madeBy, name: `${key.madeBy.name} (API key)` };
}

export interface NewKey {
  /** null: not said. */
  wanted: readonly KeyScope[] | null;
  /** The scopes of the newest key; null: there is no key. */
  former: readonly KeyScope[] | null;
  /** Whether a person makes it in the portal. */
  inPortal: boolean;
  fourEyes: boolean;
}

/**
 * The scopes of a new key. In the portal, unless the request names scopes, it gets those of the key that it replaces.
 */
export function scopesOfNewKey({ wanted, former, inPortal, fourEyes }: NewKey): KeyScope[] {
  const scopes = wanted ?? (inPortal ? former : null) ?? KEY_SCOPES;
  const mayNotSettle = inPortal && fourEyes;
  if (mayNotSettle && wanted?.includes('settle')) {
    throw new Refusal(
      403,
      'scopes: the brand has four eyes, so a new key cannot have settle; later, an owner or a finance approver who did not make the key can add it',
    );
  }
  return KEY_SCOPES.filter((one) => scopes.includes(one) && !(mayNotSettle && one === 'settle'));
}
