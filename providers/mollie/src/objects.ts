// The parts of Mollie's objects that the adapter reads, with the types of Mollie's own library. An answer may be
// anything, so this file checks that it is the object that was asked for; the fields may still be missing, or hold a
// value that the types do not have. Each reader of a field checks it.
import type { Capture, Chargeback, Mandate, Payment, Refund } from '@mollie/api-client';

/** The library's lists of words are enums. In JSON they are texts. */
export type Plain<Type> = Type extends string
  ? `${Type}`
  : Type extends readonly (infer One)[]
    ? Plain<One>[]
    : Type extends object
      ? { [Name in keyof Type]: Plain<Type[Name]> }
      : Type;

type Known<Of, Names extends keyof Of> = { id: string } & Partial<Plain<Pick<Of, Names>>>;

export type MolliePayment = Known<
  Payment,
  | 'amount'
  | 'amountCaptured'
  | 'captureMode'
  | 'status'
  | 'metadata'
  | 'method'
  | 'sequenceType'
  | 'customerId'
  | 'mandateId'
  | 'createdAt'
  | 'expiresAt'
  | 'authorizedAt'
> & {
  captureBefore?: unknown;
  canceledAt?: unknown;
  details?: unknown;
  _links?: unknown;
  _embedded?: unknown;
};

export type MollieRefund = Known<Refund, 'amount' | 'status' | 'metadata' | 'paymentId' | 'createdAt'> &
  Settled;

export type MollieCapture = Known<Capture, 'amount' | 'paymentId' | 'createdAt'> &
  Settled & { status?: 'pending' | 'succeeded' | 'failed'; metadata?: unknown };

export type MollieChargeback = Known<Chargeback, 'amount' | 'paymentId' | 'createdAt'> &
  Settled & { reversedAt?: unknown; reason?: unknown };

/** The amount in the currency of the settlement, in the lists of a settlement. */
interface Settled {
  settlementAmount?: unknown;
  _embedded?: unknown;
}

export type MollieMandate = Known<Mandate, 'status' | 'method' | 'details'>;

/** The library exports no type of it. */
export interface MollieSettlement {
  id: string;
  amount?: unknown;
  status?: unknown;
  createdAt?: unknown;
  settledAt?: unknown;
  reference?: unknown;
  periods?: unknown;
}

/** Throws if it is another kind of object, or has another id. Then nobody knows the outcome of the call. */
export function objectOf<Of extends { id: string }>(answer: unknown, resource: string, id?: string): Of {
  if (!isObject(answer) || answer.resource !== resource) throw new Error(`Mollie’s answer is no ${resource}`);
  if (id !== undefined && answer.id !== id) throw new Error('Mollie’s answer is about another object');
  return answer as { id: string } as Of;
}

export function isObject(value: unknown): value is Record<string, unknown> & { id: string } {
  return isRecord(value) && isId(value.id);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,100}$/.test(value);
}

/** A page of a list. `rest`: the id with which the next page begins; null: it is the last one. */
export interface ListPage<Of> {
  found: Of[];
  rest: string | null;
}

/** A page that cannot be read whole is an error, so that nothing is ever skipped. */
export function pageOf<Of extends { id: string }>(answer: unknown, name: string): ListPage<Of> {
  const list = isRecord(answer) && isRecord(answer._embedded) ? answer._embedded[name] : null;
  if (!isRecord(answer) || !Array.isArray(list) || !list.every(isObject))
    throw new Error('Mollie’s answer is no list');
  const next = linkIn(answer, 'next');
  const found = list as { id: string }[] as Of[];
  if (next === null) return { found, rest: null };
  const rest = URL.canParse(next) ? new URL(next).searchParams.get('from') : null;
  if (!isId(rest)) throw new Error('Mollie’s list cannot be continued');
  return { found, rest };
}

/** The objects that Mollie embedded in an object because it was asked to. */
export function embeddedIn<Of extends { id: string }>(object: { _embedded?: unknown }, name: string): Of[] {
  const list = isRecord(object._embedded) ? object._embedded[name] : undefined;
  if (list === undefined) return [];
  if (!Array.isArray(list) || !list.every(isObject)) throw new Error('Mollie’s answer is no list');
  return list as { id: string }[] as Of[];
}

export function linkIn(object: { _links?: unknown }, name: string): string | null {
  const link = isRecord(object._links) ? object._links[name] : null;
  return isRecord(link) && typeof link.href === 'string' ? link.href : null;
}

export function dateIn(text: unknown): Date | null {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(text)) return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Our reference. People may write anything into the metadata of what they make at Mollie. */
export function referenceIn({ metadata }: { metadata?: unknown }): string | null {
  const reference = isRecord(metadata) ? metadata.reference : null;
  return typeof reference === 'string' && reference !== '' ? cleanText(reference, 255) : null;
}

export function isWebAddress(text: unknown): text is string {
  return typeof text === 'string' && /^https?:\/\/[^\p{Cc}\p{Cs}]+$/u.test(text) && URL.canParse(text);
}

/** A text without control characters, NUL included, and with at most `longest` code points. */
export function cleanText(text: string, longest: number): string {
  const clean = text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ');
  return [...clean].slice(0, longest).join('');
}
