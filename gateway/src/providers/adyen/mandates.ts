// Later charges at Adyen (contract 16): what a first payment asks Adyen to store, the stored id, which is asked for and
// never read from a notification, its deletion, and the request of a charge without the payer. Adyen keeps one stored
// payment method for the same card of a payer, so several mandates may share it.
import type { PaymentRequest } from '@adyen/api-library/lib/src/typings/checkout/paymentRequest.js';
import type { EndedMandate, Instrument, StoredMeans, Transaction } from '@tollgate/provider-kit';
import { fieldsOf, idOf, textOf } from './answers.ts';
import { AdyenRefusal, type Connection } from './client.ts';
import { asRequest, cardOf, type PaymentParts, sharedFields } from './payments.ts';
import { modelOf, shopperReferenceOf } from './recurring.ts';

type LaterCharge = Extract<Instrument, { kind: 'mandate' }>;

/** Adyen's names of the methods that it stores. */
const TYPES: Readonly<Record<string, string>> = {
  card: 'scheme',
  paypal: 'paypal',
  'sepa-direct-debit': 'sepadirectdebit',
};

/** Adyen does not know this stored id: it was deleted there, or belongs to another payer. */
const UNKNOWN_STORED = ['800', '803'];

/** Adyen lists what it stored a moment after the payment. */
const LISTED_WITHIN_MS = 5 * 60_000;
/** After this time a payment that Adyen has not stored will not be stored. */
const STORED_WITHIN_MS = 24 * 3_600_000;

/** Null: a method that is not stored, or neither a stored id nor a card. */
export function laterChargeRequest(parts: PaymentParts, instrument: LaterCharge): PaymentRequest | null {
  const { method, reason, stored, card, networkTransactionId } = instrument;
  const type = TYPES[method];
  const isElsewhere = stored === null && method === 'card' && card !== null && networkTransactionId !== null;
  if (type === undefined || (stored === null && !isElsewhere)) return null;
  const { additionalData, ...shared } = sharedFields(parts);
  return asRequest<PaymentRequest>({
    ...shared,
    shopperReference: shopperReferenceOf(parts.transaction),
    shopperInteraction: 'ContAuth',
    recurringProcessingModel: modelOf(reason),
    paymentMethod: stored ? { type, storedPaymentMethodId: stored.id } : cardOf({ ...card!, cvv: null }),
    additionalData: isElsewhere
      ? { ...additionalData, networkTxReference: networkTransactionId }
      : additionalData,
  });
}

/** No other account is asked: the id belongs to this one. */
export function isUnknownStored(error: unknown): boolean {
  return (
    error instanceof AdyenRefusal &&
    error.statusCode === 422 &&
    UNKNOWN_STORED.includes(error.errorCode ?? '')
  );
}

export async function findStored(
  { client, merchantAccount, parts }: Connection,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<StoredMeans | 'none' | null> {
  const shopperReference = shopperReferenceOf(transaction);
  let answer: unknown;
  try {
    answer = await client.call({ signal }, ({ recurring }, options) =>
      recurring.getTokensForStoredPaymentDetails(shopperReference, merchantAccount, options),
    );
  } catch {
    return null;
  }
  const { storedPaymentMethods } = fieldsOf(answer);
  const all = (Array.isArray(storedPaymentMethods) ? storedPaymentMethods : []).map(fieldsOf);
  const age = parts.now().getTime() - agreedAt(transaction).getTime();
  const found = ofPayment(
    all.filter(({ type }) => isOfMethod(parts.methodOf(transaction), type)),
    transaction,
    age,
  );
  const id = idOf(found?.id);
  if (!found || id === null) return age > STORED_WITHIN_MS ? 'none' : null;
  const networkTransactionId = textOf(found.networkTxReference);
  const account = accountOf(found);
  return {
    id,
    ...(networkTransactionId === null ? {} : { networkTransactionId }),
    ...(account === null ? {} : { account }),
  };
}

/**
 * Deletes it at Adyen, unless another mandate uses it too. An id that Adyen does not know was deleted before.
 */
export async function forgetStored(
  { client, merchantAccount }: Connection,
  { id }: StoredMeans,
  mandate: EndedMandate,
  signal: AbortSignal,
): Promise<boolean> {
  if (mandate.isShared) return true;
  try {
    await client.call({ signal }, ({ recurring }, options) =>
      recurring.deleteTokenForStoredPaymentDetails(id, shopperReferenceOf(mandate), merchantAccount, options),
    );
    return true;
  } catch (error) {
    return isUnknownStored(error) || (error instanceof AdyenRefusal && error.statusCode === 404);
  }
}

type Stored = Readonly<Record<string, unknown>>;

/** Adyen writes the type of a stored card as `scheme` or as its brand. */
function isOfMethod(method: string | null, type: unknown): boolean {
  const others = [TYPES.paypal, TYPES['sepa-direct-debit']];
  return method === 'card' ? !others.includes(type as string) : type === TYPES[method ?? ''];
}

/** A link may have waited for its payer for days. */
const agreedAt = ({ completedAt, updatedAt }: Transaction): Date => completedAt ?? updatedAt;

/** By the payment that stored it; else the same card or account; else the only one that the payer has. */
function ofPayment(all: readonly Stored[], transaction: Transaction, age: number): Stored | undefined {
  const { providerReference, card } = transaction;
  const first = all.find(
    ({ firstPspReference }) => providerReference !== null && firstPspReference === providerReference,
  );
  if (first) return first;
  if (card === null) return ofUnknown(all, transaction, age);
  const alike = all.filter(
    ({ lastFour, expiryMonth, expiryYear }) =>
      lastFour === card.last4 &&
      Number(expiryMonth) === Number(card.expiryMonth) &&
      String(expiryYear).slice(-2) === card.expiryYear.slice(-2),
  );
  return alike.length === 1 ? alike[0] : undefined;
}

/**
 * Too early the only one may be what an earlier payment stored: another card than the payer has just entered at Adyen.
 */
function ofUnknown(all: readonly Stored[], { details }: Transaction, age: number): Stored | undefined {
  const ending = details.mandate?.account?.slice(-4);
  const possible = all.filter(({ iban }) => {
    const number = textOf(iban);
    return ending === undefined || number === null || number.endsWith(ending);
  });
  const [only] = possible;
  if (possible.length !== 1 || !only) return undefined;
  const isSame = ending !== undefined && textOf(only.iban) !== null;
  return isSame || age > LISTED_WITHIN_MS ? only : undefined;
}

/** The last four characters of an IBAN, or the first of an address with its domain. */
function accountOf({ iban, shopperEmail, type }: Stored): string | null {
  const number = textOf(iban);
  if (number !== null) return `•••• ${number.slice(-4)}`;
  const address = type === TYPES.paypal ? textOf(shopperEmail) : null;
  return address === null ? null : address.replace(/^(.)[^@]*/su, '$1•••');
}
