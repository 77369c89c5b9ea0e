// The receipt of a confirmation (spec 2.11). Its content must be a picture or PDF. It reports all faults of the request
// at once: those of the validator and its own. It expects a form (multipart.ts) and a route that validates with
// `attachValidation`.
import type { FastifyRequest } from 'fastify';
import type { ConfirmationRequest } from '../../actions/confirmations/confirm-payment.ts';
import { documentTypeOf } from '../../domain/document-type.ts';
import { Refusal } from '../../domain/errors/refusal.ts';

/** null: the form has no receipt. Throws Refusal 400 with every fault of the request. */
export function receiptOf(
  { form, validationError }: FastifyRequest,
  body: object,
): ConfirmationRequest['document'] {
  const { document: text } = body as { document?: unknown };
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
