// One payment of a trial (npm run provider:check): EUR 1.00 by the account's own way, which a person may have to pay on
// a page of the provider. It waits until the payment has ended, or is authorised if that was asked. Only for test
// accounts.
import type { Provider } from '@tollgate/provider-kit';
import type { ProviderAccount } from '@tollgate/provider-kit/seam/declaration';
import { optionsOf, type PaymentOption } from '../../domain/options/payment-option.ts';
import { checkCardDetails } from '../../domain/payment-data/card.ts';
import { NO_DETAILS } from '../../domain/transactions/new-transaction.ts';
import { isAuthorized, isFinal, type Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { createTransaction } from '../transactions/create-transaction.ts';
import { resolveTransaction } from '../transactions/resolve-transaction.ts';
import { type Trial, until } from './trial.ts';

/** What the payment asks beside its amount. */
export interface TrialPayment {
  captureMode?: 'manual';
  mandate?: Transaction['details']['mandate'];
  userId?: string;
  /** A later charge: the payer is absent. */
  mandateId?: string;
}

/** A test card that providers accept without 3-D Secure. */
const CARD = { cardNumber: '4111111111111111', expiryMonth: '03', expiryYear: '2030', cardCvv: '737' };
const CUSTOMER = { name: 'Tollgate Check', email: 'check@example.com', ip: '127.0.0.1' };

export async function payTrial(
  context: Context,
  adapter: Provider,
  { account, option, waitMs, tell }: Trial & { option: PaymentOption },
  { captureMode, mandate, userId, mandateId }: TrialPayment = {},
): Promise<Transaction> {
  const brand = context.brands.byId(account.brandId)!;
  const isCard = option.type === 'CARD' && adapter.cardEntry === 'tollgate' && mandateId === undefined;
  const place = option.availableCountries[0]!;
  const details = { ...NO_DETAILS, customer: CUSTOMER };
  if (captureMode) details.captureMode = captureMode;
  if (mandate) details.mandate = mandate;
  // Uses only this account, whatever its priority.
  const alone = { ...context, providersFor: () => [adapter] };
  const { result } = await createTransaction(alone, {
    type: 'PAYIN',
    brand,
    origin: 'v3',
    optionId: option.id,
    currency: 'EUR',
    amountMinor: 100n,
    country: place.code.length === 2 ? place.code : 'NL',
    merchantReference: null,
    paymentReference: null,
    userId: userId ?? null,
    details,
    card: isCard ? { kind: 'new', details: cardDetails(context.now()) } : null,
    paymentData: {},
    idempotency: null,
    ...(mandateId === undefined ? {} : { mandateId }),
  });
  const { merchantId } = account;
  const find = async () => (await context.transactions.find(merchantId, result.transactionId))!;
  const isOver = (one: Transaction) => isFinal(one.status) || isAuthorized(one);
  let transaction = await find();
  const page = transaction.result?.redirectUrl;
  if (!isOver(transaction) && typeof page === 'string') {
    tell(`Open this page and pay there with test data of the provider: ${page}`);
  }
  const canInquire = adapter.capabilities.inquiry === 'supported';
  await until(waitMs, async () => {
    transaction = await find();
    if (!isOver(transaction) && canInquire) transaction = await resolveTransaction(alone, transaction);
    return isOver(transaction);
  });
  return transaction;
}

/** A card if the account serves it; else an option that leads to a page. */
export function firstOption(
  { optionIds }: ProviderAccount,
  { capabilities }: Provider,
): PaymentOption | undefined {
  const served = optionsOf('PAYIN').filter(
    ({ id, method }) =>
      (optionIds === null || optionIds.includes(id)) &&
      capabilities.methods.some((one) => one.direction === 'PAYIN' && one.method === method),
  );
  return ['card', 'ideal', 'paypal']
    .map((wanted) => served.find(({ method }) => method === wanted))
    .find((one) => one !== undefined);
}

function cardDetails(now: Date) {
  const details = checkCardDetails({ ...CARD, cardHolder: 'Tollgate Check' }, now);
  if (Array.isArray(details)) throw new Error(`the test card is not valid: ${details[0]?.message}`);
  return details;
}
