// Single sign-on by OpenID Connect (contract 2, 14): what a merchant sets about its identity provider, and which role the claims
// of a person give. Pure.
import { hash } from 'node:crypto';
import { isVerified, type RoleMapping, roleOfClaims } from './role-of-claim.ts';
import type { UserRole } from './user-role.ts';

export interface SingleSignOn extends RoleMapping {
  issuer: string;
  clientId: string;
  /** Whether nobody of the merchant signs in by a password any more. */
  required: boolean;
}

/** Who a person is, as the identity provider says. */
export interface Identity {
  /** Never given to another person by this issuer. */
  subject: string;
  /** In small letters; null: it was not told. */
  email: string | null;
  /** false: the identity provider says that the address was not checked, or what it says is neither true nor false. */
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
    // Letters of ASCII alone: others have capitals that become one of these, such as the sign of Kelvin.
    email:
      email !== null && /^[^\s@]+@[^\s@]+$/.test(email)
        ? email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
        : null,
    // Many say nothing about it. Whose directory it is may name its people.
    emailVerified: isVerified(claims),
    name: text(claims.name, 100),
    role: roleOfClaims(settings, claims),
  };
}

/** Changes with everything that decides who gets in, and as what. A visit ends only under the settings with which it began. */
export function settingsMark({ issuer, clientId, roleClaim, roles }: Omit<SingleSignOn, 'required'>): string {
  const mapping = Object.entries(roles).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([issuer, clientId, roleClaim, mapping]), 'base64url');
}
