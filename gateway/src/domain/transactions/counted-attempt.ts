// What a card attempt adds to the counts of the risk rules (contract 12), and for which subjects. Pure;
// storage/risk/risk-counters.ts does the counting. It must count only card pay-ins: other methods have no cards to
// test. A later charge of any method counts by its mandate. If the card is entered at the provider, we do not know it,
// and its declines count only for the source and the user.
import { CODE, type ErrorCode } from '../errors/error-codes.ts';
import { findOption } from '../options/payment-option.ts';
import { DECLINE_RULES, type DeclineRule, type RiskLimits } from '../risk/risk.ts';
import { addressSource } from '../web-address.ts';
import { type Actor, namedUser, type Transaction } from './transaction.ts';

/** The facts that are checked and counted before the provider is asked. */
export interface AttemptCheck {
  merchantId: string;
  brandId: string;
  transactionId: string;
  /** If the card is not known, the key belongs to this attempt alone, so that it never counts together with another. */
  cardKey: Buffer;
  /** The attempt's place in the card's list. It is made from the attempt's time, so that the list is sorted by time. */
  mark: string;
  at: Date;
  limits: RiskLimits;
  /** The subjects for which a decline counts, in the order of DECLINE_RULES; null: the rule does not apply. */
  subjects: readonly (string | null)[];
}

/**
 * null: there is nothing to check, because the rules are off or there is no card. `transaction`: its state once the
 * attempt has begun.
 */
export function attemptCheck(
  limits: RiskLimits | null,
  transaction: Transaction,
  now: Date,
): AttemptCheck | null {
  const { merchantId, brandId, id, attempts } = transaction;
  if (limits === null || !isCardAttempt(transaction)) return null;
  const mark = attemptMark(now, id, attempts);
  return {
    merchantId,
    brandId,
    transactionId: id,
    cardKey: countedKey(transaction) ?? Buffer.from(mark.replaceAll('-', ''), 'hex'),
    mark,
    at: now,
    limits,
    subjects: DECLINE_RULES.map((rule) => limits[rule] && subjectOf(rule, transaction)),
  };
}

/** A later charge counts by its mandate, so that the merchant's charges never stop the customer's own (contract 16). */
function countedKey({ details, card, cardKey }: Transaction): Buffer | null {
  if (details.mandateId !== undefined) return Buffer.from(details.mandateId.replaceAll('-', ''), 'hex');
  return card === null ? null : cardKey;
}

/** A known card without a key can be neither counted nor blocked. */
function isCardAttempt({ type, optionId, card, cardKey, details }: Transaction): boolean {
  if (type !== 'PAYIN') return false;
  if (details.mandateId !== undefined) return true;
  if (card !== null) return cardKey !== null;
  return optionId !== null && findOption(optionId)?.option.type === 'CARD';
}

/** One count of a decline: a decline has one for each of its subjects. */
export interface CountedDecline {
  merchantId: string;
  brandId: string;
  transactionId: string;
  attempt: number;
  subject: string;
  at: Date;
  /** Until when it counts. */
  expiresAt: Date;
}

/**
 * What a declined attempt adds to the counts. Only declines by the issuer or the network count (20xx, 21xx, 22xx), not
 * those by an operator or by the rules. `before`: its state while its provider had it.
 */
export function countedDeclines(
  limits: RiskLimits | null,
  before: Transaction,
  { errorCode, actor, at }: { errorCode: ErrorCode; actor: Actor; at: Date },
): CountedDecline[] {
  if (limits === null || !isCardAttempt(before) || before.provider === null) return [];
  if (!/^2[012]/.test(errorCode) || OWN_WORDS.includes(actor)) return [];
  const { merchantId, brandId, id, attempts } = before;
  const counted: CountedDecline[] = [];
  for (const rule of DECLINE_RULES) {
    const limit = limits[rule];
    const subject = limit && subjectOf(rule, before);
    if (!subject || (rule === 'wrongCodesPerCard' && errorCode !== CODE.cvvWrong)) continue;
    const expiresAt = new Date(at.getTime() + limit.windowSeconds * 1_000);
    counted.push({ merchantId, brandId, transactionId: id, attempt: attempts, subject, at, expiresAt });
  }
  return counted;
}

/** Actors that decline without asking an issuer. */
const OWN_WORDS: readonly Actor[] = ['gateway', 'operator', 'sandbox', 'expiry'];

/** The subject for which a rule counts the declines of a card attempt; null: none. */
function subjectOf(rule: DeclineRule, transaction: Transaction): string | null {
  const { details, card, cardKey } = transaction;
  // There is no code, no browser, and no number that somebody could guess.
  if (details.mandateId !== undefined)
    return rule === 'declinesPerUser' ? `mandate:${details.mandateId}` : null;
  switch (rule) {
    case 'wrongCodesPerCard':
      return card && `code:${cardKey!.toString('hex')}`;
    case 'declinesPerSource': {
      const address = details.browserIp ?? details.customer?.ip;
      const source = address && addressSource(address);
      return source ? `source:${source}` : null;
    }
    case 'declinesPerUser': {
      const user = namedUser(transaction);
      return user ? `user:${user}` : null;
    }
    case 'declinesPerBin':
      return card && `bin:${card.first6}`;
  }
}

/**
 * A UUID that sorts by time: 48 bits of milliseconds, then the parts that identify the attempt (the random end of its
 * transaction's id, and its number).
 */
export function attemptMark(at: Date, transactionId: string, attempt: number): string {
  return asUuid(at, transactionId.replaceAll('-', '').slice(16) + hex(attempt % 65_536, 4));
}

/** Greater than every mark up to this time, and smaller than all later marks. */
export function markBoundary(at: Date): string {
  return asUuid(at, 'f'.repeat(20));
}

function asUuid(at: Date, rest: string): string {
  const time = hex(at.getTime(), 12);
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`;
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
