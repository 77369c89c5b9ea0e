// POST /cashier/{token}/confirm: the number or receipt that a shopper sends after paying (spec 2.11), as a form or
// JSON. The rules are those of POST /confirm-payment. It answers 409 if the payment does not ask for it any more.
import { confirmPayment } from '../../actions/confirmations/confirm-payment.ts';
import type { Context } from '../../actions/context.ts';
import { hasCashierExpired } from '../../actions/payment-means/cashier-link.ts';
import { asksForConfirmation } from '../../domain/confirmations/confirmation.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { call } from '../calls/call.ts';
import { sourceOf } from '../calls/call-limit.ts';
import { takeForms } from '../request-body/multipart.ts';
import { receiptOf } from '../request-body/receipt-of-form.ts';
import { confirmationSchema } from './call-schemas.ts';
import { answerState } from './state/answer-state.ts';

export const confirmCall = call({
  address: 'POST /cashier/:token/confirm',
  ...confirmationSchema,
  options: { attachValidation: true },
  reads: (scope, _context, { uploads }) =>
    takeForms(scope, { fileName: 'document', gate: uploads, sourceOf: ({ ip }) => sourceOf(ip) }),
  handle: async (context, request, reply) => {
    const { page, body } = request;
    const document = receiptOf(request, body);
    const { transaction } = page;
    if (!isAsked(context, transaction))
      return answerState(context, reply, page, { taken: false, transaction });
    const { essentialKey, additionalEssentialKey } = body;
    try {
      const after = await confirmPayment(context, {
        brand: context.brands.byId(transaction.brandId)!,
        sessionId: transaction.sessionId,
        essentialKey: essentialKey || null,
        additionalEssentialKey: additionalEssentialKey || null,
        document,
        onKept: request.form?.letGo,
      });
      return answerState(context, reply, page, { taken: true, transaction: after });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Another tab has confirmed it meanwhile (409 while that is in progress), or the payment has ended.
      const current = await context.transactions.find(transaction.merchantId, transaction.id);
      if (!current || (isAsked(context, current) && error.httpStatus !== 409)) throw error;
      return answerState(context, reply, page, { taken: false, transaction: current });
    }
  },
});

function isAsked({ now }: Context, transaction: Transaction): boolean {
  return asksForConfirmation(transaction) && !hasCashierExpired(transaction, now());
}
