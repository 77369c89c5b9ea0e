// The rules of each field: its keyboard, what browsers fill in, its form while typing, what is sent, and what may be
// wrong with it. They agree with the gateway's (domain/payment-data), which checks again; if the page cannot know, it
// accepts. Faults are keys of messages. Pure: no DOM.

import { ibanFault, isCnpj, isCpf } from './account-numbers.ts';
import { brandOf, passesLuhn } from './card-brands.ts';
import { asciiDigits, codeOf, digitsOf, grouped, type Mask, printExpiry } from './retype.ts';

export type Values = Readonly<Record<string, string>>;

export interface Surroundings {
  /** The option's method: m-pesa, card … */
  method: string;
  /** The values of the other fields. */
  values: Values;
  /** The time by the gateway's clock. */
  now: Date;
}

export interface FieldRule {
  /** The end of its message keys: field.…, missing.…, fault.… */
  words: string;
  inputMode?: 'numeric' | 'tel' | 'email';
  autoComplete?: string;
  /** Numbers and codes run from left to right in every script. */
  ltr?: boolean;
  capitals?: boolean;
  longest?: number;
  mask?: Mask;
  /** The value to send for the typed text. */
  read: (text: string) => string;
  /** `value` is what `read` returned, never empty. Returns the end of a key after `fault.`, or null. */
  fault: (value: string, place: Surroundings) => string | null;
}

/** One field for two of the gateway's, expiryMonth and expiryYear. */
export const EXPIRY = 'expiry';

/** The brand of the typed number. The brand of a saved card is in `brand`. */
export const cvvBrand = ({ cardNumber, brand }: Values) => brandOf(digitsOf(cardNumber ?? ''), brand);

const trimmed = (text: string) => text.trim();
const compact = (text: string) => asciiDigits(text).replaceAll(/[\s().-]/g, '');
const DIGIT = /[0-9]/;
const LETTER_OR_DIGIT = /[0-9A-Za-z]/;

function rule(
  words: string,
  rest: Partial<FieldRule> & { right?: RegExp | ((value: string) => boolean) },
): FieldRule {
  const { right, ...own } = rest;
  const isRight = (value: string) => !right || (right instanceof RegExp ? right.test(value) : right(value));
  return {
    words,
    autoComplete: 'off',
    read: trimmed,
    fault: (value) => (isRight(value) ? null : words),
    ...own,
  };
}

/** A card number in the groups of its brand. */
export function printNumber(text: string): string {
  const digits = digitsOf(text);
  const { lengths, gaps } = brandOf(digits);
  return grouped(digits.slice(0, lengths.at(-1)), gaps);
}

const CPF_MASK: Mask = {
  counts: DIGIT,
  print: (text) => grouped(digitsOf(text).slice(0, 11), [3, 6, 9], ['.', '.', '-']),
};
const CNPJ_MASK: Mask = {
  counts: LETTER_OR_DIGIT,
  print: (text) => grouped(codeOf(text).slice(0, 14), [2, 5, 8, 12], ['.', '.', '/', '-']),
};
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/;

const RULES: Readonly<Record<string, FieldRule>> = {
  cardNumber: rule('cardNumber', {
    inputMode: 'numeric',
    autoComplete: 'cc-number',
    ltr: true,
    mask: { counts: DIGIT, print: printNumber },
    read: digitsOf,
    fault(digits) {
      const { lengths } = brandOf(digits);
      if (digits.length < lengths[0]!) return 'cardNumber.short';
      return lengths.includes(digits.length) && passesLuhn(digits) ? null : 'cardNumber';
    },
  }),
  expiry: rule('expiry', {
    inputMode: 'numeric',
    autoComplete: 'cc-exp',
    ltr: true,
    mask: { counts: DIGIT, print: printExpiry },
    read: printExpiry,
    fault(text, { now }) {
      const expiry = expiryOf(text);
      if (!expiry) return 'expiry';
      const month = Number(expiry.year) * 12 + Number(expiry.month) - 1;
      // A card is valid until its last month is over in every time zone, as at the gateway.
      const latest = new Date(now.getTime() - 12 * 3_600_000);
      if (month < latest.getUTCFullYear() * 12 + latest.getUTCMonth()) return 'expiry.past';
      return Number(expiry.year) > now.getUTCFullYear() + 50 ? 'expiry' : null;
    },
  }),
  cardCvv: rule('cardCvv', {
    inputMode: 'numeric',
    autoComplete: 'cc-csc',
    ltr: true,
    longest: 4,
    read: digitsOf,
    fault(digits, { values }) {
      const { cvv } = cvvBrand(values);
      return cvv.includes(digits.length) ? null : `cardCvv.${cvv[0]}`;
    },
  }),
  cardHolder: rule('cardHolder', { autoComplete: 'cc-name' }),
  iban: rule('iban', {
    ltr: true,
    capitals: true,
    mask: {
      counts: LETTER_OR_DIGIT,
      print: (text) => grouped(codeOf(text).slice(0, 34), [4, 8, 12, 16, 20, 24, 28, 32]),
    },
    read: codeOf,
    fault(iban) {
      const fault = ibanFault(iban);
      return fault && (fault === 'check' ? 'iban' : `iban.${fault}`);
    },
  }),
  bic: rule('bic', { ltr: true, capitals: true, read: codeOf, right: /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/ }),
  vpa: rule('vpa', {
    inputMode: 'email',
    ltr: true,
    right: /^[A-Za-z0-9][A-Za-z0-9._-]{1,254}@[A-Za-z][A-Za-z0-9]{1,63}$/,
  }),
  phoneNumber: rule('phoneNumber', {
    inputMode: 'tel',
    autoComplete: 'tel',
    ltr: true,
    read: compact,
    right: /^\+\d{8,15}$/,
  }),
  kenyanPhone: rule('kenyanPhone', {
    inputMode: 'tel',
    autoComplete: 'tel',
    ltr: true,
    // The local form 0712 345678 is accepted like the one with the country code.
    read: (text) => compact(text).replace(/^(00254|254|0)?(?=[17]\d{8}$)/, '+254'),
    right: /^\+254(7\d|1[0-3])\d{7}$/,
  }),
  accountHolder: rule('accountHolder', { autoComplete: 'name' }),
  accountNumber: rule('accountNumber', {
    inputMode: 'numeric',
    ltr: true,
    read: (text) => asciiDigits(text).replaceAll(/\s/g, ''),
    right: /^\d{9,18}$/,
  }),
  ifsc: rule('ifsc', { ltr: true, capitals: true, read: codeOf, right: /^[A-Z]{4}0[A-Z0-9]{6}$/ }),
  CPF: rule('CPF', { inputMode: 'numeric', ltr: true, mask: CPF_MASK, read: digitsOf, right: isCpf }),
  CNPJ: rule('CNPJ', { ltr: true, capitals: true, mask: CNPJ_MASK, read: codeOf, right: isCnpj }),
  document: rule('document', { ltr: true, read: codeOf, right: (value) => isCpf(value) || isCnpj(value) }),
  EMAIL: rule('EMAIL', { inputMode: 'email', autoComplete: 'email', ltr: true, right: EMAIL }),
  PHONE: rule('PHONE', {
    inputMode: 'tel',
    autoComplete: 'tel',
    ltr: true,
    read: compact,
    right: /^(\+\d{8,15}|0?\d{10,11})$/,
  }),
  RANDOM: rule('RANDOM', {
    ltr: true,
    right: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  }),
  pixKey: rule('pixKey', { ltr: true }),
  walletId: rule('walletId', { ltr: true }),
  network: rule('network', {}),
  address: rule('address', {
    ltr: true,
    fault: (value, { values }) => (isAddress(value, values.network) ? null : 'address'),
  }),
};

/** Networks by the shape of their addresses; the gateway checks the checksum. */
const ADDRESSES: Readonly<Record<string, RegExp>> = {
  bitcoin: /^([13][1-9A-HJ-NP-Za-km-z]{24,34}|(bc|BC)1[02-9A-Za-z]{8,87})$/,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  ethereum: /^0x[0-9a-fA-F]{40}$/,
};
const isAddress = (value: string, network = '') => ADDRESSES[network]?.test(value) ?? true;

/** The rule of a field. For a PIX key and a document it depends on the kind chosen beside it. */
export function ruleOf(name: string, { method, values }: Pick<Surroundings, 'method' | 'values'>): FieldRule {
  const key =
    name === 'customer.document.number'
      ? (values['customer.document.type'] ?? 'document')
      : name === 'pixKey'
        ? (values.pixKeyType ?? name)
        : name === 'phoneNumber' && method === 'm-pesa'
          ? 'kenyanPhone'
          : name;
  return RULES[key] ?? rule('other', {});
}

/** '12 / 30': month and year as they are sent, or null. */
export function expiryOf(text: string): { month: string; year: string } | null {
  const found = /^(0[1-9]|1[0-2]) \/ (\d\d)$/.exec(printExpiry(text));
  return found && { month: found[1]!, year: `20${found[2]}` };
}
