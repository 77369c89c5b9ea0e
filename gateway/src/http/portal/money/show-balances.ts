// GET /portal/api/brands/{brandId}/balances: the brand's balances, and the rest after its approved and waiting payouts.
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { toWire } from '../../../domain/money/money.ts';
import { balancesOf } from '../../../storage/ledger/ledger-store.ts';
import { payoutsWaiting } from '../../../storage/ledger/pending-payouts.ts';
import { readTotals } from '../../../storage/listing/read-totals.ts';
import { call } from '../../calls/call.ts';
import { timeOrNull } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { amount, brandBalanceFields, count, currency, toWireBrandBalance } from './money-schemas.ts';

const PortalBalance = Type.Object(
  {
    currency,
    ...brandBalanceFields,
    waitingForApproval: amount(
      'Sum of the payouts that wait for their approval. It is still part of `available`.',
    ),
    payoutsWaiting: count('Number of these payouts.'),
    oldestWaitingSince: timeOrNull('When the oldest of them was created; null: none waits.'),
  },
  { title: 'PortalBalance', description: 'The balance of a brand in one currency.' },
);

/** The list orders currencies by their use in this period. */
const LATELY_MS = 30 * 24 * 3_600_000;

export const showPortalBalancesCall = call({
  address: 'GET /portal/api/brands/:brandId/balances',
  operationId: 'showPortalBalances',
  tags: ['Portal money'],
  summary: 'Show the balances',
  description: 'The current balances of the brand, by currency. Currencies are never added up.',
  access: 'portal',
  permission: 'payments.read',
  params: PortalBrandPath,
  answers: {
    200: {
      description: 'The balances, the currency of most transactions in the last 30 days first.',
      schema: Type.Object({ items: Type.Array(PortalBalance, { description: 'One for each currency.' }) }),
    },
    ...portalErrors(),
  },
  handle: async (context, { portal }) => {
    const { merchantId, brandId } = portal.brand;
    const to = context.now();
    const from = new Date(to.getTime() - LATELY_MS);
    const [items, totals] = await Promise.all([
      readBalances(context, merchantId, brandId),
      readTotals(context.sql, { merchantId, brandId, from, to }),
    ]);
    const uses = (currency: string) =>
      totals.reduce((sum, one) => sum + (one.currency === currency ? one.count : 0), 0);
    // Currencies of equal use come in the order of their codes.
    return { items: items.toSorted((a, b) => uses(b.currency) - uses(a.currency)) };
  },
});

/** The overview uses it too. */
export async function readBalances({ sql }: Pick<Context, 'sql'>, merchantId: string, brandId: string) {
  const [balances, waiting] = await Promise.all([
    balancesOf(sql, merchantId, brandId),
    payoutsWaiting(sql, merchantId, brandId),
  ]);
  const codes = [...new Set([...balances, ...waiting].map((one) => one.currency))].sort();
  return codes.map((code) => {
    const own = balances.find((one) => one.currency === code) ?? { availableMinor: 0n, reservedMinor: 0n };
    const payouts = waiting.find((one) => one.currency === code);
    return {
      currency: code,
      ...toWireBrandBalance(own, code),
      waitingForApproval: toWire(payouts?.amountMinor ?? 0n, code),
      payoutsWaiting: payouts?.count ?? 0,
      oldestWaitingSince: payouts?.oldestAt.toISOString() ?? null,
    };
  });
}
