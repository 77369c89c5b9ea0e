// A payout from request to answer (spec 4.4). Called by the receptions of the API; they have validated the request and
// translated it into these words. The transaction is durable before anything else is done with it, and no provider hears
// of it before its money is set aside.
import { randomUUIDv7 } from 'node:crypto';
import type { Brand } from '../domain/brand.ts';
import { profileOf } from '../domain/customer-profile.ts';
import type { ErrorCode } from '../domain/error-codes.ts';
import { missingInputs, type PaymentData } from '../domain/payment-data/payment-data.ts';
import { findOption } from '../domain/payment-option.ts';
import { toEnvelope } from '../domain/result.ts';
import type { CardSummary, Details, Origin, Transaction } from '../domain/transaction.ts';
import { ABANDONED_AFTER_MS } from '../domain/transition.ts';
import { admitPayout } from './admit-payout.ts';
import { applyOutcome } from './apply-outcome.ts';
import { toCashier } from './cashier-link.ts';
import type { Context } from './context.ts';
import { completeCustomer, refusalOf } from './create-payin.ts';
import { judgeUse, type Use } from './judge-use.ts';
import { sealPaymentData } from './keep-payment-fields.ts';
import { type Recipient, resolveRecipient } from './resolve-recipient.ts';

export interface PayoutRequest {
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
  /** The recipient in the fields of the method, checked, as far as they were given. */
  paymentData: PaymentData;
}

/** The envelope of spec 2.10. */
export async function createPayout(
  context: Context,
  request: PayoutRequest,
): Promise<ReturnType<typeof toEnvelope>> {
  const { brand, userId } = request;
  const recipient = await resolveRecipient(context, brand, userId, request.paymentData);
  const customer = await completeCustomer(context, request);
  const step = firstStep(context, request, recipient, customer);
  const transaction = newPayout(context, request, recipient, customer, step);

  const opened = await context.transactions.open({
    transaction,
    profile: userId === null ? null : profileOf(request.details.customer),
  });
  // Payouts have no idempotent replay (spec 4.4).
  if (opened.kind === 'replay') throw new Error(`payout ${transaction.id} met an idempotency key`);
  if (opened.kind !== 'opened') throw refusalOf(opened, transaction);

  return toEnvelope(await take(context, transaction, brand, step));
}

type Step = { kind: 'decline'; errorCode: ErrorCode } | { kind: 'ask-recipient' } | { kind: 'admit' };

/** The rules (contract 7), then whether all is there that its method needs. Asked by direct-payout.ts, too. */
export function firstStep(
  context: Context,
  request: Use,
  recipient: Recipient,
  customer: Details['customer'],
): Step {
  const verdict = judgeUse(request, 'PAYOUT');
  if (verdict !== 'ok') return { kind: 'decline', errorCode: verdict.errorCode };
  if ('declined' in recipient) return { kind: 'decline', errorCode: recipient.declined };
  const { optionId, country, currency } = request;
  if (context.providersFor(optionId, currency).length === 0) return { kind: 'decline', errorCode: '1011' };
  const given = { country, currency, data: recipient.data, customer };
  const missing = missingInputs(findOption(optionId)!, given);
  return { kind: missing.length > 0 ? 'ask-recipient' : 'admit' };
}

async function take(
  context: Context,
  transaction: Transaction,
  brand: Brand,
  step: Step,
): Promise<Transaction> {
  switch (step.kind) {
    case 'decline': {
      const { errorCode } = step;
      return await applyOutcome(context, transaction, { kind: 'declined', errorCode }, 'merchant');
    }
    case 'ask-recipient':
      return await applyOutcome(context, transaction, toCashier(context, transaction.id), 'merchant');
    case 'admit':
      return await admitPayout(context, transaction, brand, 'merchant');
  }
}

function newPayout(
  context: Context,
  request: PayoutRequest,
  recipient: Recipient,
  customer: Details['customer'],
  step: Step,
): Transaction {
  const now = context.now();
  const id = randomUUIDv7();
  const { brand } = request;
  let card: CardSummary | null = null;
  let paymentDataSealed: Buffer | null = null;
  if (step.kind !== 'decline' && !('declined' in recipient)) {
    card = recipient.card;
    paymentDataSealed = sealPaymentData(context, { brand, paymentData: recipient.data });
  }
  return {
    merchantId: brand.merchantId,
    id,
    brandId: brand.brandId,
    sessionId: randomUUIDv7(),
    type: 'PAYOUT',
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
    card,
    panSealed: null,
    paymentDataSealed,
    moneyReserved: false,
    threeDs: null,
    resultType: null,
    statusCode: null,
    result: null,
    errorCode: null,
    // Chosen when it is approved; until then nobody has heard of it.
    provider: null,
    providerReference: null,
    lateSuccess: false,
    idempotencyKey: null,
    requestFingerprint: null,
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
