// Entries of statements in the portal, under /portal/api/brands/{brandId}/bank/entries (contract 15): those that need
// a person, or all in a state, and one by its id. staff/decide-bank-entries.ts has the decisions.
import { Type } from 'typebox';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { ENTRY_STATES, findEntry, listEntries, newestEntries } from '../../../storage/bank/entry-store.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { choice, closed, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';
import { PortalEntry, shownEntries } from './portal-entry.ts';

const PAGE = 20;

const shared = { tags: ['Portal bank'], access: 'portal' } as const satisfies Partial<Operation>;

export const listPortalBankEntriesCall = call({
  address: 'GET /portal/api/brands/:brandId/bank/entries',
  ...shared,
  operationId: 'listPortalBankEntries',
  summary: 'List the entries of bank statements',
  description:
    'Entries that need a person, in the order of their arrival; or all entries in a state, the latest first.',
  permission: 'bank.read',
  params: PortalBrandPath,
  querystring: closed({
    state: Type.Optional(choice(ENTRY_STATES, 'Default: unmatched and conflict.')),
    cursor: Type.Optional(uuid('`next` of the page before.')),
  }),
  answers: {
    200: { description: 'A page.', schema: pageOf(PortalEntry, 'Oldest first; of one state, newest first.') },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand }, query }) => {
    const { state, cursor = null } = query;
    const limit = PAGE + 1;
    const found =
      state === undefined
        ? await listEntries(context.sql, {
            ...brand,
            states: ['unmatched', 'conflict'],
            after: cursor,
            limit,
          })
        : await newestEntries(context.sql, brand, { state, before: cursor, limit });
    const shown = found.slice(0, PAGE);
    return {
      items: await shownEntries(context, brand, shown),
      next: found.length > PAGE ? shown.at(-1)!.id : null,
    };
  },
});

export const showPortalBankEntryCall = call({
  address: 'GET /portal/api/brands/:brandId/bank/entries/:entryId',
  ...shared,
  operationId: 'showPortalBankEntry',
  summary: 'Show an entry of a bank statement',
  description: 'One entry, as in the list.',
  permission: 'bank.read',
  params: Type.Object({ ...PortalBrandPath.properties, entryId: uuid('The entry.') }),
  answers: { 200: { description: 'The entry.', schema: PortalEntry }, ...portalErrors() },
  handle: async (context, { portal: { brand }, params }) => {
    const entry = await findEntry(context.sql, brand, params.entryId);
    if (!entry) throw new Refusal(404, 'entryId: the brand has no such entry');
    return (await shownEntries(context, brand, [entry]))[0]!;
  },
});
