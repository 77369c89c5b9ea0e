// The methods that Stripe serves here, and the shopper data that Stripe gets for each. The declaration and charges.ts
// read it. It must contain no card data: the shopper enters a card's number on Stripe's page alone, whatever the
// instrument holds.
import {
  type Capabilities,
  type Capability,
  capabilityFor,
  fullName,
  type Instrument,
  type PaymentData,
  priceOrder,
  type Transaction,
} from '@tollgate/provider-kit';
import type { Stripe } from 'stripe';
import type { StripeAccount } from './account.ts';
import { toStripeAmount } from './amounts.ts';
import { cleanText } from './objects.ts';

const payin = (
  method: string,
  countries: Capability['countries'],
  currencies: readonly string[],
): Capability => ({ direction: 'PAYIN', method, countries, currencies });

const LATER = { isCapturedLater: true } as const;
const STORABLE = { isStorable: true } as const;

const WALLET_CURRENCIES = ['EUR', 'USD', 'GBP'];
const CARD_CURRENCIES = [...WALLET_CURRENCIES, ...'INR BRL MXN KES EGP TRY PLN JPY KWD'.split(' ')];
const KLARNA_COUNTRIES = 'AT BE DE DK ES FI FR GB IE IT NL NO PL PT SE US'.split(' ');

/** Contract 13, "Their methods". */
const METHODS: readonly Capability[] = [
  // Stripe has a page that only stores a card.
  { ...payin('card', 'any', CARD_CURRENCIES), ...LATER, ...STORABLE, isStorableWithoutCharge: true },
  payin('ideal', ['NL'], ['EUR']),
  payin('bancontact', ['BE'], ['EUR']),
  { ...payin('paypal', 'any', WALLET_CURRENCIES), ...LATER, ...STORABLE },
  { ...payin('klarna', KLARNA_COUNTRIES, WALLET_CURRENCIES), ...LATER },
  {
    ...payin('sepa-direct-debit', ['DE', 'FR', 'ES', 'NL'], ['EUR']),
    ...STORABLE,
    needs: ['accountHolder'],
    isMandateHere: true,
  },
];

export const CAPABILITIES: Capabilities = {
  methods: METHODS,
  refund: true,
  cancel: true,
  inquiry: 'supported',
};

/** Null: this use of the option is not served, or the instrument has another method. */
export function servedMethod(
  { parts }: StripeAccount,
  instrument: Instrument,
  transaction: Transaction,
): string | null {
  const method = instrument.kind === 'card' ? 'card' : instrument.method;
  const { country, currency, details } = transaction;
  const isAsked = parts.methodOf(transaction) === method;
  return isAsked && capabilityFor(CAPABILITIES, { method, country, currency, details }) ? method : null;
}

type MethodData = Stripe.PaymentIntentConfirmParams.PaymentMethodData;
type Confirmation = Pick<Stripe.PaymentIntentConfirmParams, 'payment_method_data' | 'mandate_data'>;

/** Stripe's own names; a card has none, because it is never sent. */
const STRIPE_TYPES: Readonly<Record<string, string>> = {
  ideal: 'ideal',
  bancontact: 'bancontact',
  paypal: 'paypal',
  klarna: 'klarna',
  'sepa-direct-debit': 'sepa_debit',
};

export function stripeType(method: string): string {
  return STRIPE_TYPES[method] ?? method;
}

/** The data about method and shopper in the confirmation of a PaymentIntent. */
export function describeMethod(method: string, data: PaymentData, transaction: Transaction): Confirmation {
  const { details, country, userId } = transaction;
  const email = given(details.customer?.email);
  const name = fullName(details.customer) ?? undefined;
  const place = given(country) ?? given(details.customer?.address?.country);
  const address = place === undefined ? {} : { address: { country: place } };
  const shopper = { ...(email && { email }), ...address };
  switch (method) {
    case 'sepa-direct-debit': {
      const holder = given(data.accountHolder) ?? name;
      return {
        payment_method_data: {
          type: 'sepa_debit',
          sepa_debit: { iban: data.iban ?? '' },
          billing_details: { ...(email && { email }), ...(holder && { name: holder }) },
        },
        mandate_data: acceptanceOf(transaction),
      };
    }
    // Stripe requires a name; the bank does not check it.
    case 'bancontact':
      return {
        payment_method_data: methodData('bancontact', { ...shopper, name: name ?? email ?? userId }),
      };
    default:
      return { payment_method_data: methodData(stripeType(method), { ...shopper, ...(name && { name }) }) };
  }
}

/** Stripe takes no more. */
const MOST_LINES = 200;
const LONGEST_NAME = 1024;

/**
 * The order's lines, which Klarna shows and judges. Stripe wants prices without their tax: if the tax of a line does
 * not divide by its pieces, the line counts as one piece. Nothing if the lines have no prices that can be used.
 */
export function orderParams(
  method: string,
  { details, amountMinor, currency }: Transaction,
): Pick<Stripe.PaymentIntentCreateParams, 'amount_details'> {
  const found = method === 'klarna' ? priceOrder(details.orderDetails, amountMinor) : null;
  if (!found || !('lines' in found) || found.lines.length > MOST_LINES) return {};
  const inStripe = (minor: bigint) => toStripeAmount({ amountMinor: minor, currency })!;
  return {
    amount_details: {
      // Stripe reports sums that it finds wrong, and takes the payment all the same.
      enforce_arithmetic_validation: false,
      line_items: found.lines.map(({ name, quantity, totalMinor, taxBasisPoints, taxMinor }) => {
        const net = totalMinor - taxMinor;
        const isEven = net % BigInt(quantity) === 0n;
        return {
          product_name: cleanText(isEven ? name : `${name} × ${quantity}`, LONGEST_NAME),
          quantity: isEven ? quantity : 1,
          unit_cost: inStripe(isEven ? net / BigInt(quantity) : net),
          ...(taxBasisPoints === null ? {} : { tax: { total_tax_amount: inStripe(taxMinor) } }),
        };
      }),
    },
  };
}

function methodData(type: string, billingDetails: MethodData['billing_details']): MethodData {
  return { type, [type]: {}, ...(billingDetails && { billing_details: billingDetails }) } as MethodData;
}

/**
 * If the shopper's address and browser are known, the shopper accepted the mandate online: Stripe needs both. Otherwise
 * nobody knows how a shop got the mandate, and Stripe takes that as offline.
 */
export function acceptanceOf({ details }: Transaction): Stripe.PaymentIntentConfirmParams.MandateData {
  const address = given(details.browserIp) ?? given(details.customer?.ip);
  const agent = given(details.browser?.userAgent) ?? given(details.customer?.userAgent);
  if (!address || !agent) return { customer_acceptance: { type: 'offline' } };
  return { customer_acceptance: { type: 'online', online: { ip_address: address, user_agent: agent } } };
}

function given(text: string | null | undefined): string | undefined {
  return text && text.trim() !== '' ? text : undefined;
}
