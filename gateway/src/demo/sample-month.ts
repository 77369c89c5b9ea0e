// A made-up month of a shop: when each payment began, who made it, and what the shoppers did. demo/fill-sample.ts plays
// it in the sandbox. Pure: the same seed and time give the same month. No person, address or card number in it is real.
import type { Customer } from '@tollgate/provider-kit/seam/customer';
import { optionsOf } from '../domain/options/payment-option.ts';
import type { RefundReason } from '../domain/refunds/refund.ts';

/** The payer's action on the page of the bank or wallet. */
type SampleVisit = 'approve' | 'decline' | 'cancel' | 'leave';

export interface SamplePayin {
  kind: 'payin';
  at: Date;
  optionId: string;
  country: string;
  currency: string;
  amountMinor: bigint;
  userId: string;
  customer: Customer;
  /** For a card; null for other methods. */
  cardNumber: string | null;
  visit: SampleVisit | null;
  /** The card is charged when the order ships. null: at once. `amountMinor` null: the whole amount. */
  capture: { afterMs: number; amountMinor: bigint | null } | null;
  refund: { afterMs: number; amountMinor: bigint | null; reason: RefundReason } | null;
}

export interface SamplePayout {
  kind: 'payout';
  at: Date;
  optionId: string;
  country: string;
  currency: string;
  amountMinor: bigint;
  userId: string;
  recipient: Readonly<Record<string, string>>;
  /** null: the payout still waits. */
  decision: { afterMs: number; action: 'APPROVE' | 'DECLINE' } | null;
}

export type SamplePayment = SamplePayin | SamplePayout;

const DAYS = 30;
/** Long enough ago that the gateway no longer asks a provider about it. */
const UNANSWERED_DAY = DAYS - 7;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SHIPPED_AFTER_MS = 30 * HOUR_MS;
/** Last two digits of an amount that have a meaning in the sandbox (contract 7). */
const SPECIAL_CENTS = [2n, 3n, 4n, 5n];
const NEVER_ANSWERED = 3n;

/** Country, currency, share of the orders, and the factor for an amount in euros. */
const MARKETS = [
  ['DE', 'EUR', 36, 1],
  ['FR', 'EUR', 14, 1],
  ['GB', 'GBP', 14, 0.86],
  ['US', 'USD', 12, 1.1],
  ['NL', 'EUR', 8, 1],
  ['ES', 'EUR', 6, 1],
  ['BR', 'BRL', 6, 6],
  ['IN', 'INR', 4, 90],
] as const;

/** The weight of each hour of the day. */
const HOURS = [1, 1, 1, 1, 1, 2, 4, 7, 9, 9, 8, 9, 10, 9, 8, 8, 8, 9, 10, 11, 11, 9, 5, 2];

/** Test cards and how often each is tried, in a thousand (contract 7); the other payments succeed. */
const FAILING_CARDS = [
  ['4000000000009995', 42],
  ['4000000000000002', 30],
  ['4000000000000069', 12],
  ['4000000000000127', 10],
  ['4000000000009979', 3],
  ['4000000000000119', 5],
  ['4000000000000341', 4],
  ['4000000000003055', 40],
  ['4000000000000259', 20],
] as const;

const FIRST_NAMES = [
  'Anna',
  'Ben',
  'Clara',
  'David',
  'Elif',
  'Felix',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Kiara',
  'Liam',
  'Maya',
  'Noah',
  'Olga',
  'Paul',
  'Rosa',
  'Samir',
  'Tara',
  'Yusuf',
];
const LAST_NAMES = [
  'Almeida',
  'Brandt',
  'Costa',
  'Dubois',
  'Evans',
  'Fischer',
  'Garcia',
  'Hoffmann',
  'Iyer',
  'Jansen',
  'Keller',
  'Lopez',
  'Martin',
  'Novak',
  'Okafor',
  'Patel',
  'Ricci',
  'Schmidt',
  'Taylor',
  'Visser',
];
/** Example numbers from banks' documentation. */
const IBANS = [
  'DE89370400440532013000',
  'FR1420041010050500013M02606',
  'NL91ABNA0417164300',
  'ES9121000418450200051332',
];
const REASONS: readonly RefundReason[] = ['RETURN', 'RETURN', 'CUSTOMER_REQUEST', 'DUPLICATE', 'OTHER'];
const DOCUMENT = { type: 'CPF', number: '52998224725' };

/**
 * The payments in the order of their times; none is later than `now`. `perDay`: how many pay-ins an ordinary day has.
 */
export function sampleMonth(seed: string, now: Date, perDay = 22): SamplePayment[] {
  const dice = new Dice(seed);
  const begin = now.getTime() - DAYS * DAY_MS;
  const payments: SamplePayment[] = [];
  // The first and the last day are incomplete.
  for (let day = 0; day <= DAYS; day++) {
    const midnight = new Date(begin + day * DAY_MS).setUTCHours(0, 0, 0, 0);
    const weekday = new Date(midnight).getUTCDay();
    // Weekends are busier, and the shop grows a little.
    const busy =
      (weekday === 0 || weekday === 6 ? 1.3 : 1) * (0.85 + (0.3 * day) / DAYS) * (0.85 + 0.3 * dice.next());
    const payins = Math.round(perDay * busy);
    for (let i = 0; i < payins; i++) payments.push(payin(dice, timeOn(dice, midnight), now));
    if (weekday !== 0 || day === UNANSWERED_DAY)
      payments.push(payout(dice, timeOn(dice, midnight), now, day));
  }
  return payments
    .filter(({ at }) => at.getTime() >= begin && at < now)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

function timeOn(dice: Dice, midnight: number): Date {
  return new Date(
    midnight + dice.weighted(HOURS.map((share, hour) => [hour, share])) * HOUR_MS + dice.below(HOUR_MS),
  );
}

function payin(dice: Dice, at: Date, now: Date): SamplePayin {
  const [country, currency, , rate] = dice.weighted(MARKETS.map((market) => [market, market[2]]));
  // Few large orders and many small ones.
  const euros = 6 + 18 * Math.exp(1.1 * (dice.next() + dice.next() + dice.next() - 1.5));
  const customer = person(dice, country);
  const { optionId, isCard, isVisit } = methodIn(dice, country, currency);
  const amountMinor = ordinary(BigInt(Math.round(euros * rate * 20)) * 5n);
  const leftOpen = now.getTime() - at.getTime() < 30 * 60_000;
  return {
    kind: 'payin',
    at,
    optionId,
    country,
    currency,
    amountMinor,
    userId: customer.email!.split('@')[0]!,
    customer: country === 'BR' ? { ...customer, document: DOCUMENT } : customer,
    cardNumber: isCard ? cardOf(dice) : null,
    visit: isVisit
      ? leftOpen
        ? 'leave'
        : dice.weighted([
            ['approve', 84],
            ['decline', 7],
            ['cancel', 4],
            ['leave', 5],
          ])
      : null,
    capture: isCard ? captureOf(amountMinor) : null,
    refund: refundOf(dice, at, now, BigInt(Math.round(euros * rate * 30))),
  };
}

/** Some orders ship the next day, and some of these without everything. Orders of the last day are still authorised. */
function captureOf(amountMinor: bigint): SamplePayin['capture'] {
  if (amountMinor % 9n !== 0n) return null;
  const isPart = amountMinor % 4n === 0n;
  return { afterMs: SHIPPED_AFTER_MS, amountMinor: isPart ? ordinary((amountMinor * 3n) / 4n) : null };
}

function methodIn(
  dice: Dice,
  country: string,
  currency: string,
): { optionId: string; isCard: boolean; isVisit: boolean } {
  const options = optionsOf('PAYIN');
  const of = (method: string) => options.find((one) => one.method === method)!;
  const roll = dice.below(100);
  const card = { optionId: of('card').id, isCard: true, isVisit: false };
  if (country === 'BR') return roll < 62 ? { optionId: of('pix').id, isCard: false, isVisit: false } : card;
  if (country === 'IN') {
    const upi = of('upi').suboptions.find(({ method }) => method === 'upi-qr')!;
    return roll < 70 ? { optionId: upi.id, isCard: false, isVisit: false } : card;
  }
  const banks = of('open-banking').suboptions.filter(({ availableCountries }) =>
    availableCountries.some(({ code }) => code === country),
  );
  if (roll < 18 && banks.length > 0) return { optionId: dice.one(banks).id, isCard: false, isVisit: true };
  const isWalletCurrency = ['EUR', 'USD', 'GBP'].includes(currency);
  if (roll < 26 && isWalletCurrency)
    return { optionId: dice.one(of('wallet').suboptions).id, isCard: false, isVisit: true };
  return card;
}

function cardOf(dice: Dice): string {
  const roll = dice.below(1000);
  let sum = 0;
  for (const [number, share] of FAILING_CARDS) {
    sum += share;
    if (roll < sum) return number;
  }
  const brand = dice.weighted([
    ['4', 62],
    ['5', 38],
  ] as const);
  return withCheckDigit(brand === '4' ? `4${dice.digits(14)}` : `5${1 + dice.below(5)}${dice.digits(13)}`);
}

/** The check digit of a card number (Luhn). */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function refundOf(dice: Dice, at: Date, now: Date, halfMinor: bigint): SamplePayin['refund'] {
  if (dice.below(100) >= 6) return null;
  const afterMs = 4 * HOUR_MS + dice.below(5 * DAY_MS);
  if (at.getTime() + afterMs >= now.getTime()) return null;
  const isPart = dice.below(100) < 40;
  return {
    afterMs,
    amountMinor: isPart ? ordinary((halfMinor / 2n / 10n) * 10n + 10n) : null,
    reason: dice.one(REASONS),
  };
}

function payout(dice: Dice, at: Date, now: Date, day: number): SamplePayout {
  const iban = dice.one(IBANS);
  const { name, email } = person(dice, iban.slice(0, 2));
  const age = now.getTime() - at.getTime();
  const afterMs = HOUR_MS + dice.below(6 * HOUR_MS);
  const waits = age < 2.5 * DAY_MS || age <= afterMs;
  // One of them never gets an answer: a person must decide it.
  const amountMinor = ordinary(BigInt(4_000 + dice.below(32_000)));
  return {
    kind: 'payout',
    at,
    optionId: optionsOf('PAYOUT').find(({ method }) => method === 'sepa-transfer')!.id,
    country: iban.slice(0, 2),
    currency: 'EUR',
    amountMinor: day === UNANSWERED_DAY ? (amountMinor / 100n) * 100n + NEVER_ANSWERED : amountMinor,
    userId: email!.split('@')[0]!,
    recipient: { iban, accountHolder: name! },
    decision: waits ? null : { afterMs, action: day % 9 === 4 ? 'DECLINE' : 'APPROVE' },
  };
}

function person(dice: Dice, country: string): Customer {
  const [firstName, lastName] = [dice.one(FIRST_NAMES), dice.one(LAST_NAMES)];
  return {
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    email: `${firstName}.${lastName}@example.com`.toLowerCase(),
    // Addresses reserved for documentation (RFC 5737).
    ip: `203.0.113.${1 + dice.below(250)}`,
    userDevice: dice.one(['MOBILE', 'MOBILE', 'DESKTOP'] as const),
    address: { country },
  };
}

/** An amount without a meaning in the sandbox. */
const ordinary = (minor: bigint): bigint => (SPECIAL_CENTS.includes(minor % 100n) ? minor + 5n : minor);

/** Repeatable random numbers (mulberry32). */
class Dice {
  #state: number;

  constructor(seed: string) {
    this.#state = [...seed].reduce(
      (hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619),
      0x811c9dc5,
    );
  }

  /** From 0 to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  }

  below = (limit: number): number => Math.floor(this.next() * limit);
  one = <T>(among: readonly T[]): T => among[this.below(among.length)]!;
  digits = (count: number): string => Array.from({ length: count }, () => this.below(10)).join('');

  weighted<T>(among: readonly (readonly [T, number])[]): T {
    let roll = this.next() * among.reduce((sum, [, share]) => sum + share, 0);
    for (const [value, share] of among) {
      roll -= share;
      if (roll < 0) return value;
    }
    return among.at(-1)![0];
  }
}
