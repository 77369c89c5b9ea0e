// Which role a person's claims give (contract 2, 14). Only values that the merchant mapped give a role, and only the
// role in that mapping. Claims that people can set themselves at most providers are never read for a role. Pure.
import { USER_ROLES, type UserRole } from './user-role.ts';

export interface RoleMapping {
  /**
   * The claim in the ID token or in userinfo that names roles or groups, or a path to it within another claim. Its
   * value is a text or a list of texts.
   */
  roleClaim: string;
  /** Which value of the claim gives which role. */
  roles: Readonly<Record<string, UserRole>>;
}

type Claims = Readonly<Record<string, unknown>>;

/** Claims of OpenID Connect that a person may change at most providers. */
const SELF_SET = new Set(
  `name given_name family_name middle_name nickname preferred_username profile picture website gender birthdate zoneinfo
  locale phone_number phone_number_verified address updated_at email_verified`.split(/\s+/),
);

/** Why a claim may not give roles; null: it may. */
export function roleClaimFault(roleClaim: string): string | null {
  const [root = ''] = roleClaim.split('.');
  if (!SELF_SET.has(roleClaim) && !SELF_SET.has(root)) return null;
  return 'people can change this claim themselves at most identity providers; name one of groups or roles';
}

/**
 * If a claim has several values, the role that stands first in `USER_ROLES` counts: a person in two groups gets what
 * the merchant gave to one of them, and never more. An address gives a role only if the provider does not call it
 * unverified.
 */
export function roleOfClaims({ roleClaim, roles }: RoleMapping, claims: Claims): UserRole | null {
  if (roleClaimFault(roleClaim) !== null) return null;
  if (roleClaim === 'email' && !isVerified(claims)) return null;
  const values = new Set([valueAt(claims, roleClaim)].flat().filter((one) => typeof one === 'string'));
  const given = Object.entries(roles).flatMap(([value, role]) => (values.has(value) ? [role] : []));
  return USER_ROLES.find((role) => given.includes(role)) ?? null;
}

/** True if the claim says true or is missing. A text, a number or null is neither. */
export const isVerified = (claims: Claims): boolean =>
  !Object.hasOwn(claims, 'email_verified') || claims.email_verified === true;

/**
 * A claim of exactly this name comes before a path, because names may contain dots, as an address does. A step of a
 * path may contain dots too, as Keycloak's client names do; the longest matching name counts.
 */
function valueAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
    const name = path.slice(0, end);
    const inner = Object.hasOwn(claims, name) ? claims[name] : undefined;
    if (!isObject(inner)) continue;
    const value = valueAt(inner, path.slice(end + 1));
    if (value !== undefined) return value;
  }
  return undefined;
}

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
