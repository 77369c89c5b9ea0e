// The queries of listing.ts, with different values each time: common ones, and the slowest possible.

import { firstIdAt } from '../../gateway/src/domain/transactions/time-ordered-id.ts';
import type { Sql } from '../../gateway/src/storage/database/database.ts';
import type { TransactionFilter } from '../../gateway/src/storage/listing/filter.ts';
import { listTransactions } from '../../gateway/src/storage/listing/list-transactions.ts';
import { readSteps, readTotals } from '../../gateway/src/storage/listing/read-totals.ts';
import { searchTransactions } from '../../gateway/src/storage/listing/search-transactions.ts';
import { DAYS, type SeededMerchant } from '../seeds/seed-listing.ts';

export interface Question {
  name: string;
  ask(): Promise<unknown>;
}

const DAY_MS = 86_400_000;
const anyOf = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!;

export async function askedQuestions(sql: Sql, merchant: SeededMerchant): Promise<Question[]> {
  const some = await sql`
    select id, session_id from openings tablesample system (0.1)
    where merchant_id = ${merchant.merchantId} limit 500`;
  const anyId = () => anyOf(some)[anyOf(['id', 'session_id'])];
  return [
    ...listQuestions(sql, merchant),
    ...searchQuestions(sql, merchant, anyId),
    ...totalQuestions(sql, merchant),
  ];
}

const before = ({ end }: SeededMerchant, days: number) => new Date(end.getTime() - days * DAY_MS);
const pageOf = ({ merchantId, brandId }: SeededMerchant) => ({
  merchantId,
  brandId,
  before: null as string | null,
  limit: 50,
});
const customer = () => Math.floor(Math.random() * 200_000);

function listQuestions(sql: Sql, merchant: SeededMerchant): Question[] {
  const page = pageOf(merchant);
  const list = (
    name: string,
    filterOf: () => TransactionFilter,
    more: () => Partial<typeof page> = () => ({}),
  ) => ({
    name: `list: ${name}`,
    ask: () => listTransactions(sql, { ...page, ...more(), filter: filterOf() }),
  });
  const ago = (days: number) => before(merchant, days);
  const deep = () => ({ before: firstIdAt(ago(Math.random() * DAYS)) });
  const { otherBrandId } = merchant;
  return [
    list('no filter', () => ({})),
    list('no filter, deep page', () => ({}), deep),
    list('a common status', () => ({ statuses: ['COMPLETED'] })),
    list('a rare status', () => ({ statuses: ['ERROR'] })),
    list(
      'a rare status, deep page of 100',
      () => ({ statuses: ['ERROR'] }),
      () => ({ ...deep(), limit: 100 }),
    ),
    list('no match: pay-ins that wait for approval', () => ({
      statuses: ['PENDING'],
      types: ['PAYIN'],
    })),
    list('no match: a method in a currency that it does not support', () => ({
      currencies: ['INR'],
      optionIds: ['00000000-0000-4000-8000-000000000011'],
      statuses: ['COMPLETED'],
    })),
    list('a currency and a country that rarely occur together', () => ({
      currencies: ['EUR'],
      countries: ['GB'],
    })),
    list('five days', () => ({ createdFrom: ago(20), createdTo: ago(15) })),
    list('a rare status within five days', () => ({
      statuses: ['ERROR'],
      createdFrom: ago(20),
      createdTo: ago(15),
    })),
    list('an error code', () => ({ errorCodes: [anyOf(['2004', '2102', '9002'] as const)] })),
    list('refunded in part', () => ({ refunded: ['part'] })),
    list('a country', () => ({ countries: [anyOf(['PE', 'KW', 'IE', 'DE'])] })),
    list('an exact amount', () => {
      const amount = BigInt(100 + 10 * Math.floor(Math.random() * 3_000));
      return { amountFromMinor: amount, amountToMinor: amount, currencies: ['EUR'] };
    }),
    list('an amount nobody paid, in any currency', () => ({
      amountFromMinor: 1_001n,
      amountToMinor: 1_009n,
    })),
    list(
      'a brand with a tenth of the transactions, a rare status',
      () => ({ statuses: ['ERROR'] }),
      () => ({ brandId: otherBrandId }),
    ),
  ];
}

function searchQuestions(sql: Sql, merchant: SeededMerchant, anyId: () => string): Question[] {
  const page = pageOf(merchant);
  const search = (name: string, textOf: () => string, filterOf: () => TransactionFilter = () => ({})) => ({
    name: `search: ${name}`,
    ask: () => searchTransactions(sql, { ...page, filter: filterOf(), text: textOf() }),
  });
  const typed = (name: string, textOf: () => string) => ({
    name: `search: ${name}`,
    ask: () => searchTransactions(sql, { ...page, filter: {}, text: textOf(), typed: true }),
  });
  return [
    search('an e-mail address', () => `Shopper${customer()}@example.com`),
    search(
      'an e-mail address, declined',
      () => `shopper${customer()}@example.com`,
      () => ({ statuses: ['DECLINED'] }),
    ),
    search('four digits of a card', () => String(Math.floor(Math.random() * 10_000)).padStart(4, '0')),
    search('four digits that many cards have', () => '4242'),
    search(
      'four digits that many cards have, and a filter without a match',
      () => '4242',
      () => ({ statuses: ['PENDING'], types: ['PAYIN'] }),
    ),
    search(
      'four digits that many cards have, a rare status (worst)',
      () => '4242',
      () => ({ statuses: ['ERROR'] }),
    ),
    search('a user', () => `user-${String(customer()).padStart(6, '0')}`),
    search('a merchant reference', () => `order-${String(customer() + 1).padStart(9, '0')}`),
    search('a payment reference', () => `invoice-${customer() + 1}`),
    search('a phone number', () => `+49 15 ${String(customer()).padStart(9, '0')}`),
    search('a transaction or a session by its id', anyId),
    search('a text without a match', () => 'nobody@nowhere.example'),
    typed('digits inside a reference', () => String(customer() + 1_000)),
    typed('a name and the digits of a frequent card', () => `shopper${customer()}@example.com 4242`),
    typed('the digits of a reference and of a frequent card', () => `${customer() + 1_000} 4242`),
    typed('a frequent card and an amount', () => `4242 ${(1 + Math.floor(Math.random() * 300)).toFixed(2)}`),
    typed('two words that never meet (worst)', () => `4242 nobody@nowhere.example`),
    typed('a frequent card and an amount nobody paid (worst)', () => '4242 10.05'),
    typed('an amount', () => `${(1 + Math.floor(Math.random() * 300)).toFixed(2)}`),
    typed('an amount nobody paid', () => '10.05'),
  ];
}

function totalQuestions(sql: Sql, merchant: SeededMerchant): Question[] {
  const { merchantId, brandId, end } = merchant;
  const ago = (days: number) => before(merchant, days);
  return [
    {
      name: 'totals: thirty days',
      ask: () => readTotals(sql, { merchantId, brandId, from: ago(30), to: end }),
    },
    {
      name: 'totals: ten days, from hour to hour',
      ask: () => readTotals(sql, { merchantId, brandId, from: ago(20.3), to: ago(10.4) }),
    },
    {
      name: 'totals: thirty days, day by day in Kolkata',
      ask: () =>
        readSteps(sql, {
          merchantId,
          brandId,
          from: ago(30),
          to: end,
          step: 'day',
          timeZone: 'Asia/Kolkata',
        }),
    },
  ];
}
