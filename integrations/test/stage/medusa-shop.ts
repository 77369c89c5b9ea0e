// A fresh shop of Medusa on the test server's database, made by the commands and files of its page in the guide.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../../../gateway/test/browser/stage.ts';
import type { TestBrand, TestGateway } from '../../../gateway/test/stage/harness.ts';
import { createTestDatabase } from '../../../gateway/test/stage/harness-database.ts';
import { stepsOf } from './guide-commands.ts';
import { type Env, runLine, type Server, serve, shopFolder } from './programs.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const ADMIN = { email: 'admin@shop.example', password: 'a-long-password' };
const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: 'Weg 1',
  city: 'Berlin',
  postal_code: '10115',
};

// biome-ignore lint/suspicious/noExplicitAny: tests read the shop's answers freely and assert what they find
export type Body = any;

/** What the page's shop sells in: mugs at 10 euros, 1,250 yen, 2.505 dinars; a parcel at 5, 500, 0.5. */
const MARKETS = { eur: 'de', jpy: 'jp', kwd: 'kw' } as const;
type Currency = keyof typeof MARKETS;

export interface MedusaShop {
  url: string;
  storeUrl: string;
  folder: string;
  env: Env;
  seeded: Seeded;
  /** The page's command that rehearses. */
  rehearsal: string;
  /** Seconds that each command of the page took. */
  times: readonly { command: string; seconds: number }[];
  /** As if the server was killed. */
  restart(): Promise<void>;
  store(method: string, path: string, body?: unknown, token?: string): Promise<Body>;
  admin(method: string, path: string, body?: unknown, authorization?: string): Promise<Body>;
  /** A cart with an address and a parcel. `token`: of a customer who is signed in. */
  cart(options?: CartOptions): Promise<{ id: string; collection: string }>;
  /** A payment session of the cart's collection. */
  session(collection: string, provider?: 'later' | 'now', data?: unknown, token?: string): Promise<Body>;
  /** The order of a cart, with its payments, once there is one. */
  orderOf(cart: string): Promise<Body | undefined>;
  order(id: string): Promise<Body>;
  /** Registers a customer and signs them in. */
  signIn(email: string): Promise<string>;
  /** The titles of what staff were told, newest first. */
  told(): Promise<string[]>;
}

export interface CartOptions {
  mugs?: number;
  currency?: Currency;
  parcel?: boolean;
  token?: string | undefined;
}

/** Plays the page's commands; only the addresses and the secrets are the test's. */
export async function openMedusaShop(
  t: Pick<TestContext, 'after'>,
  tollgate: TestGateway,
  brand: TestBrand,
): Promise<MedusaShop> {
  const place = shopFolder(t, 'medusa');
  symlinkSync(REPOSITORY, join(place, 'tollgate'));
  const folder = join(place, 'shop');
  mkdirSync(folder);
  const database = await createTestDatabase({ empty: true });
  t.after(() => database.drop());
  const url = `http://127.0.0.1:${await freePort()}`;
  const storeUrl = `http://127.0.0.1:${await freePort()}`;
  const env = {
    DATABASE_URL: database.databaseUrl,
    JWT_SECRET: 'a secret of the tests for tokens',
    COOKIE_SECRET: 'a secret of the tests for cookies',
    MEDUSA_URL: url,
    STORE_URL: storeUrl,
    TOLLGATE_URL: tollgate.url,
    TOLLGATE_API_KEY: brand.apiKey,
    TOLLGATE_SIGNING_SECRET: brand.signingSecret,
    MEDUSA_DISABLE_TELEMETRY: 'true',
    HOST: '127.0.0.1',
    PORT: new URL(url).port,
  };
  const times: { command: string; seconds: number }[] = [];
  let rehearsal = '';
  let server: Server | undefined;
  let start = async () => {};
  for (const step of stepsOf('medusa')) {
    if ('file' in step) {
      writeFileSync(join(folder, step.file), step.text);
      continue;
    }
    const { command } = step;
    const begun = Date.now();
    if (command.startsWith('npx tollgate rehearse')) rehearsal = command;
    else if (command.endsWith('medusa start')) {
      start = async () => {
        server = await serve(t, command, { folder, env, url: `${url}/health` });
      };
      await start();
    } else if (command === 'node store.js') await serve(t, command, { folder, env, url: storeUrl });
    else await runLine(command, folder, env);
    times.push({ command, seconds: (Date.now() - begun) / 1_000 });
  }
  const restart = async () => {
    await server!.kill();
    await start();
  };
  await tollgate.operator('PATCH', `/operator/brands/${brand.brandId}`, {
    notificationUrl: `${url}/hooks/tollgate/later`,
  });
  const seeded = JSON.parse(readFileSync(join(folder, 'shop.json'), 'utf8'));
  return { ...(await shopAt(url, seeded)), storeUrl, folder, env, rehearsal, times, restart };
}

interface Seeded {
  key: string;
  regions: [eur: string, jpy: string, kwd: string];
  channel: string;
  variant: string;
  parcel: string;
}

type ShopCalls = Omit<MedusaShop, 'storeUrl' | 'folder' | 'env' | 'rehearsal' | 'times' | 'restart'>;

async function shopAt(url: string, seeded: Seeded): Promise<ShopCalls> {
  const { token } = await call('POST', `${url}/auth/user/emailpass`, ADMIN);
  const asCustomer = (token: string | undefined) =>
    token === undefined ? undefined : { authorization: `Bearer ${token}` };
  const store: ShopCalls['store'] = (method, path, body, token) =>
    call(method, `${url}/store/${path}`, body, {
      'x-publishable-api-key': seeded.key,
      ...asCustomer(token),
    });
  const admin: ShopCalls['admin'] = (method, path, body, authorization = `Bearer ${token}`) =>
    call(method, `${url}/admin/${path}`, body, { authorization });
  const FIELDS =
    'id,display_id,total,payment_status,cart.id,*items,*payment_collections,*payment_collections.payments';
  return {
    url,
    seeded,
    store,
    admin,
    async cart({ mugs = 2, currency = 'eur', parcel = true, token } = {}) {
      const address = { ...ADDRESS, country_code: MARKETS[currency] };
      const body = {
        region_id: seeded.regions[Object.keys(MARKETS).indexOf(currency)],
        email: 'ada@shop.example',
        items: [{ variant_id: seeded.variant, quantity: mugs }],
        shipping_address: address,
        billing_address: address,
      };
      const { cart } = await store('POST', 'carts', body, token);
      if (parcel) await store('POST', `carts/${cart.id}/shipping-methods`, { option_id: seeded.parcel });
      const { payment_collection } = await store('POST', 'payment-collections', { cart_id: cart.id });
      return { id: cart.id, collection: payment_collection.id };
    },
    async session(collection, provider = 'later', data = {}, token = undefined) {
      const path = `payment-collections/${collection}/payment-sessions`;
      const body = { provider_id: `pp_tollgate_${provider}`, data };
      const answer = await store('POST', path, body, token);
      // The session of another call at the same time may be unfinished.
      return answer.payment_collection.payment_sessions.findLast((one: Body) => one.data?.reference);
    },
    async orderOf(cart) {
      const { orders } = await admin('GET', `orders?limit=100&order=-created_at&fields=${FIELDS}`);
      return orders.find((order: Body) => order.cart?.id === cart);
    },
    order: async (id) => (await admin('GET', `orders/${id}?fields=${FIELDS}`)).order,
    async signIn(email) {
      const login = { email, password: 'a-long-password' };
      const registered = await call('POST', `${url}/auth/customer/emailpass/register`, login);
      const { first_name, last_name } = ADDRESS;
      await store('POST', 'customers', { email, first_name, last_name }, registered.token);
      return (await call('POST', `${url}/auth/customer/emailpass`, login)).token;
    },
    async told() {
      const { notifications } = await admin('GET', 'notifications?limit=100&order=-created_at');
      return notifications.map((one: Body) => one.data.title);
    },
  };
}

/** Medusa waits up to half a minute for a lock of its own. */
const CALL_MS = 120_000;

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
    signal: AbortSignal.timeout(CALL_MS),
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

/** Both are exact: the shop's number and the gateway's. */
export function sameAmount(shop: number, gateway: number): void {
  assert.equal(Number(shop), gateway);
}
