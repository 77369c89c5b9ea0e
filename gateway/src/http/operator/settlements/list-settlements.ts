// GET /operator/brands/{id}/settlements, …/{settlementId} and …/{settlementId}/lines (contract 17): what providers paid
// out, oldest first. Plain reads.
import { Type } from 'typebox';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { LINE_STATES, SETTLEMENT_STATES } from '../../../domain/settlements/settlement.ts';
import { listLines } from '../../../storage/settlements/line-store.ts';
import { findSettlement, listSettlements } from '../../../storage/settlements/settlement-store.ts';
import { call } from '../../calls/call.ts';
import { choice, closed, uuid } from '../../schemas/schema-fields.ts';
import {
  answerLine,
  answerSettlement,
  LineAnswer,
  SettlementAnswer,
} from '../../schemas/settlement-schemas.ts';
import { Limit, USUAL_LIMIT } from '../bank/list-bank-files.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';
import { oneSettlement, settlementLines, settlements } from './settlement-examples.ts';

export const listSettlementsCall = call({
  address: 'GET /operator/brands/:id/settlements',
  operationId: 'listSettlements',
  tags: ['Operator'],
  summary: 'List settlements',
  description:
    'What providers pay out to the bank account of the merchant, oldest first. For the next page, send the id of the ' +
    'last settlement as `after`.',
  access: 'operator',
  params: BrandPath,
  querystring: closed({
    provider: Type.Optional(
      Type.String({ maxLength: 50, description: 'Only settlements of this provider.' }),
    ),
    state: Type.Optional(choice(SETTLEMENT_STATES, 'Only settlements in this state.')),
    after: Type.Optional(uuid('The id of a settlement: only settlements after it.')),
    limit: Limit,
  }),
  answers: {
    200: { description: 'The settlements.', schema: Type.Array(SettlementAnswer), examples: settlements },
    ...operatorErrors(),
  },
  handle: async (context, { params, query }) => {
    const { merchantId, brandId } = await requireBrand(context.sql, params.id);
    const { provider = null, state = null, after = null, limit } = query;
    const wanted = { merchantId, brandId, provider, state, after, limit: Number(limit ?? USUAL_LIMIT) };
    return (await listSettlements(context.sql, wanted)).map(answerSettlement);
  },
});

const SettlementPath = Type.Object({ ...BrandPath.properties, settlementId: uuid('The settlement.') });
const NO_SUCH = 'settlementId: the brand has no such settlement';

export const showSettlementCall = call({
  address: 'GET /operator/brands/:id/settlements/:settlementId',
  operationId: 'showSettlement',
  tags: ['Operator'],
  summary: 'Retrieve a settlement',
  description: 'One payout of a provider.',
  access: 'operator',
  params: SettlementPath,
  answers: {
    200: { description: 'The settlement.', schema: SettlementAnswer, examples: oneSettlement },
    ...operatorErrors(),
  },
  handle: async (context, { params }) => {
    const brand = await requireBrand(context.sql, params.id);
    const settlement = await findSettlement(context.sql, brand, params.settlementId);
    if (!settlement) throw new Refusal(404, NO_SUCH);
    return answerSettlement(settlement);
  },
});

export const listSettlementLinesCall = call({
  address: 'GET /operator/brands/:id/settlements/:settlementId/lines',
  operationId: 'listSettlementLines',
  tags: ['Operator'],
  summary: 'List the lines of a settlement',
  description:
    'In the order in which they came. For the next page, send the id of the last line as `after`. Lines that are ' +
    '`unmatched` or `conflict` need a person.',
  access: 'operator',
  params: SettlementPath,
  querystring: closed({
    state: Type.Optional(choice(LINE_STATES, 'Only lines in this state.')),
    after: Type.Optional(uuid('The id of a line: only lines after it.')),
    limit: Limit,
  }),
  answers: {
    200: { description: 'The lines.', schema: Type.Array(LineAnswer), examples: settlementLines },
    ...operatorErrors(),
  },
  handle: async (context, { params, query }) => {
    const { merchantId, brandId } = await requireBrand(context.sql, params.id);
    const { settlementId } = params;
    if (!(await findSettlement(context.sql, { merchantId, brandId }, settlementId)))
      throw new Refusal(404, NO_SUCH);
    const { state, after = null, limit } = query;
    const states = state === undefined ? [] : [state];
    const wanted = { merchantId, brandId, settlementId, states, after, limit: Number(limit ?? USUAL_LIMIT) };
    return (await listLines(context.sql, wanted)).map(answerLine);
  },
});
