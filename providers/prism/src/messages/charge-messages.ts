// The messages about a charge, in the library's words: made from our transaction, for each flow of the library. Pure. A
// card number is here and in the request that the library makes from it, and nowhere else.
import {
  chargeReference,
  fullName,
  type Instrument,
  isCapturedLater,
  namedUser,
  nameInParts,
  type Transaction,
} from '@tollgate/provider-kit';

export interface AccessToken {
  token: string;
  tokenType: string;
  expiresInSeconds: string;
}

/** What is known of a charge at the connector. */
export interface ChargeIds {
  /** The connector's id of the charge. */
  id: string;
  /** What the connector wants back with later calls. */
  featureData?: string | undefined;
}

export interface MessageParts {
  transaction: Transaction;
  /** The library's payment method (`meansOf`). */
  means: object;
  returnUrl: string;
  notificationUrl: string | undefined;
  asksThreeDs: boolean;
  order: string | null;
  token: AccessToken | null;
}

export const secret = (value: string) => ({ value });

/** Absent values are left out: the library takes null for a fault. */
function given<Value>(value: string | null | undefined, make: (value: string) => Value): Value | undefined {
  return value ? make(value) : undefined;
}

export const money = (amountMinor: bigint, currency: string) => ({
  minorAmount: Number(amountMinor),
  currency,
});

export const state = (token: AccessToken | null) =>
  token === null
    ? undefined
    : {
        accessToken: {
          token: secret(token.token),
          tokenType: token.tokenType,
          expiresInSeconds: Number(token.expiresInSeconds),
        },
      };

const captureMethod = (transaction: Transaction) => (isCapturedLater(transaction) ? 'MANUAL' : 'AUTOMATIC');

/** The library's payment method for an instrument; null: it has none for it. */
export function meansOf(instrument: Instrument, transaction: Transaction): object | null {
  if (instrument.kind === 'card') return { card: cardOf(instrument.card) };
  if (instrument.kind === 'mandate') return null;
  const { method, data } = instrument;
  const own = (name: string) => (Object.hasOwn(data, name) ? data[name] : undefined);
  const document = transaction.details.customer?.document;
  switch (method) {
    case 'upi': {
      const vpa = own('vpa');
      return vpa ? { upiCollect: { vpaId: secret(vpa) } } : { upiIntent: {} };
    }
    case 'upi-qr':
      return { upiQr: {} };
    case 'pix':
      return { pix: { [document?.type === 'CNPJ' ? 'cnpj' : 'cpf']: secret(document?.number ?? '') } };
    case 'boleto':
      return { boleto: { socialSecurityNumber: document?.number ?? '' } };
    case 'oxxo':
      return { oxxo: {} };
    case 'paypal':
      return { paypalRedirect: {} };
    case 'klarna':
      return { klarna: {} };
    case 'ideal':
      return { ideal: {} };
    case 'bancontact':
      return { bancontactCard: {} };
    case 'blik':
      return { blik: {} };
    case 'sepa-direct-debit': {
      const [iban, holder] = [own('iban'), own('accountHolder') ?? fullName(transaction.details.customer)];
      if (!iban || !holder) return null;
      return { sepa: { iban: secret(iban), bankAccountHolderName: secret(holder) } };
    }
    default:
      return null;
  }
}

function cardOf({ details, holder, cvv }: Extract<Instrument, { kind: 'card' }>['card']) {
  return {
    cardNumber: secret(details.number),
    cardExpMonth: secret(details.expiryMonth),
    cardExpYear: secret(details.expiryYear),
    cardCvc: given(cvv, secret),
    cardHolderName: given(holder, secret),
  };
}

export function orderMessage({ transaction, notificationUrl, token }: MessageParts) {
  return {
    merchantOrderId: chargeReference(transaction),
    amount: money(transaction.amountMinor, transaction.currency),
    webhookUrl: notificationUrl,
    state: state(token),
  };
}

export function authorizeMessage(parts: MessageParts): object {
  const { transaction, means, returnUrl, notificationUrl, asksThreeDs, order, token } = parts;
  const { details, amountMinor, currency } = transaction;
  const reference = chargeReference(transaction);
  return {
    merchantTransactionId: reference,
    merchantOrderId: reference,
    merchantRequestId: reference,
    amount: money(amountMinor, currency),
    captureMethod: captureMethod(transaction),
    paymentMethod: means,
    customer: customerOf(transaction),
    address: addressesOf(transaction),
    authType: asksThreeDs ? 'THREE_DS' : 'NO_THREE_DS',
    returnUrl,
    completeAuthorizeUrl: returnUrl,
    webhookUrl: notificationUrl,
    description: details.paymentReference || transaction.merchantReference,
    browserInfo: browserOf(transaction),
    connectorOrderId: order ?? undefined,
    sessionToken: order ?? undefined,
    orderDetails: [{ productName: nameOfOrder(transaction), quantity: 1, amount: Number(amountMinor) }],
    state: state(token),
    ...(details.mandate ? storeFields(transaction) : {}),
  };
}

/** The payer agrees to later charges with this payment. */
function storeFields({ createdAt, details }: Transaction) {
  const acceptedAt = Math.floor(createdAt.getTime() / 1000);
  const online = {
    ipAddress: details.browserIp ?? details.customer?.ip ?? '',
    userAgent: details.browser?.userAgent ?? '',
  };
  return {
    setupFutureUsage: 'OFF_SESSION',
    customerAcceptance: { acceptanceType: 'ONLINE', acceptedAt, onlineMandateDetails: online },
  };
}

/** A later charge of what the connector stored, the payer absent. */
export function laterChargeMessage(
  transaction: Transaction,
  storedId: string,
  { token, returnUrl }: { token: AccessToken | null; returnUrl: string },
): object {
  return {
    merchantChargeId: chargeReference(transaction),
    connectorRecurringPaymentId: { connectorMandateId: { connectorMandateId: storedId } },
    amount: money(transaction.amountMinor, transaction.currency),
    address: addressesOf(transaction),
    captureMethod: captureMethod(transaction),
    offSession: true,
    returnUrl,
    state: state(token),
  };
}

export function getMessage(
  transaction: Transaction,
  { id, featureData }: ChargeIds,
  token: AccessToken | null,
) {
  return {
    merchantTransactionId: chargeReference(transaction),
    connectorTransactionId: id,
    connectorOrderReferenceId: chargeReference(transaction),
    amount: money(transaction.amountMinor, transaction.currency),
    captureMethod: captureMethod(transaction),
    connectorFeatureData: given(featureData, secret),
    state: state(token),
  };
}

function customerOf(transaction: Transaction) {
  const { customer } = transaction.details;
  const parts = nameInParts(customer);
  const type = customer?.document?.type;
  return {
    id: namedUser(transaction) ?? undefined,
    name: fullName(customer) ?? undefined,
    firstName: parts?.firstName,
    lastName: parts?.lastName,
    email: given(customer?.email, secret),
    phoneNumber: given(customer?.phone, secret),
    customerDocumentDetails: given(customer?.document?.number, (number) => ({
      documentType: type === 'CPF' || type === 'CNPJ' ? type : 'OTHER',
      documentNumber: secret(number),
    })),
  };
}

function addressesOf({ details: { customer }, country }: Transaction) {
  const parts = nameInParts(customer);
  const { street, streetNumber, zipCode, city, state: region, country: own } = customer?.address ?? {};
  return {
    billingAddress: {
      firstName: given(parts?.firstName, secret),
      lastName: given(parts?.lastName, secret),
      line1: given([street, streetNumber].filter(Boolean).join(' '), secret),
      city: given(city, secret),
      state: given(region, secret),
      zipCode: given(zipCode, secret),
      countryAlpha2Code: own ?? country ?? undefined,
      email: given(customer?.email, secret),
      phoneNumber: given(customer?.phone, secret),
    },
  };
}

function browserOf({ details }: Transaction) {
  const { browser, browserIp, customer } = details;
  const ipAddress = browserIp ?? customer?.ip ?? undefined;
  if (!browser) return ipAddress === undefined ? undefined : { ipAddress };
  const {
    timeZoneOffset,
    userAgent,
    acceptHeader,
    language,
    colorDepth,
    screenHeight,
    screenWidth,
    javaEnabled,
  } = browser;
  return {
    userAgent,
    acceptHeader,
    language,
    colorDepth,
    screenHeight,
    screenWidth,
    javaEnabled,
    javaScriptEnabled: true,
    timeZoneOffsetMinutes: timeZoneOffset,
    ipAddress,
  };
}

const nameOfOrder = ({ details, merchantReference }: Transaction) =>
  [...(details.paymentReference || merchantReference)].slice(0, 120).join('');
