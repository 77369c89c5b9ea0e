// Parts that the operations of the portal share: ids in the address, their errors, lists in pages.
import { type TSchema, Type } from 'typebox';
import type { Answer } from '../calls/operation.ts';
import { ErrorBody } from '../schemas/answer-schemas.ts';
import { uuid } from '../schemas/schema-fields.ts';

export const PortalBrandPath = Type.Object({ brandId: uuid('The brand.') });

const ERRORS: Record<number, Answer> = {
  400: { description: 'The request is not valid; each fault names its field.', schema: ErrorBody },
  401: { description: 'Nobody is signed in, or the session has ended.', schema: ErrorBody },
  403: {
    description:
      'The role of the user does not allow this, the call does not come from the portal, or the user must confirm ' +
      'their identity first.',
    schema: ErrorBody,
  },
  404: { description: 'Not found, or it belongs to another merchant.', schema: ErrorBody },
  409: { description: 'Not possible in the current state; the message says why.', schema: ErrorBody },
  413: { description: 'The body is too large.', schema: ErrorBody },
  422: { description: 'The same reference stands for another request.', schema: ErrorBody },
  410: { description: 'The link was used already, or it has expired.', schema: ErrorBody },
  429: {
    description: 'Too many tries; wait.',
    schema: ErrorBody,
    headers: { 'Retry-After': 'Seconds to wait.' },
  },
  503: { description: 'The database is unavailable. Try again.', schema: ErrorBody },
};

/** Errors that any call of a signed-in user may meet, and more. */
export function portalErrors(...more: number[]): Record<number, Answer> {
  const statuses = [...new Set([400, 401, 403, 404, 503, ...more])].sort((a, b) => a - b);
  return Object.fromEntries(statuses.map((status) => [status, ERRORS[status]!]));
}

/** Additional errors for calls about webhooks (docs/decisions/0091). */
export const IN_ARCHIVE: Record<number, Answer> = {
  410: {
    description: 'The webhooks of that month are in the archive; the message says which month.',
    schema: ErrorBody,
  },
};

/** A page of a list, and the cursor of the next one. */
export function pageOf<Item extends TSchema>(item: Item, description: string) {
  return Type.Object({
    items: Type.Array(item, { description }),
    next: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The value of `cursor` for the next page; null: this is the last one.',
    } as TSchema),
  });
}
