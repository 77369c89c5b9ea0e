// The test shop as a browser uses it: a running gateway with its demo, forms sent as a page sends them, an order's page
// and its live stream.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { DemoAccount } from '../../gateway/src/demo/seed-demo.ts';
import { optionsOf } from '../../gateway/src/domain/options/payment-option.ts';
import {
  eventually,
  gatewayOfFile,
  startTestGateway,
  type TestGateway,
} from '../../gateway/test/stage/harness.ts';

export interface OpenShop {
  tollgate: TestGateway;
  demo: DemoAccount;
  /** Sends a form. Returns the address to which the answer redirects, its status and its text. */
  send(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Sent>;
  get(path: string): Promise<{ status: number; headers: Headers; text: string }>;
  /** Sends the form of a checkout as it is on its page. */
  buy(fields: Record<string, string>): Promise<Sent>;
  /** The path of the order that leads to this cashier link or order page. */
  orderPathOf(transactionId: string): Promise<string>;
  record(transactionId: string): Promise<Record<string, string>>;
  /** The transaction that was made last. */
  latest(): Promise<{ id: string; merchantReference: string; type: string; amountMinor: bigint }>;
  /** How many transactions there are. */
  count(): Promise<number>;
}

export interface Sent {
  status: number;
  location: string;
  text: string;
}

/** For a test that changes the gateway or its merchant. */
export async function openShop(t: TestContext): Promise<OpenShop> {
  return await shopOn(await startTestGateway(t));
}

/** One shop for the tests of a file, which buy one after the other. */
export function shopOfFile(): () => Promise<OpenShop> {
  const gateway = gatewayOfFile();
  let opened: Promise<OpenShop> | undefined;
  return () => {
    opened ??= gateway().then(shopOn);
    return opened;
  };
}

async function shopOn(tollgate: TestGateway): Promise<OpenShop> {
  const demo = (await tollgate.gateway.seedDemoIfEmpty())!;
  const { sql } = tollgate.gateway.context;
  const { port } = new URL(tollgate.url);

  async function send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const response = await fetch(tollgate.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      body: new URLSearchParams(fields),
    });
    // The shop uses the address that people know it by.
    const location = (response.headers.get('location') ?? '').replace(
      `localhost:${port}`,
      `127.0.0.1:${port}`,
    );
    return { status: response.status, location, text: await response.text() };
  }

  async function get(path: string) {
    const response = await fetch(tollgate.url + path, { redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  async function record(transactionId: string) {
    const { status, body } = await tollgate.call('GET', `/payments/${transactionId}`, {
      apiKey: demo.apiKey,
    });
    assert.equal(status, 200);
    return body;
  }

  return {
    tollgate,
    demo,
    send,
    get,
    record,
    async latest() {
      const [row] = await sql`
        select id, merchant_reference, type, amount_minor from transactions order by created_at desc, id desc limit 1`;
      const { id, merchant_reference: merchantReference, type, amount_minor: amountMinor } = row!;
      return { id, merchantReference, type, amountMinor };
    },
    async count() {
      const [row] = await sql`select count(*)::int as counted from transactions`;
      return row!.counted;
    },
    async buy(fields) {
      const page = await get('/shop/checkout?product=first-light&country=DE');
      const [, form] = /name="form" value="([^"]+)"/.exec(page.text)!;
      const usual = {
        product: 'first-light',
        quantity: '2',
        country: 'DE',
        name: 'Ada Lovelace',
        email: 'ada@example.com',
      };
      return send('/shop/orders', { form: form!, ...usual, ...fields });
    },
    async orderPathOf(transactionId) {
      return new URL((await record(transactionId)).redirectUrl!).pathname;
    },
  };
}

export const CARD = {
  way: 'card',
  cardNumber: '4539 5787 6362 1486',
  expiry: '12/34',
  cardCvv: '739',
  cardHolder: 'Ada Lovelace',
};

/** Reads an order's stream until its pieces together match. Returns everything that came. */
export async function readStream(url: string, until: RegExp, timeoutMs = 60_000): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (until.test(text)) break;
  }
  return text;
}

/** A deposit for three cups whose recipient has named an account at the cashier. Returns the page of its order. */
export async function nameRecipient({ tollgate, send, get, latest, orderPathOf }: OpenShop): Promise<string> {
  const person = { name: 'Ada Lovelace', email: 'ada@example.com' };
  const { location } = await send('/shop/deposits', { form: 'f', country: 'DE', cups: '3', ...person });
  const cashier = new URL(location).pathname;
  const { body: state } = await tollgate.call('GET', `${cashier}/state`);
  const sepa = optionsOf('PAYOUT').find((one) => one.method.startsWith('sepa'))!;
  const submitted = await tollgate.call('POST', `${cashier}/submit`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    body: {
      attempt: state.screen.attempt,
      optionId: sepa.id,
      paymentData: { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' },
    },
  });
  assert.equal(submitted.status, 200, submitted.text);
  const path = await orderPathOf((await latest()).id);
  await eventually(async () => (await get(path)).text.includes('Waiting for our approval'));
  return path;
}
