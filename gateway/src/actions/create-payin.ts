// A pay-in from request to answer (spec 4.2). Called by the receptions of the API; they have validated the
// request and translated it into these words. The transaction is durable before a provider hears of it.
import { randomUUIDv7 } from 'node:crypto';
import { type Brand, optionUsage } from '../domain/brand.ts';
import { currencyDigits } from '../domain/currency.ts';
import { fillFromProfile, lacksUsualFields, profileOf } from '../domain/customer-profile.ts';
import type { ErrorCode } from '../domain/error-codes.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { CardDetails } from '../domain/payment-data/card.ts';
import { findOption, judgeOption } from '../domain/payment-option.ts';
import { Refusal } from '../domain/refusal.ts';
import { toEnvelope } from '../domain/result.ts';
import type { Details, Origin, Transaction } from '../domain/transaction.ts';
import { ABANDONED_AFTER_MS } from '../domain/transition.ts';
import type { CardInHand, Provider } from '../providers/provider.ts';
import { findProfile } from '../storage/customer-store.ts';
import type { Opened } from '../storage/open-transactions.ts';
import { applyOutcome } from './apply-outcome.ts';
import { askProvider } from './ask-provider.ts';
import type { Context } from './context.ts';
import { type ResolvedCard, resolveCard, type UnusableCard } from './resolve-card.ts';

export interface PayinRequest {
  brand: Brand;
  origin: Origin;
  optionId: string;
  currency: string;
  amountMinor: bigint;
  country: string | null;
  /** null: the gateway makes one up. */
  merchantReference: string | null;
  paymentReference: string | null;
  userId: string | null;
  details: Omit<Details, 'paymentReference'>;
  /** A new card, a saved one, or null for other methods. */
  card: { kind: 'new'; details: CardDetails } | { kind: 'saved'; token: string; cvv: string } | null;
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
  const route = chooseProvider(context, request, card);
  const transaction = newPayin(context, request, card, customer, 'provider' in route ? route.provider : null);

  const opened = await context.transactions.open({
    transaction,
    profile: request.userId === null ? null : profileOf(request.details.customer),
  });
  if (opened.kind === 'replay') {
    return { body: opened.answer, result: JSON.parse(opened.answer).result, replayed: true };
  }
  if (opened.kind !== 'opened') throw refusalOf(opened, transaction);

  const outcome: Outcome =
    'declined' in route
      ? { kind: 'declined', errorCode: route.declined }
      : await charge(context, route, transaction);
  const after = await applyOutcome(context, transaction, outcome, 'merchant');

  const envelope = toEnvelope(after);
  return { body: after.answer ?? JSON.stringify(envelope), result: envelope.result, replayed: false };
}

async function charge(
  context: Context,
  { provider, card }: { provider: Provider; card: CardInHand },
  transaction: Transaction,
): Promise<Outcome> {
  // Storing took so long that the resolver may ask before this call would end, and be told that nothing was heard.
  // Then nothing must be sent any more; the resolver finds that out.
  const latest = transaction.createdAt.getTime() + ABANDONED_AFTER_MS - provider.deadlineMs;
  if (context.now().getTime() > latest) return { kind: 'unknown' };
  return await askProvider(context, provider, () => provider.chargeCard(transaction, card));
}

/** The rules (contract 7), then who is to be asked. What is declined here never names a provider. */
function chooseProvider(
  context: Context,
  request: PayinRequest,
  card: ResolvedCard | UnusableCard | null,
): { provider: Provider; card: CardInHand } | { declined: ErrorCode } {
  const { brand } = request;
  const option = findOption(request.optionId)?.option;
  const usage = option ? optionUsage(brand, option.id, request.optionId) : null;
  const verdict = judgeOption({
    brandActive: brand.active,
    enabled: usage?.enabled ?? false,
    direction: 'PAYIN',
    optionId: request.optionId,
    country: request.country,
    currency: request.currency,
    amountMinor: request.amountMinor,
    minorDigits: currencyDigits(request.currency)!,
    limits: { minAmount: usage?.minAmount ?? null, maxAmount: usage?.maxAmount ?? null },
  });
  if (verdict !== 'ok') return { declined: verdict.errorCode };
  if (card && 'declined' in card) return card;
  const provider = context.providerFor(request.optionId);
  return provider && card ? { provider, card: card.inHand } : { declined: '1011' };
}

async function completeCustomer(context: Context, request: PayinRequest) {
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
  provider: Provider | null,
): Transaction {
  const now = context.now();
  const id = randomUUIDv7();
  const known = card === null || 'declined' in card ? null : card;
  return {
    merchantId: request.brand.merchantId,
    id,
    brandId: request.brand.brandId,
    sessionId: randomUUIDv7(),
    type: 'PAYIN',
    origin: request.origin,
    status: 'INIT',
    sequence: 0,
    version: 0,
    merchantReference: request.merchantReference ?? `ref-${id}`,
    referenceCountry: request.country ?? '',
    country: request.country,
    currency: request.currency,
    amountMinor: request.amountMinor,
    amountRefundedMinor: 0n,
    userId: request.userId ?? `user-${id}`,
    optionId: request.optionId,
    details: { ...request.details, customer, paymentReference: request.paymentReference ?? `pay-${id}` },
    card: known?.summary ?? null,
    panSealed: known?.panSealed ?? null,
    threeDs: null,
    resultType: null,
    statusCode: null,
    result: null,
    errorCode: null,
    provider: provider?.id ?? null,
    providerReference: null,
    lateSuccess: false,
    idempotencyKey: request.idempotency?.key ?? null,
    requestFingerprint: request.idempotency?.fingerprint ?? null,
    answer: null,
    inquiries: 0,
    // Should this process die before the answer, the resolver takes over from here.
    dueAt: new Date(now.getTime() + ABANDONED_AFTER_MS),
    expiresAt: null,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
  };
}

function refusalOf(
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
