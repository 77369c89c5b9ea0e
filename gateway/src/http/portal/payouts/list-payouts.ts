// GET /portal/api/brands/:brandId/payouts: the brand's payouts. Those that wait for their approval come first, then the
// newest.
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { isUuid } from '../../../domain/text.ts';
import { STATUSES, type Status } from '../../../domain/transactions/transaction.ts';
import type { TransactionFilter } from '../../../storage/listing/filter.ts';
import { listTransactions } from '../../../storage/listing/list-transactions.ts';
import { searchTransactions } from '../../../storage/listing/search-transactions.ts';
import { readDecisions } from '../../../storage/payouts/waiting-payouts.ts';
import { call } from '../../calls/call.ts';
import { Currency, choice, closed, text } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';
import { Payout } from './payout-schemas.ts';
import { shownPayout } from './shown-payout.ts';

const Query = closed({
  status: Type.Optional(choice(STATUSES, 'Only payouts with this status.')),
  currency: Type.Optional(Currency),
  createdFrom: Type.Optional(
    Type.String({ format: 'date-time', description: 'Created at this time or later.' }),
  ),
  createdTo: Type.Optional(Type.String({ format: 'date-time', description: 'Created before this time.' })),
  search: Type.Optional(
    text(320, 'A whole id, reference or e-mail address.', { minLength: 1, numbers: 'any' }),
  ),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]?|100)$', description: 'Page size: 1 to 100. Default 25.' }),
  ),
  cursor: Type.Optional(Type.String({ description: '`next` of the page before.' })),
});
type Query = Static<typeof Query>;

export const listPayoutsCall = call({
  address: 'GET /portal/api/brands/:brandId/payouts',
  operationId: 'listPayouts',
  tags: ['Portal payouts'],
  summary: 'List payouts',
  description: 'First the payouts that wait for their approval, then the others. Both newest first.',
  access: 'portal',
  permission: 'payments.read',
  params: PortalBrandPath,
  querystring: Query,
  answers: {
    200: { description: 'A page.', schema: pageOf(Payout, 'Payouts.') },
    ...portalErrors(),
  },
  handle: async (context, { portal: { merchantId, brand }, query }) => {
    const { ids, next } = await readPage(context, merchantId, brand.brandId, query);
    const [payouts, decisions] = await Promise.all([
      Promise.all(ids.map((id) => context.transactions.find(merchantId, id))),
      readDecisions(context.sql, merchantId, ids),
    ]);
    const items = payouts.flatMap((one) =>
      one ? [shownPayout(one, decisions.get(one.id), brand.name)] : [],
    );
    return { items, next };
  },
});

const RESTING = STATUSES.filter((status) => status !== 'PENDING');

/** A cursor names the part and the last payout of the page: w for waiting ones, r for the rest. */
async function readPage(context: Context, merchantId: string, brandId: string, query: Query) {
  const limit = Number(query.limit ?? 25);
  const cursor = readCursor(query.cursor);
  const read = (statuses: readonly Status[], before: string | null, most: number) => {
    const filter: TransactionFilter = {
      types: ['PAYOUT'],
      statuses,
      ...(query.currency && { currencies: [query.currency] }),
      ...(query.createdFrom && { createdFrom: new Date(query.createdFrom) }),
      ...(query.createdTo && { createdTo: new Date(query.createdTo) }),
    };
    const request = { merchantId, brandId, filter, before, limit: most };
    return query.search === undefined
      ? listTransactions(context.sql, request)
      : searchTransactions(context.sql, { ...request, text: query.search });
  };
  const mark = (part: string, next: string | null) => (next === null ? null : `${part}.${next}`);
  if (query.status !== undefined) {
    const { ids, next } = await read([query.status], cursor?.id ?? null, limit);
    return { ids, next: mark('r', next) };
  }
  const waits =
    cursor?.part === 'r' ? { ids: [], next: null } : await read(['PENDING'], cursor?.id ?? null, limit);
  if (waits.next !== null) return { ids: waits.ids, next: mark('w', waits.next) };
  const room = limit - waits.ids.length;
  if (room === 0) return { ids: waits.ids, next: 'r.' };
  const rest = await read(RESTING, cursor?.part === 'r' ? cursor.id : null, room);
  return { ids: [...waits.ids, ...rest.ids], next: mark('r', rest.next) };
}

function readCursor(given: string | undefined): { part: string; id: string | null } | null {
  if (given === undefined) return null;
  const read = /^([wr])\.([0-9a-f-]{36})?$/.exec(given);
  if (!read || (read[2] !== undefined && !isUuid(read[2])))
    throw new Refusal(400, 'cursor: is not from this list; take it from the page before');
  return { part: read[1]!, id: read[2] ?? null };
}
