// Whether the default export of a package is a declaration that a gateway can use. The gateway asks at its start, the
// command line before it plays a rule. It reads a value that a stranger wrote, so it believes no type. It must never
// call the package.

import { isCleanText } from '../text.ts';
import { type CredentialField, type ProviderDeclaration, SEAM_VERSION } from './declaration.ts';

/** The id stands in addresses and rows; the name of a credential is a field of the operator API. */
const ID = /^[a-z][a-z0-9-]{0,49}$/;
const CREDENTIAL_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const LONGEST_NAME = 60;
const CARD_ENTRIES = ['tollgate', 'provider'];
const NEEDED = ['always', 'live', 'never'];
const INQUIRIES = ['supported', 'notifications-only'];

/** One fault as a part of a sentence; null: it can be used. `user`: who would use it, for the sentence. */
export function declarationFault(given: unknown, user = 'this gateway'): string | null {
  try {
    return faultOf(given, user);
  } catch (error) {
    // A member may be a getter that throws.
    return `its declaration cannot be read: ${error instanceof Error ? error.message : 'it throws'}`;
  }
}

function faultOf(given: unknown, user: string): string | null {
  if (!isObject(given) || typeof given.id !== 'string')
    return 'its default export is neither a ProviderDeclaration nor a list of them';
  const { id, seam } = given;
  if (!ID.test(id))
    return `${JSON.stringify(id.slice(0, 60))} is no id: use at most 50 lower-case letters, digits and hyphens, beginning with a letter`;
  if (seam !== SEAM_VERSION) {
    const made = seam === undefined ? 'names no version' : `was made for version ${shown(seam)}`;
    return `the provider ${id} ${made} of the seam, and ${user} has version ${SEAM_VERSION}`;
  }
  const fault = memberFault(given as Partial<Record<keyof ProviderDeclaration, unknown>>);
  return fault && `the provider ${id} is not a declaration: ${fault}`;
}

function memberFault(given: Partial<Record<keyof ProviderDeclaration, unknown>>): string | null {
  const { name, capabilities, cardEntries, credentials, played, options } = given;
  if (!isText(name)) return 'its name is missing';
  if (!isCleanText(name) || [...name].length > LONGEST_NAME)
    return `its name must be one line of at most ${LONGEST_NAME} characters`;
  const fault = capabilitiesFault(capabilities);
  if (fault !== null) return fault;
  if (!isListOf(cardEntries, (one) => CARD_ENTRIES.includes(one as string)))
    return 'cardEntries may have only tollgate and provider';
  if (!Array.isArray(credentials)) return 'its list of credentials is missing';
  const wrong = credentialsFault(credentials);
  if (wrong !== null) return wrong;
  if (played !== undefined && played !== 'played' && played !== 'not-tried')
    return 'played may be played or not-tried';
  if (options !== undefined && !isListOf(options, isObject)) return 'its options are no list';
  if (given.available !== undefined && typeof given.available !== 'function')
    return 'available is no function';
  for (const needed of ['merchantAccountOf', 'connect'] as const)
    if (typeof given[needed] !== 'function') return `${needed} is missing`;
  return null;
}

function capabilitiesFault(capabilities: unknown): string | null {
  if (!isObject(capabilities) || !isListOf(capabilities.methods, isMethod))
    return 'its capabilities have no list of methods';
  const { refund, cancel, inquiry } = capabilities;
  if (typeof refund !== 'boolean' || typeof cancel !== 'boolean')
    return 'its capabilities must say true or false for refund and cancel';
  if (!INQUIRIES.includes(inquiry as string))
    return 'its capabilities may have only supported or notifications-only as inquiry';
  return null;
}

function credentialsFault(credentials: unknown[]): string | null {
  const names = new Set(credentials.map((one) => isObject(one) && one.name));
  for (const [i, one] of credentials.entries()) {
    const fault = credentialFault(one as Partial<Record<keyof CredentialField, unknown>>, names);
    if (fault !== null) return `credential ${i + 1} ${fault}`;
  }
  return names.size < credentials.length ? 'two of its credentials have one name' : null;
}

function credentialFault(
  one: Partial<Record<keyof CredentialField, unknown>>,
  names: ReadonlySet<unknown>,
): string | null {
  if (!isCredential(one)) return 'needs a name, a label, a help and how it is needed';
  const { name, isList, isSecret, pattern, check, pairedWith } = one;
  // Every object has it, so nobody could tell whether an account has it.
  if ((name as string) in {}) return `cannot have the name ${name}`;
  if (typeof isList !== 'boolean' || typeof isSecret !== 'boolean')
    return 'must say true or false for isList and isSecret';
  // With these flags an expression answers another thing the second time.
  if (pattern !== undefined && !(pattern instanceof RegExp && /^[^gy]*$/.test(pattern.flags)))
    return 'needs a regular expression without the flags g and y as pattern';
  if (check !== undefined && typeof check !== 'function') return 'has a check that is no function';
  return pairedWith === undefined || (pairedWith !== name && names.has(pairedWith))
    ? null
    : 'has a pairedWith that names no other credential';
}

const isMethod = (one: unknown) =>
  isObject(one) &&
  (one.direction === 'PAYIN' || one.direction === 'PAYOUT') &&
  isText(one.method) &&
  (one.countries === 'any' || isListOf(one.countries, isText)) &&
  (one.currencies === 'any' || isListOf(one.currencies, isText));

const isCredential = (one: unknown) =>
  isObject(one) &&
  typeof one.name === 'string' &&
  CREDENTIAL_NAME.test(one.name) &&
  isText(one.label) &&
  isText(one.help) &&
  NEEDED.includes(one.needed as string);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Somebody who reads it sees something. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u.test(value);
const isListOf = (value: unknown, is: (one: unknown) => boolean): value is unknown[] =>
  Array.isArray(value) && value.every(is);
const shown = (value: unknown) => (JSON.stringify(value) ?? String(value)).slice(0, 20);
