// Single sign-on by OpenID Connect (contract 2, 14): a merchant's settings for its identity provider, and which role a
// person's claims give. Pure.
import { hash } from 'node:crypto';
import { isVerified, type RoleMapping, roleOfClaims } from './role-of-claim.ts';
import type { UserRole } from './user-role.ts';

export interface SingleSignOn extends RoleMapping {
  issuer: string;
  clientId: string;
  /** true: no user of the merchant may sign in with a password any more. */
  required: boolean;
}

/** Who a person is, according to the identity provider. */
export interface Identity {
  /** The issuer never gives it to another person. */
  subject: string;
  /** In lower case; null: the identity provider did not say. */
  email: string | null;
  /** false: the identity provider says that it did not check the address, or its value is neither true nor false. */
  emailVerified: boolean;
  name: string | null;
  /** null: no value of the claim gives a role. */
  role: UserRole | null;
}

export function readIdentity(
  settings: RoleMapping,
  claims: Readonly<Record<string, unknown>> & { sub: string },
): Identity {
  const text = (value: unknown, longest: number) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= longest ? value.trim() : null;
  const email = text(claims.email, 255);
  return {
    subject: claims.sub,
    // ASCII letters only: lower-casing turns some other signs, such as the Kelvin sign, into one of these.
    email:
      email !== null && /^[^\s@]+@[^\s@]+$/.test(email)
        ? email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
        : null,
    // Many identity providers say nothing about it. We trust the owner of the directory to name its people.
    emailVerified: isVerified(claims),
    name: text(claims.name, 100),
    role: roleOfClaims(settings, claims),
  };
}

/**
 * Changes with every setting that decides who gets in and with which role. A sign-in that began under other settings
 * cannot be finished.
 */
export function settingsMark({ issuer, clientId, roleClaim, roles }: Omit<SingleSignOn, 'required'>): string {
  const mapping = Object.entries(roles).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([issuer, clientId, roleClaim, mapping]), 'base64url');
}
