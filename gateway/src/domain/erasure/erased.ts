// What remains of a transaction, its answer and its webhooks when its personal data is erased (docs/decisions/0085):
// amounts, references, statuses, times and keyed hashes. Pure. Erasure removes every field that this file does not name
// as kept, so it also removes new fields of a request.

import { RECORD_FIELDS } from '../records/record-fields.ts';
import { NO_DETAILS } from '../transactions/new-transaction.ts';
import { type Details, defaultUser, type Transaction } from '../transactions/transaction.ts';

/** The erased transaction: only values without a person in them, and the time of the erasure. */
export function erasedTransaction(before: Transaction, at: Date): Transaction {
  return {
    ...before,
    userId: defaultUser(before.id),
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
  const { captureMode, mandate, mandateId, mandateStatus } = details;
  return {
    ...NO_DETAILS,
    paymentReference,
    merchantDomain,
    notificationUrl: erasedUrl(details.notificationUrl, personalValuesOf({ ...transaction, details })),
    ...(countryChosen && { countryChosen }),
    ...(captureMode && { captureMode }),
    ...(mandateId && { mandateId }),
    ...(mandateStatus && { mandateStatus }),
    ...(maker && { maker: { userId: maker.userId, name: maker.name } }),
    ...(mandate && { mandate: { ...mandate, description: null } }),
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

/** The first answer, for a replay of its key. The instructions to pay are removed: they are useless after the end. */
export function erasedAnswer(answer: string): string {
  const { result, ...envelope } = JSON.parse(answer);
  const kept = KEPT_OF_ANSWER.filter((name) => name in result).map((name) => [name, result[name]]);
  return JSON.stringify({ ...envelope, result: Object.fromEntries(kept) });
}

/** `returned` stays, without the bank's words. */
const GONE_FROM_EVENTS = RECORD_FIELDS.flatMap(([name, { impersonal }]) =>
  impersonal || name === 'returned' ? [] : name,
);

/** The personal fields of the mandate in its own events. */
const ERASED_MANDATE = { description: null, card: null, account: null };

/** The body of a webhook (domain/webhooks/webhook-event.ts), its fields in their order. */
export function erasedBody(body: string, transactionId: string): string {
  const event = JSON.parse(body);
  for (const field of GONE_FROM_EVENTS) if (field in event) event[field] = null;
  event.userId = defaultUser(transactionId);
  if (event.mandate?.userId !== undefined)
    event.mandate = { ...event.mandate, ...ERASED_MANDATE, userId: defaultUser(transactionId) };
  for (const one of [event.returned, event.dispute, event.dispute?.response]) if (one) one.reason = null;
  return JSON.stringify(event);
}

/** The values by which an address could name the person. */
export function personalValuesOf({ userId, details }: Pick<Transaction, 'userId' | 'details'>): string[] {
  const { email, phone, name, firstName, lastName, document } = details.customer ?? {};
  const values = [userId, email, phone, name, firstName, lastName, document?.number];
  return values.filter((value): value is string => Boolean(value)).map((value) => value.toLowerCase());
}

/**
 * An address without what names a person. If the query names the person, the query goes; if the path does, the whole
 * address goes. Any other query stays, because it may authenticate the call.
 */
export function erasedUrl(url: string | null, values: readonly string[]): string | null {
  if (url === null) return null;
  const [path, query] = cut(url, '?');
  if (names(path.split('/'), values)) return null;
  const isNamed = query !== null && names(query.split(/[&=#;]/), values);
  return isNamed ? path : url;
}

/** Whether a part of the address is one of the values, or contains a value of four or more characters. */
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

/** Whether a saved view's query (the query of a list's address) looks for this person. */
export function queryNames(query: string, values: readonly string[]): boolean {
  const wanted = values.map((value) => value.toLowerCase());
  return query.split(/[&=#;]/).some((part) => wanted.includes(readable(part).trim().toLowerCase()));
}
