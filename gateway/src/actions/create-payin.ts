// A pay-in from request to answer (spec 4.2). Called by the receptions of the API; they have validated the
// request and translated it into these words. The transaction is durable before a provider hears of it.
import type { Brand } from '../domain/brand.ts';
import { fillFromProfile, lacksUsualFields, profileOf } from '../domain/customer-profile.ts';
import type { ErrorCode } from '../domain/error-codes.ts';
import { newTransaction, type TransactionRequest } from '../domain/new-transaction.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { GivenCard } from '../domain/payment-data/card.ts';
import { missingInputs, type PaymentData } from '../domain/payment-data/payment-data.ts';
import { findOption } from '../domain/payment-option.ts';
import { Refusal } from '../domain/refusal.ts';
import { toEnvelope } from '../domain/result.ts';
import { returnUrl } from '../domain/return-url.ts';
import type { Details, Transaction } from '../domain/transaction.ts';
import type { Instrument, Provider } from '../providers/provider.ts';
import { findProfile } from '../storage/customer-store.ts';
import type { Opened } from '../storage/open-transactions.ts';
import { applyOutcome } from './apply-outcome.ts';
import { type CashierLink, newCashierLink, withCashierUrl } from './cashier-link.ts';
import type { Context } from './context.ts';
import { judgeUse } from './judge-use.ts';
import { sealPaymentData } from './keep-payment-fields.ts';
import { type ResolvedCard, resolveCard, type UnusableCard } from './resolve-card.ts';
import { submitPayin } from './submit-payin.ts';

export interface PayinRequest extends TransactionRequest {
  brand: Brand;
  optionId: string;
  /** A new card, a saved one, or null for other methods. */
  card: GivenCard | null;
  /** The fields of another method, as far as they were given; {} for a card. */
  paymentData: PaymentData;
  idempotency: { key: string; fingerprint: Buffer } | null;
}

export interface PayinAnswer {
  /** The envelope of spec 2.10 as text, to be sent as it is. */
  body: string;
  /** Its result, for the signature of a card answer. */
  result: ReturnType<typeof toEnvelope>['result'];
  replayed: boolean;
}

export async function createPayin(context: Context, request: PayinRequest): Promise<PayinAnswer> {
  const card = await resolveCard(context, request);
  const customer = await completeCustomer(context, request);
  const route = chooseRoute(context, request, card, customer);
  const transaction = newPayin(context, request, card, customer, route);

  const opened = await context.transactions.open({
    transaction,
    profile: request.userId === null ? null : profileOf(request.details.customer),
  });
  if (opened.kind === 'replay') {
    return { body: opened.answer, result: JSON.parse(opened.answer).result, replayed: true };
  }
  if (opened.kind !== 'opened') throw refusalOf(opened, transaction);

  const after = await firstStep(context, transaction, route);
  const envelope = toEnvelope(withCashierUrl(after, route.to === 'cashier' ? route.link : null));
  return { body: after.answer ?? JSON.stringify(envelope), result: envelope.result, replayed: false };
}

/** Where a pay-in goes: to one of these providers, to the cashier for what is missing, or nowhere. */
type Route =
  | { to: 'providers'; providers: Provider[]; instrument: Instrument }
  | { to: 'cashier'; link: CashierLink }
  | { to: 'nobody'; errorCode: ErrorCode };

async function firstStep(context: Context, transaction: Transaction, route: Route): Promise<Transaction> {
  switch (route.to) {
    case 'nobody': {
      const outcome: Outcome = { kind: 'declined', errorCode: route.errorCode };
      return await applyOutcome(context, transaction, outcome, 'merchant');
    }
    case 'cashier': {
      const outcome: Outcome = { kind: 'cashier', expiresAt: route.link.expiresAt };
      return await applyOutcome(context, transaction, outcome, 'merchant');
    }
    case 'providers': {
      const { providers, instrument } = route;
      const backTo = returnUrl(transaction);
      return await submitPayin(context, transaction, providers, instrument, backTo, 'merchant');
    }
  }
}

/** The rules (contract 7), then who is to be asked. What is declined here never names a provider. */
function chooseRoute(
  context: Context,
  request: PayinRequest,
  card: ResolvedCard | UnusableCard | null,
  customer: Details['customer'],
): Route {
  const found = findOption(request.optionId);
  const verdict = judgeUse(request, 'PAYIN');
  if (verdict !== 'ok') return { to: 'nobody', errorCode: verdict.errorCode };
  if (card && 'declined' in card) return { to: 'nobody', errorCode: card.declined };
  const { country, currency, paymentData: data } = request;
  if (!card && missingInputs(found!, { country, currency, data, customer }).length > 0)
    return { to: 'cashier', link: newCashierLink(context, context.now()) };
  const providers = context.providersFor(request.optionId, currency);
  if (providers.length === 0) return { to: 'nobody', errorCode: '1011' };
  const { method } = found!.suboption ?? found!.option;
  const instrument: Instrument = card
    ? { kind: 'card', card: card.inHand }
    : { kind: 'method', method, data };
  return { to: 'providers', providers, instrument };
}

/** What a request leaves out is taken from what the user told the brand before (spec 2.5). */
export async function completeCustomer(
  context: Pick<Context, 'sql'>,
  request: Pick<PayinRequest, 'brand' | 'userId' | 'details'>,
) {
  const { brand, userId } = request;
  const { customer } = request.details;
  if (userId === null || !lacksUsualFields(customer)) return customer;
  return fillFromProfile(customer, await findProfile(context.sql, brand.merchantId, brand.brandId, userId));
}

function newPayin(
  context: Context,
  request: PayinRequest,
  card: ResolvedCard | UnusableCard | null,
  customer: Details['customer'],
  route: Route,
): Transaction {
  const known = card === null || 'declined' in card ? null : card;
  return {
    ...newTransaction('PAYIN', request, request.optionId, customer, context.now()),
    card: known?.summary ?? null,
    panSealed: known?.panSealed ?? null,
    // The cashier asks for the rest alone.
    paymentDataSealed:
      route.to === 'cashier' ? sealPaymentData(context, request.brand.merchantId, request.paymentData) : null,
    ...(route.to === 'cashier' && route.link.kept),
    provider: route.to === 'providers' ? route.providers[0]!.id : null,
    idempotencyKey: request.idempotency?.key ?? null,
    requestFingerprint: request.idempotency?.fingerprint ?? null,
  };
}

export function refusalOf(
  opened: Exclude<Opened, { kind: 'opened' | 'replay' }>,
  transaction: Transaction,
): Refusal {
  switch (opened.kind) {
    case 'in-flight':
      return new Refusal(
        409,
        'Idempotency-Key: the first request with this key is still in progress; ask again later',
        { transactionId: opened.transactionId, retryAfterSeconds: 1 },
      );
    case 'key-reused':
      return new Refusal(
        422,
        'Idempotency-Key: this key came with other data before; use a new key for each payment',
        {
          transactionId: opened.transactionId,
        },
      );
    case 'duplicate-reference':
      return new Refusal(
        409,
        `merchantReference: ${JSON.stringify(transaction.merchantReference)} was used before for ${
          transaction.country ?? 'no country'
        }; look the first one up before paying again`,
        { errorCode: '1020', ...(opened.transactionId && { transactionId: opened.transactionId }) },
      );
  }
}
