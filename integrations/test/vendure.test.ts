// @tollgate/vendure in a fresh shop of Vendure: orders, shipments, refunds, and the faults that shops of Vendure report.
// After each test the shop and the gateway agree to the cent.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, describe, test } from 'node:test';
import { CARD, linkOf, optionOf, submit } from '../../gateway/test/http/cashier/shopper.ts';
import { eventually, startTestGateway } from '../../gateway/test/stage/harness.ts';
import { type Customer, openVendureShop } from './stage/vendure-shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely and assert what they find
type Body = any;
type Page = Readonly<{ url: string; transactionId: string; merchantReference: string }>;

const skip = registryAnswers() ? false : 'no npm registry answers, so Vendure cannot be installed';

function registryAnswers(): boolean {
  try {
    execFileSync('npm', ['view', '@vendure/core@3.7.3', 'version'], { stdio: 'pipe', timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}

const tollgate = await startTestGateway({ after }, { env: { SANDBOX_DELAY_MS: '200' } });
const brand = await tollgate.createBrand();
const shop = skip
  ? (undefined as never)
  : await openVendureShop({ after }, tollgate, brand, 'http://127.0.0.1:1');

const record = async ({ transactionId }: Page): Promise<Body> =>
  (await tollgate.call('GET', `/payments/${transactionId}`, { apiKey: brand.apiKey })).body;
const pay = async (page: Page, method = 'card', data: Record<string, string> = CARD) => {
  const answer = await submit(tollgate, linkOf(page.transactionId, page.url), optionOf(method).id, data);
  assert.equal(answer.status, 200, answer.text);
};
const sandbox = async ({ transactionId }: Page, call: string, body: unknown = {}) => {
  const path = `/sandbox/transactions/${transactionId}/${call}`;
  const answer = await tollgate.call('POST', path, { apiKey: brand.apiKey, body });
  assert.ok(answer.status < 300, `${path}: ${answer.text}`);
};
const balanceOf = async ({ merchantReference }: Page): Promise<number> =>
  (await shop.admin(`{ tollgateBalance(merchantReference: "${merchantReference}") }`)).tollgateBalance;
const reaches = (code: string, state: string) =>
  eventually(async () => {
    const order = await shop.order(code);
    return order.state === state && order;
  });

/** Staff send lines of an order in a parcel; returns the state of the parcel, or why it does not leave. */
const ship = async (order: Body, quantities?: number[]): Promise<string> => {
  const lines = order.lines.map(({ id, quantity }: Body, at: number) => ({
    orderLineId: id,
    quantity: quantities?.[at] ?? quantity,
  }));
  const { addFulfillmentToOrder: parcel } = await shop.admin(
    `mutation ($lines: [OrderLineInput!]!) {
      addFulfillmentToOrder(input: { lines: $lines, handler: { code: "manual-fulfillment", arguments: [
        { name: "method", value: "post" }, { name: "trackingCode", value: "1" }] } }) {
        ... on Fulfillment { id } ... on ErrorResult { message }
      }
    }`,
    { lines },
  );
  const { transitionFulfillmentToState: shipped } = await shop.admin(
    `mutation ($id: ID!) {
      transitionFulfillmentToState(id: $id, state: "Shipped") {
        ... on Fulfillment { state } ... on FulfillmentStateTransitionError { transitionError }
      }
    }`,
    { id: parcel.id },
  );
  return shipped.state ?? shipped.transitionError;
};
const refund = async (order: Body, input: Body): Promise<Body> => {
  const mutation = `mutation ($input: RefundOrderInput!) {
    refundOrder(input: $input) { ... on Refund { id state total } ... on ErrorResult { message } }
  }`;
  const paymentId = order.payments.find(({ state }: Body) => state === 'Settled').id;
  return (await shop.admin(mutation, { input: { paymentId, ...input } })).refundOrder;
};
const move = async (ask: Customer['shop'], id: string | null, state: string): Promise<Body> => {
  const result = '{ ... on Order { state } ... on OrderStateTransitionError { transitionError } }';
  const call = id === null ? `(state: "${state}")` : `(id: "${id}", state: "${state}")`;
  return (await ask(`mutation { transitionOrderToState${call} ${result} }`)).transitionOrderToState;
};

/** What the shop counts for the order is what the gateway counts for its payments. */
async function agree(code: string, pages: Page[]): Promise<void> {
  const order = await shop.order(code);
  const settled = order.payments.filter(({ state }: Body) => state === 'Settled');
  const sum = (rows: Body[], field: string) => rows.reduce((total, row) => total + row[field], 0);
  const refunds = settled.flatMap((one: Body) => one.refunds.filter(({ state }: Body) => state !== 'Failed'));
  const records = await Promise.all(pages.map(record));
  // A second payment that was given back counts in neither.
  const own = records.filter(({ transactionId }) =>
    settled.some((payment: Body) => payment.transactionId === transactionId),
  );
  assert.equal(sum(settled, 'amount') / 100, sum(own, 'amountCaptured'));
  assert.equal(sum(refunds, 'total') / 100, sum(own, 'amountRefunded'));
  for (const one of records)
    if (!own.includes(one) && one.status === 'COMPLETED') assert.equal(one.amountCaptured, one.amountRefunded);
}

describe('a shop of Vendure', { skip }, () => {
  test('an order is authorised, shipped, captured and refunded', async () => {
    const { code, begin } = await shop.customer();
    const page = await begin();
    assert.equal((await record(page)).amount, 25);
    // The customer closes the page: the webhook alone places the order.
    await pay(page);
    const order = await reaches(code, 'PaymentAuthorized');
    assert.equal(order.active, false);
    assert.equal((await record(page)).amountCaptured, 0);
    assert.equal(await ship(order, [1]), 'Shipped');
    assert.equal((await shop.order(code)).state, 'PartiallyShipped');
    assert.equal((await record(page)).amountCaptured, 25);
    assert.equal(await ship(order, [1]), 'Shipped');
    const shipped = await shop.order(code);
    assert.equal(shipped.state, 'Shipped');

    const lines = [{ orderLineId: order.lines[0].id, quantity: 1 }];
    const mug = await refund(shipped, { lines, shipping: 0, adjustment: 0, reason: 'broken' });
    assert.equal(mug.total, 1000);
    const most = await refund(shipped, { amount: 1501, lines: [], shipping: 0, adjustment: 0 });
    assert.match(most.message, /[Rr]efund/);
    await refund(shipped, { amount: 750, lines: [], shipping: 0, adjustment: 0 });
    await eventually(async () => {
      const { payments } = await shop.order(code);
      return payments[0].refunds.every(({ state }: Body) => state === 'Settled');
    });
    assert.equal((await record(page)).amountRefunded, 17.5);
    await agree(code, [page]);
    assert.equal(await balanceOf(page), 7.5);
  });

  test('the webhook and the return at once book one payment', async () => {
    const { code, shop: ask, begin } = await shop.customer();
    const page = await begin();
    await pay(page);
    const mutation = `mutation { syncTollgatePayment(merchantReference: "${page.merchantReference}") {
      orderCode orderState isPaid paymentStatus } }`;
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(mutation)));
    for (const { syncTollgatePayment: state } of answers)
      assert.deepEqual(state, {
        orderCode: code,
        orderState: 'PaymentAuthorized',
        isPaid: true,
        paymentStatus: 'PROCESSING',
      });
    assert.equal((await shop.order(code)).payments.length, 1);
  });

  test('a cancelled order voids its payment', async () => {
    const { code, begin } = await shop.customer();
    const page = await begin();
    await pay(page);
    const { id } = await reaches(code, 'PaymentAuthorized');
    await shop.admin(`mutation { cancelOrder(input: { orderId: "${id}", cancelShipping: true }) { __typename } }`);
    const { state, payments } = await shop.order(code);
    assert.deepEqual([state, payments[0].state], ['Cancelled', 'Cancelled']);
    const { status, errorCode, amountCaptured } = await record(page);
    assert.deepEqual([status, errorCode, amountCaptured], ['DECLINED', '3001', 0]);
  });

  test('a shipment charges only what is left of the order', async () => {
    const { code, begin } = await shop.customer();
    const page = await begin();
    await pay(page);
    const { id, lines } = await reaches(code, 'PaymentAuthorized');
    await shop.admin(
      `mutation { cancelOrder(input: { orderId: "${id}", lines: [{ orderLineId: "${lines[0].id}", quantity: 1 }] }) { __typename } }`,
    );
    assert.equal(await ship(await shop.order(code)), 'Shipped');
    const order = await shop.order(code);
    assert.deepEqual([order.totalWithTax, order.payments[0].amount], [1500, 1500]);
    const { status, amountCaptured } = await record(page);
    assert.deepEqual([status, amountCaptured], ['COMPLETED', 15]);
  });

  test('yen and dinars are charged exactly, or refused', async () => {
    const yen = await shop.customer({ mugs: 1, currency: 'JPY' });
    const page = await yen.begin('now');
    const { amount, currency, captureMode } = await record(page);
    assert.deepEqual([amount, currency, captureMode], [1255, 'JPY', 'automatic']);
    await pay(page);
    await reaches(yen.code, 'PaymentSettled');
    await agree(yen.code, [page]);
    const part = await shop.customer({ mugs: 1, product: 'Sticker', currency: 'JPY' });
    await assert.rejects(part.begin('now'), /cannot charge 17.5 JPY/);
    const dinars = await shop.customer({ mugs: 1, currency: 'KWD' });
    assert.equal((await record(await dinars.begin())).amount, 8.25);
  });

  test('a double click opens one page', async () => {
    const { begin } = await shop.customer();
    const [one, two] = await Promise.all([begin(), begin()]);
    assert.equal(one.transactionId, two.transactionId);
    assert.equal((await begin()).url, one.url);
  });

  test('an order that is paid twice keeps one payment, and gives the other back', async () => {
    const { code, shop: ask, begin } = await shop.customer();
    const former = await begin('now');
    await move(ask, null, 'AddingItems');
    assert.equal((await record(former)).status, 'DECLINED');
    const page = await begin('now');
    assert.notEqual(page.transactionId, former.transactionId);
    await pay(page);
    await reaches(code, 'PaymentSettled');
    await sandbox(former, 'outcome', { outcome: 'COMPLETED' });
    await eventually(async () => (await record(former)).amountRefunded === 25);
    await eventually(async () => (await shop.notes(code)).some((note) => note.includes('paid twice')));
    const { payments } = await shop.order(code);
    assert.deepEqual(payments.map(({ state }: Body) => state).sort(), ['Cancelled', 'Settled']);
    await agree(code, [former, page]);
  });

  test('an order that changes ends its page, and a paid order refuses to change', async () => {
    const { code, shop: ask, begin } = await shop.customer();
    const former = await begin();
    await move(ask, null, 'AddingItems');
    const { activeOrder } = await ask('{ activeOrder { lines { id } } }');
    await ask(
      `mutation { adjustOrderLine(orderLineId: "${activeOrder.lines[0].id}", quantity: 3) { __typename } }`,
    );
    assert.equal((await record(former)).status, 'DECLINED');
    const page = await begin();
    assert.equal((await record(page)).amount, 35);
    // The webhook waits for nobody; the customer may still be quicker.
    await pay(page);
    const { transitionError, state } = (await move(ask, null, 'AddingItems').catch(() => null)) ?? {};
    if (state === undefined && transitionError) assert.match(transitionError, /just paid|Cannot transition/);
    assert.notEqual(state, 'AddingItems');
    assert.equal((await reaches(code, 'PaymentAuthorized')).totalWithTax, 3500);
  });

  test('an order whose transfer comes late is placed, and staff are told', async () => {
    const { code, begin } = await shop.customer();
    const page = await begin('now');
    await pay(page, 'sepa-transfer', {});
    await sandbox(page, 'outcome', { outcome: 'EXPIRED' });
    await eventually(async () => (await shop.notes(code)).some((note) => note.includes('ended without money')));
    assert.equal((await shop.order(code)).state, 'ArrangingPayment');
    await sandbox(page, 'outcome', { outcome: 'COMPLETED' });
    await reaches(code, 'PaymentSettled');
    await eventually(async () => (await shop.notes(code)).some((note) => note.includes('came late')));
    await agree(code, [page]);
  });

  test('money for an order that changed is booked, and the customer pays the rest', async () => {
    const { code, shop: ask, begin } = await shop.customer();
    const former = await begin('now');
    await move(ask, null, 'AddingItems');
    const { activeOrder } = await ask('{ activeOrder { lines { id } } }');
    await ask(
      `mutation { adjustOrderLine(orderLineId: "${activeOrder.lines[0].id}", quantity: 3) { __typename } }`,
    );
    await sandbox(former, 'outcome', { outcome: 'COMPLETED' });
    await eventually(async () => (await shop.order(code)).payments.length === 1);
    assert.match((await shop.notes(code)).join(), /costs 10 EUR more/);
    const rest = await begin('now');
    assert.equal((await record(rest)).amount, 10);
    await pay(rest);
    await reaches(code, 'PaymentSettled');
    await agree(code, [former, rest]);
  });

  test('a refund that fails, a chargeback and a refund of the portal reach the books and staff once', async () => {
    const { code, begin } = await shop.customer();
    const page = await begin('now');
    await pay(page);
    const order = await reaches(code, 'PaymentSettled');
    await refund(order, { amount: 102, lines: [], shipping: 0, adjustment: 0 });
    await tollgate.call('POST', '/refund/by-reference', {
      apiKey: brand.apiKey,
      body: { merchantReference: page.merchantReference, amount: 5 },
    });
    await eventually(async () => {
      const [{ refunds }] = (await shop.order(code)).payments;
      const states = refunds.map(({ total, state }: Body) => `${total} ${state}`).sort();
      return JSON.stringify(states) === JSON.stringify(['102 Failed', '500 Settled']);
    });
    await sandbox(page, 'dispute', {});
    const told = await eventually(async () => {
      const notes = await shop.notes(code);
      return notes.some((note) => note.includes('disputes')) && notes;
    });
    assert.equal(told.filter((note) => note.includes('refund of 1.02 EUR failed')).length, 1);
    assert.equal(told.filter((note) => note.includes('refunded at Tollgate')).length, 1);
    await agree(code, [page]);
  });

  test('staff send a link for a draft, and another for what an addition costs', async () => {
    const { code, shop: ask } = await shop.customer();
    const { activeOrder } = await ask('{ activeOrder { id } }');
    const link = async (): Promise<Page> =>
      (
        await shop.admin(
          `mutation { createTollgatePaymentLink(orderId: "${activeOrder.id}", paymentMethodCode: "now") {
            url transactionId merchantReference } }`,
        )
      ).createTollgatePaymentLink;
    const first = await link();
    assert.equal((await link()).url, first.url);
    await pay(first);
    const { lines } = await reaches(code, 'PaymentSettled');
    await move(shop.admin, activeOrder.id, 'Modifying');
    await shop.admin(
      `mutation { modifyOrder(input: { dryRun: false, orderId: "${activeOrder.id}", adjustOrderLines: [
        { orderLineId: "${lines[0].id}", quantity: 3 }] }) { __typename ... on ErrorResult { message } } }`,
    );
    await move(shop.admin, activeOrder.id, 'ArrangingAdditionalPayment');
    const second = await link();
    assert.equal((await record(second)).amount, 10);
    await pay(second);
    await reaches(code, 'PaymentSettled');
    await agree(code, [first, second]);
  });

  test('nobody pays without the cashier, and forged webhooks are refused', async () => {
    const { code, shop: ask, begin } = await shop.customer();
    await begin();
    await assert.rejects(
      ask(
        'mutation { addPaymentToOrder(input: { method: "later", metadata: {} }) { __typename } }',
      ),
      /createTollgatePayment/,
    );
    const answer = await fetch(`${shop.url}/tollgate/webhooks`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Signature': 'AAAA' },
      body: '{"eventType":"payin.completed"}',
    });
    assert.equal(answer.status, 403);
    assert.equal((await shop.order(code)).payments.length, 0);
  });
});
