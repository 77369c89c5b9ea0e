// POST /portal/api/brands/{brandId}/transactions/{transactionId}/confirmation: a colleague enters the shopper's proof:
// a reference, or a receipt as a form. It does the same as POST /confirm-payment, but records who did it.
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { confirmPayment } from '../../../actions/confirmations/confirm-payment.ts';
import type { Context } from '../../../actions/context.ts';
import type { Operation } from '../../operation.ts';
import { takeForms } from '../../request-body/multipart.ts';
import { receiptOf } from '../../request-body/receipt-of-form.ts';
import type { UploadGate } from '../../request-body/upload-gate.ts';
import { closed, maybe, text } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { findTransaction, type TransactionParams, TransactionPath } from './find-transaction.ts';
import { TransactionPage } from './page-schemas.ts';
import { transactionPage } from './transaction-page.ts';

const Body = closed({
  essentialKey: maybe(
    text(255, 'M-Pesa: the transaction id. UPI: the UTR. Other methods: free text.', { numbers: 'any' }),
  ),
  additionalEssentialKey: maybe(text(255, 'UPI: the UTR, 12 digits.', { numbers: 'any' })),
});

const operation = {
  operationId: 'confirmTransaction',
  tags: ['Portal transactions'],
  summary: 'Submit a confirmation',
  description:
    'For a pay-in that requires a proof of the payment. JSON, or a form with one file `document` (PNG, JPEG, WebP ' +
    'or PDF under 2 MB). Answers the updated page. A confirmation does not mean that the money has arrived.',
  access: 'portal',
  permission: 'payments.confirm',
  params: TransactionPath,
  body: Body,
  answers: { 200: { description: 'Submitted.', schema: TransactionPage }, ...portalErrors(409) },
} satisfies Operation;

type Fields = Static<typeof Body> & { document?: unknown };

export function confirmTransactionRoute(app: FastifyInstance, context: Context, gate: UploadGate): void {
  app.register(async (scope) => {
    takeForms(scope, { fileName: 'document', gate, sourceOf: ({ portal }) => portal.brand.brandId });
    scope.post<{ Params: TransactionParams; Body: Fields }>(
      '/portal/api/brands/:brandId/transactions/:transactionId/confirmation',
      { schema: operation, attachValidation: true },
      async (request) => {
        const { portal, params, body } = request;
        const document = receiptOf(request, body);
        const { sessionId } = await findTransaction(context, portal.brand, params);
        const after = await confirmPayment(context, {
          brand: portal.brand,
          by: portal.actor,
          sessionId,
          essentialKey: body.essentialKey || null,
          additionalEssentialKey: body.additionalEssentialKey || null,
          document,
          onKept: request.form?.letGo,
        });
        return transactionPage(context, portal, after);
      },
    );
  });
}
