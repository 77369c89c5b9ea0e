// A fresh shop of Vendure on the test server's database, made by the commands and files of its page in the guide.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../../../gateway/test/browser/stage.ts';
import type { TestBrand, TestGateway } from '../../../gateway/test/stage/harness.ts';
import { createTestDatabase } from '../../../gateway/test/stage/harness-database.ts';
import { stepsOf } from './guide-commands.ts';
import { type Env, runLine, type Server, serve, shopFolder } from './programs.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
/** Long enough for a busy machine. */
const CALL_MS = 120_000;
const PASSWORD = 'a-long-password';

// biome-ignore lint/suspicious/noExplicitAny: tests read the shop's answers freely and assert what they find
export type Body = any;
type Variables = Record<string, unknown>;

/** What the page's shop sells in: mugs at 10 euros, 1,250 yen, 3.25 dinars; a parcel at 5 of each. */
const COUNTRY = { EUR: 'DE', JPY: 'JP', KWD: 'KW' } as const;

export interface VendureShop {
  url: string;
  storeUrl: string;
  /** The address that webhooks go to. */
  webhooks: string;
  folder: string;
  env: Env;
  /** The page's command that rehearses. */
  rehearsal: string;
  /** Seconds that each command of the page took. */
  times: readonly { command: string; seconds: number }[];
  /** As if the server was killed. */
  restart(): Promise<void>;
  /** A call of staff. */
  admin(query: string, variables?: Variables): Promise<Body>;
  /** Makes an account of a customer; returns its e-mail address. */
  account(emailAddress: string): Promise<string>;
  /** A new customer with an order of mugs, an address and a parcel. */
  customer(options?: CartOptions): Promise<Customer>;
  /** The order with its payments, refunds and lines, as staff see it. */
  order(code: string): Promise<Body>;
  /** The notes for staff in its history. */
  notes(code: string): Promise<string[]>;
  /** What the shop's journal has for a payment. */
  balance(merchantReference: string): Promise<number>;
}

export interface CartOptions {
  mugs?: number;
  product?: 'Mug' | 'Sticker';
  currency?: keyof typeof COUNTRY;
  /** Signs in as this customer. Default: a guest. */
  account?: string;
}

/** A page of the cashier, as the shop answers it. */
export interface Page {
  url: string;
  transactionId: string;
  merchantReference: string;
}

export interface Customer {
  code: string;
  shop(query: string, variables?: Variables): Promise<Body>;
  /** A page for what is open of the order. */
  begin(method?: 'later' | 'now'): Promise<Page>;
}

const LOGIN = `mutation ($username: String!, $password: String!) {
  login(username: $username, password: $password) { __typename }
}`;

const ORDER = `id code state active totalWithTax currencyCode
  lines { id quantity unitPriceWithTax }
  payments { id state amount transactionId method refunds { id state total transactionId } }`;

/** Plays the page's commands; only the addresses and the secrets are the test's. */
export async function openVendureShop(
  t: Pick<TestContext, 'after'>,
  tollgate: TestGateway,
  brand: TestBrand,
): Promise<VendureShop> {
  const place = shopFolder(t, 'vendure');
  symlinkSync(REPOSITORY, join(place, 'tollgate'));
  const folder = join(place, 'shop');
  mkdirSync(folder);
  const database = await createTestDatabase({ empty: true });
  t.after(() => database.drop());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const storeUrl = `http://127.0.0.1:${await freePort()}`;
  const env = {
    DATABASE_URL: database.databaseUrl,
    COOKIE_SECRET: 'a secret of the tests for cookies',
    ADMIN_PASSWORD: PASSWORD,
    VENDURE_URL: url,
    STORE_URL: storeUrl,
    TOLLGATE_URL: tollgate.url,
    TOLLGATE_API_KEY: brand.apiKey,
    TOLLGATE_SIGNING_SECRET: brand.signingSecret,
    VENDURE_DISABLE_TELEMETRY: 'true',
  };
  const times: { command: string; seconds: number }[] = [];
  let rehearsal = '';
  let server: Server | undefined;
  let start = async () => {};
  for (const step of stepsOf('vendure')) {
    if ('file' in step) {
      writeFileSync(join(folder, step.file), step.text);
      continue;
    }
    const { command } = step;
    const begun = Date.now();
    if (command.startsWith('npx tollgate rehearse')) rehearsal = command;
    else if (command === 'node index.js') {
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
  const webhooks = `${url}/tollgate/webhooks`;
  await tollgate.operator('PATCH', `/operator/brands/${brand.brandId}`, { notificationUrl: webhooks });
  return { ...(await shopAt(url, folder)), url, storeUrl, webhooks, folder, env, rehearsal, times, restart };
}

type ShopCalls = Pick<VendureShop, 'admin' | 'account' | 'customer' | 'order' | 'notes' | 'balance'>;

async function shopAt(url: string, folder: string): Promise<ShopCalls> {
  const variants = JSON.parse(readFileSync(join(folder, 'shop.json'), 'utf8'));
  const staff = new Visit(`${url}/admin-api`);
  await staff.ask(LOGIN, { username: 'superadmin', password: PASSWORD });
  const admin = (query: string, variables?: Variables) => staff.ask(query, variables);
  const found = async (code: string, fields: string) => {
    const query = `query ($code: String!) {
      orders(options: { filter: { code: { eq: $code } } }) { items { ${fields} } }
    }`;
    return (await admin(query, { code })).orders.items[0];
  };
  return {
    admin,
    async account(emailAddress) {
      const input = { firstName: 'Ada', lastName: 'Lovelace', emailAddress };
      await admin(
        `mutation ($input: CreateCustomerInput!, $password: String!) {
          createCustomer(input: $input, password: $password) { __typename }
        }`,
        { input, password: PASSWORD },
      );
      return emailAddress;
    },
    async customer({ mugs = 2, product = 'Mug', currency = 'EUR', account } = {}) {
      const visit = new Visit(`${url}/shop-api?currencyCode=${currency}`);
      const shop = (query: string, variables?: Variables) => visit.ask(query, variables);
      if (account) await visit.ask(LOGIN, { username: account, password: PASSWORD });
      const code = await fillOrder(shop, { variant: variants[product], mugs, country: COUNTRY[currency] });
      return {
        code,
        shop,
        async begin(method = 'later') {
          const mutation = `mutation ($method: String!) {
            createTollgatePayment(paymentMethodCode: $method) { url transactionId merchantReference }
          }`;
          return (await shop(mutation, { method })).createTollgatePayment;
        },
      };
    },
    order: (code) => found(code, ORDER),
    async notes(code) {
      const { history } = await found(code, 'history(options: { take: 100 }) { items { type data } }');
      return history.items
        .filter(({ type }: Body) => type === 'ORDER_NOTE')
        .map(({ data }: Body) => data.note as string);
    },
    async balance(merchantReference) {
      const query = 'query ($reference: String!) { tollgateBalance(merchantReference: $reference) }';
      return (await admin(query, { reference: merchantReference })).tollgateBalance;
    },
  };
}

/** Returns the code of the order. */
async function fillOrder(
  shop: Customer['shop'],
  { variant, mugs, country }: { variant: string; mugs: number; country: string },
): Promise<string> {
  const added = await shop(
    `mutation ($variant: ID!, $mugs: Int!) {
      addItemToOrder(productVariantId: $variant, quantity: $mugs) { ... on Order { code } ... on ErrorResult { message } }
    }`,
    { variant, mugs },
  );
  const person = `firstName: "Ada", lastName: "Lovelace", emailAddress: "ada-${added.addItemToOrder.code}@shop.example"`;
  const address = `fullName: "Ada Lovelace", streetLine1: "Weg 1", city: "Berlin", postalCode: "10115", countryCode: "${country}"`;
  await shop(`mutation { setCustomerForOrder(input: { ${person} }) { __typename } }`);
  await shop(`mutation { setOrderShippingAddress(input: { ${address} }) { __typename } }`);
  const { eligibleShippingMethods } = await shop('{ eligibleShippingMethods { id } }');
  const method = eligibleShippingMethods[0].id;
  await shop(`mutation { setOrderShippingMethod(shippingMethodId: ["${method}"]) { __typename } }`);
  return added.addItemToOrder.code;
}

/** One person's calls, with their session. */
class Visit {
  readonly #url: string;
  #token: string | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async ask(query: string, variables: Variables = {}): Promise<Body> {
    const answer = await fetch(this.#url, {
      method: 'POST',
      signal: AbortSignal.timeout(CALL_MS),
      headers: {
        'Content-Type': 'application/json',
        ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    this.#token = answer.headers.get('vendure-auth-token') ?? this.#token;
    const { data, errors } = (await answer.json()) as Body;
    if (errors) throw new Error(errors.map(({ message }: Body) => message).join('; '));
    return data;
  }
}
