// A fresh shop of Vendure on the test server's database, made by the commands and files of its page in the guide.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { TestBrand, TestGateway } from '../../../gateway/test/stage/harness.ts';
import { createTestDatabase } from '../../../gateway/test/stage/harness-database.ts';
import { stepsOf } from './guide-commands.ts';
import { freePort, runLine, serve } from './programs.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const ADMIN_PASSWORD = 'a-long-password';

// biome-ignore lint/suspicious/noExplicitAny: tests read the shop's answers freely and assert what they find
type Body = any;
type Variables = Record<string, unknown>;
type Currency = 'EUR' | 'JPY' | 'KWD';

const COUNTRY: Readonly<Record<Currency, string>> = { EUR: 'DE', JPY: 'JP', KWD: 'KW' };

export interface VendureShop {
  url: string;
  folder: string;
  admin(query: string, variables?: Variables): Promise<Body>;
  /** A token of the Admin API. */
  token: string;
  /** A new customer with an order of mugs, an address and a parcel: 10 each and 5 for the parcel. */
  customer(options?: CartOptions): Promise<Customer>;
  /** The order with its payments, refunds and lines, as staff see it. */
  order(code: string): Promise<Body>;
  /** The notes in its history, oldest first. */
  notes(code: string): Promise<string[]>;
}

export interface CartOptions {
  mugs?: number;
  product?: 'Mug' | 'Sticker';
  currency?: Currency;
}

export interface Customer {
  code: string;
  shop(query: string, variables?: Variables): Promise<Body>;
  /** A cashier page for what is open of the order. */
  begin(method?: 'later' | 'now'): Promise<{ url: string; transactionId: string; merchantReference: string }>;
}

const ORDER = `id code state active totalWithTax currencyCode
  lines { id quantity unitPriceWithTax }
  payments { id state amount transactionId method refunds { id state total transactionId } }`;

/** Plays the page's commands; only the addresses and the secrets are the test's. */
export async function openVendureShop(
  t: Pick<TestContext, 'after'>,
  tollgate: TestGateway,
  brand: TestBrand,
  storeUrl: string,
): Promise<VendureShop> {
  const place = mkdtempSync(join(tmpdir(), 'tollgate-vendure-'));
  t.after(() => rmSync(place, { recursive: true, force: true }));
  symlinkSync(REPOSITORY, join(place, 'tollgate'));
  const folder = join(place, 'shop');
  mkdirSync(folder);
  const database = await createTestDatabase({ empty: true });
  t.after(() => database.drop());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DATABASE_URL: database.databaseUrl,
    COOKIE_SECRET: 'a secret of the tests for cookies',
    ADMIN_PASSWORD,
    STORE_URL: storeUrl,
    TOLLGATE_URL: tollgate.url,
    TOLLGATE_API_KEY: brand.apiKey,
    TOLLGATE_SIGNING_SECRET: brand.signingSecret,
    PORT: String(port),
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  };
  for (const step of stepsOf('vendure')) {
    if ('file' in step) writeFileSync(join(folder, step.file), step.text);
    else if (step.command === 'node index.js')
      { const server = await serve(t, step.command, { folder, env, url: `${url}/health` }); if (process.env.DEV44) t.after(() => writeFileSync('/tmp/v44/server.log', server.output())); }
    else {
      const began = Date.now();
      if (process.env.DEV44 && step.command.startsWith('npm install @vendure')) await runLine(`cp -al ${process.env.DEV44}/node_modules node_modules && cp ${process.env.DEV44}/package*.json .`, folder, env);
      else await runLine(step.command, folder, env);
      console.log(step.command.slice(0, 40), Date.now() - began);
    }
  }
  await tollgate.operator('PATCH', `/operator/brands/${brand.brandId}`, {
    notificationUrl: `${url}/tollgate/webhooks`,
  });
  return await shopAt(url, folder);
}

async function shopAt(url: string, folder: string): Promise<VendureShop> {
  const variants = JSON.parse(readFileSync(join(folder, 'shop.json'), 'utf8'));
  const staff = new Visit(`${url}/admin-api`);
  const login = `mutation ($username: String!, $password: String!) {
    login(username: $username, password: $password) { __typename }
  }`;
  await staff.ask(login, { username: 'superadmin', password: ADMIN_PASSWORD });
  const admin = (query: string, variables?: Variables) => staff.ask(query, variables);
  const found = async (code: string, fields: string) => {
    const query = `query ($code: String!) {
      orders(options: { filter: { code: { eq: $code } } }) { items { ${fields} } }
    }`;
    return (await admin(query, { code })).orders.items[0];
  };
  return {
    url,
    folder,
    admin,
    token: staff.token!,
    async customer({ mugs = 2, product = 'Mug', currency = 'EUR' } = {}) {
      const visit = new Visit(`${url}/shop-api?currencyCode=${currency}`);
      const shop = (query: string, variables?: Variables) => visit.ask(query, variables);
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

export class GraphqlError extends Error {}

/** One person's calls, with their session. */
class Visit {
  readonly #url: string;
  token: string | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async ask(query: string, variables: Variables = {}): Promise<Body> {
    const answer = await fetch(this.#url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    this.token = answer.headers.get('vendure-auth-token') ?? this.token;
    const { data, errors } = (await answer.json()) as Body;
    if (errors) throw new GraphqlError(errors.map(({ message }: Body) => message).join('; '));
    return data;
  }
}
