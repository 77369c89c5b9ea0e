// Single sign-on by OpenID Connect (contract 2, 14): what a merchant sets about its identity provider, and which role the claims
// of a person give. Pure.
import { USER_ROLES, type UserRole } from './user-role.ts';

export interface SingleSignOn {
  issuer: string;
  clientId: string;
  /** The claim, of the ID token or of userinfo, that names roles or groups: a text or a list of texts. */
  roleClaim: string;
  /** Which value of the claim gives which role. */
  roles: Readonly<Record<string, UserRole>>;
  /** Whether nobody of the merchant signs in by a password any more. */
  required: boolean;
}

/** Who a person is, as the identity provider says. */
export interface Identity {
  /** Never given to another person by this issuer. */
  subject: string;
  /** In small letters; null: it was not told. */
  email: string | null;
  /** false: the identity provider says that the address was not checked. */
  emailVerified: boolean;
  name: string | null;
  /** null: no value of the claim gives a role. */
  role: UserRole | null;
}

/** Of several values, the one whose role stands first in `USER_ROLES` counts. */
function roleOfClaim(
  { roleClaim, roles }: Pick<SingleSignOn, 'roleClaim' | 'roles'>,
  claims: Readonly<Record<string, unknown>>,
): UserRole | null {
  const claim = Object.hasOwn(claims, roleClaim) ? claims[roleClaim] : undefined;
  const values = new Set([claim].flat().filter((one) => typeof one === 'string'));
  const given = Object.entries(roles).flatMap(([value, role]) => (values.has(value) ? [role] : []));
  return USER_ROLES.find((role) => given.includes(role)) ?? null;
}

export function readIdentity(
  settings: Pick<SingleSignOn, 'roleClaim' | 'roles'>,
  claims: Readonly<Record<string, unknown>> & { sub: string },
): Identity {
  const text = (value: unknown, longest: number) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= longest ? value.trim() : null;
  const email = text(claims.email, 255);
  return {
    subject: claims.sub,
    email: email !== null && /^[^\s@]+@[^\s@]+$/.test(email) ? email.toLowerCase() : null,
    // Many say nothing about it. Whose directory it is may name its people.
    emailVerified: claims.email_verified !== false,
    name: text(claims.name, 100),
    role: roleOfClaim(settings, claims),
  };
}
