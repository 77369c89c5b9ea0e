// The stage of the tests with a shop of Medusa: a gateway, a brand, the shop, and what a customer and its staff do.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { freePort } from '../../../gateway/test/browser/stage.ts';
import { CARD, optionOf, submit } from '../../../gateway/test/http/cashier/shopper.ts';
import {
  eventually,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../../gateway/test/stage/harness.ts';
import { Tollgate, type Transaction, type WebhookEvent, webhooks } from '../../../sdk/src/tollgate.ts';
import { type Body, type MedusaShop, openMedusaShop, sameAmount } from '../stage/medusa-shop.ts';

export interface MedusaStage {
  tollgate: TestGateway;
  brand: TestBrand;
  client: Tollgate;
  shop: MedusaShop;
  /** The payment of a session, as the gateway knows it. */
  record(session: Body): Promise<Transaction>;
  /** The customer fills in the cashier of a session, and closes it. */
  pay(session: Body, method?: string, data?: Record<string, string>): Promise<void>;
  /** The order of a cart, once its payment has the status. */
  order(cart: string, status?: 'authorized' | 'captured'): Promise<Body>;
  /** Waits until staff were told each of the titles. */
  told(...titles: string[]): Promise<void>;
  /** Sends an event to the shop again, as the gateway does. */
  resend(event: WebhookEvent): Promise<void>;
  /** What the shop counts for the order is what the gateway counts for the payment. */
  agree(cart: string, session: Body): Promise<void>;
}

/** On a busy machine Medusa takes seconds for an order. */
export const soon = <T>(ask: () => Promise<T>) => eventually(ask, 120_000);

/** Once, before the tests. The last thing that it started ends first. */
export async function openMedusaStage(): Promise<MedusaStage> {
  const ends: (() => unknown)[] = [];
  const t = { after: (end: () => unknown) => void ends.unshift(end) } as Parameters<
    typeof startTestGateway
  >[0];
  after(async () => {
    for (const end of ends.splice(0)) await end();
  });
  const port = await freePort();
  const tollgate = await startTestGateway(t, {
    env: {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      // Tests end by themselves what the sandbox completes later, so that nothing hangs on a clock.
      SANDBOX_DELAY_MS: '3600000',
    },
  });
  const brand = await tollgate.createBrand({ name: 'Mug shop' });
  const { apiKey, signingSecret } = brand;
  const client = new Tollgate({ baseUrl: tollgate.url, apiKey, signingSecret });
  const shop = await openMedusaShop(t, tollgate, brand);
  const record = (session: Body) => client.payments.get(session.data.transactionId);
  // Medusa stores the payment before the status of the order.
  const order: MedusaStage['order'] = (cart, status = 'authorized') =>
    soon(async () => {
      const found = await shop.orderOf(cart);
      return found?.payment_status === status && found;
    });
  return {
    tollgate,
    brand,
    client,
    shop,
    record,
    order,
    async pay(session, method = 'card', data = CARD) {
      const path = new URL(session.data.cashierUrl).pathname;
      const link = { id: session.data.transactionId, path, token: path.split('/').at(-1)! };
      const answer = await submit(tollgate, link, optionOf(method).id, data);
      assert.equal(answer.status, 200, answer.text);
    },
    async told(...titles) {
      await soon(async () => {
        const all = await shop.told();
        return titles.every((title) => all.includes(title));
      });
    },
    async resend(event) {
      const { body, headers } = await webhooks.sign(event, signingSecret);
      const answer = await fetch(`${shop.url}/hooks/tollgate/now`, {
        method: 'POST',
        body,
        headers: { ...headers, 'content-type': 'application/json' },
      });
      assert.ok(answer.ok, `${event.eventType}: ${answer.status} ${await answer.text()}`);
    },
    async agree(cart, session) {
      const payment = await record(session);
      const { payment_collections } = await soon(async () => {
        const found = await shop.orderOf(cart);
        const [collection] = found?.payment_collections ?? [];
        return Number(collection?.captured_amount) === payment.amountCaptured && found;
      });
      sameAmount(payment_collections[0].refunded_amount ?? 0, payment.amountRefunded);
    },
  };
}
