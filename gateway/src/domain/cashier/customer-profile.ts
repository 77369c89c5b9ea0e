// Which customer fields are remembered for a user, and how they fill a later request (spec 2.5). Pure.
// What belongs to one visit alone (ip, device, user agent) is never remembered.
import type { Customer } from '../payment-data/customer.ts';

const REMEMBERED = ['firstName', 'lastName', 'name', 'email', 'phone', 'address', 'document'] as const;
/** A stored profile is read if one of these is missing; a document or a single name is needed by few methods only. */
const USUAL = ['firstName', 'lastName', 'email', 'phone', 'address'] as const;

export function lacksUsualFields(customer: Customer | null): boolean {
  return customer === null || USUAL.some((field) => customer[field] == null);
}

/** The request's own fields have precedence; the profile fills the gaps. */
export function fillFromProfile(customer: Customer | null, profile: Customer | null): Customer | null {
  if (!profile) return customer;
  const filled: Customer = { ...customer };
  for (const field of REMEMBERED) {
    if (filled[field] == null && profile[field] != null) Object.assign(filled, { [field]: profile[field] });
  }
  return filled;
}

/** What to remember of a request; null if it has nothing worth keeping. */
export function profileOf(customer: Customer | null): Customer | null {
  if (!customer) return null;
  const profile: Customer = {};
  for (const field of REMEMBERED) {
    if (customer[field] != null) Object.assign(profile, { [field]: customer[field] });
  }
  return Object.keys(profile).length > 0 ? profile : null;
}
