// `orderDetails` in the state of the cashier's page (spec 2.7): the lines that a shopper can read, and nothing
// invented.
import assert from 'node:assert/strict';
import test from 'node:test';
import { shownOrder } from '../../../src/http/cashier/state/shown-order.ts';
import { sharedTestGateway } from '../../stage/harness.ts';
import { openDocument, openSession } from './shopper.ts';

const AMOUNT = { amountMinor: 2_500n, currency: 'EUR' };
const shown = (lines: Parameters<typeof shownOrder>[0]) =>
  shownOrder(lines, { language: 'en', locale: 'en' }, AMOUNT);
const pieces = (...quantities: (number | null)[]) =>
  shown(quantities.map((quantity) => ({ productName: 'Tea', quantity })));

// proves 2.7 orderDetails
test('the order lines of a session are in its document, escaped, and in its state', async () => {
  const tollgate = await sharedTestGateway({ workers: false })();
  const brand = await tollgate.createBrand();
  const orderDetails = [
    { productName: 'Crew box <i>', description: 'Three bags', quantity: 2, weight: 0.75 },
    { productName: 'Deck mug' },
  ];
  const link = await openSession(tollgate, brand, { orderDetails });
  const { text, start } = await openDocument(tollgate, link);
  assert.deepEqual(start.state.order, {
    title: '3 items',
    lines: [
      { name: 'Crew box <i>', description: 'Three bags', quantity: '2', price: null },
      { name: 'Deck mug', description: null, quantity: null, price: null },
    ],
    more: null,
    tax: null,
  });
  assert.match(text, /<p class="items">3 items<\/p>/);
  assert.ok(!text.includes('<i>'));
  const polish = await tollgate.call('GET', `${link.path}/state?lang=pl`);
  assert.equal(polish.body.order.title, '3 produkty');
  const without = await openSession(tollgate, brand);
  assert.equal((await openDocument(tollgate, without)).start.state.order, null);
});

test('a line without a name shows its description, and one without both is omitted', () => {
  assert.deepEqual(shown([{ description: ' Gift ', quantity: 1 }, {}, { productName: ' ', quantity: 4 }]), {
    title: '1 item',
    lines: [{ name: 'Gift', description: null, quantity: '1', price: null }],
    more: null,
    tax: null,
  });
  for (const nothing of [[], [{}], [{ productName: '', description: null }]]) {
    assert.equal(shown(nothing), null);
  }
});

test('the order shows prices and tax only if every line has a price and they add up to the amount', () => {
  const euros = (value: string) => ({ value, currency: 'EUR', digits: 2 });
  const mug = { productName: 'Mug', quantity: 2, unitPriceMinor: '1000', taxBasisPoints: 1_900 };
  const shipping = { productName: 'Shipping', unitPriceMinor: '500' };
  assert.deepEqual(
    shown([mug, shipping])!.lines.map(({ price }) => price),
    [
      { each: euros('10.00'), total: euros('20.00') },
      { each: euros('5.00'), total: euros('5.00') },
    ],
  );
  assert.deepEqual(shown([mug, shipping])!.tax, euros('3.19'));
  for (const lines of [
    [mug],
    [mug, { productName: 'Shipping' }],
    [mug, { ...shipping, quantity: 0.5 }],
    [mug, { unitPriceMinor: '500' }],
  ]) {
    const order = shown(lines)!;
    assert.deepEqual([order.tax, ...order.lines.map(({ price }) => price)].filter(Boolean), []);
  }
});

test('the order shows the number of pieces if all quantities are whole numbers, else the number of lines', () => {
  assert.equal(pieces(2, 1, null)!.title, '4 items');
  assert.equal(pieces(2.5, 3)!.title, '2 items');
  assert.equal(pieces(1200)!.title, '1,200 items');
});

test('an invalid quantity is not shown', () => {
  const shownOf = pieces(0, -1, 1e300, 0.25, 3)!.lines.map(({ quantity }) => quantity);
  assert.deepEqual(shownOf, [null, null, null, '0.25', '3']);
});

test('at most fifty lines are listed, and a long text is cut between two characters', () => {
  const { lines, more, title } = pieces(...Array.from({ length: 62 }, () => 1))!;
  assert.deepEqual([lines.length, more, title], [50, 'and 12 more', '62 items']);
  const [line] = shown([{ productName: '🫖'.repeat(500), description: 'x'.repeat(120) }])!.lines;
  assert.equal(line!.name, `${'🫖'.repeat(119)}…`);
  assert.equal(line!.description, 'x'.repeat(120));
});

test('numbers are formatted for the region', () => {
  const order = shownOrder(
    [{ productName: 'Tee', quantity: 1234.5 }],
    { language: 'de', locale: 'de-DE' },
    AMOUNT,
  )!;
  assert.deepEqual([order.title, order.lines[0]!.quantity], ['1 Artikel', '1.234,5']);
  const russian = shownOrder(
    [{ productName: 'Чай', quantity: 22 }],
    { language: 'ru', locale: 'ru' },
    AMOUNT,
  )!;
  assert.equal(russian.title, '22 товара');
});
