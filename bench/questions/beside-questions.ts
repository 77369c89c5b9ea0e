// The queries of the portal's other lists, each with the statements of one page.
import { firstIdAt } from '../../gateway/src/domain/transactions/time-ordered-id.ts';
import { searchAudit } from '../../gateway/src/storage/audit/audit-search.ts';
import { type LinkState, listLinks } from '../../gateway/src/storage/cashier/link-store.ts';
import type { Sql } from '../../gateway/src/storage/database/database.ts';
import { transfersWithBalance } from '../../gateway/src/storage/ledger/balance-at.ts';
import {
  customersByPayment,
  listCustomers,
  sumsOfCustomers,
} from '../../gateway/src/storage/ledger/customer-list.ts';
import { listTransfers } from '../../gateway/src/storage/ledger/list-transfers.ts';
import { listRefunds, type RefundQuery } from '../../gateway/src/storage/ledger/refund-list.ts';
import { countTransactions } from '../../gateway/src/storage/listing/count-transactions.ts';
import type { TransactionFilter } from '../../gateway/src/storage/listing/filter.ts';
import { readBackgrounds } from '../../gateway/src/storage/payouts/payout-recipients.ts';
import { listWaiting, sumWaiting } from '../../gateway/src/storage/payouts/waiting-payouts.ts';
import { listRequests, type RequestFilter } from '../../gateway/src/storage/requests/request-log.ts';
import {
  type DeliveryFilter,
  type DeliveryState,
  listDeliveries,
} from '../../gateway/src/storage/webhooks/list-deliveries.ts';
import { DAYS, type SeededMerchant } from '../seeds/seed-listing.ts';
import type { Question } from './listing-questions.ts';

const DAY_MS = 86_400_000;

export function questionsBeside(sql: Sql, merchant: SeededMerchant): Question[] {
  const { merchantId, brandId, end } = merchant;
  const of = { merchantId, brandId };
  const ago = (days: number) => new Date(end.getTime() - days * DAY_MS);
  const some = (days: number) => ago(Math.random() * days);
  const count = (name: string, filterOf: () => TransactionFilter) => ({
    name: `count: ${name}`,
    ask: () => countTransactions(sql, { ...of, filter: filterOf() }),
  });
  return [
    ...statements(sql, merchant),
    ...deliveries(sql, merchant),
    { name: 'payouts: the queue of approvals', ask: () => waiting(sql, of, null) },
    { name: 'payouts: the queue, deep page in one currency', ask: () => waiting(sql, of, some(DAYS)) },
    ...refunds(sql, merchant),
    ...customers(sql, of),
    ...requests(sql, merchant),
    ...audit(sql, merchant),
    ...(['open', 'paid', 'declined', 'cancelled'] satisfies LinkState[]).map((state) => ({
      name: `payment links: ${state}`,
      ask: () => listLinks(sql, { ...of, state, before: null, limit: 50 }),
    })),
    {
      name: 'payment links: deep page',
      ask: () => listLinks(sql, { ...of, state: null, before: firstIdAt(some(DAYS)), limit: 50 }),
    },
    count('no filter', () => ({})),
    count('a rare status of some days', () => ({
      statuses: ['ERROR'],
      createdFrom: ago(20.3),
      createdTo: ago(3.2),
    })),
  ];
}

function statements(sql: Sql, { merchantId, brandId, end }: SeededMerchant): Question[] {
  const of = { merchantId, brandId };
  const statement = (name: string, currency: string, daysAgo: () => number, kind: string | null = null) => ({
    name: `statement: ${name}`,
    ask: async () => {
      const ends = new Date(end.getTime() - daysAgo() * DAY_MS);
      const kinds = kind === null ? null : [kind as 'FUNDING'];
      const stretch = { ...of, currency, begins: new Date(0), ends, kinds, from: null };
      const query = { ...stretch, order: 'newest first', limit: 51 } as const;
      await (kinds ? listTransfers(sql, query) : transfersWithBalance(sql, query));
    },
  });
  const any = () => Math.random() * DAYS;
  return [
    statement('a common currency', 'EUR', () => 0),
    statement('a common currency, until some time', 'EUR', any),
    statement('a rare currency', 'KWD', () => 0),
    statement('what nothing fits: a currency that is not there (worst)', 'CHF', () => 0),
    statement('refunds paid', 'EUR', () => 0, 'REFUND_PAID'),
    statement('what nothing fits: funding (worst)', 'EUR', () => 0, 'FUNDING'),
  ];
}

function deliveries(sql: Sql, { merchantId, brandId, end }: SeededMerchant): Question[] {
  const list = (name: string, filterOf: () => DeliveryFilter) => ({
    name: `deliveries: ${name}`,
    ask: () => listDeliveries(sql, { merchantId, brandId, filter: filterOf(), before: null, limit: 50 }),
  });
  const state = (...states: DeliveryState[]) => ({ states });
  const day = () => {
    const from = new Date(end.getTime() - Math.random() * DAYS * DAY_MS);
    return { from, to: new Date(from.getTime() + DAY_MS) };
  };
  return [
    list('no filter', () => ({})),
    list('delivered', () => state('delivered')),
    list('abandoned', () => state('abandoned')),
    list('unaddressed or waiting', () => state('unaddressed', 'waiting')),
    list('to be tried again', () => state('retrying')),
    list('sending, which none is', () => state('sending')),
    list('an event type', () => ({ eventTypes: ['payin.completed'] })),
    list('a rare event type', () => ({ eventTypes: ['payin.error'] })),
    list('a rare event type that was abandoned', () => ({
      ...state('abandoned'),
      eventTypes: ['payin.error'],
    })),
    list('an event type that is not there (worst)', () => ({ eventTypes: ['refund.failed'] })),
    list('a rare event type on one day', () => ({ ...day(), eventTypes: ['payin.error'] })),
    list('abandoned on one day', () => ({ ...day(), ...state('abandoned') })),
  ];
}

async function waiting(sql: Sql, of: { merchantId: string; brandId: string }, after: Date | null) {
  const place = after && { createdAt: after, id: '00000000-0000-7000-8000-000000000000' };
  const [found] = await Promise.all([
    listWaiting(sql, { ...of, currency: after && 'EUR', after: place, limit: 50 }),
    sumWaiting(sql, of.merchantId, of.brandId),
  ]);
  const ids = found.map(({ id }) => id);
  await readBackgrounds(sql, of.merchantId, ids);
}

function refunds(sql: Sql, { merchantId, brandId, end }: SeededMerchant): Question[] {
  const all = { statuses: null, reasons: null, currency: null, createdFrom: null, createdTo: null };
  const list = (name: string, filterOf: () => Partial<RefundQuery>) => ({
    name: `refunds: ${name}`,
    ask: () => listRefunds(sql, { merchantId, brandId, ...all, before: null, limit: 51, ...filterOf() }),
  });
  return [
    list('no filter', () => ({})),
    list('deep page', () => ({ before: firstIdAt(new Date(end.getTime() - Math.random() * DAYS * DAY_MS)) })),
    list('failed', () => ({ statuses: ['FAILED'] })),
    list('a reason in a rare currency', () => ({ reasons: ['FRAUD'] as never, currency: 'KWD' })),
    list('what nothing fits (worst)', () => ({ currency: 'CHF' })),
  ];
}

function customers(sql: Sql, of: { merchantId: string; brandId: string }): Question[] {
  const number = () => String(Math.floor(Math.random() * 200_000)).padStart(6, '0');
  const page = (name: string, prefixOf: () => string, after: () => string | null = () => null) => ({
    name: `customers: ${name}`,
    ask: async () => {
      const prefix = prefixOf();
      const [known, paid] = await Promise.all([
        listCustomers(sql, of, { prefix, after: after(), limit: 26 }),
        prefix === '' ? [] : customersByPayment(sql, of, prefix, 200),
      ]);
      const ids = new Set([...known.map(({ userId }) => userId), ...paid]);
      await sumsOfCustomers(sql, of, [...ids]);
    },
  });
  return [
    page('no filter', () => ''),
    page(
      'deep page',
      () => '',
      () => `user-${number()}`,
    ),
    page('the beginning of an id', () => `user-${number().slice(0, 4)}`),
    page('an id', () => `user-${number()}`),
    page('four digits of a card', () => number().slice(0, 4)),
    page('nobody', () => 'nobody'),
  ];
}

function requests(sql: Sql, { merchantId, brandId, end }: SeededMerchant): Question[] {
  const list = (name: string, filterOf: () => RequestFilter) => ({
    name: `requests: ${name}`,
    ask: () => listRequests(sql, { merchantId, brandId, filter: filterOf(), before: null, limit: 50 }),
  });
  return [
    list('no filter', () => ({})),
    list('failed', () => ({ outcome: 'failed' })),
    list('failed reads of the first day', () => ({
      ...{ outcome: 'failed', method: 'GET' },
      to: new Date(end.getTime() - 6 * DAY_MS),
    })),
    list('by request id', () => ({ requestId: `request-${Math.floor(Math.random() * 100_000)}` })),
    list('what nothing fits (worst)', () => ({ path: '/v3/nothing' })),
  ];
}

function audit(sql: Sql, { merchantId, end }: SeededMerchant): Question[] {
  const all = { actorKind: null, actorIds: null, actions: null, targetId: null, from: null, until: null };
  const list = (name: string, filterOf: () => object) => ({
    name: `audit log: ${name}`,
    ask: () => searchAudit(sql, { merchantId, ...all, ...filterOf() }, { before: null, limit: 51 }),
  });
  const until = () => new Date(end.getTime() - Math.random() * 300 * DAY_MS);
  return [
    list('no filter', () => ({})),
    list('until some time', () => ({ until: until() })),
    list('a rare action', () => ({ actions: ['user.invited'] })),
    list('what nothing fits: an action nobody did', () => ({ actions: ['user.disabled'] })),
    list('API keys, which did nothing (worst)', () => ({ actorKind: 'api' })),
    list('a person until some time, a rare action', () => ({
      actorIds: ['00000000-0000-4000-8000-0000000000f0'],
      actions: ['user.invited'],
      until: until(),
    })),
  ];
}
