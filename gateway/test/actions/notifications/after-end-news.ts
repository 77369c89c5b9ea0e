// A payment of the network of network-stage.ts, the news after
// its end, and the state of the books then.
import assert from 'node:assert/strict';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import type { DisputeReport, News } from '../../../src/domain/notifications/news.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { type Network, PAID } from './network-stage.ts';

export const CARD = '4242424242424242';

export async function aPaidOne(network: Network): Promise<Transaction> {
  network.answers.push(PAID);
  const paid = await network.pay(CARD);
  assert.equal(paid.status, 'COMPLETED');
  return paid;
}

export const whole = ({ amountMinor, currency }: Pick<Transaction, 'amountMinor' | 'currency'>) => ({
  amountMinor,
  currency,
});

export function disputed(
  of: Transaction,
  status: DisputeReport['status'],
  follows: DisputeReport['follows'] = null,
  { amountMinor = of.amountMinor, providerReference = 'dp-1', ...more }: DisputeFields = {},
): News {
  const dispute = { providerReference, status, reason: 'fraud', deadline: null, follows, ...more };
  const amount = { amountMinor, currency: of.currency };
  return { about: 'dispute', charge: of.id, payment: null, amount, dispute };
}

type DisputeFields = Partial<DisputeReport> & { amountMinor?: bigint };

export function refunded(of: Transaction, fields: Partial<Extract<News, { about: 'refund' }>> = {}): News {
  return {
    about: 'refund',
    refundId: null,
    charge: of.id,
    payment: null,
    providerReference: 're-1',
    amount: { amountMinor: 1000n, currency: of.currency },
    outcome: { kind: 'completed', providerReference: 're-1' },
    needsFormer: false,
    ...fields,
  };
}

export async function recordOf({ context, brand }: Network, { id }: Transaction) {
  return (await context.transactions.record(brand.merchantId, id))!;
}

export async function availableMinor({ context, brand }: Network): Promise<bigint> {
  const rows = await context.sql`
    select sum(available_minor) as sum from (
      select available_minor from balances where brand_id = ${brand.brandId}
      union all select available_minor from balance_changes where brand_id = ${brand.brandId}) as parts`;
  return BigInt(rows[0]!.sum ?? 0);
}

export async function assertProven({ context }: Network): Promise<void> {
  assert.deepEqual((await verifyLedger(context.sql)).faults, []);
}
