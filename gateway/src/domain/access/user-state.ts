// One word for whether a portal user can sign in, and if not, why (contract 14).
// Pure: it never reads a clock.
export const USER_STATES = ['active', 'invited', 'expired', 'locked', 'disabled'] as const;
export type UserState = (typeof USER_STATES)[number];

interface Facts {
  disabledAt: Date | null;
  passwordHash: string | null;
  singleSignOnSubject: string | null;
  invitationExpiresAt: Date | null;
  lockedUntil: Date | null;
}

/** The invited person has signed in, or could. */
export function hasJoined({
  passwordHash,
  singleSignOnSubject,
}: Pick<Facts, 'passwordHash' | 'singleSignOnSubject'>): boolean {
  return passwordHash !== null || singleSignOnSubject !== null;
}

/**
 * Somebody has acted as this user, perhaps before the identity provider was replaced. Then an address alone is never
 * enough to become this user.
 */
export const wasUsed = (user: Parameters<typeof hasJoined>[0] & { lastSignInAt: Date | null }): boolean =>
  hasJoined(user) || user.lastSignInAt !== null;

export function userState(user: Facts, now: Date): UserState {
  if (user.disabledAt !== null) return 'disabled';
  if (!hasJoined(user))
    return user.invitationExpiresAt !== null && user.invitationExpiresAt > now ? 'invited' : 'expired';
  return user.lockedUntil !== null && user.lockedUntil > now ? 'locked' : 'active';
}
