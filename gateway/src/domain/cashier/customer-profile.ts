// Which customer fields are remembered for a user, and how they fill a later request (spec 2.5). Pure. What belongs
// to one visit alone (ip, device, user agent) is never remembered. A name is one value, whether it comes in two parts
// or whole, and so are an address and a document: parts of two requests are never put together, because they may be
// of two people.
import { type Customer, fullName } from '../payment-data/customer.ts';

/** Each is replaced as a whole by whatever a request says of it. */
const REMEMBERED = [
  ['firstName', 'lastName', 'name'],
  ['email'],
  ['phone'],
  ['address'],
  ['document'],
] as const satisfies (keyof Customer)[][];
/** A stored profile is read if one of these is missing; few methods need a document. */
const USUAL = REMEMBERED.filter(([first]) => first !== 'document');

/** An empty text and an object that says nothing are absent, too. */
const isGiven = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(isGiven)
    : value != null && value !== '';

const says = (customer: Customer | null, fields: readonly (keyof Customer)[]): boolean =>
  fields.some((field) => isGiven(customer?.[field]));

export function lacksUsualFields(customer: Customer | null): boolean {
  return USUAL.some((fields) => !says(customer, fields));
}

/** The request's own fields have precedence; the profile fills the gaps. */
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

/** Profiles of before may have the parts of one name and the whole of another: nobody knows which is right. */
function isOfTwo({ firstName, lastName, name }: Customer): boolean {
  const whole = fullName({ name });
  return whole !== null && (firstName ?? lastName) != null && fullName({ firstName, lastName }) !== whole;
}

/**
 * What to remember of a request; null if it has nothing worth keeping. A name takes the place of every form of it
 * that is stored.
 */
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
