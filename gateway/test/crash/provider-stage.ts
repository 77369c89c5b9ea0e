// A gateway in a process that tests may kill, with one brand at Adyen's stand-in and one at Stripe's, for
// provider-kills.ts and provider-guards.test.ts. The stand-ins run in this process and survive the kill: they know what
// was charged. Everything ends with the test.
import type { TestContext } from 'node:test';
import { verifyLedger } from '../../src/actions/ledger/verify-ledger.ts';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import { openDatabase, type Sql } from '../../src/storage/database/database.ts';
import type { Event } from '../providers/adyen/stand-in/books.ts';
import { AdyenStandIn, API_KEY, HMAC_KEY, MERCHANT_ACCOUNT } from '../providers/adyen/stand-in/stand-in.ts';
import { StripeStandIn } from '../providers/stripe/stand-in/stand-in.ts';
import { eventually, MASTER_KEY, OPERATOR_TOKEN } from '../stage/harness.ts';
import { createTestDatabase } from '../stage/harness-database.ts';
import { GatewayChild, type Reply } from './gateway-child.ts';
import type { Change } from './mutants.ts';

export type At = 'adyen' | 'stripe';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely and assert what they find
type Json = any;

interface Shop {
  brandId: string;
  apiKey: string;
  /** The account's notification path, without the origin. */
  notificationPath: string;
}

/** Longer than any wait here, even on a busy machine. */
const PATIENCE_MS = 60_000;

export class ProviderStage {
  readonly adyen: AdyenStandIn;
  readonly stripe: StripeStandIn;
  readonly sql: Sql;
  readonly #databaseUrl: string;
  readonly #shops = new Map<At, Shop>();
  #child: GatewayChild;
  #clockOffsetMs = 0;

  static async open(t: Pick<TestContext, 'after'>, change?: Change): Promise<ProviderStage> {
    const database = await createTestDatabase();
    const adyen = await AdyenStandIn.open();
    let stage: ProviderStage | null = null;
    const stripe = await StripeStandIn.start({ now: () => stage?.now() ?? new Date() });
    stage = new ProviderStage(database.databaseUrl, adyen, stripe, change);
    const opened = stage;
    t.after(async () => {
      stripe.faults.clear();
      await opened.#child.kill();
      await Promise.all([adyen.close(), stripe.close()]);
      await opened.sql.end({ timeout: 1 });
      await database.drop();
    });
    await opened.#child.start();
    await opened.#openShop('adyen', {
      endpoint: adyen.url,
      credentials: { apiKey: API_KEY, merchantAccount: MERCHANT_ACCOUNT, hmacKeys: [HMAC_KEY] },
    });
    await opened.#openShop('stripe', {
      endpoint: stripe.origin,
      credentials: { secretKey: stripe.secretKey, webhookSecrets: [stripe.webhookSecret] },
    });
    return opened;
  }

  private constructor(databaseUrl: string, adyen: AdyenStandIn, stripe: StripeStandIn, change?: Change) {
    this.#databaseUrl = databaseUrl;
    this.adyen = adyen;
    this.stripe = stripe;
    this.sql = openDatabase(databaseUrl, { maxConnections: 2 });
    this.#child = this.#newChild(change);
  }

  now(): Date {
    return new Date(Date.now() + this.#clockOffsetMs);
  }

  /** SIGKILL, unless it has killed itself. */
  async kill(): Promise<void> {
    await this.#child.kill();
  }

  /** Waits until it has killed itself. */
  async died(): Promise<void> {
    await this.#child.died();
    await this.#child.kill();
  }

  /** Starts a new process on the same database, with its clock this much later. */
  async startAgain(change: Change | undefined, laterMs: number): Promise<void> {
    await this.kill();
    this.#clockOffsetMs += laterMs;
    this.#child = this.#newChild(change);
    await this.#child.start();
  }

  async passTime(ms: number): Promise<void> {
    this.#clockOffsetMs += ms;
    await this.#child.moveClock(this.#clockOffsetMs);
  }

  /** Pays with a method that needs only the shopper's decision. null: no answer. */
  pay(at: At, amount: number, fields: object = {}): Promise<Reply | null> {
    const body = {
      paymentOptionId: optionsOf('PAYIN').find(({ method }) => method === 'ideal')!.id,
      country: 'NL',
      currency: 'EUR',
      amount,
      merchantReference: `order-${amount}`,
      redirectUrl: 'https://shop.example/done',
      ...fields,
    };
    return this.#asMerchant(at, 'POST', '/v3/payment', body);
  }

  refund(at: At, amount: number): Promise<Reply | null> {
    const body = { merchantReference: `order-${amount}`, refundReference: `refund-${amount}` };
    return this.#asMerchant(at, 'POST', '/refund/by-reference', body);
  }

  capture(at: At, amount: number, fields: object): Promise<Reply | null> {
    return this.#asMerchant(at, 'POST', '/capture-payment', {
      merchantReference: `order-${amount}`,
      ...fields,
    });
  }

  /** The record of the order with this amount, which is unique here; undefined: there is none. */
  async record(at: At, amount: number): Promise<Json> {
    const reply = await this.#asMerchant(at, 'GET', `/payments?merchantReference=order-${amount}`);
    return reply === null ? undefined : JSON.parse(reply.text)[0];
  }

  async becomes(at: At, amount: number, fits: (record: Json) => boolean): Promise<Json> {
    let last: Json;
    try {
      return await eventually(async () => {
        last = await this.record(at, amount);
        return last !== undefined && fits(last) && last;
      }, PATIENCE_MS);
    } catch {
      throw new Error(`order-${amount} ended so: ${JSON.stringify(last)}\n${this.#child.log()}`);
    }
  }

  browse(address: string): Promise<Reply | null> {
    const { pathname, search } = new URL(address);
    return this.#child.call('GET', pathname + search);
  }

  /** Posts Adyen's events. `to`: another account than the first one. The gateway may be down. */
  async tellAdyen(events: readonly Event[] = this.adyen.books.events.splice(0), to?: string): Promise<void> {
    const url = `${this.#child.url}${to ?? this.#shops.get('adyen')!.notificationPath}`;
    await this.adyen.deliver({ url, hmacKey: HMAC_KEY }, events).catch(() => null);
  }

  /** Posts every Stripe event that has not arrived. */
  async tellStripe(): Promise<void> {
    const { books, sender } = this.stripe;
    sender.notificationUrl = `${this.#child.url}${this.#shops.get('stripe')!.notificationPath}`;
    for (const event of books.events.filter(({ delivered }) => !delivered)) {
      await sender.send(event).catch(() => null);
    }
  }

  /** Connects the brand again, or to another provider as well. Returns the account's notification path. */
  async connect(at: At, body: object, provider: At = at): Promise<string> {
    const { brandId } = this.#shops.get(at)!;
    const account = await this.#asOperator('PUT', `/operator/brands/${brandId}/providers/${provider}`, {
      environment: 'test',
      ...body,
    });
    return new URL(account.notificationUrl).pathname;
  }

  /** Waits until no notification is waiting. Returns their states. */
  async judged(at: At): Promise<Json[]> {
    const path = `/operator/brands/${this.#shops.get(at)!.brandId}/provider-notifications`;
    return await eventually(async () => {
      const notes: Json[] = await this.#asOperator('GET', path);
      return notes.every(({ state }) => state !== 'waiting') && notes;
    }, PATIENCE_MS);
  }

  /** Hands in a settlement report. null: no answer. */
  takeReport(at: At, report: string): Promise<Reply | null> {
    const path = `/operator/brands/${this.#shops.get(at)!.brandId}/settlements?provider=${at}`;
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'text/csv' };
    return this.#child.call('POST', path, { headers, body: report });
  }

  async ledgerFaults(): Promise<string[]> {
    return (await verifyLedger(this.sql)).faults;
  }

  log(): string {
    return this.#child.log();
  }

  async #openShop(at: At, account: object): Promise<void> {
    const { merchantId } = await this.#asOperator('POST', '/operator/merchants', { name: at });
    const brands = `/operator/merchants/${merchantId}/brands`;
    const { brandId, apiKey } = await this.#asOperator('POST', brands, { name: `Shop at ${at}` });
    this.#shops.set(at, { brandId, apiKey, notificationPath: '' });
    this.#shops.get(at)!.notificationPath = await this.connect(at, account);
  }

  #asMerchant(at: At, method: 'GET' | 'POST', path: string, body?: object): Promise<Reply | null> {
    const headers = { 'x-api-key': this.#shops.get(at)!.apiKey };
    return this.#child.call(method, path, { headers, ...(body && { body: JSON.stringify(body) }) });
  }

  async #asOperator(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Json> {
    const reply = await this.#child.call(method, path, {
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (reply === null || reply.status > 201)
      throw new Error(`${method} ${path}: ${reply?.status} ${reply?.text}\n${this.#child.log()}`);
    return JSON.parse(reply.text);
  }

  #newChild(change: Change | undefined): GatewayChild {
    return new GatewayChild({
      ...(change && { change }),
      databaseUrl: this.#databaseUrl,
      env: { PORT: '0', PUBLIC_URL: 'http://localhost', LOG_LEVEL: 'error' },
      secrets: { masterKey: MASTER_KEY.toString('base64'), operatorToken: OPERATOR_TOKEN },
      clockOffsetMs: this.#clockOffsetMs,
    });
  }
}
