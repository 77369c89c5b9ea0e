// GET /mandates (contract 16): the mandates of the brand or of one of its customers, newest first, page by page. Plain
// reads.
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { toMandateRecord } from '../../../domain/mandates/mandate.ts';
import { isUuid } from '../../../domain/text.ts';
import { MANDATE_STATUSES } from '../../../domain/transactions/transaction.ts';
import { listMandates } from '../../../storage/mandates/mandate-store.ts';
import { call } from '../../calls/call.ts';
import { brandErrors } from '../../calls/operation.ts';
import { activeMandate } from '../../examples/mandate-examples.ts';
import { MandateRecord } from '../../schemas/record-schemas.ts';
import { choice, closed } from '../../schemas/schema-fields.ts';

const PAGE_LENGTH = 20;

const Query = closed({
  userId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      format: 'text',
      description: 'Only mandates of this customer. 1 to 255 characters.',
    }),
  ),
  status: Type.Optional(choice(MANDATE_STATUSES, 'Only mandates with this status.')),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]?|100)$', description: 'Page size: 1 to 100, default 20.' }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The cursor of the page, from the `Link` header of the page before.',
    }),
  ),
});
type Query = Static<typeof Query>;

export const listMandatesCall = call({
  address: 'GET /mandates',
  operationId: 'listMandates',
  tags: ['Mandates'],
  summary: 'List mandates',
  description:
    'Newest first. The `Link` header has the address of the next page; the last page has none. New mandates do not ' +
    'change the pages that follow.',
  access: 'brand',
  scopes: ['read'],
  signed: 'never',
  querystring: Query,
  answers: {
    200: {
      description: 'The mandates.',
      schema: Type.Array(MandateRecord),
      headers: { Link: 'The address of the next page: `<https://…>; rel="next"`.' },
      examples: {
        one: { summary: 'One mandate', value: [activeMandate] },
        none: { summary: 'None', value: [] },
      },
    },
    ...brandErrors(),
  },
  handle: async (context, { brand: { merchantId, brandId }, query }, reply) => {
    const { userId = null, status = null } = query;
    const limit = Number(query.limit ?? PAGE_LENGTH);
    const before = cursorOf(query);
    const found = await listMandates(context.sql, { merchantId, brandId, userId, status, before, limit });
    const page = found.slice(0, limit);
    if (found.length > limit) reply.header('link', nextPage(context, query, page.at(-1)!.id));
    return page.map(toMandateRecord);
  },
});

/** Throws Refusal 400 for a cursor that no answer contained. */
function cursorOf({ cursor }: Query): string | null {
  if (cursor === undefined) return null;
  const before = Buffer.from(cursor, 'base64url').toString('latin1');
  if (isUuid(before)) return before;
  throw new Refusal(400, ['cursor: is not from this list; take it from the Link header of the page before']);
}

function nextPage({ config }: Context, query: Query, lastId: string): string {
  const cursor = Buffer.from(lastId, 'latin1').toString('base64url');
  const parameters = new URLSearchParams({ ...query, cursor });
  return `<${config.publicUrl}/mandates?${parameters}>; rel="next"`;
}
