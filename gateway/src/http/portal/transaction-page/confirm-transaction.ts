// POST /portal/api/brands/{brandId}/transactions/{transactionId}/confirmation: a colleague enters the shopper's proof:
// a reference, or a receipt as a form. It does the same as POST /confirm-payment, but records who did it.
import { confirmPayment } from '../../../actions/confirmations/confirm-payment.ts';
import { call } from '../../calls/call.ts';
import { takeForms } from '../../request-body/multipart.ts';
import { receiptOf } from '../../request-body/receipt-of-form.ts';
import { closed, maybe, text } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { findTransaction, TransactionPath } from './find-transaction.ts';
import { TransactionPage } from './page-schemas.ts';
import { transactionPage } from './transaction-page.ts';

const Body = closed({
  essentialKey: maybe(
    text(255, 'M-Pesa: the transaction id. UPI: the UTR. Other methods: free text.', { numbers: 'any' }),
  ),
  additionalEssentialKey: maybe(text(255, 'UPI: the UTR, 12 digits.', { numbers: 'any' })),
});

export const confirmTransactionCall = call({
  address: 'POST /portal/api/brands/:brandId/transactions/:transactionId/confirmation',
  operationId: 'confirmTransaction',
  tags: ['Portal transactions'],
  summary: 'Submit a confirmation',
  description:
    'For a pay-in that requires proof of the payment. The body is JSON, or a form with one file `document` (PNG, ' +
    'JPEG, WebP or PDF under 2 MB). The answer is the updated page. A confirmation does not mean that the money ' +
    'has arrived.',
  access: 'portal',
  permission: 'payments.confirm',
  params: TransactionPath,
  body: Body,
  answers: { 200: { description: 'Submitted.', schema: TransactionPage }, ...portalErrors(409) },
  options: { attachValidation: true },
  reads: (scope, _context, { uploads }) =>
    takeForms(scope, { fileName: 'document', gate: uploads, sourceOf: ({ portal }) => portal.brand.brandId }),
  handle: async (context, request) => {
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
});
