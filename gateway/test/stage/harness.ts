// A running gateway for a test: own database, free port, real HTTP, and a clock that the test may move. Use
// `startTestGateway(t)`. Everything it started ends with the test, even if the start fails halfway.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import type { ProviderDeclaration } from '@tollgate/provider-kit';
import { pino } from 'pino';
import { buildCashier } from '../../../cashier/build.ts';
import { buildPortal } from '../../../portal/build.ts';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import { type Config, loadConfig } from '../../src/process/config.ts';
import { Gateway } from '../../src/process/gateway.ts';
import { LOG_SERIALIZERS } from '../../src/process/log.ts';
import { atEndOfTests } from './end-of-tests.ts';
import { createTestDatabase, PLAN_LIFETIME_MS } from './harness-database.ts';

export const OPERATOR_TOKEN = 'operator-token-of-the-tests';
export const MASTER_KEY = Buffer.alloc(32, 7);

export const CARD_OPTION_ID = optionsOf('PAYIN').find((option) => option.type === 'CARD')!.id;

/** Tests hash and check a thousand passwords. Only process tests pay the whole cost. */
const CHEAP_PASSWORDS = { memoryKib: 64, passes: 1 };
/** A test calls little at a time. Each connection costs the database server some 20 ms. */
const SPARING = { maxConnections: 3, planLifetimeMs: PLAN_LIFETIME_MS };

export interface TestBrand {
  merchantId: string;
  brandId: string;
  apiKey: string;
  signingSecret: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Raw text of the answer. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely and assert what they find
  body: any;
}

export interface TestGateway {
  gateway: Gateway;
  url: string;
  databaseUrl: string;
  config: Config;
  /** Moves the gateway's clock. */
  advance(ms: number): void;
  now(): Date;
  /** A JSON call; `body` may be raw text. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  operator(method: string, path: string, body?: unknown): Promise<Answer>;
  createBrand(settings?: Record<string, unknown>, merchantId?: string): Promise<TestBrand>;
}

export interface CallOptions {
  apiKey?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface TestGatewayOptions {
  /** Environment variables that override the test defaults. */
  env?: Record<string, string>;
  /** For a second gateway on the first one's database. */
  databaseUrl?: string;
  workers?: boolean;
  /** For a second gateway on the first one's clock. */
  now?: () => Date;
  /** Receives each line of the log, at all levels. */
  lines?: string[];
  /** Providers that brands can connect; they replace the real ones. */
  providerKinds?: readonly ProviderDeclaration[];
  /** `as outside tests`: as many connections as a gateway has there, and plans as young. */
  connections?: 'few' | 'as outside tests';
}

export async function startTestGateway(
  t: Pick<TestContext, 'after'>,
  options: TestGatewayOptions = {},
): Promise<TestGateway> {
  // Ends the last one first. This is a process hook because a test file that fails while it loads runs no hook of the
  // test runner.
  const ends: (() => unknown)[] = [];
  const giveBack = async () => {
    for (const end of ends.splice(0)) await end();
  };
  t.after(giveBack);
  try {
    return await startGateway(options, (end) => ends.unshift(end));
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/**
 * One gateway for all files of a process that ask for the same settings, because starting a gateway costs more than
 * most tests. Each test uses merchants of its own. Nobody may change what the others see: `advance` throws, and the
 * context is frozen. The first test that asks starts it; it ends with the process.
 */
export function sharedTestGateway(options: SharedOptions = {}): () => Promise<TestGateway> {
  const { providerKinds = [], now, ...rest } = options;
  const key = JSON.stringify([rest, providerKinds.map(({ id }) => id)]);
  // If `now` is given, only callers of the returned function share the gateway, because they know its clock.
  const gateways = now ? new Map<string, Promise<TestGateway>>() : shared;
  return () => {
    const started = gateways.get(key) ?? startShared(options);
    gateways.set(key, started);
    return started;
  };
}

/** One gateway for all tests of a file, which run one after the other and may move its clock. It ends with the file. */
export function gatewayOfFile(options: SharedOptions = {}): () => Promise<TestGateway> {
  const ends: (() => unknown)[] = [];
  after(async () => {
    for (const end of ends) await end();
  });
  let started: Promise<TestGateway> | undefined;
  return () => {
    started ??= startTestGateway({ after: (end) => ends.push(end as () => unknown) }, options);
    return started;
  };
}

export type SharedOptions = Pick<TestGatewayOptions, 'env' | 'workers' | 'providerKinds' | 'now'>;

const shared = new Map<string, Promise<TestGateway>>();

async function startShared(options: SharedOptions): Promise<TestGateway> {
  const started = await startTestGateway({ after: (end) => atEndOfTests(end as () => unknown) }, options);
  Object.freeze(started.gateway.context);
  const advance = () => {
    throw new Error('other tests share this gateway: move the clock of gatewayOfFile or startTestGateway');
  };
  return { ...started, advance };
}

/** The gateway needs the built pages before it listens. A full run has built them already; that check takes 6 ms. */
let pages: Promise<unknown> | undefined;

async function startGateway(
  options: TestGatewayOptions,
  atEnd: (end: () => unknown) => void,
): Promise<TestGateway> {
  pages ??= Promise.all([buildCashier(), buildPortal()]);
  await pages;
  const database = options.databaseUrl ? null : await createTestDatabase();
  if (database) atEnd(() => database.drop());
  const databaseUrl = options.databaseUrl ?? database!.databaseUrl;
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-test-'));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    SANDBOX_DELAY_MS: '200',
    ...options.env,
  });
  let offsetMs = 0;
  const now = options.now ?? (() => new Date(Date.now() + offsetMs));
  const gateway = await Gateway.open({
    config,
    secrets: { masterKey: MASTER_KEY, operatorToken: OPERATOR_TOKEN },
    databaseUrl,
    log: options.lines
      ? pino({ level: 'debug', serializers: LOG_SERIALIZERS }, { write: (line) => options.lines!.push(line) })
      : pino({ level: config.logLevel }),
    now,
    passwordCost: CHEAP_PASSWORDS,
    ...(options.connections === 'as outside tests' ? undefined : SPARING),
    ...(options.providerKinds && { providerKinds: options.providerKinds }),
  });
  atEnd(() => gateway.stop());
  const { port } = await gateway.listen();
  if (options.workers !== false) gateway.startWorkers();
  const url = `http://127.0.0.1:${port}`;

  async function call(
    method: string,
    path: string,
    { apiKey, headers, body }: CallOptions = {},
  ): Promise<Answer> {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(apiKey !== undefined && { 'x-api-key': apiKey }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : text,
    };
  }

  let merchants = 0;
  const nextMerchantName = () => {
    merchants++;
    return merchants === 1 ? 'Test Merchant' : `Test Merchant ${merchants}`;
  };

  const operator = (method: string, path: string, body?: unknown) =>
    call(method, path, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` }, body });

  return {
    gateway,
    url,
    databaseUrl,
    config,
    now,
    advance(ms) {
      offsetMs += ms;
    },
    call,
    operator,
    async createBrand(settings = {}, merchantId) {
      const merchant =
        merchantId ??
        (await operator('POST', '/operator/merchants', { name: nextMerchantName() })).body.merchantId;
      const answer = await operator('POST', `/operator/merchants/${merchant}/brands`, {
        name: 'Test Brand',
        ...settings,
      });
      if (answer.status !== 201) throw new Error(`brand not created: ${answer.text}`);
      return { ...answer.body, merchantId: merchant };
    },
  };
}

/** A card pay-in that completes, unless its fields say otherwise. */
export function aCardPayin(fields: Record<string, unknown> = {}, card: Record<string, unknown> = {}) {
  return {
    paymentOptionId: CARD_OPTION_ID,
    currency: 'EUR',
    amount: 25,
    country: 'DE',
    paymentData: {
      cardNumber: '4242424242424242',
      expiryMonth: '12',
      expiryYear: '2035',
      cardCvv: '123',
      cardHolder: 'Ada Lovelace',
      ...card,
    },
    ...fields,
  };
}

const FIRST_PAUSE_MS = 25;
/** Each poll takes processor time from other tests. */
const LONGEST_PAUSE_MS = 100;

/** Polls until the answer is truthy, with growing pauses; fails after `timeoutMs`. */
export async function eventually<T>(
  ask: () => Promise<T> | T,
  timeoutMs = 30_000,
): Promise<Exclude<T, false | null | undefined>> {
  const end = Date.now() + timeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.25, LONGEST_PAUSE_MS)) {
    const answer = await ask();
    if (answer) return answer as Exclude<T, false | null | undefined>;
    if (Date.now() > end)
      throw new Error(`still not so after ${timeoutMs} ms: ${ask.toString().slice(0, 200)}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
