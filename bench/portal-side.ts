// The cost of the portal with the seeded million: the time until its first pages show figures in a browser, and the
// time of an export of everything while card pay-ins go on. Starts its own gateway and browser.
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Sql } from '../gateway/src/storage/database/database.ts';
import { launchChromium } from '../gateway/test/browser/chromium.ts';
import { startChild } from './children.ts';
import { type Distribution, distribution } from './distribution.ts';
import type { GatewayPlan } from './gateway-process.ts';
import { signInOwner } from './portal-user.ts';
import { cpuSeconds, memoryOf } from './probes/machine.ts';
import type { SeededMerchant } from './seeds/seed-listing.ts';

const OPERATOR_TOKEN = 'bench-operator-token-0123456789abcdef';

/** Milliseconds from the address to the first rows or figures. */
export interface PageTimes {
  name: string;
  /** The browser's cache is empty. */
  first: Distribution & { min: number };
  /** The browser's cache has the program. */
  again: Distribution & { min: number };
}

interface ExportRun {
  format: 'csv' | 'xlsx';
  rows: number;
  megabytes: number;
  seconds: number;
  /** Processor time of the gateway, pay-ins included. */
  gatewaySeconds: number;
  residentMb: { before: number; most: number };
  /** Card pay-ins meanwhile, at a fixed rate. */
  payins: Distribution;
  /** A request without the database: how long the event loop delays it. */
  health: Distribution;
}

export interface PortalSide {
  pages: PageTimes[];
  exports: ExportRun[];
  /** The same at rest. */
  rest: Pick<ExportRun, 'payins' | 'health'>;
}

export async function measurePortal(
  sql: Sql,
  databaseUrl: string,
  merchant: SeededMerchant,
  say: (line: string) => void,
): Promise<PortalSide> {
  const plan: GatewayPlan = {
    databaseUrl,
    masterKey: randomBytes(32).toString('base64'),
    operatorToken: OPERATOR_TOKEN,
    httpOnly: false,
  };
  const gateway = await startChild('gateway-process.ts');
  try {
    const { port } = await gateway.ask<{ port: number }>('begin', plan);
    const url = `http://localhost:${port}`;
    const cookie = await signInOwner(sql, merchant.merchantId, url);
    const pages = await openPages(url, cookie, merchant.brandId, say);
    const pay = await payer(url);
    await probe(pay, url, sleep(2_000));
    const rest = await probe(pay, url, sleep(8_000));
    const exports = [];
    for (const format of ['csv', 'xlsx'] as const) {
      exports.push(
        await exportAll({ pid: gateway.pid, url, cookie, brandId: merchant.brandId }, format, pay),
      );
      say(JSON.stringify(exports.at(-1)));
    }
    return { pages, exports, rest };
  } finally {
    await gateway.stop();
  }
}

const VISITS = 6;
const PAGES = [
  ['overview', '', 'main h1'],
  ['transactions', '/transactions', 'main tbody tr td'],
] as const;

/** In the page: the time until the requested content exists and is drawn. */
const stopwatch = (shown: string) => `
  window.shownAfter = null;
  const look = () => {
    const waits = document.querySelector('main [aria-busy=true], main .mantine-Skeleton-root');
    if (!document.querySelector('${shown}') || waits) return requestAnimationFrame(look);
    requestAnimationFrame(() => { window.shownAfter = performance.now(); });
  };
  requestAnimationFrame(look);`;

async function openPages(url: string, cookie: string, brandId: string, say: (line: string) => void) {
  const browser = await launchChromium();
  const found: PageTimes[] = [];
  try {
    for (const [name, path, shown] of PAGES) {
      const [first, again]: [number[], number[]] = [[], []];
      // The very first one warms up the gateway.
      for (let i = 0; i <= VISITS; i++) {
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
        await context.addInitScript(stopwatch(shown));
        const [cookieName, value] = cookie.split(/=(.*)/s);
        await context.addCookies([{ name: cookieName!, value: value!, url }]);
        const page = await context.newPage();
        for (const times of [first, again]) {
          await page.goto(`${url}/portal/b/${brandId}${path}`, { waitUntil: 'commit' });
          const took = await shownAfter(page);
          if (i > 0) times.push(took);
        }
        await context.close();
      }
      const spread = (times: number[]) => ({ ...distribution(times), min: Math.min(...times) });
      found.push({ name, first: spread(first), again: spread(again) });
      for (const [kind, times] of Object.entries({ first, again }))
        say(
          `${name}, ${kind}: ${times
            .map(Math.round)
            .toSorted((a, b) => a - b)
            .join(' ')} ms`,
        );
    }
  } finally {
    await browser.close();
  }
  return found;
}

/** Asked repeatedly: the page's policy forbids waiting for a condition within it. */
async function shownAfter(page: Page): Promise<number> {
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    const took = await page.evaluate<number | null>('window.shownAfter ?? null');
    if (took !== null) return took;
    await sleep(100);
  }
  throw new Error(`${page.url()} did not show anything`);
}

type Pay = () => Promise<void>;

/** Card pay-ins of another merchant, which has none yet. */
async function payer(url: string): Promise<Pay> {
  const call = async (path: string, headers: Record<string, string>, body?: object) => {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const { merchantId } = await call('/operator/merchants', operator, { name: 'Payer' });
  const { apiKey } = await call(`/operator/merchants/${merchantId}/brands`, operator, {
    name: 'Payer',
    risk: 'off',
  });
  const key = { 'x-api-key': apiKey };
  const options: { id: string; type: string }[] = await call('/v3/payment-options', key);
  const paymentOptionId = options.find(({ type }) => type === 'CARD')!.id;
  const paymentData = {
    cardNumber: '4242424242424242',
    expiryMonth: '12',
    expiryYear: '2035',
    cardCvv: '123',
    cardHolder: 'Ada Lovelace',
  };
  return async () => {
    const merchantReference = randomUUIDv7();
    const body = {
      paymentOptionId,
      currency: 'EUR',
      amount: 10,
      country: 'DE',
      merchantReference,
      paymentData,
    };
    await call('/v3/payment', key, body);
  };
}

const PAYINS_EVERY_MS = 20;
const HEALTH_EVERY_MS = 20;

/** Both run at a fixed rate until `during` ends, however long the former requests take. */
async function probe(pay: Pay, url: string, during: Promise<unknown>) {
  let over = false;
  const timed = async (ask: () => Promise<unknown>, everyMs: number) => {
    const times: number[] = [];
    const asked: Promise<unknown>[] = [];
    while (!over) {
      const began = performance.now();
      asked.push(ask().then(() => times.push(performance.now() - began)));
      await sleep(everyMs);
    }
    await Promise.all(asked);
    return distribution(times);
  };
  const health = async () => (await fetch(`${url}/health/live`)).arrayBuffer();
  const [payins, healths] = await Promise.all([
    timed(pay, PAYINS_EVERY_MS),
    timed(health, HEALTH_EVERY_MS),
    during.finally(() => {
      over = true;
    }),
  ]);
  return { payins, health: healths };
}

async function exportAll(
  { pid, url, cookie, brandId }: { pid: number; url: string; cookie: string; brandId: string },
  format: 'csv' | 'xlsx',
  pay: Pay,
): Promise<ExportRun> {
  const before = memoryOf(pid).residentMb;
  const cpuBefore = cpuSeconds(pid);
  const began = performance.now();
  let [rows, bytes, most] = [0, 0, before];
  const whole = async () => {
    const path = `/portal/api/brands/${brandId}/transactions/export?format=${format}&progress=true`;
    const response = await fetch(url + path, { headers: { cookie } });
    if (!response.ok) throw new Error(`the export answered ${response.status}: ${await response.text()}`);
    let head = Buffer.alloc(0);
    let left = 0;
    for await (const chunk of response.body!) {
      bytes += chunk.length;
      most = Math.max(most, memoryOf(pid).residentMb);
      for (let at = 0; at < chunk.length; ) {
        const taken = Math.min(left > 0 ? left : 8 - head.length, chunk.length - at);
        if (left > 0) left -= taken;
        else head = Buffer.concat([head, chunk.subarray(at, at + taken)]);
        at += taken;
        if (head.length < 8) continue;
        [left, rows] = [head.readUInt32BE(0), head.readUInt32BE(4)];
        head = Buffer.alloc(0);
      }
    }
  };
  const probed = await probe(pay, url, whole());
  return {
    format,
    rows,
    megabytes: bytes / 1e6,
    seconds: (performance.now() - began) / 1_000,
    gatewaySeconds: cpuSeconds(pid) - cpuBefore,
    residentMb: { before, most },
    ...probed,
  };
}
