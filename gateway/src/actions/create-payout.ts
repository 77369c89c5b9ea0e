// A payout from request to answer (spec 4.4). Called by the receptions of the API; they have validated the request and
// translated it into these words. The transaction is durable before anything else is done with it, and no provider hears
// of it before its money is set aside.
import type { Brand } from '../domain/brand.ts';
import { profileOf } from '../domain/customer-profile.ts';
import type { ErrorCode } from '../domain/error-codes.ts';
import { newTransaction, type TransactionRequest } from '../domain/new-transaction.ts';
import { missingInputs, type PaymentData } from '../domain/payment-data/payment-data.ts';
import { findOption } from '../domain/payment-option.ts';
import { toEnvelope } from '../domain/result.ts';
import type { Actor, Details, Transaction } from '../domain/transaction.ts';
import { admitPayout } from './admit-payout.ts';
import { applyOnce, reload } from './apply-outcome.ts';
import { newCashierLink, withCashierUrl } from './cashier-link.ts';
import type { Context } from './context.ts';
import { completeCustomer, refusalOf } from './create-payin.ts';
import { judgeUse, type Use } from './judge-use.ts';
import { sealPaymentData } from './keep-payment-fields.ts';
import { type Recipient, resolveRecipient } from './resolve-recipient.ts';

export interface PayoutRequest extends TransactionRequest {
  brand: Brand;
  optionId: string;
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
  const link = step.kind === 'ask-recipient' ? newCashierLink(context, context.now()) : null;
  const transaction = { ...newPayout(context, request, recipient, customer, step), ...link?.kept };

  const opened = await context.transactions.open({
    transaction,
    profile: userId === null ? null : profileOf(request.details.customer),
  });
  // Payouts have no idempotent replay (spec 4.4).
  if (opened.kind === 'replay') throw new Error(`payout ${transaction.id} met an idempotency key`);
  if (opened.kind !== 'opened') throw refusalOf(opened, transaction);

  const after = await takePayout(context, transaction, brand, step, 'merchant');
  return toEnvelope(withCashierUrl(after ?? (await reload(context, transaction)), link));
}

export type PayoutStep =
  | { kind: 'decline'; errorCode: ErrorCode }
  | { kind: 'ask-recipient' }
  | { kind: 'admit' };

/** The rules (contract 7), then whether all is there that its method needs. Asked by direct-payout.ts, too. */
export function firstStep(
  context: Context,
  request: Use,
  recipient: Recipient,
  customer: Details['customer'],
): PayoutStep {
  const verdict = judgeUse(request, 'PAYOUT');
  if (verdict !== 'ok') return { kind: 'decline', errorCode: verdict.errorCode };
  if ('declined' in recipient) return { kind: 'decline', errorCode: recipient.declined };
  const { optionId, country, currency } = request;
  if (context.providersFor(optionId, currency).length === 0) return { kind: 'decline', errorCode: '1011' };
  const given = { country, currency, data: recipient.data, customer };
  const missing = missingInputs(findOption(optionId)!, given);
  return { kind: missing.length > 0 ? 'ask-recipient' : 'admit' };
}

/** Tried once, null where somebody else was faster: what was read before their change must not be written over it. */
export async function takePayout(
  context: Context,
  payout: Transaction,
  brand: Brand,
  step: PayoutStep,
  actor: Actor,
): Promise<Transaction | null> {
  switch (step.kind) {
    case 'decline': {
      const { errorCode } = step;
      return await applyOnce(context, payout, { kind: 'declined', errorCode }, actor);
    }
    case 'ask-recipient':
      return await applyOnce(
        context,
        payout,
        { kind: 'cashier', expiresAt: payout.cashierExpiresAt! },
        actor,
      );
    case 'admit':
      return await admitPayout(context, payout, brand, actor);
  }
}

function newPayout(
  context: Context,
  request: PayoutRequest,
  recipient: Recipient,
  customer: Details['customer'],
  step: PayoutStep,
): Transaction {
  // Its provider is chosen when it is approved; until then nobody has heard of it.
  const payout = newTransaction('PAYOUT', request, request.optionId, customer, context.now());
  return addRecipient(context, payout, recipient, step);
}

/** The payout with its recipient; of one that is turned down nothing is kept. */
export function addRecipient(
  context: Context,
  payout: Transaction,
  recipient: Recipient,
  step: PayoutStep,
): Transaction {
  if (step.kind === 'decline' || 'declined' in recipient) return payout;
  const paymentDataSealed = sealPaymentData(context, payout.merchantId, recipient.data);
  return { ...payout, card: recipient.card, paymentDataSealed };
}
