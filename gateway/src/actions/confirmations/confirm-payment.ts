// A shopper's proof of payment (spec 4.6, contract 8): it is checked, stored, and handed to the provider. The proof is
// durable before the provider hears of it, so nothing that we acknowledged is ever lost. The answer acknowledges the
// submission only; it never says that money came.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { asksForConfirmation, confirmationFaults } from '../../domain/confirmations/confirmation.ts';
import type { DocumentType } from '../../domain/document-type.ts';
import { CODE } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { methodOf } from '../../domain/options/payment-option.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { applyOnce, applyOutcome, reload } from '../submission/apply-outcome.ts';
import { confirmationWaiting, submitConfirmation } from '../submission/submit-confirmation.ts';
import { keepConfirmation } from './keep-confirmation.ts';

export interface ConfirmationRequest {
  brand: Brand;
  sessionId: string;
  essentialKey: string | null;
  additionalEssentialKey: string | null;
  document: { type: DocumentType; bytes: Buffer } | null;
  /** A user who submits it for the shopper; null: the shopper, or the merchant's program. */
  by?: AuditActor | null;
  /** Called when the document's bytes are no longer needed, before the provider is asked. */
  onKept?: () => void;
}

/** Answers the transaction as it is afterwards. */
export async function confirmPayment(context: Context, request: ConfirmationRequest): Promise<Transaction> {
  const { merchantId, brandId } = request.brand;
  const receivedAt = context.now();
  const transaction = await context.transactions.findBySession(merchantId, brandId, request.sessionId);
  if (!transaction) throw new Refusal(404, 'sessionId: no such session');
  requireQuestion(context, transaction);

  const { essentialKey, additionalEssentialKey, document } = request;
  const confirmation = { essentialKey, additionalEssentialKey, documentType: document?.type ?? null };
  const method = methodOf(transaction);
  const faults = confirmationFaults(method, confirmation);
  if (faults.length > 0) throw new Refusal(400, faults);

  await keepConfirmation(context, transaction, { method, confirmation, document, receivedAt });
  request.onKept?.();
  // The provider's answer applies only while the transaction is as the shopper saw it. It does not apply to a later
  // question, nor after the end.
  const stillFits = (current: Transaction) =>
    current.status === transaction.status && current.resultType === transaction.resultType;
  const handedIn = request.by ? ({ by: request.by, action: 'payment.confirmed' } as const) : null;
  const onWay = confirmationWaiting(transaction, context.now());
  // What a person submits always gets its audit row, even if the payment changes at this moment.
  const current = await applyOutcome(context, transaction, onWay, {
    actor: 'shopper',
    decision: handedIn,
    stillFits: (moved) => stillFits(moved) && moved.attempts === transaction.attempts,
  });
  requireQuestion(context, current, transaction.attempts);

  const outcome = await submitConfirmation(context, current, confirmation);
  if (outcome.kind === 'waiting') return await note(context, current, outcome);
  return await applyOutcome(context, current, outcome, { actor: 'shopper', stillFits });
}

/** Only sets when to ask next. If another request was faster, the row already has a time, which is enough. */
async function note(context: Context, transaction: Transaction, outcome: Outcome): Promise<Transaction> {
  const noted = await applyOnce(context, transaction, outcome, { actor: 'shopper' });
  return noted ?? (await reload(context, transaction));
}

function requireQuestion(context: Context, transaction: Transaction, attempt = transaction.attempts): void {
  const { status, expiresAt } = transaction;
  const hasExpired = status === 'DECLINED' && transaction.errorCode === CODE.expired;
  const isOver = hasExpired || (expiresAt !== null && expiresAt <= context.now());
  // A later attempt in the cashier needs its own proof.
  if (asksForConfirmation(transaction) && !isOver && transaction.attempts === attempt) return;
  throw new Refusal(400, [
    isOver
      ? 'sessionId: this payment has expired; it cannot be confirmed any more'
      : status === 'PROCESSING'
        ? 'sessionId: this payment needs no confirmation, or already has one; wait for its final status'
        : `sessionId: this payment is ${status}; only a PROCESSING payment that asked for a confirmation can be confirmed`,
  ]);
}
