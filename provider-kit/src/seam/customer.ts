// The person who pays or is paid, as the merchant's request describes them (spec 2.5).
// Pure. It must never mix the parts of a name with a whole name.

export interface Address {
  street?: string | null;
  streetNumber?: string | null;
  zipCode?: string | null;
  city?: string | null;
  state?: string | null;
  country?: string | null;
}

/** Spec 2.5. `name` replaces firstName and lastName in v2 and session requests. */
export interface Customer {
  firstName?: string | null;
  lastName?: string | null;
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  ip?: string | null;
  userDevice?: 'MOBILE' | 'DESKTOP' | 'TABLET' | null;
  userAgent?: string | null;
  address?: Address | null;
  document?: { number?: string | null; type?: string | null } | null;
}

type Named = Pick<Customer, 'firstName' | 'lastName' | 'name'>;

const given = (text: string | null | undefined): string | null => text?.trim() || null;

/**
 * The customer's name, either from its two parts or as one text, never mixed. If both parts are there, they count.
 * null: there is no name.
 */
export function fullName(customer: Named | null | undefined): string | null {
  const [first, last, whole] = [given(customer?.firstName), given(customer?.lastName), given(customer?.name)];
  if (first && last) return `${first} ${last}`;
  return whole ?? first ?? last;
}

/** The name in two parts, for providers that want them so; null: not known. */
export function nameInParts(customer: Named | null): { firstName: string; lastName: string } | null {
  const [first, last] = [given(customer?.firstName), given(customer?.lastName)];
  if (first && last) return { firstName: first, lastName: last };
  const words = given(customer?.name)?.split(/\s+/) ?? [];
  return words.length < 2 ? null : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1)! };
}
