// The requests that send a pay-in to Adyen: the bodies of POST /v72/payments and, if the shopper enters the card on
// Adyen's page, of POST /v72/sessions. It leaves out shopper data that Adyen would refuse for their form, so that a
// wrong phone number does not cost the payment. Pure; a card number goes into the body of /payments and nowhere else.
import { isIP } from 'node:net';
import type { CreateCheckoutSessionRequest } from '@adyen/api-library/lib/src/typings/checkout/createCheckoutSessionRequest.js';
import type { PaymentRequest } from '@adyen/api-library/lib/src/typings/checkout/paymentRequest.js';
import {
  type ClearCard,
  type Customer,
  chargeReference,
  type Instrument,
  isCapturedLater,
  namedUser,
  nameInParts,
  priceOrder,
  type Transaction,
  taxIn,
  type Wallet,
} from '@tollgate/provider-kit';
import { type AdyenAmount, toAdyen } from './amounts.ts';
import { storeFields } from './recurring.ts';

export interface PaymentParts {
  transaction: Transaction;
  merchantAccount: string;
  amount: AdyenAmount;
  country: string | null;
  returnUrl: string;
}

/** Null: the data of the method are not complete. */
export function paymentRequest(
  parts: PaymentParts,
  instrument: Exclude<Instrument, { kind: 'mandate' }>,
): PaymentRequest | null {
  const paymentMethod =
    instrument.kind === 'card' ? cardOf(instrument.card) : methodOf(instrument.method, instrument.data);
  if (paymentMethod === null) return null;
  return asRequest<PaymentRequest>({
    ...sharedFields(parts),
    paymentMethod,
    ...(instrument.kind === 'card' ? cardFields(parts, instrument.card) : {}),
    ...storeOf(parts, instrument.kind === 'card' && instrument.card.cvv === null),
    ...(instrument.kind === 'method' && instrument.method === 'klarna' ? { lineItems: linesOf(parts) } : {}),
  });
}

const WALLET_TYPES = { 'apple-pay': 'applepay', 'google-pay': 'googlepay' } as const satisfies Record<
  Wallet,
  string
>;

/**
 * Adyen's own page ("Hosted Checkout"), on which the shopper enters a card or pays by a wallet. A mandate needs the
 * card itself.
 */
export function sessionRequest(
  parts: PaymentParts,
  wallets: readonly Wallet[],
): CreateCheckoutSessionRequest {
  const beside = parts.transaction.details.mandate ? [] : wallets.map((wallet) => WALLET_TYPES[wallet]);
  return asRequest<CreateCheckoutSessionRequest>({
    ...sharedFields(parts),
    mode: 'hosted',
    allowedPaymentMethods: ['scheme', ...beside],
    ...(parts.transaction.details.mandate
      ? {
          ...storeFields(parts.transaction),
          shopperInteraction: 'Ecommerce',
          storePaymentMethodMode: 'enabled',
        }
      : {}),
  });
}

/** The payer agrees to later charges with this payment, so Adyen stores the means. */
function storeOf({ transaction }: PaymentParts, isSavedCard: boolean): object {
  if (transaction.details.mandate === undefined) return {};
  const shopperInteraction = isSavedCard ? 'ContAuth' : 'Ecommerce';
  return { ...storeFields(transaction), storePaymentMethod: true, shopperInteraction };
}

export function sharedFields({ transaction, merchantAccount, amount, country, returnUrl }: PaymentParts) {
  const { customer, language, browserIp } = transaction.details;
  return {
    merchantAccount,
    amount,
    reference: chargeReference(transaction),
    returnUrl,
    channel: 'Web',
    countryCode: country ?? undefined,
    shopperReference: fitting(namedUser(transaction), /^.{3,256}$/s),
    shopperIP: addressOf(browserIp) ?? addressOf(customer?.ip),
    shopperEmail: fitting(customer?.email, /^[^\s@]{1,100}@[^\s@]+\.[^\s@.]{2,}$/),
    shopperName: nameOf(customer),
    telephoneNumber: fitting(customer?.phone, /^\+[0-9]{5,19}$/),
    shopperLocale: fitting(language, /^[a-z]{2}([-_][A-Z]{2})?$/)?.replace('_', '-'),
    socialSecurityNumber: fitting(customer?.document?.number, /^[0-9A-Za-z./-]{5,50}$/),
    billingAddress: billingAddressOf(customer),
    additionalData: isCapturedLater(transaction) ? { manualCapture: 'true' } : undefined,
  };
}

/** 3-D Secure uses Adyen's page: we show no challenge of our own. */
function cardFields({ transaction, returnUrl }: PaymentParts, { cvv }: ClearCard) {
  const isSaved = cvv === null;
  return {
    origin: new URL(returnUrl).origin,
    browserInfo: transaction.details.browser,
    authenticationData: { threeDSRequestData: { nativeThreeDS: 'disabled' } },
    shopperInteraction: isSaved ? 'ContAuth' : 'Ecommerce',
    // Adyen needs the model if a card is being saved for its user, or is a saved card. A card that the payer did not
    // agree to save has no token, and must not be sent as a card on file.
    recurringProcessingModel: isSaved || transaction.card?.token !== undefined ? 'CardOnFile' : undefined,
  };
}

export function cardOf({ details, holder, cvv }: ClearCard) {
  return {
    type: 'scheme',
    number: details.number,
    expiryMonth: details.expiryMonth,
    expiryYear: details.expiryYear,
    holderName: holder ?? undefined,
    cvc: cvv ?? undefined,
  };
}

function methodOf(method: string, data: Readonly<Record<string, string | undefined>>): object | null {
  switch (method) {
    case 'card':
      return { type: 'applepay', applePayToken: data.applePayToken };
    case 'ideal':
      return { type: 'ideal' };
    case 'paypal':
      // Without the subtype Adyen answers with data for PayPal's script, which our pages do not run.
      return { type: 'paypal', subtype: 'redirect' };
    case 'klarna':
      return { type: 'klarna' };
    case 'pix':
      return { type: 'pix' };
    case 'boleto':
      return { type: 'boletobancario' };
    case 'sepa-direct-debit': {
      const iban = Object.hasOwn(data, 'iban') ? data.iban : undefined;
      const ownerName = Object.hasOwn(data, 'accountHolder') ? data.accountHolder : undefined;
      return iban && ownerName ? { type: 'sepadirectdebit', iban, ownerName } : null;
    }
    default:
      return null;
  }
}

/**
 * The order's lines with their prices, each for one piece. If they have none, or a part is captured, one line names
 * them all and bears the whole amount.
 */
export function linesOf({ transaction, amount }: Pick<PaymentParts, 'transaction' | 'amount'>) {
  return pricedLinesOf(transaction, amount) ?? [wholeLine(transaction, amount)];
}

function pricedLinesOf({ details, amountMinor, currency }: Transaction, amount: AdyenAmount) {
  const isWhole = toAdyen(amountMinor, currency)?.value === amount.value;
  const found = isWhole ? priceOrder(details.orderDetails, amountMinor) : null;
  if (!found || !('lines' in found)) return null;
  const lines = found.lines.map(({ name, quantity, unitMinor, taxBasisPoints }, i) => {
    const unit = toAdyen(unitMinor, currency);
    const tax = toAdyen(taxIn(unitMinor, taxBasisPoints), currency);
    if (unit === null || tax === null) return null;
    return {
      id: String(i + 1),
      quantity,
      description: [...name].slice(0, LONGEST_LINE).join(''),
      amountIncludingTax: unit.value,
      amountExcludingTax: unit.value - tax.value,
      taxAmount: tax.value,
      taxPercentage: taxBasisPoints ?? 0,
    };
  });
  return lines.includes(null) ? null : lines;
}

const LONGEST_LINE = 250;

function wholeLine(transaction: Transaction, amount: AdyenAmount) {
  const lines = transaction.details.orderDetails ?? [];
  const names = lines.map(({ productName, description, quantity }) => {
    const name = productName || description || '';
    return name && (quantity ?? 1) > 1 ? `${name} × ${quantity}` : name;
  });
  const description = names.filter(Boolean).join(', ') || transaction.merchantReference;
  return {
    id: '1',
    quantity: 1,
    description: [...description].slice(0, LONGEST_LINE).join(''),
    amountIncludingTax: amount.value,
    amountExcludingTax: amount.value,
    taxAmount: 0,
    taxPercentage: 0,
  };
}

function nameOf(customer: Customer | null) {
  const parts = nameInParts(customer);
  return parts && parts.firstName.length <= 80 && parts.lastName.length <= 80 ? parts : undefined;
}

/** Adyen takes a whole address or none. */
function billingAddressOf(customer: Customer | null) {
  const { street, streetNumber, zipCode, city, state, country } = customer?.address ?? {};
  if (!street || !zipCode || !city || !country || !/^[A-Z]{2}$/.test(country)) return undefined;
  const needsState = country === 'US' || country === 'CA';
  const stateOrProvince = fitting(state, /^[A-Z]{2,3}$/);
  if (zipCode.length > 10 || (needsState && !stateOrProvince)) return undefined;
  return {
    street,
    houseNumberOrName: streetNumber || '-',
    postalCode: zipCode,
    city,
    country,
    stateOrProvince,
  };
}

function fitting(value: string | null | undefined, form: RegExp): string | undefined {
  return value && form.test(value) ? value : undefined;
}

function addressOf(ip: string | null | undefined): string | undefined {
  return ip && isIP(ip) !== 0 ? ip : undefined;
}

/** The SDK's types have enums, which literals cannot express; a test checks the bodies against Adyen's description. */
export function asRequest<Request>(body: object): Request {
  return body as Request;
}
