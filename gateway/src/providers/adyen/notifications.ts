// The body of a notification (contract 13, "Notifications"): checks its signatures and takes it apart. One item that is not
// signed with a key of the account refuses all of them. Eight fields of an item are signed; what else is kept (reason,
// deadline) may describe a step and never choose an amount, a payment or what becomes of it. What is kept has no card data.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ProviderAccount } from '../../domain/merchants/provider-account.ts';
import type { NotificationItem, NotificationReading } from '../../domain/notifications/news.ts';
import { isCleanText } from '../../domain/text.ts';
import type { NotificationHeaders } from '../provider.ts';
import { fromAdyen } from './amounts.ts';
import { fieldsOf } from './answers.ts';
import { type Facts, isOurReference } from './facts.ts';
import { tellsOfMoney } from './news.ts';

const LONGEST_KEY = 200;
const LONGEST_REASON = 300;
/** Adyen sends one. Anybody may send many, and each costs the processor something before it is refused. */
const MOST_ITEMS = 100;
/** Of a SHA-256 in Base64. */
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
  // Without an item nothing is signed, so nobody knows who sent it.
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
 * A colon separates the fields. The last four have none, so nothing else can be passed off as the event code. If of the others only
 * the reference may have some, no field can be passed off as a part of another. An event that moves no money may have them anywhere:
 * a report is named by its time (`settlement_detail_report_2022-11-01T00:00:00_….csv`), and one that is refused holds back the queue.
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
  return !tellsOfMoney(eventCode) || Object.values(names).every(isPlain);
}

function isSigned(account: ProviderAccount, entry: Entry, fields: Signed): boolean {
  const signature = fieldsOf(entry.additionalData).hmacSignature;
  if (typeof signature !== 'string' || signature.length !== SIGNATURE_LENGTH) return false;
  // Adyen signs colons and backslashes plain, as its libraries do today; years ago it described them as escaped.
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

/** Basic authentication, where it was set. */
function isFromUser({ credentials }: ProviderAccount, headers: NotificationHeaders): boolean {
  const { notificationUser, notificationPassword } = credentials;
  if (!notificationUser && !notificationPassword) return true;
  const header = headers.authorization;
  const given = typeof header === 'string' ? /^basic +(\S+)$/i.exec(header.trim())?.[1] : undefined;
  const expected = `${notificationUser ?? ''}:${notificationPassword ?? ''}`;
  return isSame(expected, Buffer.from(given ?? '', 'base64').toString('utf8'));
}

/** In constant time, also for texts of different lengths. */
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
  // What tells of money needs an id of its own. Of a report the name may be longer than a key.
  const isNamed = pspReference !== '' && keyOf(signed).length <= LONGEST_KEY;
  if (!isReadable || (tellsOfMoney(eventCode) && !isNamed)) return null;
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
    // Of a payment that was authorised it holds digits of the card.
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
 * A text that the database takes and a person can read: without control characters and halves of characters. Adyen writes
 * "null" where there is no reason.
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

/** Null also for a year that the database does not take. */
function dateOf(value: unknown): Date | null {
  const date = new Date(typeof value === 'string' ? value : Number.NaN);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date : null;
}
