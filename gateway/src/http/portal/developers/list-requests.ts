// GET …/developers/requests (contract 14): the requests of the merchant's servers, and their answers. A plain read.
import { Type } from 'typebox';
import { KEPT_DAYS, listRequests } from '../../../storage/requests/request-log.ts';
import { call } from '../../calls/call.ts';
import { choice, closed, textOrNull, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';

const time = (description: string) => Type.String({ format: 'moment', description });

const Query = closed({
  outcome: Type.Optional(choice(['failed', 'succeeded'], 'failed: answered 4xx or 5xx.')),
  method: Type.Optional(choice(['GET', 'POST'], 'Only requests with this method.')),
  path: Type.Optional(
    Type.String({ maxLength: 200, format: 'text', description: 'Only paths that begin with this.' }),
  ),
  transactionId: Type.Optional(uuid('Only requests about this transaction.')),
  requestId: Type.Optional(
    Type.String({ maxLength: 128, format: 'text', description: 'The request with this `X-Request-Id`.' }),
  ),
  from: Type.Optional(time('At this time or later.')),
  to: Type.Optional(time('Before this time.')),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]?|100)$',
      description: 'Page size: 1 to 100, default 50.',
    }),
  ),
  cursor: Type.Optional(Type.String({ format: 'uuid', description: '`next` of the page before.' })),
});

const RequestItem = Type.Object(
  {
    id: uuid('Its row.'),
    at: time('When it was answered.'),
    method: Type.String({ description: 'Method.' }),
    path: Type.String({
      description: 'Path without its query. Digits that may be a card number are replaced by dots.',
    }),
    status: Type.Integer({ description: 'HTTP status of the answer.' }),
    durationMs: Type.Number({ description: 'How long the answer took, in milliseconds.' }),
    requestId: Type.String({ description: '`X-Request-Id` of the answer.' }),
    errorCode: textOrNull('Error code of the answer.'),
    message: textOrNull(
      'The message of a refusal. In `test`, also a note if a signature was wrong but not required.',
    ),
    transactionId: textOrNull('The transaction that the answer names.'),
    source: Type.String({ description: 'Source address of the request.' }),
    leftOut: Type.Integer({
      description:
        'Number of requests before this one that were not stored, because too many arrived at once.',
    }),
  },
  {
    title: 'LoggedRequest',
    description: 'A request to the API. Bodies, queries and headers are never stored.',
  },
);

export const listRequestsCall = call({
  address: 'GET /portal/api/brands/:brandId/developers/requests',
  operationId: 'listRequests',
  tags: ['Portal developers'],
  summary: 'List requests to the API',
  description: `Requests of the last ${KEPT_DAYS} days, newest first. A request is listed about a second after its answer. If very many requests arrive at once, some successes are left out, and the next row says how many.`,
  access: 'portal',
  permission: 'developers.read',
  params: PortalBrandPath,
  querystring: Query,
  answers: {
    200: { description: 'A page of requests.', schema: pageOf(RequestItem, 'The requests.') },
    ...portalErrors(),
  },
  handle: async ({ sql }, { portal: { brand }, query }) => {
    const { cursor, limit, from, to, ...filter } = query;
    const { rows, next } = await listRequests(sql, {
      merchantId: brand.merchantId,
      brandId: brand.brandId,
      filter: { ...filter, from: from ? new Date(from) : null, to: to ? new Date(to) : null },
      before: cursor ?? null,
      limit: Number(limit ?? 50),
    });
    const items = rows.map(({ merchantId: _, brandId: __, at, ...row }) => ({
      ...row,
      at: at.toISOString(),
    }));
    return { items, next };
  },
});
