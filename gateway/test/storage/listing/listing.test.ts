// Answers of a listing, a search and the
// totals, on the real database.
import assert from 'node:assert/strict';
import test from 'node:test';
import { countTransactions } from '../../../src/storage/listing/count-transactions.ts';
import { sumsOfCustomers } from '../../../src/storage/listing/customer-list.ts';
import type { TransactionFilter } from '../../../src/storage/listing/filter.ts';
import { readSteps, readTotals } from '../../../src/storage/listing/read-totals.ts';
import { aTransaction } from '../../stage/builders.ts';
import { openStage, type Stage } from '../store-stage.ts';
import { aCard, asking, BANK, BEGIN, CARD, fillUp, foldUp, openShop, type Spec } from './listing-stage.ts';

const QUARTER_MS = 15 * 60_000;
const later = (quarters: number) => new Date(BEGIN.getTime() + quarters * QUARTER_MS);

const asTheyAre = async () => {};
const filled = (stage: Stage) => fillUp(stage);
const STATES: [string, (stage: Stage) => Promise<unknown>, (stage: Stage) => Promise<unknown>][] = [
  ['from the transactions, while the listing is incomplete', asTheyAre, asTheyAre],
  ['from changes that wait to be folded', filled, asTheyAre],
  ['from the listing', filled, foldUp],
  ['from a listing that was filled afterwards', asTheyAre, filled],
];

for (const [state, before, after] of STATES)
  test(`transactions are listed, searched and summed up ${state}`, async (t) => {
    const stage = await openStage(t);
    const { sql } = stage;
    await before(stage);
    const shop = await openShop(stage);
    const other = await openShop(stage, [{}]);
    const numbered = await openShop(stage, [
      { fields: { merchantReference: 'S-001718', card: aCard('4242') } },
      { fields: { merchantReference: 'c0ffee00-0000-4000-8000-171800000000', card: aCard('0002') } },
      { fields: { merchantReference: '2026/1234', card: aCard('4242') } },
    ]);
    await after(stage);
    const { list, search, pages } = asking(sql, shop, 0);

    await t.test("the list has only this brand's transactions, newest first, page after page", async () => {
      assert.deepEqual(await list(), [5, 4, 3, 2, 1, 0]);
      assert.deepEqual(await pages(4), [
        [5, 4, 3, 2],
        [1, 0],
      ]);
      assert.deepEqual(await pages(3), [
        [5, 4, 3],
        [2, 1, 0],
      ]);
      assert.deepEqual(await asking(sql, other).list(), [0]);
      assert.deepEqual(await asking(sql, { ...shop, brandId: other.brandId }).list(), []);
    });

    await t.test('each filter works, also with several values, and all together', async () => {
      assert.deepEqual(await list({ statuses: ['COMPLETED'] }), [3, 0]);
      assert.deepEqual(await list({ statuses: ['COMPLETED', 'DECLINED'] }), [3, 1, 0]);
      assert.deepEqual(await list({ types: ['PAYOUT'] }), [4]);
      assert.deepEqual(await list({ currencies: ['USD'] }), [2]);
      assert.deepEqual(await list({ optionIds: [BANK] }), [4, 2]);
      assert.deepEqual(await list({ countries: ['FR', 'IT'] }), [2]);
      assert.deepEqual(await list({ errorCodes: ['2001'] }), [1]);
      assert.deepEqual(await list({ origins: ['session'] }), [5]);
      assert.deepEqual(await list({ refunded: ['part', 'all'] }), []);
      assert.deepEqual(await list({ refunded: ['none'], statuses: ['COMPLETED'] }), [3, 0]);
      assert.deepEqual(await list({ amountFromMinor: 90_000n }), [3]);
      assert.deepEqual(await list({ amountToMinor: 89_999n, statuses: ['COMPLETED'] }), [0]);
      assert.deepEqual(await list({ createdFrom: later(1), createdTo: later(3) }), [2, 1]);
      const together = {
        types: ['PAYIN'],
        optionIds: [CARD],
        statuses: ['DECLINED'],
        currencies: ['EUR'],
      } as const;
      assert.deepEqual(await list({ ...together, createdFrom: later(1), createdTo: later(2) }), [1]);
      assert.deepEqual(await list({ ...together, createdTo: later(1) }), []);
      assert.deepEqual(await pages(1, { statuses: ['COMPLETED'] }), [[3], [0]]);
    });

    await t.test('an amount is found, whether few or many transactions have it', async () => {
      for (const few of [0, 2, 100]) {
        const { list, pages } = asking(sql, shop, 0, few);
        assert.deepEqual(await list({ amountFromMinor: 90_000n, amountToMinor: 90_000n }), [3], `${few}`);
        assert.deepEqual(await list({ amountFromMinor: 2_501n, amountToMinor: 89_999n }), [], `${few}`);
        const smaller = { amountToMinor: 89_999n, types: ['PAYIN'] } as const;
        assert.deepEqual(
          await pages(2, smaller),
          [
            [5, 2],
            [1, 0],
          ],
          `${few}`,
        );
        assert.deepEqual(await list({ ...smaller, statuses: ['DECLINED'] }), [1], `${few}`);
        assert.deepEqual(await list({ ...smaller, createdFrom: later(2) }), [5, 2], `${few}`);
      }
    });

    await t.test('the count uses the same filters', async () => {
      const filters: TransactionFilter[] = [
        {},
        { statuses: ['COMPLETED'] },
        { currencies: ['USD'], countries: ['FR', 'IT'] },
        { createdFrom: later(1), createdTo: later(3) },
        { createdFrom: later(2), statuses: ['COMPLETED'] },
        { createdTo: later(1) },
        { createdFrom: new Date(BEGIN.getTime() - 40 * 3_600_000), createdTo: later(4) },
        { createdFrom: later(-400), createdTo: later(400), types: ['PAYIN'] },
        { createdFrom: later(400) },
      ];
      for (const filter of filters) {
        const counted = await countTransactions(sql, { ...shop, filter });
        const expected = after === asTheyAre && before === asTheyAre ? null : (await list(filter)).length;
        assert.equal(counted, expected, JSON.stringify(filter));
      }
      assert.equal(await countTransactions(sql, { ...shop, filter: { amountFromMinor: 1n } }), null);
    });

    await t.test('transactions are found by e-mail, digits, reference and ids', async () => {
      const [first] = shop.transactions;
      assert.deepEqual(await search('shopper.1@EXAMPLE.com'), [1]);
      assert.deepEqual(await search('4242'), [3, 0]);
      assert.deepEqual(await search('4242', { amountFromMinor: 90_000n }), [3]);
      assert.deepEqual(await search('4242', { statuses: ['DECLINED'] }), []);
      assert.deepEqual(await search(first!.id), [0]);
      assert.deepEqual(await search(first!.sessionId.toUpperCase()), [0]);
      assert.deepEqual(await search(first!.merchantReference), [0]);
      assert.deepEqual(await search('Order-7'), [5]);
      assert.deepEqual(await search('invoice-4'), [4]);
      assert.deepEqual(await search('GRACE'), [4, 2]);
      assert.deepEqual(await search('net-1'), [0]);
      assert.deepEqual(await search('+49 (151) 000003'), [3]);
      assert.deepEqual(await search('nobody@example.com'), []);
      assert.deepEqual(await search(other.transactions[0]!.id), []);
    });

    await t.test(
      'transactions are found by the words of a name, and by the beginning of a reference or an id',
      async () => {
        const typed = (text: string) => search(text, {}, true);
        assert.deepEqual(await search('hopper'), [0]);
        assert.deepEqual(await search('Zoe HOPPER'), [0]);
        assert.deepEqual(await search('Zoë Müller'), [], 'all words must fit');
        assert.deepEqual(await search('muller'), [4], 'the recipient of a payout, without the accent');
        assert.deepEqual(await typed('ord'), [5, 4, 3, 2, 1, 0]);
        assert.deepEqual(await typed('Order-7'), [5]);
        assert.deepEqual(await typed('rder-7'), []);
        assert.deepEqual(await search('Order-'), [], 'the page of a customer asks for whole values');
        const { id, merchantReference } = shop.transactions[2]!;
        assert.deepEqual(await typed(merchantReference.slice(0, -1)), [2]);
        assert.deepEqual(await typed(id.slice(0, 23)), [2]);
        assert.deepEqual(await typed(other.transactions[0]!.merchantReference.slice(0, -1)), []);
      },
    );

    await t.test(
      'a person finds words of different fields together, amounts, and digits in references',
      async () => {
        const typed = (text: string, filter = {}) => search(text, filter, true);
        assert.deepEqual(await typed('zoe 4242'), [0]);
        assert.deepEqual(await typed('4242 hopper 25.00'), [0]);
        assert.deepEqual(await typed('4242 900,00'), [3]);
        assert.deepEqual(await typed('4242 0002'), [], 'each word must fit the same transaction');
        assert.deepEqual(await typed('shopper.1@example.com 4242'), []);
        assert.deepEqual(await typed('grace 25.00 USD'), [2]);
        assert.deepEqual(await typed('grace 25.00 EUR'), [4]);
        assert.deepEqual(await typed('900.00'), [3]);
        assert.deepEqual(await typed('€900'), [3]);
        assert.deepEqual(await typed('900.00', { statuses: ['DECLINED'] }), []);
        assert.deepEqual(await typed('25.00'), [5, 4, 2, 1, 0]);
        assert.deepEqual(await typed('25,00 usd'), [2]);
        assert.deepEqual(await typed('25.01'), []);
        assert.deepEqual(await search('zoe 4242'), [], 'a program searches for whole values');
        assert.deepEqual(await search('25.00'), []);
        const found = asking(sql, numbered, 0);
        const inNumbers = (text: string) => found.search(text, {}, true);
        assert.deepEqual(await inNumbers('1718'), [0]);
        assert.deepEqual(await inNumbers('#001718'), [0]);
        assert.deepEqual(await inNumbers('171'), [], 'runs of digits are whole');
        assert.deepEqual(await inNumbers('171800000000'), [], 'a UUID has no digits to search for');
        assert.deepEqual(await found.search('1718'), [], 'a program searches for whole values');
        assert.deepEqual(await inNumbers('1234 4242'), [2]);
        assert.deepEqual(await inNumbers('S-1718 4242'), [0]);
        assert.deepEqual(await inNumbers('1718 0002'), []);
      },
    );

    await t.test('a customer is described by the values that their own payments stored', async () => {
      const sums = await sumsOfCustomers(sql, shop, ['user-1', 'grace', 'nobody']);
      const of = (userId: string) => {
        const { payments, paid, lastPaymentAt, more } = sums.get(userId)!;
        return [payments, paid, lastPaymentAt?.toISOString(), more];
      };
      const [, , , last] = shop.transactions;
      const paid = [{ currency: 'EUR', amountMinor: 92_500n }];
      assert.deepEqual(of('user-1'), [2, paid, last!.createdAt.toISOString(), false]);
      assert.deepEqual(of('grace'), [0, [], undefined, false]);
      assert.deepEqual(of('nobody'), [0, [], undefined, false]);
    });

    await t.test('totals of a period and of its parts are right', async () => {
      const { merchantId, brandId } = shop;
      const period = { merchantId, brandId, from: BEGIN, to: later(4) };
      const totals = await readTotals(sql, period);
      const completed = totals.filter(({ status }) => status === 'COMPLETED');
      assert.deepEqual(completed, [
        {
          type: 'PAYIN',
          status: 'COMPLETED',
          currency: 'EUR',
          optionId: CARD,
          country: 'DE',
          errorCode: null,
          count: 2,
          amountMinor: 92_500n,
          refundedMinor: 0n,
        },
      ]);
      assert.deepEqual(totals.map(({ status, count }) => `${status} ${count}`).sort(), [
        'COMPLETED 2',
        'DECLINED 1',
        'INIT 1',
      ]);
      const steps = await readSteps(sql, { ...period, to: later(6), step: 'hour', timeZone: 'Asia/Kolkata' });
      assert.deepEqual(
        steps
          .map((one) => `${one.begins.toISOString()} ${one.type} ${one.status} ${one.currency} ${one.count}`)
          .sort(),
        [
          '2026-03-01T09:30:00.000Z PAYIN COMPLETED EUR 1',
          '2026-03-01T09:30:00.000Z PAYIN DECLINED EUR 1',
          '2026-03-01T10:30:00.000Z PAYIN COMPLETED EUR 1',
          '2026-03-01T10:30:00.000Z PAYIN INIT EUR 1',
          '2026-03-01T10:30:00.000Z PAYIN INIT USD 1',
          '2026-03-01T10:30:00.000Z PAYOUT INIT EUR 1',
        ],
      );
    });
  });

test('only the latest payments of a customer with very many are counted, and the answer says so', async (t) => {
  const stage = await openStage(t);
  await fillUp(stage);
  // They span 51 hours, so three days.
  const specs = Array.from({ length: 203 }, (_, i): Spec => {
    return { fields: { amountMinor: BigInt(i) }, outcome: { kind: 'completed' } };
  });
  const shop = await openShop(stage, specs);
  await foldUp(stage);
  const sums = await sumsOfCustomers(stage.sql, shop, ['user-1']);
  const latest = specs.slice(-200).reduce((sum, { fields }) => sum + fields!.amountMinor!, 0n);
  assert.deepEqual(sums.get('user-1'), {
    payments: 200,
    lastPaymentAt: shop.transactions.at(-1)!.createdAt,
    paid: [{ currency: 'EUR', amountMinor: latest }],
    more: true,
  });
});

test('customers whose ids differ only in case keep separate payments', async (t) => {
  const stage = await openStage(t);
  await fillUp(stage);
  const by = (userId: string): Spec => ({
    fields: { userId, amountMinor: 1n },
    outcome: { kind: 'completed' },
  });
  const shop = await openShop(stage, [by('ADA'), by('ADA'), ...Array.from({ length: 203 }, () => by('ada'))]);
  await foldUp(stage);
  const sums = await sumsOfCustomers(stage.sql, shop, ['ADA', 'ada']);
  const of = (userId: string) => [sums.get(userId)!.payments, sums.get(userId)!.more];
  assert.deepEqual(
    [of('ADA'), of('ada')],
    [
      [2, false],
      [200, true],
    ],
  );
});

test('a name is found in the letters of any keyboard, and a number in any spelling', async (t) => {
  const stage = await openStage(t);
  const named = (name: string | null, phone: string | null): Spec => ({
    fields: { details: { ...aTransaction().details, customer: { name, phone } } },
  });
  const shop = await openShop(stage, [
    named('Işık Straße', '+49 (0)151 23456789'),
    named('ISIK STRASSE', '0049 151 23456789'),
    named('Søren Ærø', '0151/23456789'),
    named('Łukasz Đorđević', '+44 20 7946 0958'),
  ]);
  const FOUND: [text: string, found: number[]][] = [
    ...['ışık', 'IŞIK', 'isik', 'Işık strasse'].map((text): [string, number[]] => [text, [1, 0]]),
    ...['STRASSE', 'Straße', 'STRAẞE', 'straße'].map((text): [string, number[]] => [text, [1, 0]]),
    ...['soren', 'SØREN', 'aero', 'Ærø'].map((text): [string, number[]] => [text, [2]]),
    ...['lukasz', 'ŁUKASZ', 'dordevic', 'Djordjevic'].map((text, i): [string, number[]] => [
      text,
      i < 3 ? [3] : [],
    ]),
    ['Ｌｕｋａｓｚ', [3]],
    ...['+4915123456789', '+49 (0)151 23456789', '004915123456789', '+49 0151 23456789', '0151 23456789'].map(
      (text): [string, number[]] => [text, [2, 1, 0]],
    ),
    ['+442079460958', [3]],
    ['020 7946 0958', [3]],
    ['+4915123456780', []],
  ];
  for (const [when, prepare] of [
    ['as they are', async () => {}],
    [
      'listed',
      async () => {
        await fillUp(stage);
        await foldUp(stage);
      },
    ],
  ] as const) {
    await prepare();
    const { search } = asking(stage.sql, shop, 0);
    for (const [text, found] of FOUND) assert.deepEqual(await search(text), found, `${when}: ${text}`);
  }
});
