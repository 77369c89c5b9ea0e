// The stage of the tests with a shop of Vendure: a gateway, a brand, the shop, and what a customer and its staff do.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { freePort } from '../../../gateway/test/browser/stage.ts';
import { CARD, linkOf, optionOf, submit } from '../../../gateway/test/http/cashier/shopper.ts';
import {
  eventually,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../../gateway/test/stage/harness.ts';
import { Tollgate, type Transaction } from '../../../sdk/src/tollgate.ts';
import { type Body, openVendureShop, type Page, type VendureShop } from '../stage/vendure-shop.ts';

export interface VendureStage {
  tollgate: TestGateway;
  brand: TestBrand;
  client: Tollgate;
  shop: VendureShop;
  /** The payment of a page, as the gateway knows it. */
  record(page: Page): Promise<Transaction>;
  /** The customer fills in the cashier, and closes it. */
  pay(page: Page, method?: string, data?: Record<string, string>): Promise<void>;
  /** The order, once it is in this state. */
  reaches(code: string, state: string): Promise<Body>;
  /** Waits until staff were told a note with these words. */
  told(code: string, words: string): Promise<void>;
  /** Ends the refunds of a payment that the sandbox would end later. */
  endRefunds(page: Page): Promise<void>;
  /** What the shop counts for the order is what the gateway counts for its payments. */
  agree(code: string, ...pages: Page[]): Promise<void>;
}

/** On a busy machine Vendure takes seconds for an order. */
export const soon = <T>(ask: () => Promise<T>) => eventually(ask, 120_000);

/** Once, before the tests. The last thing that it started ends first. */
export async function openVendureStage(): Promise<VendureStage> {
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
  const shop = await openVendureShop(t, tollgate, brand);
  const record = ({ transactionId }: Page) => client.payments.get(transactionId);
  return {
    tollgate,
    brand,
    client,
    shop,
    record,
    async pay({ transactionId, url }, method = 'card', data = CARD) {
      const answer = await submit(tollgate, linkOf(transactionId, url), optionOf(method).id, data);
      assert.equal(answer.status, 200, answer.text);
    },
    reaches: (code, state) =>
      soon(async () => {
        const order = await shop.order(code);
        return order.state === state && order;
      }),
    async told(code, words) {
      await soon(async () => (await shop.notes(code)).some((note) => note.includes(words)));
    },
    async endRefunds(page) {
      for (const { refundId, status } of (await record(page)).refunds)
        if (status === 'PENDING') await client.sandbox.forceRefund(refundId, 'COMPLETED');
    },
    async agree(code, ...pages) {
      const { payments } = await shop.order(code);
      const settled = payments.filter(({ state }: Body) => state === 'Settled');
      const records = await Promise.all(pages.map(record));
      // A second payment that was given back whole counts in neither.
      const own = records.filter(
        ({ transactionId, amountCaptured, amountRefunded }) =>
          amountCaptured > amountRefunded ||
          settled.some((payment: Body) => payment.transactionId === transactionId),
      );
      const refunds = settled
        .flatMap((one: Body) => one.refunds)
        .filter(({ state }: Body) => state !== 'Failed');
      const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0);
      const cents = (amounts: number[]) => sum(amounts.map((one) => Math.round(one * 100)));
      const inShop = [
        sum(settled.map(({ amount }: Body) => amount)),
        sum(refunds.map(({ total }: Body) => total)),
      ];
      const atGateway = [
        cents(own.map(({ amountCaptured }) => amountCaptured)),
        cents(own.map(({ amountRefunded }) => amountRefunded)),
      ];
      assert.deepEqual(inShop, atGateway);
    },
  };
}

/** Staff send lines of an order in a parcel; returns the state of the parcel, or why it does not leave. */
export async function ship(stage: VendureStage, order: Body, mugs?: number): Promise<string> {
  return await send(stage, await pack(stage, order, mugs));
}

/** A parcel that waits; returns its id. */
export async function pack({ shop }: VendureStage, order: Body, mugs?: number): Promise<string> {
  const lines = order.lines.map(({ id, quantity }: Body) => ({
    orderLineId: id,
    quantity: mugs ?? quantity,
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
  return parcel.id;
}

export async function send({ shop }: VendureStage, id: string): Promise<string> {
  const { transitionFulfillmentToState: shipped } = await shop.admin(
    `mutation ($id: ID!) {
      transitionFulfillmentToState(id: $id, state: "Shipped") {
        ... on Fulfillment { state } ... on FulfillmentStateTransitionError { transitionError }
      }
    }`,
    { id },
  );
  return shipped.state ?? shipped.transitionError;
}

/** Staff refund a payment of the order; returns the refund, or why there is none. */
export async function refund({ shop }: VendureStage, order: Body, input: Body): Promise<Body> {
  const mutation = `mutation ($input: RefundOrderInput!) {
    refundOrder(input: $input) { ... on Refund { id state total } ... on ErrorResult { message } }
  }`;
  const paymentId = order.payments.find(({ state }: Body) => state === 'Settled').id;
  const whole = { paymentId, lines: [], shipping: 0, adjustment: 0, ...input };
  return (await shop.admin(mutation, { input: whole })).refundOrder;
}

/** Moves an order to another state; returns why not. `id`: by staff; null: by the customer. */
export async function move(
  ask: VendureShop['admin'],
  id: string | null,
  state: string,
): Promise<string | undefined> {
  const call = id === null ? `(state: "${state}")` : `(id: "${id}", state: "${state}")`;
  const result = '{ __typename ... on OrderStateTransitionError { transitionError } }';
  const { transitionOrderToState: moved } = await ask(`mutation { transitionOrderToState${call} ${result} }`);
  return moved?.transitionError;
}
