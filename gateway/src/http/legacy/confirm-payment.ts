// POST /confirm-payment (spec 4.6, contract 8): JSON, or a form with a receipt. Checks what only this door knows, the
// signature of either kind and what the document is, and calls actions/confirm-payment.ts. Order of checks: contract 3.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { type ConfirmationRequest, confirmPayment } from '../../actions/confirm-payment.ts';
import type { Context } from '../../actions/context.ts';
import { documentTypeOf } from '../../domain/document-type.ts';
import { Refusal } from '../../domain/refusal.ts';
import { multipartString } from '../../domain/signature.ts';
import { checkBodySignature, sendSigned } from '../auth/body-signature.ts';
import { takeForms } from '../multipart.ts';
import { type ConfirmationBody, confirmPaymentOperation } from './confirm-schemas.ts';

type Body = Static<typeof ConfirmationBody> & { document?: unknown };

export function confirmPaymentRoute(app: FastifyInstance, context: Context): void {
  const checkSignature = checkBodySignature(context, {
    stringOf: ({ form }) => (form ? multipartString(form.texts) : null),
  });
  app.register(async (scope) => {
    takeForms(scope, 'document');
    scope.post<{ Body: Body }>(
      '/confirm-payment',
      { schema: confirmPaymentOperation, attachValidation: true, preValidation: checkSignature },
      async (request, reply) => {
        const { brand, body } = request;
        const document = checkFields(request, body);
        await confirmPayment(context, {
          brand,
          sessionId: body.sessionId,
          // An empty field of a form is one that was not filled in.
          essentialKey: body.essentialKey || null,
          additionalEssentialKey: body.additionalEssentialKey || null,
          document,
        });
        return sendSigned(reply, brand, {
          message: 'The confirmation was submitted. Wait for the final status of the payment.',
        });
      },
    );
  });
}

/** What the schema found, and what it cannot say: what the document is. Every fault is listed at once. */
function checkFields(
  { form, validationError }: FastifyRequest,
  { document: text }: Body,
): ConfirmationRequest['document'] {
  const faults = validationError instanceof Refusal ? [validationError.messages].flat() : [];
  const bytes = form?.file ?? null;
  const type = bytes && documentTypeOf(bytes);
  if (bytes && !type) faults.push('document: must be a PNG, JPEG, WebP or PDF file');
  if (text !== undefined && text !== null && text !== '') {
    faults.push('document: must be sent as a file of multipart/form-data, not as text');
  }
  if (faults.length > 0) throw new Refusal(400, faults);
  return bytes && type ? { bytes, type } : null;
}
