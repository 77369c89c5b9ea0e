// The stage of this folder's tests: a running gateway whose links lead to itself, a shop with a webhook endpoint, and a
// browser. `visit` is one shopper; at its end the page must have no error, no request to another address, and no
// sensitive data left.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after } from 'node:test';
import type { Browser, BrowserContextOptions, ConsoleMessage, Locator, Page } from 'playwright-core';
import { verifyLedger } from '../../src/actions/ledger/verify-ledger.ts';
import { type Link, openSession, redirected } from '../http/cashier/shopper.ts';
import { atEndOfTests } from '../stage/end-of-tests.ts';
import {
  eventually,
  sharedTestGateway,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../stage/harness.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../stage/webhook-receiver.ts';
import { launchChromium } from './chromium.ts';
import { KeptPages } from './kept-pages.ts';

export const DESKTOP = { viewport: { width: 1280, height: 800 } } as const;
export const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true } as const;

export const SHOP = 'https://shop.example';
/** Long enough for a busy shared machine. */
const PATIENCE_MS = 30_000;
/** No page may keep it, log it or put it into an address. */
const SECURITY_CODE = '739';

export const CARD = {
  number: '4242 4242 4242 4242',
  expiry: '12 / 35',
  code: SECURITY_CODE,
  holder: 'Ada Lovelace',
} as const;

/** Everything that was started ends through this. */
type Started = Parameters<typeof startTestGateway>[0];

export interface Stage {
  /** For more gateways on the same database. */
  t: Started;
  tollgate: TestGateway;
  brand: TestBrand;
  browser: Browser;
  webhooks: WebhookReceiver;
  /** Another brand with the same webhook receiver. */
  addBrand(settings: Record<string, unknown>): Promise<TestBrand>;
  /** POST /payment-session, or /payout-session; by default for `brand`. */
  session(fields?: Record<string, unknown>, kind?: 'payment' | 'payout', of?: TestBrand): Promise<Link>;
  /** A v3 request that continues in the cashier. */
  direct(fields: Record<string, unknown>, path?: string): Promise<Link>;
  /** Opens the link as a new shopper and waits for the page. */
  visit(link: Link, given: Given, use: (page: Page) => Promise<void>): Promise<void>;
  /** Completes at once what is on its way, instead of waiting for a simulated network. */
  settle(link: Link, outcome?: string): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read records freely and assert what they find
  record(link: Link): Promise<any>;
  /** It was paid once: one successful try, one transfer, one signed webhook that says so. */
  paidOnce(link: Link, triesBefore?: number): Promise<void>;
  /** No money has moved. `tries`: number of tries, all unsuccessful. */
  unpaid(link: Link, status: string, errorCode: string | null, tries: number): Promise<void>;
}

export interface Given extends BrowserContextOptions {
  /** Console errors that belong to the test: a connection cut on purpose, an answer that is no 200. */
  expected?: RegExp;
  /** Runs before the page opens. */
  before?: (page: Page) => Promise<unknown>;
  /** On a page that no other visit uses, because `use` does what stays with a page. So are visits with `before`. */
  alone?: boolean;
  /** Another gateway on the same database. */
  at?: string;
  /** Whether a paid page returns to the shop by itself. */
  returns?: boolean;
  /** The origins of the providers' pages to which the shopper is sent. */
  providers?: readonly string[];
}

interface Running {
  tollgate: TestGateway;
  browser: Browser;
  webhooks: WebhookReceiver;
  pages: KeptPages;
}

/**
 * Once in a file, before its tests. The files of a process share the gateway, the browser and the receiver; each file
 * has a brand of its own.
 */
export async function openStage(): Promise<Stage> {
  const t = { after: (end: () => unknown) => atEndOfTests(end) } as unknown as Started;
  running ??= run(async (env) => await sharedTestGateway({ env })(), t);
  return await stageOn(await running, t);
}

let running: Promise<Running> | undefined;

/** For a file that moves the clock or connects providers: nothing is shared, and everything ends with the file. */
export async function openOwnStage(): Promise<Stage> {
  const ends: (() => unknown)[] = [];
  const t = { after: (end: () => unknown) => void ends.unshift(end) } as unknown as Started;
  const giveBack = async () => {
    for (const end of ends.splice(0)) await end();
  };
  try {
    const stage = await stageOn(await run(async (env) => await startTestGateway(t, { env }), t), t);
    after(giveBack);
    return stage;
  } catch (error) {
    await giveBack();
    throw error;
  }
}

async function run(
  start: (env: Record<string, string>) => Promise<TestGateway>,
  t: Started,
): Promise<Running> {
  const port = await freePort();
  const launching = launchChromium();
  const [browser, tollgate, webhooks] = await Promise.all([
    launching,
    start({
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      // No payment completes before a test has looked at the waiting screen.
      SANDBOX_DELAY_MS: '600000',
    }),
    startWebhookReceiver(t),
  ]).catch(async (error) => {
    await (await launching.catch(() => null))?.close();
    throw error;
  });
  t.after(() => browser.close());
  const pages = new KeptPages(browser, tollgate.url, async (context) => {
    context.setDefaultTimeout(PATIENCE_MS);
    // The shop has its own page, with nothing of ours.
    await context.route(`${SHOP}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Shop</title>The shop' }),
    );
  });
  return { browser, tollgate, webhooks, pages };
}

async function stageOn({ tollgate, browser, webhooks, pages }: Running, t: Started): Promise<Stage> {
  async function addBrand(settings: Record<string, unknown>): Promise<TestBrand> {
    const added = await tollgate.createBrand({ notificationUrl: webhooks.url, ...settings });
    webhooks.secrets.push(added.signingSecret);
    return added;
  }
  const brand = await addBrand({ name: 'Demo Shop' });
  /** Transaction id → its brand, if it is not `brand`. */
  const owners = new Map<string, TestBrand>();
  const { sql } = tollgate.gateway.context;

  async function record({ id }: Link) {
    const { apiKey } = owners.get(id) ?? brand;
    const answer = await tollgate.call('GET', `/payments/${id}`, { apiKey });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  /** Started attempts, declined attempts, transfers of money, transactions of the same order. */
  async function counts(link: Link) {
    const { merchantReference } = await record(link);
    const { merchantId } = owners.get(link.id) ?? brand;
    const [row] = await sql`
      select attempts,
        (select count(*)::int from declined_attempts where merchant_id = ${merchantId} and transaction_id = ${link.id}) as declined,
        (select count(*)::int from transfers where merchant_id = ${merchantId} and transaction_id = ${link.id}) as transfers,
        (select count(*)::int from transactions
          where merchant_id = ${merchantId} and merchant_reference = ${merchantReference}) as orders
      from transactions where merchant_id = ${merchantId} and id = ${link.id}`;
    return { ...row };
  }

  async function waitForEvent(link: Link, last: string): Promise<void> {
    const events = () => webhooks.received.filter(({ body }) => body.transactionId === link.id);
    await eventually(() => events().some(({ body }) => body.eventType === last), PATIENCE_MS);
    assert.ok(events().every((event) => event.signatureValid));
    const ends = events().filter(({ body }) => /\.(completed|declined|error)$/.test(body.eventType));
    assert.deepEqual([...new Set(ends.map(({ body }) => body.eventType))], [last]);
    assert.equal(new Set(ends.map(({ body }) => body.eventId)).size, 1);
  }

  const stage: Stage = {
    t,
    tollgate,
    brand,
    browser,
    webhooks,
    addBrand,
    record,
    async session(fields, kind, of = brand) {
      const opened = await openSession(tollgate, of, { redirectUrl: `${SHOP}/done`, ...fields }, kind);
      owners.set(opened.id, of);
      return opened;
    },
    direct: (fields, path) => redirected(tollgate, brand, { redirectUrl: `${SHOP}/done`, ...fields }, path),
    async visit(link, given, use) {
      const { expected, before, alone = false, at, returns = false, providers = [], ...options } = given;
      const settings = { ...DESKTOP, ...options, stays: !returns };
      const isKept = !alone && before === undefined && at === undefined;
      const page = await (isKept ? pages.take(settings) : pages.open(settings));
      const context = page.context();
      const seen = watch(context.pages.bind(context), link, at ?? tollgate.url, providers);
      seen.page(page);
      context.on('page', seen.page);
      try {
        await before?.(page);
        await page.goto((at ?? tollgate.url) + link.path);
        await page.locator('.page:not(.skeleton) h1').waitFor();
        await use(page);
        await seen.nothingBad(expected);
      } catch (error) {
        await context.close();
        throw error;
      }
      context.off('page', seen.page);
      await pages.giveBack(page);
    },
    async settle({ id }, outcome = 'COMPLETED') {
      const answer = await tollgate.call('POST', `/sandbox/transactions/${id}/outcome`, {
        apiKey: brand.apiKey,
        body: { outcome },
      });
      assert.equal(answer.status, 200, answer.text);
    },
    async paidOnce(link, triesBefore = 0) {
      const { type } = await eventually(async () => {
        const now = await record(link);
        return now.status === 'COMPLETED' && now;
      }, PATIENCE_MS);
      const found = await counts(link);
      const isPayin = type === 'PAYIN';
      assert.deepEqual(found, {
        attempts: isPayin ? triesBefore + 1 : found.attempts,
        declined: triesBefore,
        // A payout reserves first.
        transfers: isPayin ? 1 : 2,
        orders: 1,
      });
      await waitForEvent(link, `${type.toLowerCase()}.completed`);
    },
    async unpaid(link, status, errorCode, tries) {
      const now = await record(link);
      assert.deepEqual([now.status, now.errorCode], [status, errorCode]);
      const { attempts, transfers, orders } = await counts(link);
      assert.deepEqual({ attempts, transfers, orders }, { attempts: tries, transfers: 0, orders: 1 });
    },
  };
  after(async () => assert.deepEqual((await verifyLedger(sql)).faults, []));
  return stage;
}

/**
 * Notices errors in a context and its requests to other addresses. Providers' own pages may request more from their
 * own.
 */
function watch(pages: () => Page[], link: Link, url: string, providers: readonly string[]) {
  const isAtProvider = (address: string) => providers.some((origin) => address.startsWith(`${origin}/`));
  const faults: string[] = [];
  const written: string[] = [];
  const asked: string[] = [];
  const page = (opened: Page) => {
    opened.on('pageerror', (error) => faults.push(`page error: ${error.stack ?? error}`));
    opened.on('console', (message: ConsoleMessage) => {
      written.push(message.text());
      const isBad = message.type() === 'error' || /content security policy|integrity/i.test(message.text());
      if (isBad) faults.push(`console: ${message.text()}`);
    });
    opened.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url())) asked.push(request.url());
      const { referer } = request.headers();
      if (referer !== undefined && !isAtProvider(referer))
        faults.push(`${request.url()} was told of ${referer}`);
    });
  };
  async function nothingBad(expected?: RegExp): Promise<void> {
    assert.deepEqual(
      faults.filter((fault) => !expected?.test(fault)),
      [],
    );
    const elsewhere = asked.filter(
      (one) => !one.startsWith(`${url}/`) && !one.startsWith(`${SHOP}/`) && !isAtProvider(one),
    );
    assert.deepEqual(elsewhere, [], 'nothing is asked of another address');
    for (const address of asked) {
      const { pathname, search } = new URL(address);
      if (!pathname.startsWith(link.path)) assert.ok(!address.includes(link.token), address);
      assert.ok(!holdsCard(pathname + search), address);
    }
    assert.ok(!written.some((text) => text.includes(link.token) || holdsCard(text)), String(written));
    for (const opened of pages()) {
      assert.ok(!holdsCard(opened.url()), opened.url());
      if (!opened.url().startsWith(`${url}/cashier/`)) continue;
      const kept = await opened.evaluate<Record<string, string>>(
        '({ ...localStorage, ...sessionStorage, cookies: document.cookie })',
      );
      const { cookies, language = 'en', 'tollgate-last-option': lastUsed, ...others } = kept;
      assert.deepEqual([cookies, others], ['', {}]);
      assert.match(language, /^[a-z]{2}$/);
      if (lastUsed !== undefined) assert.match(lastUsed, /^[0-9a-f-]{36}$/);
    }
  }
  return { page, nothingBad };
}

/** Not within a longer word: ids are random, and some have sixteen digits in a row. */
const holdsCard = (text: string) =>
  /(?<![0-9a-z])[45]\d{3}([ +]|%20)?\d{4}\1\d{4}\1\d{4}(?![0-9a-z])|[?&=]739\b/.test(text);

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** With the finger on a phone, otherwise with the mouse. */
export async function press(target: Locator): Promise<void> {
  const { width } = target.page().viewportSize()!;
  await (width < 500 ? target.tap() : target.click());
}

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('link', { name, exact: true });

/** Waits until a screen has this heading. */
export async function heading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Opens a method of the list. */
export async function choose(page: Page, method: string): Promise<void> {
  await press(page.getByRole('radio', { name: method, exact: true }));
}

export async function typeCard(
  page: Page,
  number: string = CARD.number,
  code: string = CARD.code,
): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill(CARD.expiry);
  await page.getByLabel('Security code').fill(code);
  await page.getByLabel('Name on card').fill(CARD.holder);
}

/** Counts the calls of a kind that leave the page. */
export function counted(page: Page, call: string): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pathname.endsWith(`/${call}`)) sent.push(request.url());
  });
  return sent;
}
