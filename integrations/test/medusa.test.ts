// @tollgate/medusa in a fresh shop of Medusa: orders, captures, refunds, and the faults that shops of Medusa report.
// After each test the shop and the gateway agree to the cent.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, describe, test } from 'node:test';
import { CARD, optionOf, submit } from '../../gateway/test/http/cashier/shopper.ts';
import { eventually, startTestGateway } from '../../gateway/test/stage/harness.ts';
import { openMedusaShop, type ShopError, sameAmount } from './stage/medusa-shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely and assert what they find
type Body = any;

const skip = registryAnswers() ? false : 'no npm registry answers, so Medusa cannot be installed';

function registryAnswers(): boolean {
  try {
    execFileSync('npm', ['view', '@medusajs/medusa@2.21.2', 'version'], { stdio: 'pipe', timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}

const tollgate = await startTestGateway({ after }, { env: { SANDBOX_DELAY_MS: '200' } });
const brand = await tollgate.createBrand();
const shop = skip ? (undefined as never) : await openMedusaShop({ after }, tollgate, brand);

const record = async (session: Body): Promise<Body> =>
  (await tollgate.call('GET', `/payments/${session.data.transactionId}`, { apiKey: brand.apiKey })).body;
const linkOf = (session: Body) => {
  const path = new URL(session.data.cashierUrl).pathname;
  return { id: session.data.transactionId, path, token: path.split('/').at(-1)! };
};
const pay = async (session: Body, method = 'CARD', data: Record<string, string> = CARD) => {
  const option = method === 'CARD' ? optionOf('card') : optionOf(method);
  const answer = await submit(tollgate, linkOf(session), option.id, data);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
/** The order of a cart, once its payment is authorised or captured. */
const order = (cart: string) =>
  eventually(async () => {
    const found = await shop.orderOf(cart);
    return found?.payment_collections[0]?.payments?.length > 0 && found;
  });
const sandbox = async (session: Body, call: string, body: unknown = {}) => {
  const path = `/sandbox/transactions/${session.data.transactionId}/${call}`;
  const answer = await tollgate.call('POST', path, { apiKey: brand.apiKey, body });
  assert.ok(answer.status < 300, `${path}: ${answer.text}`);
};

/** What the shop counts for the order is what the gateway counts for the payment. */
async function agree(cart: string, session: Body): Promise<void> {
  const [collection] = (await order(cart)).payment_collections;
  const payment = await record(session);
  sameAmount(collection.captured_amount ?? 0, payment.amountCaptured);
  sameAmount(collection.refunded_amount ?? 0, payment.amountRefunded);
}

describe('a shop of Medusa', { skip }, () => {
  test('an order is authorised, shipped in two parts, captured and refunded', async () => {
    const cart = await shop.cart();
    const session = await shop.session(cart.collection);
    await pay(session);
    // The customer closed the page: the webhook alone places the order.
    const placed = await order(cart.id);
    assert.equal(placed.payment_status, 'authorized');
    sameAmount(placed.total, 25);
    const again = await shop.store('POST', `carts/${cart.id}/complete`, {});
    assert.equal(again.order.id, placed.id);

    const [payment] = placed.payment_collections[0].payments;
    await shop.admin('POST', `payments/${payment.id}/capture`, { amount: 10 });
    assert.equal((await record(session)).amountCaptured, 10);
    await shop.admin('POST', `payments/${payment.id}/capture`, { amount: 15 });
    assert.equal((await record(session)).status, 'COMPLETED');
    await shop.admin('POST', `payments/${payment.id}/refund`, { amount: 7.5 });
    await assert.rejects(
      shop.admin('POST', `payments/${payment.id}/refund`, { amount: 18 }),
      (error: ShopError) => error.status === 400,
    );
    await agree(cart.id, session);
    assert.equal((await record(session)).amountRefunded, 7.5);
  });

  test('the webhook and the return at once place one order', async () => {
    const cart = await shop.cart();
    const session = await shop.session(cart.collection);
    await pay(session);
    const answers = await Promise.allSettled(
      Array.from({ length: 4 }, () => shop.store('POST', `carts/${cart.id}/complete`, {})),
    );
    const orders = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.order?.id] : []));
    assert.ok(orders.length > 0, JSON.stringify(answers.map((one) => (one as Body).reason?.message)));
    const { id, payment_collections } = await order(cart.id);
    assert.deepEqual([...new Set(orders)], [id]);
    assert.equal(payment_collections[0].payments.length, 1);
    await agree(cart.id, session);
  });

  test('a cancelled order voids its payment', async () => {
    const cart = await shop.cart();
    const session = await shop.session(cart.collection);
    await pay(session);
    await shop.admin('POST', `orders/${(await order(cart.id)).id}/cancel`, {});
    const { status, errorCode, amountCaptured } = await record(session);
    assert.deepEqual([status, errorCode, amountCaptured], ['DECLINED', '3001', 0]);
  });

  test('a payment in yen is charged in whole yen, at once', async () => {
    const cart = await shop.cart({ mugs: 1, currency: 'jpy' });
    const session = await shop.session(cart.collection, 'now');
    const { amount, currency, captureMode } = await record(session);
    assert.deepEqual([amount, currency, captureMode], [1750, 'JPY', 'automatic']);
    await pay(session);
    await eventually(async () => (await shop.orderOf(cart.id))?.payment_status === 'captured');
    await agree(cart.id, session);
  });

  test('two pages of a double click are both paid: the order keeps one, the other is given back', async () => {
    const cart = await shop.cart();
    const [one, two] = await Promise.all([shop.session(cart.collection), shop.session(cart.collection)]);
    const open = [];
    for (const session of [one, two]) if ((await record(session)).status === 'INIT') open.push(session);
    await Promise.all(open.map((session) => pay(session).catch(() => undefined)));
    const placed = await order(cart.id);
    const states = await eventually(async () => {
      const found = await Promise.all([one, two].map(record));
      return found.filter(({ status }) => status === 'PROCESSING').length === 1 && found;
    });
    assert.deepEqual(states.map(({ status }) => status).sort(), ['DECLINED', 'PROCESSING']);
    sameAmount(placed.total, 25);
  });

  test('a cart that changes ends its page, and a cart that is paid refuses to change', async () => {
    const cart = await shop.cart();
    const former = await shop.session(cart.collection);
    const { cart: now } = await shop.store('GET', `carts/${cart.id}`);
    await shop.store('POST', `carts/${cart.id}/line-items/${now.items[0].id}`, { quantity: 3 });
    assert.equal((await record(former)).status, 'DECLINED');
    const session = await shop.session(cart.collection);
    assert.equal((await record(session)).amount, 35);
    await pay(session);
    await assert.rejects(
      shop.store('POST', `carts/${cart.id}/line-items/${now.items[0].id}`, { quantity: 4 }),
    );
    sameAmount((await order(cart.id)).total, 35);
    await agree(cart.id, session);
  });

  test('nobody points a session at another payment', async () => {
    const paid = await shop.session((await shop.cart()).collection);
    await pay(paid);
    const cart = await shop.cart();
    const session = await shop.session(cart.collection, 'later', paid.data);
    assert.notEqual(session.data.transactionId, paid.data.transactionId);
    const answer = await shop.store('POST', `carts/${cart.id}/complete`, {}).catch((error) => error.body);
    assert.notEqual(answer.type, 'order');
  });

  test('an order whose transfer comes late is paid, and staff are told', async () => {
    const cart = await shop.cart();
    const session = await shop.session(cart.collection, 'now', { country: 'DE' });
    await pay(session, 'sepa-transfer', {});
    const completed = await shop.store('POST', `carts/${cart.id}/complete`, {});
    assert.equal(completed.type, 'order');
    await sandbox(session, 'outcome', { outcome: 'EXPIRED' });
    const number = completed.order.display_id;
    await eventually(async () =>
      (await shop.told()).some(({ title }) => title === `Not paid: Order #${number}`),
    );
    await sandbox(session, 'outcome', { outcome: 'COMPLETED' });
    await eventually(async () => (await shop.orderOf(cart.id)).payment_status === 'captured');
    await eventually(async () =>
      (await shop.told()).some(({ title }) => title === `Paid late: Order #${number}`),
    );
    await agree(cart.id, session);
  });

  test('a refund that fails, a chargeback and returned money are told to staff once', async () => {
    const cart = await shop.cart();
    const session = await shop.session(cart.collection, 'now');
    await pay(session);
    const placed = await eventually(async () => {
      const found = await shop.orderOf(cart.id);
      return found?.payment_status === 'captured' && found;
    });
    const [payment] = placed.payment_collections[0].payments;
    await shop.admin('POST', `payments/${payment.id}/refund`, { amount: 1.02 });
    await sandbox(session, 'dispute', {});
    const name = `Order #${placed.display_id}`;
    await eventually(async () => {
      const titles = (await shop.told()).map(({ title }) => title);
      return titles.includes(`A refund failed: ${name}`) && titles.includes(`Chargeback opened: ${name}`);
    });
    const titles = (await shop.told()).map(({ title }) => title);
    assert.equal(titles.filter((title) => title === `A refund failed: ${name}`).length, 1);
  });

  test('a link of staff pays their order', async () => {
    const cart = await shop.cart();
    const session = await shop.session(cart.collection);
    await pay(session);
    const placed = await order(cart.id);
    await assert.rejects(shop.admin('POST', 'tollgate/payment-links', { order_id: placed.id }));
  });

  test('a webhook with a wrong signature is refused', async () => {
    const answer = await fetch(`${shop.url}/hooks/tollgate/later`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Signature': 'AAAA' },
      body: '{"eventType":"payin.completed"}',
    });
    assert.equal(answer.status, 400);
  });
});
