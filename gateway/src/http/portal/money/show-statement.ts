// GET /portal/api/brands/{brandId}/statement: the transfers of one currency, newest first, each with what it belongs to and what
// the brand had after it. The balance of a page's end travels in its cursor, so a later page counts nothing again.
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { effectOf, minus, type Purse } from '../../../domain/balance-activity.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { balanceAt } from '../../../storage/money/balance-at.ts';
import { listTransfers } from '../../../storage/money/list-transfers.ts';
import { isUuid } from '../../formats.ts';
import type { Operation } from '../../operation.ts';
import { Currency, closed } from '../../schema-fields.ts';
import { PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';
import {
  amount,
  Kind,
  momentQuery,
  PAGE_LENGTH,
  PageQuery,
  toWirePurse,
  toWireTransfer,
  transferFields,
} from './money-schemas.ts';

const Query = closed({
  currency: Currency,
  from: momentQuery('Booked at this time or later.'),
  to: momentQuery('Booked before this time.'),
  kind: Type.Optional(Kind),
  ...PageQuery,
});
type Query = Static<typeof Query>;

const StatementLine = Type.Object(
  {
    ...transferFields,
    availableAfter: Type.Unsafe<number | null>({
      ...amount('Available after it. null where `kind` leaves lines out.'),
      type: ['number', 'null'],
    }),
    reservedAfter: Type.Unsafe<number | null>({
      ...amount('Reserved after it. null where `kind` leaves lines out.'),
      type: ['number', 'null'],
    }),
  },
  { title: 'StatementLine', description: 'One transfer of the ledger, and the balance after it.' },
);

const operation = {
  operationId: 'showStatement',
  tags: ['Portal money'],
  summary: 'Show the statement of a currency',
  description: 'The transfers of a brand in one currency, newest first, with the balance after each.',
  access: 'portal',
  permission: 'payments.read',
  params: PortalBrandPath,
  querystring: Query,
  answers: {
    200: { description: 'A page of transfers.', schema: pageOf(StatementLine, 'Newest first.') },
    ...portalErrors(),
  },
} satisfies Operation;

/** The beginning of everything. */
const EPOCH = new Date(0);

export function showStatementRoute(app: FastifyInstance, context: Context): void {
  app.get<{ Querystring: Query }>(
    '/portal/api/brands/:brandId/statement',
    { schema: operation },
    async ({ portal, query }) => {
      const { merchantId, brandId } = portal.brand;
      const { currency, kind } = query;
      const of = { merchantId, brandId, currency };
      const begins = query.from === undefined ? EPOCH : new Date(query.from);
      // What is committed this moment may carry a time of the next.
      const ends = query.to === undefined ? new Date(context.now().getTime() + 1_000) : new Date(query.to);
      const limit = Number(query.limit ?? PAGE_LENGTH);
      const cursor = readCursor(query.cursor);
      const kinds = kind === undefined ? null : [kind];
      const found = await listTransfers(context.sql, {
        ...of,
        begins,
        ends,
        kinds,
        from: cursor?.id ?? null,
        order: 'newest first',
        limit: limit + 1,
      });
      const shown = found.slice(0, limit);
      let purse = kinds ? null : (cursor?.purse ?? (await balanceAt(context.sql, of, ends)));
      const items = shown.map((transfer) => {
        const after = purse && toWirePurse(purse, currency);
        purse = purse && minus(purse, effectOf(transfer.kind, transfer.amountMinor));
        return {
          ...toWireTransfer(transfer),
          availableAfter: after?.available ?? null,
          reservedAfter: after?.reserved ?? null,
        };
      });
      const next = found.length > limit ? writeCursor(shown.at(-1)!.id, purse) : null;
      return { items, next };
    },
  );
}

const writeCursor = (id: string, purse: Purse | null) =>
  purse ? `${id}.${purse.availableMinor}.${purse.reservedMinor}` : id;

/** Throws Refusal 400 for one that no answer gave. */
function readCursor(cursor: string | undefined): { id: string; purse: Purse | null } | null {
  if (cursor === undefined) return null;
  const [id = '', ...balances] = cursor.split('.');
  const fits = isUuid(id) && balances.every((one) => /^-?\d{1,19}$/.test(one));
  if (!fits || (balances.length !== 0 && balances.length !== 2))
    throw new Refusal(400, ['cursor: is none of ours; take it from the page before']);
  const [availableMinor, reservedMinor] = balances.map(BigInt);
  return {
    id,
    purse: balances.length === 0 ? null : { availableMinor: availableMinor!, reservedMinor: reservedMinor! },
  };
}
