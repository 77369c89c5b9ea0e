// The person who pays or is paid, as the merchant's request describes them (spec 2.5).

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
