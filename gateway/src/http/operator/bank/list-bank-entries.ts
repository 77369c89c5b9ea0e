// GET /operator/brands/{id}/bank-entries (contract 15): the entries of the bank's statements, oldest first. A plain
// read.
import { Type } from 'typebox';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import { ENTRY_STATES, listEntries } from '../../../storage/bank/entry-store.ts';
import { call } from '../../calls/call.ts';
import { answerEntry, EntryAnswer } from '../../schemas/bank-schemas.ts';
import { choice, closed, uuid } from '../../schemas/schema-fields.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';
import { bankEntries } from './bank-examples.ts';
import { Limit, USUAL_LIMIT } from './list-bank-files.ts';

const Query = closed({
  state: Type.Optional(choice(ENTRY_STATES, 'Only entries in this state.')),
  after: Type.Optional(uuid('The id of an entry: only entries after it.')),
  limit: Limit,
});

export const listBankEntriesCall = call({
  address: 'GET /operator/brands/:id/bank-entries',
  operationId: 'listBankEntries',
  tags: ['Operator'],
  summary: 'List the entries of bank statements',
  description:
    'In the order of their arrival. For the next page, send the id of the last entry as `after`. Entries that are ' +
    '`unmatched` or `conflict` need a person.',
  access: 'operator',
  params: BrandPath,
  querystring: Query,
  answers: {
    200: { description: 'The entries.', schema: Type.Array(EntryAnswer), examples: bankEntries },
    ...operatorErrors(),
  },
  handle: async (context, { params, query }) => {
    const { merchantId, brandId } = await requireBrand(context.sql, params.id);
    const { state, after = null, limit } = query;
    const states = state === undefined ? [] : [state];
    const wanted = { merchantId, brandId, states, after, limit: Number(limit ?? USUAL_LIMIT) };
    const entries = await listEntries(context.sql, wanted);
    return await Promise.all(entries.map((entry) => answerEntry(context, entry)));
  },
});
