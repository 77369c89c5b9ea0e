// The loops that follow payouts of a provider (contract 17): pages of lines, processes that stop between two pages,
// lists that are not complete yet, outages, lines that fit later, and answers that cannot be read.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import {
  aLine,
  aPayout,
  DAY_MS,
  LATE_MINOR,
  MINUTE_MS,
  openSettlementStage,
  type Shop,
} from './settlement-stage.ts';

async function openStage(t: TestContext) {
  const stage = await openSettlementStage(t);
  return { ...stage, shop: await stage.shop() };
}

/** Lines of new payments, one payment each. */
async function chargesOf(shop: Shop, count: number) {
  const lines = [];
  for (let at = 0; at < count; at++) lines.push(aLine(`line-${at}`, { charge: await shop.pay() }));
  return lines;
}

const keysOf = (lines: readonly { reference: string | null }[]) => lines.map(({ reference }) => reference);

test('a payout is read page by page after its notification, and its sums are those of its lines', async (t) => {
  const { books, shop, apply, look } = await openStage(t);
  const lines = await chargesOf(shop, 3);
  const fee = aLine('fee', { kind: 'fee', grossMinor: 0n, feeMinor: 100n });
  books.payouts.set('po_1', {
    payout: aPayout('po_1', { netMinor: 7_220n }),
    pages: [lines.slice(0, 2), [lines[2]!, fee]],
  });
  await shop.tell('po_1');
  await apply();
  assert.deepEqual(
    [(await shop.settled('po_1')).lines, books.asked],
    [0, []],
    'the payout is known, without lines',
  );
  await look();
  const { charges, fees, net, state, all } = await shop.settled('po_1');
  assert.deepEqual([charges, fees, net, state], [75, -2.8, 72.2, 'open']);
  assert.deepEqual(
    all.map((line: { state: string; reason: string }) => line.reason ?? line.state),
    ['matched', 'matched', 'matched', 'matched'],
  );
  assert.deepEqual(books.asked, ['po_1 null', 'po_1 1']);
  await look();
  assert.equal(books.asked.length, 2, 'a complete list is not read again');
});

test('if a process stops after page 1, another one continues at page 2, and no line counts twice', async (t) => {
  const { books, shop, apply, look, advance, now } = await openStage(t);
  const lines = await chargesOf(shop, 3);
  const stopped = Promise.withResolvers<void>();
  const woken = Promise.withResolvers<void>();
  let isFirst = true;
  const second = async () => {
    if (isFirst) {
      isFirst = false;
      stopped.resolve();
      await woken.promise;
    }
    return [lines[1]!];
  };
  books.payouts.set('po_1', { payout: aPayout('po_1'), pages: [[lines[0]!], second, [lines[2]!]] });
  await shop.tell('po_1');
  await apply();
  const former = look();
  await stopped.promise;
  assert.equal((await shop.settled('po_1')).lines, 1);
  await look();
  assert.deepEqual(books.asked, ['po_1 null', 'po_1 1'], 'nobody else reads it meanwhile');
  advance(3 * MINUTE_MS);
  await look();
  assert.deepEqual(books.asked.slice(2), ['po_1 1', 'po_1 2']);
  const whole = await shop.settled('po_1');
  assert.deepEqual(keysOf(whole.all).sort(), lines.map(({ charge }) => charge).sort(), 'none is lost');
  assert.equal(whole.charges, 75);
  // The first process was only slow: its late page brings nothing new.
  woken.resolve();
  await former;
  assert.deepEqual(await shop.settled('po_1'), whole, `at ${now().toISOString()}`);
});

test('a payout that is told before its list is complete is asked again, and is complete later', async (t) => {
  const { books, shop, apply, look, advance } = await openStage(t);
  const lines = await chargesOf(shop, 1);
  const payout = aPayout('po_1', { netMinor: 2_440n, paidAt: null });
  books.payouts.set('po_1', { payout, pages: 'not-yet' });
  await shop.tell('po_1');
  await apply();
  await look();
  const before = await shop.settled('po_1');
  assert.deepEqual(
    [before.lines, before.state, before.paidAt],
    [0, 'open', null],
    'an incomplete sum is no conflict',
  );
  books.payouts.set('po_1', { payout: aPayout('po_1', { netMinor: 2_440n }), pages: [lines] });
  await look();
  assert.equal((await shop.settled('po_1')).lines, 0, 'it is not asked in every turn');
  advance(2 * MINUTE_MS);
  await look();
  const after = await shop.settled('po_1');
  assert.deepEqual([after.lines, after.net, after.state], [1, 24.4, 'open']);
  assert.equal(after.paidAt, '2026-03-03T06:00:00.000Z');
});

test('a payout without a list stays open, without lines', async (t) => {
  const { books, shop, apply, look, advance } = await openStage(t);
  books.payouts.set('po_1', { payout: aPayout('po_1', { netMinor: 5_000n }), pages: 'none' });
  await shop.tell('po_1');
  await apply();
  for (let day = 0; day < 3; day++) {
    await look();
    advance(DAY_MS);
  }
  const { lines, net, state } = await shop.settled('po_1');
  assert.deepEqual([lines, net, state], [0, 50, 'open']);
});

test('payouts of an outage are found by the question of the next day', async (t) => {
  const { books, shop, ask, look, advance } = await openStage(t);
  await ask();
  const lines = await chargesOf(shop, 1);
  books.payouts.set('po_1', { payout: aPayout('po_1'), pages: [lines] });
  advance(DAY_MS / 2);
  await ask();
  assert.equal(await shop.settled('po_1'), null, 'it is asked once a day');
  advance(DAY_MS / 2 + MINUTE_MS);
  books.isAway = true;
  await ask();
  assert.equal(await shop.settled('po_1'), null);
  books.isAway = false;
  await ask();
  await look();
  assert.equal((await shop.settled('po_1')).charges, 25);
  const asked = books.asked.length;
  advance(DAY_MS + MINUTE_MS);
  await ask();
  assert.deepEqual(
    [(await shop.settled('po_1')).lines, books.asked.length],
    [1, asked],
    'a known payout is left',
  );
});

test('a payout that failed after it was paid is found by the question of the next day', async (t) => {
  const { books, shop, ask, look, advance } = await openStage(t);
  const pages = [await chargesOf(shop, 1)];
  books.payouts.set('po_1', { payout: aPayout('po_1'), pages });
  await ask();
  await look();
  assert.equal((await shop.settled('po_1')).state, 'open');
  books.payouts.set('po_1', { payout: aPayout('po_1', { failure: 'the bank account is closed' }), pages });
  advance(DAY_MS + MINUTE_MS);
  await ask();
  const { state, lines } = await shop.settled('po_1');
  assert.deepEqual([state, lines], ['conflict', 1]);
});

test('a payout that cannot be read holds back no other one, and is asked for again', async (t) => {
  const { books, shop, ask, advance } = await openStage(t);
  let isReadable = false;
  books.payouts.set('po_1', {
    get payout() {
      if (!isReadable) throw new Error('its amount is not known');
      return aPayout('po_1');
    },
    pages: 'not-yet',
  });
  books.payouts.set('po_2', { payout: aPayout('po_2'), pages: 'not-yet' });
  await ask();
  const known = async () =>
    [await shop.settled('po_1'), await shop.settled('po_2')].map((one) => one !== null);
  assert.deepEqual(await known(), [false, true]);
  isReadable = true;
  advance(10 * MINUTE_MS);
  await ask();
  assert.deepEqual(await known(), [true, true]);
});

test('a line fits once its payment has completed', async (t) => {
  const { books, shop, apply, look, advance } = await openStage(t);
  const charge = await shop.pay(Number(LATE_MINOR) / 100);
  const line = aLine('line-0', { charge, grossMinor: LATE_MINOR });
  books.payouts.set('po_1', { payout: aPayout('po_1'), pages: [[line]] });
  await shop.tell('po_1');
  await apply();
  await look();
  const [before] = (await shop.settled('po_1')).all;
  assert.deepEqual([before.state, before.reason], ['conflict', 'the payment is PROCESSING']);
  await shop.complete(charge);
  await apply();
  advance(2 * MINUTE_MS);
  await look();
  const { all, charges } = await shop.settled('po_1');
  assert.deepEqual([all[0].state, all[0].reason, all[0].transactionId], ['matched', null, charge]);
  assert.equal(charges, 77, 'the sum was right before, too');
});

test('a page that cannot be read, or contradicts its payout, stops the reading there until it can be', async (t) => {
  const { books, shop, apply, look, advance, lines: log } = await openStage(t);
  const [first, second] = await chargesOf(shop, 2);
  let says: 'nothing' | 'dollars' | 'right' = 'nothing';
  const page = async () => {
    if (says === 'nothing') throw new Error('the answer is no JSON');
    return [says === 'dollars' ? { ...second!, currency: 'USD' } : second!];
  };
  const payout = aPayout('po_1', { netMinor: 4_880n });
  books.payouts.set('po_1', { payout, pages: [[first!], page] });
  await shop.tell('po_1');
  await apply();
  for (const answer of ['nothing', 'dollars'] as const) {
    says = answer;
    await look();
    const { lines, state } = await shop.settled('po_1');
    assert.deepEqual([lines, state], [1, 'open'], answer);
    advance(15 * MINUTE_MS);
  }
  assert.ok(log.some((one) => one.includes('a settlement could not be looked at')));
  says = 'right';
  await look();
  const { lines, state, net } = await shop.settled('po_1');
  assert.deepEqual([lines, state, net], [2, 'open', 48.8]);
  assert.deepEqual(books.asked, ['po_1 null', 'po_1 1', 'po_1 1', 'po_1 1'], 'page 1 is not read again');
});
