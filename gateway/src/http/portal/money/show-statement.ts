// GET /portal/api/brands/{brandId}/statement: the transfers of one currency, newest first, each with its transaction
// and the balance after it. The cursor holds the balance at the end of a page, so the next page need not add up the
// transfers again.
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { type BrandBalance, effectOf, minus } from '../../../domain/ledger/balance-activity.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import { isUuid } from '../../../domain/text.ts';
import { transfersWithBalance } from '../../../storage/ledger/balance-at.ts';
import {
  listTransfers,
  type ShownTransfer,
  type TransferQuery,
} from '../../../storage/ledger/list-transfers.ts';
import { call } from '../../calls/call.ts';
import { Currency, closed } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';
import {
  amount,
  Kind,
  momentQuery,
  PAGE_LENGTH,
  PageQuery,
  toWireBrandBalance,
  toWireTransfer,
  transferFields,
} from './money-schemas.ts';

/** The export uses them too. */
export const statementFields = {
  currency: Currency,
  from: momentQuery('Booked at this time or later.'),
  to: momentQuery('Booked before this time.'),
  kind: Type.Optional(Kind),
};
const Fields = Type.Object(statementFields);
const Query = closed({ ...statementFields, ...PageQuery });

const StatementLine = Type.Object(
  {
    ...transferFields,
    availableAfter: Type.Unsafe<number | null>({
      ...amount('Available balance after it; null if the list is filtered by `kind`.'),
      type: ['number', 'null'],
    }),
    reservedAfter: Type.Unsafe<number | null>({
      ...amount('Reserved balance after it; null if the list is filtered by `kind`.'),
      type: ['number', 'null'],
    }),
  },
  { title: 'StatementLine', description: 'One transfer of the ledger, and the balance after it.' },
);

export const showStatementCall = call({
  address: 'GET /portal/api/brands/:brandId/statement',
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
  handle: async (context, { portal, query }) => {
    const { currency } = query;
    const limit = Number(query.limit ?? PAGE_LENGTH);
    const { lines, next } = await readStatement(context, portal.brand, readStretch(query, context.now()), {
      place: readCursor(query.cursor),
      limit,
    });
    const items = lines.map(({ after, ...transfer }) => {
      const balance = after && toWireBrandBalance(after, currency);
      return {
        ...toWireTransfer(transfer),
        availableAfter: balance?.available ?? null,
        reservedAfter: balance?.reserved ?? null,
      };
    });
    return { items, next: next && writeCursor(next) };
  },
});

/** A transfer. `after`: the balance after it; null if a filter leaves out some transfers. */
export interface StatementRow extends ShownTransfer {
  after: BrandBalance | null;
}

/** Where the previous page ended, and the balance before that transfer. */
export interface StatementPlace {
  id: string;
  balance: BrandBalance | null;
}

type StatementStretch = Pick<TransferQuery, 'begins' | 'ends' | 'kinds'> & { currency: string };

/** A time before any transfer. */
const EPOCH = new Date(0);

export function readStretch(
  { from, to, kind, currency }: Static<typeof Fields>,
  now: Date,
): StatementStretch {
  return {
    currency,
    begins: from === undefined ? EPOCH : new Date(from),
    // A transfer committed at this moment may have a slightly later time.
    ends: to === undefined ? new Date(now.getTime() + 1_000) : new Date(to),
    kinds: kind === undefined ? null : [kind],
  };
}

/** A page, newest first. */
export async function readStatement(
  { sql }: Pick<Context, 'sql'>,
  { merchantId, brandId }: Pick<Brand, 'merchantId' | 'brandId'>,
  stretch: StatementStretch,
  { place, limit }: { place: StatementPlace | null; limit: number },
): Promise<{ lines: StatementRow[]; next: StatementPlace | null }> {
  const query: TransferQuery & { currency: string } = {
    merchantId,
    brandId,
    ...stretch,
    from: place?.id ?? null,
    order: 'newest first',
    limit: limit + 1,
  };
  const known = place?.balance ?? null;
  const { transfers: found, balance } =
    stretch.kinds || known
      ? { transfers: await listTransfers(sql, query), balance: known }
      : await transfersWithBalance(sql, query);
  let runningBalance = stretch.kinds ? null : balance;
  const lines = found.slice(0, limit).map((transfer) => {
    const after = runningBalance;
    runningBalance = runningBalance && minus(runningBalance, effectOf(transfer.kind, transfer.amountMinor));
    return { ...transfer, after };
  });
  return { lines, next: found.length > limit ? { id: lines.at(-1)!.id, balance: runningBalance } : null };
}

const writeCursor = ({ id, balance }: StatementPlace) =>
  balance ? `${id}.${balance.availableMinor}.${balance.reservedMinor}` : id;

/** Throws Refusal 400 for a cursor that no answer contained. */
function readCursor(cursor: string | undefined): StatementPlace | null {
  if (cursor === undefined) return null;
  const [id = '', ...balances] = cursor.split('.');
  const fits = isUuid(id) && balances.every((one) => /^-?\d{1,19}$/.test(one));
  if (!fits || (balances.length !== 0 && balances.length !== 2))
    throw new Refusal(400, ['cursor: is not from this list; take it from the page before']);
  const [availableMinor, reservedMinor] = balances.map(BigInt);
  return {
    id,
    balance:
      balances.length === 0 ? null : { availableMinor: availableMinor!, reservedMinor: reservedMinor! },
  };
}
