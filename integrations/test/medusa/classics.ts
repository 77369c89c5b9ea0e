// The classics of shops' trackers: two clicks, two pages, a webhook and a return at once, a cart that changes, money
// that comes late. No order is lost, none is paid twice, and staff hear of what they must know.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type WebhookEvent, webhooks } from '../../../sdk/src/tollgate.ts';
import { type Body, sameAmount } from '../stage/medusa-shop.ts';
import { runLine } from '../stage/programs.ts';
import { type MedusaStage, soon } from './stage.ts';

const CHALLENGE = {
  cardNumber: '4000 0000 0000 3220',
  expiryMonth: '12',
  expiryYear: '2035',
  cardCvv: '123',
  cardHolder: 'Ada Lovelace',
};

/** Opens the sealed data of a session as it was, and then with another amount. */
const CHANGE_DATA = `
import { opened, sealed } from '@tollgate/medusa/.medusa/server/src/providers/tollgate/session-data';

const payment = { transactionId: 't', reference: 'payses_1', amount: 25, currency: 'EUR', captureMode: 'manual', charge: null };
const data = sealed(payment, null, 'secret');
opened(data, 'secret');
try {
  opened({ ...data, amount: 1 }, 'secret');
} catch (error) {
  console.log(error.message);
}
`;

const SECOND_CLICK = `
const { Modules } = require('@medusajs/framework/utils');
exports.default = async ({ container, args }) => {
  const payments = container.resolve(Modules.PAYMENT);
  for (const id of args) {
    const { amount, currency_code } = await payments.retrievePaymentCollection(id);
    await payments.createPaymentSession(id, { provider_id: 'pp_tollgate_later', amount, currency_code, data: {} });
  }
};
`;

const CANCEL = `
const { Client } = require('pg');
const client = new Client({ connectionString: process.env.DATABASE_URL });
const cancel = "update \\"order\\" set status = 'canceled', canceled_at = now() where id = $1";
client.connect().then(() => client.query(cancel, [process.argv[2]])).then(() => client.end());
`;

/** The provider after the brand's secret was replaced, with the data of an order from before. */
const REPLACE_SECRET = `
import tollgate from '@tollgate/medusa/providers/tollgate';
import { sealed } from '@tollgate/medusa/.medusa/server/src/providers/tollgate/session-data';

const { TOLLGATE_URL: baseUrl, TOLLGATE_API_KEY: apiKey, TOLLGATE_SIGNING_SECRET: secret } = process.env;
const [Provider] = tollgate.services;
const open = (signingSecret) => new Provider({}, { baseUrl, apiKey, signingSecret, returnUrl: 'https://shop.example' });
const data = sealed(JSON.parse(process.argv[2]), null, 'tgs_old');
const payment = await open(secret).retrievePayment({ data });
const session = await open([secret, 'tgs_old']).getPaymentStatus({ data });
const refused = await open(secret).getPaymentStatus({ data }).catch(({ message }) => message);
console.log(JSON.stringify([payment.data.status, session.status, refused]));
`;

export function playClassics({
  shop,
  brand,
  client,
  record,
  pay,
  order,
  agree,
  told,
  resend,
}: MedusaStage): void {
  const force = (session: Body, outcome: 'COMPLETED' | 'EXPIRED') =>
    client.sandbox.forceOutcome(session.data.transactionId, { outcome });
  /** An order whose transfer has not come yet. */
  async function transferred(): Promise<{ session: Body; placed: Body }> {
    const cart = await shop.cart();
    const session = await shop.session(cart.collection, 'now', { country: 'DE' });
    await pay(session, 'sepa-transfer', {});
    const { type, order: placed } = await shop.store('POST', `carts/${cart.id}/complete`, {});
    assert.equal(type, 'order');
    return { session, placed };
  }
  /** The money comes after the page had ended, and staff hear of it. */
  async function paidTooLate(session: Body): Promise<void> {
    const title = 'Paid on a page that had ended';
    const count = async () => (await shop.told()).filter((one) => one === title).length;
    const before = await count();
    await force(session, 'COMPLETED');
    await soon(async () => (await count()) === before + 1);
  }
  const isCaptured = async (cart: string) => {
    const found = await shop.orderOf(cart);
    return found?.payment_status === 'captured' && found;
  };

  test('the webhook and four returns at once place one order', async () => {
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

  /** Two carts with two pages each: the second ones are made as if both clicks came at once. */
  async function doubleClicks(): Promise<{ cart: string; sessions: Body[] }[]> {
    const carts = [await shop.cart(), await shop.cart()];
    for (const { collection } of carts) await shop.session(collection);
    writeFileSync(join(shop.folder, 'click.js'), SECOND_CLICK);
    const ids = carts.map(({ collection }) => collection).join(' ');
    await runLine(`npx medusa exec ./click.js ${ids}`, shop.folder, shop.env);
    return Promise.all(
      carts.map(async ({ id }) => {
        const path = `carts/${id}?fields=*payment_collection.payment_sessions`;
        const sessions: Body[] = (await shop.store('GET', path)).cart.payment_collection.payment_sessions;
        for (const session of sessions) assert.equal((await record(session)).status, 'INIT');
        return { cart: id, sessions };
      }),
    );
  }

  test('a double click opens two pages: one payment is kept, whichever page it is paid on', async () => {
    const [both, second] = await doubleClicks();
    // The customer pays on the younger page and closes the browser. Medusa looks at the older one first.
    const [older, younger] = [...second!.sessions].sort((a, b) => (a.id < b.id ? -1 : 1));
    await pay(younger);
    await order(second!.cart);
    assert.deepEqual(
      [(await record(older)).status, (await record(younger)).status],
      ['DECLINED', 'PROCESSING'],
    );

    const { cart, sessions } = both!;
    await Promise.all(sessions.map((session) => pay(session).catch(() => undefined)));
    const placed = await order(cart);
    await soon(async () => {
      const states = (await Promise.all(sessions.map(record))).map(({ status }) => status).sort();
      return states.join() === 'DECLINED,PROCESSING';
    });
    sameAmount(placed.total, 25);
    const kept = () => Promise.all(sessions.map(async (one) => (await record(one)).amountAuthorized));
    const before = await kept();
    const ids = sessions.map(({ data }) => data.transactionId);
    const events: WebhookEvent[] = [];
    for await (const event of client.events.list({ limit: 100 }))
      if (ids.includes(event.transactionId) && event.eventType === 'payin.authorized') events.push(event);
    await Promise.all([...events, ...events].map(resend));
    assert.deepEqual(await kept(), before);
  });

  test('an order whose transfer is open ends it when it is cancelled', async () => {
    const { session, placed } = await transferred();
    await shop.admin('POST', `orders/${placed.id}/cancel`, {});
    assert.equal((await record(session)).status, 'DECLINED');
    await paidTooLate(session);
  });

  test('money that comes for a cancelled order is told to staff', async () => {
    const { session, placed } = await transferred();
    // As if another part of the shop had cancelled it, which ends no session.
    writeFileSync(join(shop.folder, 'cancel.js'), CANCEL);
    await runLine(`node cancel.js ${placed.id}`, shop.folder, shop.env);
    await force(session, 'COMPLETED');
    await told(`Paid after it was cancelled: Order #${placed.display_id}`);
  });

  test('a cart that changes ends its page, and the next page has the new amount', async () => {
    const cart = await shop.cart();
    const former = await shop.session(cart.collection);
    const { cart: now } = await shop.store('GET', `carts/${cart.id}`);
    const line = `carts/${cart.id}/line-items/${now.items[0].id}`;
    await shop.store('POST', line, { quantity: 3 });
    assert.equal((await record(former)).status, 'DECLINED');
    const session = await shop.session(cart.collection);
    assert.equal((await record(session)).amount, 35);
    await pay(session);
    sameAmount((await order(cart.id)).total, 35);
    await agree(cart.id, session);
  });

  test('money for a page that ended because the cart changed is told to staff', async () => {
    const cart = await shop.cart();
    const former = await shop.session(cart.collection, 'now');
    const { cart: now } = await shop.store('GET', `carts/${cart.id}`);
    await shop.store('POST', `carts/${cart.id}/line-items/${now.items[0].id}`, { quantity: 3 });
    await paidTooLate(former);
    assert.equal(await shop.orderOf(cart.id), undefined);
  });

  test('nobody points a session at another payment', async () => {
    const paid = await shop.session((await shop.cart()).collection);
    await pay(paid);
    const cart = await shop.cart();
    const session = await shop.session(cart.collection, 'later', paid.data);
    assert.notEqual(session.data.transactionId, paid.data.transactionId);
    const answer = await shop.store('POST', `carts/${cart.id}/complete`, {}).catch((error) => error.body);
    assert.notEqual(answer.type, 'order');
    writeFileSync(join(shop.folder, 'change-data.mjs'), CHANGE_DATA);
    assert.match(
      await runLine('node change-data.mjs', shop.folder, shop.env),
      /is not what Tollgate stored there/,
    );
  });

  test('an order whose transfer comes late is paid, and staff are told', async () => {
    const cart = await shop.cart();
    const session = await shop.session(cart.collection, 'now', { country: 'DE' });
    await pay(session, 'sepa-transfer', {});
    const completed = await shop.store('POST', `carts/${cart.id}/complete`, {});
    assert.equal(completed.type, 'order');
    await force(session, 'EXPIRED');
    const name = `Order #${completed.order.display_id}`;
    await told(`Not paid: ${name}`);
    await force(session, 'COMPLETED');
    await soon(() => isCaptured(cart.id));
    await told(`Paid late: ${name}`);
    await agree(cart.id, session);
  });

  test('a customer who left at their bank and is charged after the expiry gets the order', async () => {
    const cart = await shop.cart();
    const session = await shop.session(cart.collection, 'now');
    await pay(session, 'card', CHALLENGE);
    const left = await shop.store('POST', `carts/${cart.id}/complete`, {}).catch((error) => error.body);
    assert.notEqual(left.type, 'order');
    await force(session, 'EXPIRED');
    await force(session, 'COMPLETED');
    await soon(() => isCaptured(cart.id));
    await agree(cart.id, session);
  });

  test('a paid cart that Medusa cannot make an order of is told to staff, and refuses to change', async () => {
    const cart = await shop.cart({ parcel: false });
    const session = await shop.session(cart.collection);
    await pay(session);
    await told('Paid, but not ordered');
    assert.equal(await shop.orderOf(cart.id), undefined);
    const { cart: now } = await shop.store('GET', `carts/${cart.id}`);
    const line = `carts/${cart.id}/line-items/${now.items[0].id}`;
    await assert.rejects(shop.store('POST', line, { quantity: 4 }));
    assert.equal((await record(session)).amountAuthorized, 20);
  });

  test('failed refunds and captures, chargebacks and returned money are told to staff', async () => {
    const cart = await shop.cart();
    const session = await shop.session(cart.collection);
    await pay(session);
    const placed = await order(cart.id);
    const [payment] = placed.payment_collections[0].payments;
    await shop.admin('POST', `payments/${payment.id}/capture`, { amount: 25 });
    await shop.admin('POST', `payments/${payment.id}/refund`, { amount: 2 });
    const { refunds, captures, transactionId } = await record(session);
    await client.sandbox.forceRefund(refunds[0]!.refundId, 'FAILED');
    await client.sandbox.dispute(transactionId, { status: 'OPEN' });
    await client.sandbox.dispute(transactionId, { status: 'WON' });
    await client.sandbox.forceCapture(captures[0]!.captureId, 'FAILED');
    const name = `Order #${placed.display_id}`;
    const titles = ['A refund failed', 'Chargeback opened', 'Chargeback won', 'A capture failed'];
    await told(...titles.map((title) => `${title}: ${name}`));
    const failed = (await shop.told()).filter((title) => title === `A refund failed: ${name}`);
    assert.equal(failed.length, 1);
  });

  test('a debit that the bank takes back is told to staff', async () => {
    const cart = await shop.cart();
    const session = await shop.session(cart.collection, 'now', { country: 'DE' });
    await pay(session, 'sepa-direct-debit', {
      iban: 'DE89370400440532013000',
      accountHolder: 'Ada Lovelace',
    });
    await force(session, 'COMPLETED');
    const placed = await soon(() => isCaptured(cart.id));
    await client.sandbox.return(session.data.transactionId);
    await told(`The money came back: Order #${placed.display_id}`);
  });

  test('an order from before the secret was replaced can be captured and refunded', async () => {
    const cart = await shop.cart();
    const session = await shop.session(cart.collection);
    await pay(session);
    await order(cart.id);
    writeFileSync(join(shop.folder, 'replace-secret.mjs'), REPLACE_SECRET);
    const line = `node replace-secret.mjs '${JSON.stringify(session.data)}'`;
    const [payment, status, refused] = JSON.parse(await runLine(line, shop.folder, shop.env));
    assert.deepEqual([payment, status], ['PROCESSING', 'authorized']);
    assert.match(refused, /is not what Tollgate stored there/);
  });

  test('a webhook is verified over the bytes that came', async () => {
    const answer = await fetch(`${shop.url}/hooks/tollgate/later`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Signature': 'AAAA' },
      body: '{"eventType":"payin.completed"}',
    });
    assert.equal(answer.status, 400);
    // The signature is over the bytes: other blanks than ours are fine, another byte is not.
    const event = { eventId: crypto.randomUUID(), eventType: 'shop.unknown', amount: 25 };
    const { body, headers } = await webhooks.sign(JSON.stringify(event, null, 2), brand.signingSecret);
    for (const [sent, status] of [
      [body, 204],
      [body.replace('25', '26'), 400],
    ] as const) {
      const init = {
        method: 'POST',
        body: sent,
        headers: { ...headers, 'content-type': 'application/json' },
      };
      assert.equal((await fetch(`${shop.url}/hooks/tollgate/later`, init)).status, status);
    }
  });
}
