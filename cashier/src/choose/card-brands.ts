// The card brands, for help while the shopper types: first digits, lengths, printed groups, and the length of the
// security code. The table is short, because the gateway decides. If two brands share a range, the table names no brand
// for it. Pure.

export interface CardBrand {
  /** card-validator's name, as the gateway sends it for saved cards; '': unknown. */
  name: string;
  lengths: readonly number[];
  /** Digits after which there is a gap. */
  gaps: readonly number[];
  cvv: readonly number[];
}

const FOURS = [4, 8, 12, 16];
const UNKNOWN: CardBrand = { name: '', lengths: [12, 13, 14, 15, 16, 17, 18, 19], gaps: FOURS, cvv: [3, 4] };

/** The first match counts: narrow ranges are listed before the wide ones that contain them. */
const BRANDS: readonly [name: string, starts: RegExp, lengths: readonly number[]][] = [
  [
    'elo',
    /^(4011(78|79)|438935|45763[12]|431274|451416|457393|504175|506(699|7[0-6]|77[0-8])|627780|636297|636368)/,
    [16],
  ],
  ['hipercard', /^606282/, [16]],
  ['troy', /^9792/, [16]],
  ['mir', /^220[0-4]/, [16, 17, 18, 19]],
  ['american-express', /^3[47]/, [15]],
  ['diners-club', /^3(0[0-5]|[689])/, [14, 16, 19]],
  ['jcb', /^35(2[89]|[3-8])/, [16, 17, 18, 19]],
  ['visa', /^4/, [16, 18, 19]],
  ['mastercard', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, [16]],
  ['discover', /^(6011|64[4-9])/, [16, 19]],
  ['unionpay', /^62[0-6]/, [14, 15, 16, 17, 18, 19]],
  [
    'rupay',
    /^(508|60(0|[2-57-9]|1[02-9]|6([013-9]|2([0-79]|8[013-9])))|6521[5-9]|652[2-9]|6530|6531[0-4])/,
    UNKNOWN.lengths,
  ],
  ['rupay', /^(817[2-9]|81[89]|82)/, [16]],
  ['maestro', /^(50[0-3]|5[6-9]|63|67)/, UNKNOWN.lengths],
];

/** The brands of nearly every card in the world. */
export const USUAL_BRANDS: readonly string[] = ['visa', 'mastercard', 'american-express'];

/** The brands and wallets with a picture at /assets/schemes. */
export const DRAWN_BRANDS: readonly string[] = [
  ...USUAL_BRANDS,
  'jcb',
  'discover',
  'diners-club',
  'apple-pay',
  'google-pay',
];

/** The brand by the first digits, or by its name if that is known. */
export function brandOf(digits: string, known?: string): CardBrand {
  const found = BRANDS.find(([name, starts]) => (known ? name === known : starts.test(digits)));
  if (!found) return UNKNOWN;
  const [name, , lengths] = found;
  const amex = name === 'american-express';
  return { name, lengths, gaps: amex || name === 'diners-club' ? [4, 10] : FOURS, cvv: amex ? [4] : [3] };
}

/** The Luhn check: with every second digit doubled, the sum is a multiple of ten. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]) * (1 + (i % 2));
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

/** 'Visa', 'American Express': brand names are the same in every language. */
export function brandName(name: string): string {
  return (
    BRAND_NAMES[name] ??
    name.replaceAll(/(^|-)(\w)/g, (_, gap, letter) => (gap && ' ') + letter.toUpperCase())
  );
}

const BRAND_NAMES: Readonly<Record<string, string>> = {
  jcb: 'JCB',
  unionpay: 'UnionPay',
  rupay: 'RuPay',
  amex: 'American Express',
  unknown: '',
};
