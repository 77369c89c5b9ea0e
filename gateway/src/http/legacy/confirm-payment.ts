// POST /confirm-payment (spec 4.6, contract 8): JSON, or a form with a receipt. It checks only the request and what kind of
// file the receipt is; the action checks the rest. Order of checks: contract 3.
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { confirmPayment } from '../../actions/confirmations/confirm-payment.ts';
import type { Context } from '../../actions/context.ts';
import { takeForms } from '../request-body/multipart.ts';
import { receiptOf } from '../request-body/receipt-of-form.ts';
import type { UploadGate } from '../request-body/upload-gate.ts';
import { sendSigned } from '../send-signed.ts';
import { type ConfirmationBody, confirmPaymentOperation } from './confirm-schemas.ts';

type Body = Static<typeof ConfirmationBody> & { document?: unknown };

export function confirmPaymentRoute(app: FastifyInstance, context: Context, gate: UploadGate): void {
  app.register(async (scope) => {
    takeForms(scope, { fileName: 'document', gate, sourceOf: ({ brand }) => brand.brandId });
    scope.post<{ Body: Body }>(
      '/confirm-payment',
      { schema: confirmPaymentOperation, attachValidation: true },
      async (request, reply) => {
        const { brand, body } = request;
        const document = receiptOf(request, body);
        await confirmPayment(context, {
          brand,
          sessionId: body.sessionId,
          // An empty field of a form was not filled in.
          essentialKey: body.essentialKey || null,
          additionalEssentialKey: body.additionalEssentialKey || null,
          document,
          onKept: request.form?.letGo,
        });
        return sendSigned(reply, brand, {
          message: 'The confirmation was submitted. Wait for the final status of the payment.',
        });
      },
    );
  });
}
