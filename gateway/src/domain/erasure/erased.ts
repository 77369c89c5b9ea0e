// What is left of a transaction, its answer and its webhooks when its personal data goes (docs/decisions/0085): amounts, references,
// statuses, times and keyed hashes. Pure. Whatever is not named here as kept goes, so a new field of a request goes by itself.

import { NO_DETAILS } from '../transactions/new-transaction.ts';
import { type Details, madeUpUser, type Transaction } from '../transactions/transaction.ts';

/** Erased: only what has no person in it, and since when. */
export function erasedTransaction(before: Transaction, at: Date): Transaction {
  return {
    ...before,
    userId: madeUpUser(before.id),
    details: erasedDetails(before, at),
    card: null,
    recipient: null,
    result: null,
    returned: before.returned && { ...before.returned, reason: null },
    version: before.version + 1,
  };
}

function erasedDetails({ details, ...transaction }: Transaction, at: Date): Details {
  const { paymentReference, merchantDomain, countryChosen, maker } = details;
  return {
    ...NO_DETAILS,
    paymentReference,
    merchantDomain,
    notificationUrl: erasedUrl(details.notificationUrl, valuesOf({ ...transaction, details })),
    ...(countryChosen && { countryChosen }),
    ...(maker && { maker: { userId: maker.userId, name: maker.name } }),
    erasedAt: details.erasedAt ?? at.toISOString(),
  };
}

const KEPT_OF_ANSWER = [
  'transactionId',
  'sessionId',
  'merchantReference',
  'currency',
  'amount',
  'status',
  'errorCode',
  'errorReason',
  'expiresAt',
];

/** The first answer, for a replay of its key: how to pay is of no use after the end. */
export function erasedAnswer(answer: string): string {
  const { result, ...envelope } = JSON.parse(answer);
  const kept = KEPT_OF_ANSWER.filter((name) => name in result).map((name) => [name, result[name]]);
  return JSON.stringify({ ...envelope, result: Object.fromEntries(kept) });
}

const GONE_FROM_EVENTS = ['card', 'recipient', 'extra1', 'extra2', 'extra3', 'redirectUrl'];

/** The body of a webhook (domain/webhooks/webhook-event.ts), its fields in their order. */
export function erasedBody(body: string, transactionId: string): string {
  const event = JSON.parse(body);
  event.userId = madeUpUser(transactionId);
  for (const field of GONE_FROM_EVENTS) event[field] = null;
  for (const field of ['returned', 'dispute']) if (event[field]) event[field].reason = null;
  return JSON.stringify(event);
}

/** What an address could name the person by. */
export function valuesOf({ userId, details }: Pick<Transaction, 'userId' | 'details'>): string[] {
  const { email, phone, name, firstName, lastName, document } = details.customer ?? {};
  const values = [userId, email, phone, name, firstName, lastName, document?.number];
  return values.filter((value): value is string => Boolean(value)).map((value) => value.toLowerCase());
}

/**
 * An address without what names a person: its query goes if it does, and all of it if its path does. Any other query stays, for
 * it may be what authenticates the call.
 */
export function erasedUrl(url: string | null, values: readonly string[]): string | null {
  if (url === null) return null;
  const [path, query] = cut(url, '?');
  if (names(path.split('/'), values)) return null;
  const isNamed = query !== null && names(query.split(/[&=#;]/), values);
  return isNamed ? path : url;
}

/** A value that is a whole part of an address or, from four characters on, stands within one. */
function names(parts: readonly string[], values: readonly string[]): boolean {
  return parts
    .map((part) => readable(part).toLowerCase())
    .some((part) => values.some((value) => part === value || (value.length > 3 && part.includes(value))));
}

function readable(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
  } catch {
    return text;
  }
}

function cut(text: string, at: string): [string, string | null] {
  const place = text.indexOf(at);
  return place === -1 ? [text, null] : [text.slice(0, place), text.slice(place + 1)];
}

/** Whether the query of a list's address, which people keep as a view, looks for this person. */
export function queryNames(query: string, values: readonly string[]): boolean {
  const wanted = values.map((value) => value.toLowerCase());
  return query.split(/[&=#;]/).some((part) => wanted.includes(readable(part).trim().toLowerCase()));
}
