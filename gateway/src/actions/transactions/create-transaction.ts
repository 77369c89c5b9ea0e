// A pay-in or a payout from request to answer (spec 4.2, 4.4). The caller has checked the request. The transaction must
// be durable before a provider hears of it, and no payout is sent before its money is set aside.
import { type AuditActor, makingEntry } from '../../domain/audit/audit.ts';
import type { LaterCharge } from '../../domain/mandates/later-charge.ts';
import { withHolder } from '../../domain/payment-data/account-holder.ts';
import { toEnvelope } from '../../domain/records/result.ts';
import { attemptCheck } from '../../domain/transactions/counted-attempt.ts';
import { newTransaction, type TransactionRequest } from '../../domain/transactions/new-transaction.ts';
import { refusedPlan } from '../../domain/transactions/plan.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { withCashierUrl } from '../payment-means/cashier-link.ts';
import { meansOfMandate, readLaterCharge } from '../payment-means/charged-mandate.ts';
import { completeCustomer } from '../payment-means/complete-customer.ts';
import { type GivenPaymentMeans, resolvePaymentMeans } from '../payment-means/resolve-means.ts';
import { reload } from '../submission/apply-outcome.ts';
import { sentTo } from '../submission/provider-of.ts';
import { executePlan, withPaymentMeans } from './execute-plan.ts';
import { openTransaction } from './open-transaction.ts';
import { planTransaction } from './plan-transaction.ts';

export interface CreateRequest extends TransactionRequest, GivenPaymentMeans {
  brand: GivenPaymentMeans['brand'];
  userId: string | null;
  optionId: string;
  /** For a card pay-in or a later charge that may be sent again (spec 8); null for all others. */
  idempotency: { key: string; fingerprint: Buffer } | null;
  /** The mandate that the merchant charges while its customer is absent (contract 16); absent: no later charge. */
  mandateId?: string;
  /** The user who makes it in the portal; absent: it came over the API. */
  by?: AuditActor;
}

export interface CreateAnswer {
  transaction: Transaction;
  /** The envelope of spec 2.10 as text, sent unchanged. */
  body: string;
  /** The result inside it, for the signature of a card answer. */
  result: ReturnType<typeof toEnvelope>['result'];
  replayed: boolean;
}

/** Throws Refusal 409 or 422 if the reference or the idempotency key is taken. */
export async function createTransaction(context: Context, given: CreateRequest): Promise<CreateAnswer> {
  const { request, later } = await withMandate(context, given);
  const { type, brand, idempotency } = request;
  const customer = await completeCustomer(context, request);
  const paymentData = withHolder({ optionId: request.optionId, customer }, request.paymentData);
  const means = later
    ? meansOfMandate(later)
    : await resolvePaymentMeans(context, { ...request, savesCard: true, paymentData });
  const begun = newTransaction({ ...request, customer }, context.now());
  const plan = planTransaction(context, brand, { ...request, customer, id: begun.id }, means);
  const transaction = {
    ...withPaymentMeans(context, begun, means, plan),
    // The approval of a payout chooses its provider; until then no provider has received it.
    ...(type === 'PAYIN' && plan.kind === 'send' && sentTo(plan.providers[0]!)),
  };

  const check = plan.kind === 'send' ? attemptCheck(brand.risk, transaction, begun.createdAt) : null;
  const audit = request.by && makingEntry(transaction, { by: request.by, action: 'payout.created' });
  const beside = { check, idempotency, ...(audit && { audit }) };
  const opened = await openTransaction(context, transaction, request, beside);
  if (opened.answer !== null) return answered(transaction, opened.answer, { replayed: true });

  const around = { means, cashierToken: null, actor: 'merchant' } as const;
  const step = opened.refusedBy ? refusedPlan(opened.refusedBy) : plan;
  const carried = await executePlan(context, transaction, step, around);
  const after = carried ?? (await reload(context, transaction));
  const link = plan.kind === 'ask-for-more' ? plan.link : null;
  // Another request was faster. We give the answer that a replay of the key will give.
  const first =
    carried || !idempotency ? null : await context.transactions.answerOf(after.merchantId, after.id);
  const body = first ?? JSON.stringify(toEnvelope(withCashierUrl(after, link)));
  return answered(after, body, { replayed: false });
}

/** A later charge belongs to the user of its mandate, whether the request names them or not. */
async function withMandate(
  context: Context,
  given: CreateRequest,
): Promise<{ request: CreateRequest; later: LaterCharge | null }> {
  const { brand, mandateId } = given;
  if (mandateId === undefined) return { request: given, later: null };
  const later = await readLaterCharge(context, brand, mandateId, given);
  const { mandate } = later;
  const details = { ...given.details, mandateId, ...(mandate && { mandateStatus: mandate.status }) };
  return { request: { ...given, details, userId: mandate?.userId ?? given.userId }, later };
}

function answered(transaction: Transaction, body: string, { replayed }: { replayed: boolean }): CreateAnswer {
  return { transaction, body, result: JSON.parse(body).result, replayed };
}
