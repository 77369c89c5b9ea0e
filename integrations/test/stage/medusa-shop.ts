// A fresh shop of Medusa on the test server's database, made by the commands and files of its page in the guide.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { TestBrand, TestGateway } from '../../../gateway/test/stage/harness.ts';
import { createTestDatabase } from '../../../gateway/test/stage/harness-database.ts';
import { stepsOf } from './guide-commands.ts';
import { freePort, runLine, serve } from './programs.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
export const STORE_URL = 'http://localhost:8000';
const ADMIN = { email: 'admin@shop.example', password: 'a-long-password' };
const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: 'Weg 1',
  city: 'Berlin',
  postal_code: '10115',
};

// biome-ignore lint/suspicious/noExplicitAny: tests read the shop's answers freely and assert what they find
type Body = any;

export interface MedusaShop {
  url: string;
  store(method: string, path: string, body?: unknown): Promise<Body>;
  admin(method: string, path: string, body?: unknown): Promise<Body>;
  /** A cart of mugs with an address and a parcel: 10 each and 5 for the parcel; in yen 1,250 and 500. */
  cart(options?: { mugs?: number; currency?: 'eur' | 'jpy' }): Promise<{ id: string; collection: string }>;
  /** A payment session of the cart's collection. */
  session(collection: string, provider?: 'later' | 'now', data?: unknown): Promise<Body>;
  /** The order of a cart, with its payments, once there is one. */
  orderOf(cart: string): Promise<Body | undefined>;
  /** What staff were told, newest first. */
  told(): Promise<{ title: string; description: string }[]>;
}

/** Plays the page's commands; only the addresses and the secrets are the test's. */
export async function openMedusaShop(
  t: Pick<TestContext, 'after'>,
  tollgate: TestGateway,
  brand: TestBrand,
): Promise<MedusaShop> {
  const place = mkdtempSync(join(tmpdir(), 'tollgate-medusa-'));
  t.after(() => rmSync(place, { recursive: true, force: true }));
  symlinkSync(REPOSITORY, join(place, 'tollgate'));
  const folder = join(place, 'shop');
  mkdirSync(folder);
  const database = await createTestDatabase({ empty: true });
  t.after(() => database.drop());
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = {
    DATABASE_URL: database.databaseUrl,
    JWT_SECRET: 'a secret of the tests for tokens',
    COOKIE_SECRET: 'a secret of the tests for cookies',
    STORE_URL,
    TOLLGATE_URL: tollgate.url,
    TOLLGATE_API_KEY: brand.apiKey,
    TOLLGATE_SIGNING_SECRET: brand.signingSecret,
    MEDUSA_DISABLE_TELEMETRY: 'true',
    HOST: '127.0.0.1',
    PORT: new URL(url).port,
  };
  for (const step of stepsOf('medusa')) {
    if ('file' in step) writeFileSync(join(folder, step.file), step.text);
    else if (step.command.endsWith('medusa start'))
      await serve(t, step.command, { folder, env, url: `${url}/health` });
    else await runLine(step.command, folder, env);
  }
  await tollgate.operator('PATCH', `/operator/brands/${brand.brandId}`, {
    notificationUrl: `${url}/hooks/tollgate/later`,
  });
  return await shopAt(url, JSON.parse(readFileSync(join(folder, 'shop.json'), 'utf8')));
}

interface Seeded {
  key: string;
  regions: [eur: string, jpy: string];
  variant: string;
  parcel: string;
}

async function shopAt(url: string, seeded: Seeded): Promise<MedusaShop> {
  const { token } = await call('POST', `${url}/auth/user/emailpass`, ADMIN);
  const store = (method: string, path: string, body?: unknown) =>
    call(method, `${url}/store/${path}`, body, { 'x-publishable-api-key': seeded.key });
  const admin = (method: string, path: string, body?: unknown) =>
    call(method, `${url}/admin/${path}`, body, { authorization: `Bearer ${token}` });
  return {
    url,
    store,
    admin,
    async cart({ mugs = 2, currency = 'eur' } = {}) {
      const address = { ...ADDRESS, country_code: currency === 'eur' ? 'de' : 'jp' };
      const { cart } = await store('POST', 'carts', {
        region_id: seeded.regions[currency === 'eur' ? 0 : 1],
        email: 'ada@shop.example',
        items: [{ variant_id: seeded.variant, quantity: mugs }],
        shipping_address: address,
        billing_address: address,
      });
      await store('POST', `carts/${cart.id}/shipping-methods`, { option_id: seeded.parcel });
      const { payment_collection } = await store('POST', 'payment-collections', { cart_id: cart.id });
      return { id: cart.id, collection: payment_collection.id };
    },
    async session(collection, provider = 'later', data = {}) {
      const answer = await store('POST', `payment-collections/${collection}/payment-sessions`, {
        provider_id: `pp_tollgate_${provider}`,
        data,
      });
      // The one of another call at the same time may be unfinished.
      return answer.payment_collection.payment_sessions.findLast((one: Body) => one.data?.transactionId);
    },
    async orderOf(cart) {
      const fields =
        'id,display_id,total,payment_status,cart.id,*payment_collections,*payment_collections.payments';
      const { orders } = await admin('GET', `orders?limit=100&order=-created_at&fields=${fields}`);
      return orders.find((order: Body) => order.cart?.id === cart);
    },
    async told() {
      const { notifications } = await admin('GET', 'notifications?limit=100&order=-created_at');
      return notifications.map((one: Body) => one.data);
    },
  };
}

export class ShopError extends Error {
  readonly status: number;
  readonly body: Body;

  constructor(where: string, status: number, text: string) {
    super(`${where}: ${status} ${text.slice(0, 1_000)}`);
    this.status = status;
    this.body = asJson(text);
  }
}

async function call(
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Body> {
  const answer = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new ShopError(`${method} ${url}`, answer.status, text);
  return asJson(text);
}

function asJson(text: string): Body {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Both are exact in cents: the shop's number and the gateway's. */
export function sameAmount(shop: number, gateway: number): void {
  assert.equal(Number(shop), gateway);
}
