// GET /operator/merchants and PATCH /operator/merchants/{id} (contract 2): finding a merchant by its name, and renaming
// it.
import { type Static, Type } from 'typebox';
import { renameMerchant } from '../../../actions/merchants/rename-merchant.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { isUuid } from '../../../domain/text.ts';
import { listMerchants, type MerchantRow } from '../../../storage/merchants/merchant-store.ts';
import { call } from '../../calls/call.ts';
import { closed, text } from '../../schemas/schema-fields.ts';
import * as examples from '../access-examples.ts';
import { Merchant, MerchantName, MerchantPath, operatorErrors } from '../operator-schemas.ts';

const USUAL_LIMIT = '20';

const Query = closed({
  name: Type.Optional(
    text(255, 'Only merchants whose name contains this text, in upper or lower case.', { minLength: 1 }),
  ),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]?|100)$', description: 'Page size: 1 to 100. Default 20.' }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The cursor of the page, from the `Link` header of the page before.',
    }),
  ),
});
const Body = closed({ name: MerchantName });

const answerMerchant = ({ merchantId, name, createdAt }: MerchantRow): Static<typeof Merchant> => ({
  merchantId,
  name,
  createdAt: createdAt.toISOString(),
});

export const listMerchantsCall = call({
  address: 'GET /operator/merchants',
  operationId: 'listMerchants',
  tags: ['Operator'],
  summary: 'List merchants',
  description:
    'Oldest first. The `Link` header has the address of the next page. The last page has no such header.',
  access: 'operator',
  querystring: Query,
  answers: {
    200: {
      description: 'A page of merchants.',
      schema: Type.Array(Merchant),
      headers: { Link: 'Address of the next page: `<…>; rel="next"`. Absent on the last page.' },
      examples: examples.merchants,
    },
    ...operatorErrors(),
  },
  handle: async ({ sql, config }, { query }, reply) => {
    const { name = null, limit = USUAL_LIMIT, cursor } = query;
    const most = Number(limit);
    const found = await listMerchants(sql, { name, after: afterOf(cursor), limit: most + 1 });
    const page = found.slice(0, most);
    if (found.length > most) {
      const next = Buffer.from(page.at(-1)!.merchantId, 'latin1').toString('base64url');
      const parameters = new URLSearchParams({ ...query, cursor: next });
      reply.header('link', `<${config.publicUrl}/operator/merchants?${parameters}>; rel="next"`);
    }
    return page.map(answerMerchant);
  },
});

export const renameMerchantCall = call({
  address: 'PATCH /operator/merchants/:id',
  operationId: 'renameMerchant',
  tags: ['Operator'],
  summary: 'Rename a merchant',
  description: 'Brands, users and transactions stay as they are.',
  access: 'operator',
  params: MerchantPath,
  body: Body,
  examples: examples.renaming,
  answers: {
    200: { description: 'Renamed.', schema: Merchant, examples: examples.renamed },
    ...operatorErrors({ 409: 'Another merchant has this name.' }),
  },
  handle: async (context, { params, body, operator }) =>
    answerMerchant(await renameMerchant(context, operator, params.id, body.name)),
});

/** Throws Refusal 400 for a cursor that no answer contained. */
function afterOf(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const after = Buffer.from(cursor, 'base64url').toString('latin1');
  if (isUuid(after)) return after;
  throw new Refusal(400, ['cursor: is not from this list; take it from the Link header of the page before']);
}
