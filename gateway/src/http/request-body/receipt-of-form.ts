// The receipt of a confirmation (spec 2.11), which must be a picture or PDF by its content. All faults of the request are
// reported at once: those of the validator and those found here. It expects a form (multipart.ts) and a route that validates
// with `attachValidation`.
import type { FastifyRequest } from 'fastify';
import type { ConfirmationRequest } from '../../actions/confirmations/confirm-payment.ts';
import { documentTypeOf } from '../../domain/document-type.ts';
import { Refusal } from '../../domain/errors/refusal.ts';

/** null: no receipt was sent. Throws Refusal 400 with every fault of the request. */
export function receiptOf(
  { form, validationError }: FastifyRequest,
  { document: text }: { document?: unknown },
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
