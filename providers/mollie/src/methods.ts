// The methods that Mollie serves here, and the data that a payment of each has. The declaration and payins.ts read it.
// It must contain no card data: the shopper enters a card's number on Mollie's page alone, whatever the instrument
// holds.
import type { PaymentCreateParams } from '@mollie/api-client';
import {
  type AdapterParts,
  type Capabilities,
  type Capability,
  capabilityFor,
  type Instrument,
  nameInParts,
  priceOrder,
  type Transaction,
} from '@tollgate/provider-kit';
import { type MollieAmount, toMollieAmount } from './amounts.ts';
import { cleanText, type Plain } from './objects.ts';

const payin = (
  method: string,
  countries: Capability['countries'],
  currencies: readonly string[],
): Capability => ({ direction: 'PAYIN', method, countries, currencies });

const LATER = { isCapturedLater: true } as const;
const STORABLE = { isStorable: true } as const;

const CARD_CURRENCIES = ['EUR', 'USD', 'GBP', 'PLN', 'JPY'];
const PAYPAL_CURRENCIES = ['EUR', 'USD', 'GBP'];
const KLARNA_COUNTRIES = 'AT BE DE DK ES FI FR GB IE IT NL NO PL PT SE'.split(' ');

const METHODS: readonly Capability[] = [
  // A first payment of zero only stores the card.
  { ...payin('card', 'any', CARD_CURRENCIES), ...LATER, ...STORABLE, isStorableWithoutCharge: true },
  // Mollie charges an account that was stored by iDEAL or Bancontact by SEPA direct debit.
  { ...payin('ideal', ['NL'], ['EUR']), ...STORABLE },
  { ...payin('bancontact', ['BE'], ['EUR']), ...STORABLE },
  { ...payin('paypal', 'any', PAYPAL_CURRENCIES), ...STORABLE },
  { ...payin('klarna', KLARNA_COUNTRIES, ['EUR', 'GBP']), ...LATER },
  payin('blik', ['PL'], ['PLN']),
];

export const CAPABILITIES: Capabilities = {
  methods: METHODS,
  refund: true,
  cancel: true,
  inquiry: 'supported',
};

/** null: this use of the option is not served, or the instrument has another method. */
export function servedMethod(
  { methodOf }: AdapterParts,
  instrument: Instrument,
  transaction: Transaction,
): string | null {
  const method = instrument.kind === 'card' ? 'card' : instrument.method;
  const isServed = capabilityFor(CAPABILITIES, { ...transaction, direction: 'PAYIN', method }) !== undefined;
  return isServed && methodOf(transaction) === method ? method : null;
}

/** A request without the parts that belong to the client. */
export type PaymentRequest = Partial<Plain<Omit<PaymentCreateParams, 'idempotencyKey'>>>;

/** Mollie's own names, where they differ. */
const MOLLIE_METHODS: Readonly<Record<string, string>> = { card: 'creditcard' };

function mollieMethod(method: string): PaymentRequest['method'] {
  return (MOLLIE_METHODS[method] ?? method) as PaymentRequest['method'];
}

/** The part of a request that depends on the method. null: Mollie needs data of the customer that is not there. */
export function describeMethod(
  method: string,
  transaction: Transaction,
  amount: MollieAmount,
): PaymentRequest | null {
  if (method !== 'klarna') return { method: mollieMethod(method) };
  const billingAddress = addressOf(transaction);
  if (billingAddress === null) return null;
  const whole = {
    description: orderName(transaction),
    quantity: 1,
    unitPrice: amount,
    totalAmount: amount,
  };
  const lines = pricedLinesOf(transaction) ?? [whole];
  return { method: 'klarna', lines: lines as PaymentRequest['lines'], billingAddress };
}

/** The order's lines with their prices; null: they have none that can be used. */
function pricedLinesOf({ details, amountMinor, currency }: Transaction) {
  const found = priceOrder(details.orderDetails, amountMinor);
  if (!found || !('lines' in found)) return null;
  const inMollie = (minor: bigint) => toMollieAmount({ amountMinor: minor, currency });
  return found.lines.map(({ name, quantity, unitMinor, totalMinor, taxBasisPoints, taxMinor }) => ({
    description: cleanText(name, LONGEST_DESCRIPTION),
    quantity,
    unitPrice: inMollie(unitMinor),
    totalAmount: inMollie(totalMinor),
    ...(taxBasisPoints === null
      ? {}
      : { vatRate: (taxBasisPoints / 100).toFixed(2), vatAmount: inMollie(taxMinor) }),
  }));
}

/** Klarna decides by name and address. */
function addressOf({ details, country }: Transaction): NonNullable<PaymentRequest['billingAddress']> | null {
  const { customer } = details;
  const name = nameInParts(customer);
  const address = customer?.address;
  const street = [address?.street, address?.streetNumber].map(given).filter(Boolean).join(' ');
  const [postalCode, city, email] = [address?.zipCode, address?.city, customer?.email].map(given);
  const land = given(address?.country) ?? given(country);
  if (!name || !street || !postalCode || !city || !email || !land) return null;
  if (!isName(name.firstName) || !isName(name.lastName)) return null;
  return {
    givenName: cleanText(name.firstName, 128),
    familyName: cleanText(name.lastName, 128),
    streetAndNumber: cleanText(street, 255),
    postalCode: cleanText(postalCode, 32),
    city: cleanText(city, 128),
    country: land,
    email,
  };
}

/** Mollie refuses names of one character, and of digits alone. */
const isName = (text: string): boolean => [...text.trim()].length >= 2 && /\D/.test(text.trim());

const given = (text: string | null | undefined): string | undefined => text?.trim() || undefined;

const LONGEST_DESCRIPTION = 255;

/** What the shopper reads on Mollie's page, and often on the bank statement. */
export function orderName({ details, merchantReference }: Transaction): string {
  const text = cleanText(details.paymentReference || merchantReference, LONGEST_DESCRIPTION).trim();
  return text === '' ? 'Order' : text;
}

/** Languages of the cashier in which Mollie has its page. */
const LOCALES: Readonly<Record<string, PaymentRequest['locale']>> = {
  de: 'de_DE',
  en: 'en_GB',
  es: 'es_ES',
  fr: 'fr_FR',
  it: 'it_IT',
  nl: 'nl_NL',
  pl: 'pl_PL',
  pt: 'pt_PT',
};

/** undefined: Mollie takes the language of the browser. */
export function localeOf({ details }: Transaction): PaymentRequest['locale'] {
  const language = details.language?.toLowerCase() ?? '';
  return Object.hasOwn(LOCALES, language) ? LOCALES[language] : undefined;
}
