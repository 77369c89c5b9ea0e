// Which customer fields are remembered for a user, and how they fill a later request (spec 2.5). Pure. Fields of a
// single visit (ip, device, user agent) must never be remembered. A name counts as one value, in two parts or whole; so
// do an address and a document. Parts of two requests are never put together, because they may be about two people.
import { type Customer, fullName } from '@tollgate/provider-kit/seam/customer';

/** A request that mentions one of these replaces it as a whole. */
const REMEMBERED = [
  ['firstName', 'lastName', 'name'],
  ['email'],
  ['phone'],
  ['address'],
  ['document'],
] as const satisfies (keyof Customer)[][];
/**
 * The gateway reads the stored profile if one of these is missing. Few methods need a document, so it is not among
 * them.
 */
const USUAL = REMEMBERED.filter(([first]) => first !== 'document');

/** An empty text and an object without values count as absent, too. */
const isGiven = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(isGiven)
    : value != null && value !== '';

const says = (customer: Customer | null, fields: readonly (keyof Customer)[]): boolean =>
  fields.some((field) => isGiven(customer?.[field]));

export function lacksUsualFields(customer: Customer | null): boolean {
  return USUAL.some((fields) => !says(customer, fields));
}

/** The request's own fields come first; the profile fills the gaps. */
export function fillFromProfile(customer: Customer | null, profile: Customer | null): Customer | null {
  if (!profile) return customer;
  const filled: Customer = { ...customer };
  for (const fields of REMEMBERED) {
    if (says(customer, fields) || (fields.length > 1 && isOfTwo(profile))) continue;
    for (const field of fields)
      if (isGiven(profile[field])) Object.assign(filled, { [field]: profile[field] });
  }
  return filled;
}

/** Older profiles may hold the parts of one name and the whole of another. Nobody knows which is right. */
function isOfTwo({ firstName, lastName, name }: Customer): boolean {
  const whole = fullName({ name });
  return whole !== null && (firstName ?? lastName) != null && fullName({ firstName, lastName }) !== whole;
}

/** What to remember from a request; null: nothing is worth keeping. A new name replaces every stored form of a name. */
export function profileOf(customer: Customer | null): Customer | null {
  if (!customer) return null;
  const profile: Customer = {};
  for (const fields of REMEMBERED) {
    if (!says(customer, fields)) continue;
    for (const field of fields)
      if (isGiven(customer[field])) Object.assign(profile, { [field]: customer[field] });
  }
  return Object.keys(profile).length > 0 ? profile : null;
}
