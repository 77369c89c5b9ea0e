// The body of a notification (contract 13, "Notifications"): checks its signatures and takes it apart. If one item is
// not signed with a key of the account, all are refused. Eight fields of an item are signed. The other kept fields
// (reason, deadline) may describe a step, but must never choose an amount, a payment or an outcome. It keeps no card
// data.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  isCleanText,
  type NotificationHeaders,
  type NotificationItem,
  type NotificationReading,
  type ProviderAccount,
} from '@tollgate/provider-kit';
import { fromAdyen } from './amounts.ts';
import { fieldsOf } from './answers.ts';
import { type Facts, isOurReference } from './facts.ts';
import { concernsMoney } from './news-of-item.ts';

const LONGEST_KEY = 200;
const LONGEST_REASON = 300;
/** Adyen sends one item. Anybody may send many, and each costs processor time before it is refused. */
const MOST_ITEMS = 100;
/** The length of a SHA-256 in Base64. */
const SIGNATURE_LENGTH = 44;

interface Signed {
  pspReference: string;
  originalReference: string;
  merchantAccountCode: string;
  merchantReference: string;
  value: string;
  currency: string;
  eventCode: string;
  success: string;
}

export function readNotification(
  account: ProviderAccount,
  headers: NotificationHeaders,
  bytes: Buffer,
): NotificationReading {
  if (!isFromUser(account, headers)) return { kind: 'refused' };
  const { live, notificationItems } = fieldsOf(parsed(bytes));
  // Without an item there is no signature, so nobody knows who sent it.
  if (!Array.isArray(notificationItems) || notificationItems.length === 0) return { kind: 'refused' };
  if (notificationItems.length > MOST_ITEMS) return { kind: 'refused' };
  const genuine: { entry: Entry; signed: Signed }[] = [];
  for (const one of notificationItems) {
    const entry = fieldsOf(fieldsOf(one).NotificationRequestItem);
    const signed = signedFields(entry);
    // The first bad item ends the work.
    if (signed === null || !isSigned(account, entry, signed)) return { kind: 'refused' };
    genuine.push({ entry, signed });
  }

  const items = genuine.map(({ entry, signed }) => itemOf(account, entry, signed, live));
  if (items.includes(null)) return { kind: 'unreadable' };
  return { kind: 'authentic', items: items as NotificationItem[] };
}

type Entry = Readonly<Record<string, unknown>>;

/** Null: the fields cannot have been signed. */
function signedFields(entry: Entry): Signed | null {
  const { value, currency } = fieldsOf(entry.amount);
  const given = {
    pspReference: entry.pspReference,
    originalReference: entry.originalReference,
    merchantAccountCode: entry.merchantAccountCode,
    merchantReference: entry.merchantReference,
    value,
    currency,
    eventCode: entry.eventCode,
    success: entry.success,
  };
  const fields: Record<string, string> = {};
  for (const [name, one] of Object.entries(given)) {
    if (typeof one === 'object' && one !== null) return null;
    fields[name] = one === undefined || one === null ? '' : String(one);
  }
  const signed = fields as unknown as Signed;
  return isUnambiguous(signed) ? signed : null;
}

/**
 * Whether the signed text can be split in one way only. A colon separates the fields. The last four fields must have no
 * colon, so no other text can pass for the event code. Among the other fields only the reference may have colons, so no
 * field can pass for a part of another. An event that moves no money may have colons anywhere: a report's name contains
 * its time (`settlement_detail_report_2022-11-01T00:00:00_….csv`), and a refused report holds back Adyen's queue.
 */
function isUnambiguous({
  merchantReference: _,
  value,
  currency,
  eventCode,
  success,
  ...names
}: Signed): boolean {
  const isPlain = (field: string) => !/[:\\]/.test(field);
  if (![value, currency, eventCode, success].every(isPlain)) return false;
  return !concernsMoney(eventCode) || Object.values(names).every(isPlain);
}

function isSigned(account: ProviderAccount, entry: Entry, fields: Signed): boolean {
  const signature = fieldsOf(entry.additionalData).hmacSignature;
  if (typeof signature !== 'string' || signature.length !== SIGNATURE_LENGTH) return false;
  // Adyen signs colons and backslashes unescaped, as its libraries do today; years ago its documentation escaped them.
  const plain: string[] = Object.values(fields);
  const escaped = plain.map((field) => field.replace(/[\\:]/g, (sign) => `\\${sign}`));
  const forms = new Set([plain.join(':'), escaped.join(':')]);
  const keys = account.credentials.hmacKeys ?? [];
  let isGenuine = false;
  for (const key of keys) {
    for (const text of forms) {
      const expected = createHmac('sha256', Buffer.from(key, 'hex')).update(text, 'utf8').digest('base64');
      if (isSame(expected, signature)) isGenuine = true;
    }
  }
  return isGenuine;
}

/** Checks basic authentication, if it was set up. */
function isFromUser({ credentials }: ProviderAccount, headers: NotificationHeaders): boolean {
  const { notificationUser, notificationPassword } = credentials;
  if (!notificationUser && !notificationPassword) return true;
  const header = headers.authorization;
  const given = typeof header === 'string' ? /^basic +(\S+)$/i.exec(header.trim())?.[1] : undefined;
  const expected = `${notificationUser ?? ''}:${notificationPassword ?? ''}`;
  return isSame(expected, Buffer.from(given ?? '', 'base64').toString('utf8'));
}

/** Compares in constant time, also texts of different lengths. */
function isSame(expected: string, given: string): boolean {
  return timingSafeEqual(digestOf(expected), digestOf(given));
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

const keyOf = ({ pspReference, eventCode, success }: Signed): string =>
  `${pspReference}:${eventCode}:${success}`;

function itemOf(
  account: ProviderAccount,
  entry: Entry,
  signed: Signed,
  live: unknown,
): NotificationItem | null {
  const { pspReference, eventCode, success, currency } = signed;
  const isReadable =
    /^\w{1,60}$/.test(eventCode) && /^(true|false)$/.test(success) && isCleanText(pspReference);
  // An item about money needs an id of its own. A report's name may be longer than a key.
  const isNamed = pspReference !== '' && keyOf(signed).length <= LONGEST_KEY;
  if (!isReadable || (concernsMoney(eventCode) && !isNamed)) return null;
  const key = isNamed ? keyOf(signed) : `${digestOf(pspReference).toString('hex')}:${eventCode}:${success}`;
  const amountMinor = fromAdyen(Number(signed.value === '' ? Number.NaN : signed.value), currency);
  const environment = live === undefined ? account.environment : String(live) === 'true' ? 'live' : 'test';
  return {
    key,
    kind: eventCode,
    reference: isOurReference(signed.merchantReference) ? signed.merchantReference : null,
    providerReference: pspReference === '' ? null : pspReference.slice(0, LONGEST_KEY),
    amountMinor,
    currency: amountMinor === null ? null : currency,
    occurredAt: dateOf(entry.eventDate),
    isForeignAccount:
      signed.merchantAccountCode !== account.credentials.merchantAccount ||
      environment !== account.environment,
    body: JSON.stringify(factsOf(entry, signed)),
  };
}

function factsOf(entry: Entry, signed: Signed): Facts {
  const more = fieldsOf(entry.additionalData);
  const isSuccess = signed.success === 'true';
  return {
    pspReference: signed.pspReference,
    originalReference: signed.originalReference,
    merchantReference: signed.merchantReference,
    value: signed.value === '' ? null : Number(signed.value),
    currency: signed.currency,
    eventCode: signed.eventCode,
    isSuccess,
    // For an authorised payment the reason holds digits of the card.
    reason: isSuccess && signed.eventCode === 'AUTHORISATION' ? null : shortText(entry.reason),
    reasonCode: shortText(more.chargebackReasonCode) ?? shortText(more.rfiReasonCode),
    defendUntil: dateOf(more.defensePeriodEndsAt)?.toISOString() ?? null,
  };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

/**
 * A text that the database accepts and a person can read: without control characters and half characters. Adyen writes
 * "null" if there is no reason.
 */
function shortText(value: unknown): string | null {
  if (typeof value !== 'string' || value === 'null') return null;
  const clean = value
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  const short = Array.from(clean).slice(0, LONGEST_REASON).join('');
  return short === '' ? null : short;
}

/** Null also for a year that the database does not accept. */
function dateOf(value: unknown): Date | null {
  const date = new Date(typeof value === 'string' ? value : Number.NaN);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date : null;
}
