// Lists the blocks of a brand, under /portal/api/brands/{brandId}/blocks (contract 12, 14). staff/change-blocks.ts adds
// and removes them.
import { Type } from 'typebox';
import { pageOfBlocks } from '../../../storage/risk/block-store.ts';
import { call } from '../../calls/call.ts';
import { Block, BlockKind, toWireBlock } from '../../schemas/block-schemas.ts';
import { closed, text, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';

const Query = closed({
  kind: Type.Optional(BlockKind),
  search: Type.Optional(text(255, 'A part of the value or of the reason.', { minLength: 1, numbers: 'any' })),
  cursor: Type.Optional(uuid('`next` of the page before.')),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]?|100)$', description: 'Page size: 1 to 100. Default 50.' }),
  ),
});
const USUAL_LIMIT = 50;

export const listBrandBlocksCall = call({
  address: 'GET /portal/api/brands/:brandId/blocks',
  operationId: 'listBrandBlocks',
  tags: ['Portal settings'],
  summary: 'List the blocks of a brand',
  description: 'The active blocks, newest first.',
  access: 'portal',
  permission: 'payments.read',
  params: PortalBrandPath,
  querystring: Query,
  answers: {
    200: { description: 'The blocks.', schema: pageOf(Block, 'The blocks.') },
    ...portalErrors(),
  },
  handle: async (context, { portal, query }) => {
    const { kind = null, search = null, cursor = null, limit = USUAL_LIMIT } = query;
    const most = Number(limit);
    const found = await pageOfBlocks(context.sql, portal.brand, {
      kind,
      search,
      now: context.now(),
      limit: most + 1,
      before: cursor?.toLowerCase() ?? null,
    });
    const items = found.slice(0, most);
    return { items: items.map(toWireBlock), next: found.length > most ? items.at(-1)!.id : null };
  },
});
