// Whole gateways with accounts at the stand-ins of Adyen and Stripe, for the tests of this folder: connected by the
// operator's call with an `endpoint`, paid through the API, with signed notifications. They share one gateway; each
// test has its own brand and stand-ins. After each test the ledger is proven, and no request to a stand-in may differ
// from the provider's description.
import assert from 'node:assert/strict';
import { after, type TestContext } from 'node:test';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { openDatabase } from '../../../src/storage/database/database.ts';
import type { Event } from '../../providers/adyen/stand-in/books.ts';
import type { Delivery } from '../../providers/adyen/stand-in/notifier.ts';
import {
  AdyenStandIn,
  API_KEY,
  HMAC_KEY,
  MERCHANT_ACCOUNT,
} from '../../providers/adyen/stand-in/stand-in.ts';
import { StripeStandIn } from '../../providers/stripe/stand-in/stand-in.ts';
import {
  type Answer,
  aCardPayin,
  eventually,
  sharedTestGateway,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../stage/harness.ts';

export const SHOP_PAGE = 'https://shop.example/done';
export const IBAN = 'DE89370400440532013000';
const SOON_MS = 30_000;

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely and assert what they find
type Json = any;

/** Ends in reverse order of opening. */
class Ends {
  readonly #ends: (() => unknown)[] = [];

  readonly after = (end: () => unknown): void => void this.#ends.unshift(end);

  async run(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end();
  }
}

export interface ProviderStage {
  gateway: TestGateway;
  /** A brand with its own merchant. */
  shop(t: TestContext): Promise<Shop>;
}

/**
 * The stage runs on the gateway that the process shares. If a test is given, it runs on a gateway that ends with the
 * test: for tests that move the clock or need other settings.
 */
export async function openProviderStage(
  t?: TestContext,
  options: Parameters<typeof startTestGateway>[1] = {},
): Promise<ProviderStage> {
  const ends = new Ends();
  (t ?? { after }).after(() => ends.run());
  const gateway = t
    ? await startTestGateway(ends as Pick<TestContext, 'after'>, options)
    : await sharedTestGateway(options)();
  const sql = openDatabase(gateway.databaseUrl, { maxConnections: 1 });
  ends.after(() => sql.end({ timeout: 1 }));
  return {
    gateway,
    async shop(of) {
      const own = of === t ? ends : new Ends();
      if (own !== ends) of.after(() => own.run());
      own.after(async () => assert.deepEqual((await verifyLedger(sql)).faults, []));
      return new Shop(own, gateway, await gateway.createBrand());
    },
  };
}

export class Shop {
  readonly #ends: Ends;
  readonly gateway: TestGateway;
  readonly brand: TestBrand;

  constructor(ends: Ends, gateway: TestGateway, brand: TestBrand) {
    this.#ends = ends;
    this.gateway = gateway;
    this.brand = brand;
  }

  /** Connects the brand. Returns the account as the operator sees it. */
  async put(provider: string, body: object): Promise<Json> {
    const answer = await this.operator('PUT', `providers/${provider}`, { environment: 'test', ...body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  async adyen(settings: object = {}, credentials: Json = {}): Promise<AdyenDesk> {
    const standIn = await AdyenStandIn.open(credentials.merchantAccount);
    this.#ends.after(async () => {
      await standIn.close();
      assert.deepEqual(standIn.violations, []);
    });
    const given = {
      apiKey: API_KEY,
      merchantAccount: MERCHANT_ACCOUNT,
      hmacKeys: [HMAC_KEY],
      ...credentials,
    };
    const account = await this.put('adyen', { endpoint: standIn.url, credentials: given, ...settings });
    return new AdyenDesk(standIn, account, this.notificationAddress(account));
  }

  /** `notifies`: sends every event as it happens. */
  async stripe(settings: object = {}, { notifies = true, ...credentials }: Json = {}): Promise<StripeDesk> {
    const standIn = await StripeStandIn.start({ now: this.gateway.now });
    this.#ends.after(async () => {
      await standIn.close();
      assert.deepEqual(standIn.description.faults, []);
    });
    const given = { secretKey: standIn.secretKey, webhookSecrets: [standIn.webhookSecret], ...credentials };
    const account = await this.put('stripe', { endpoint: standIn.origin, credentials: given, ...settings });
    const url = this.notificationAddress(account);
    standIn.sender.notificationUrl = url;
    standIn.sender.isAutomatic = notifies;
    return { standIn, account, url };
  }

  notificationAddress({ notificationUrl }: { notificationUrl: string }): string {
    return this.gateway.url + new URL(notificationUrl).pathname;
  }

  operator(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.gateway.operator(method, `/operator/brands/${this.brand.brandId}/${path}`, body);
  }

  call(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.gateway.call(method, path, { apiKey: this.brand.apiKey, body });
  }

  /** POST /v3/payment; returns the whole answer. */
  async pay(body: object): Promise<Json> {
    const answer = await this.call('POST', '/v3/payment', body);
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  }

  /** By default with the card that always succeeds; in euros. */
  card(fields: object = {}, card: object = {}): Promise<Json> {
    return this.pay(aCardPayin({ redirectUrl: SHOP_PAGE, ...fields }, { ...card }));
  }

  async record(transactionId: string): Promise<Json> {
    const answer = await this.call('GET', `/payments/${transactionId}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  /** Waits until the record has these values. */
  async becomes(transactionId: string, wanted: object): Promise<Json> {
    const says = async () => {
      const record = await this.record(transactionId);
      return Object.entries(wanted).every(([name, value]) => record[name] === value) && record;
    };
    try {
      return await eventually(says, SOON_MS);
    } catch {
      const { status, errorCode, refunds, disputes } = await this.record(transactionId);
      assert.fail(
        `${JSON.stringify(wanted)} is wanted, it is ${JSON.stringify([status, errorCode, refunds, disputes, await this.notes()])}`,
      );
    }
  }

  async notes(query = ''): Promise<Json[]> {
    const answer = await this.operator('GET', `provider-notifications${query}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  /** Waits until this many notifications have come and none waits. Returns them. */
  async waitForNotifications(count: number): Promise<Json[]> {
    return await eventually(async () => {
      const notes = await this.notes();
      const isOver = notes.length >= count && notes.every(({ state }) => state !== 'waiting');
      return isOver && notes;
    }, SOON_MS);
  }

  refund(merchantReference: string, amount: number, refundReference?: string): Promise<Answer> {
    const body = { merchantReference, amount, ...(refundReference && { refundReference }) };
    return this.call('POST', '/refund/by-reference', body);
  }

  async balance(currency = 'EUR'): Promise<{ available: number; reserved: number }> {
    const { body } = await this.operator('GET', 'balances');
    const found = body.find((one: Json) => one.currency === currency);
    return found ? { available: found.available, reserved: found.reserved } : { available: 0, reserved: 0 };
  }

  /** Waits for this many events of a transaction. Returns their types in order. */
  async eventsOf(transactionId: string, count: number): Promise<string[]> {
    return await eventually(async () => {
      const { body } = await this.call('GET', '/events?limit=100');
      const own = body.filter((one: Json) => one.transactionId === transactionId);
      return own.length >= count && own.map(({ eventType }: Json) => eventType);
    }, SOON_MS);
  }

  /** A line of the metrics; 0 if it is not there yet. */
  async metric(line: string): Promise<number> {
    const { text } = await this.gateway.operator('GET', '/metrics');
    const found = text.split('\n').find((one) => one.startsWith(`${line} `));
    return found === undefined ? 0 : Number(found.slice(line.length));
  }

  /** The shopper's browser goes to an address of the gateway. */
  async browse(address: string, form?: Record<string, string>): Promise<Answer> {
    const { pathname, search } = new URL(address, this.gateway.url);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return form === undefined
      ? await this.gateway.call('GET', pathname + search)
      : await this.gateway.call('POST', pathname + search, {
          headers,
          body: new URLSearchParams(form).toString(),
        });
  }
}

export class AdyenDesk {
  readonly standIn: AdyenStandIn;
  readonly account: Json;
  readonly url: string;

  constructor(standIn: AdyenStandIn, account: Json, url: string) {
    this.standIn = standIn;
    this.account = account;
    this.url = url;
  }

  /** Posts the waiting events, or the given ones. Returns the statuses of the answers. */
  deliver(how: Partial<Delivery> = {}, events?: readonly Event[]): Promise<number[]> {
    return this.standIn.deliver({ url: this.url, hmacKey: HMAC_KEY, ...how }, events);
  }

  /** From now on every event is sent as it happens. */
  tellAtOnce(): void {
    this.standIn.notifications = { url: this.url, hmacKey: HMAC_KEY };
  }

  /** An event about the latest payment of a reference, which is not sent automatically. */
  event(reference: string, eventCode: string, fields: Partial<Event> = {}): Event {
    const { books } = this.standIn;
    const event = books.tell(books.latest(reference), eventCode, fields);
    books.events.splice(books.events.indexOf(event), 1);
    return event;
  }
}

export interface StripeDesk {
  standIn: StripeStandIn;
  account: Json;
  url: string;
}

/** The shopper decides on a stand-in's page. Returns where it sends them. */
export async function decideOn(page: string, decision: string): Promise<string> {
  return await locationOf(await fetch(`${page}/${decision}`, { redirect: 'manual' }));
}

/** The shopper enters a card on a stand-in's page. null: the page appears again. */
export async function enterCard(
  page: string,
  number: string,
  holderName = 'Ada Lovelace',
): Promise<string | null> {
  const form = new URLSearchParams({ number, expiry: '03/35', cvc: '737', holderName });
  const answer = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
  return answer.headers.has('location') ? new URL(await locationOf(answer), page).href : null;
}

async function locationOf(answer: Response): Promise<string> {
  await answer.arrayBuffer();
  const location = answer.headers.get('location');
  assert.ok(location, `no way on: ${answer.status}`);
  return location;
}

const PLACES: Readonly<Record<string, readonly [country: string, currency: string]>> = {
  ideal: ['NL', 'EUR'],
  bancontact: ['BE', 'EUR'],
  pix: ['BR', 'BRL'],
  boleto: ['BR', 'BRL'],
};

export const optionOf = (method: string) => optionsOf('PAYIN').find((one) => one.method === method)!;

/** The body of a pay-in by a method other than card, from a shopper with complete data. */
export function by(method: string, fields: object = {}) {
  const [country, currency] = PLACES[method] ?? ['DE', 'EUR'];
  return {
    paymentOptionId: optionOf(method).id,
    country,
    currency,
    amount: 25,
    redirectUrl: SHOP_PAGE,
    customer: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      ...(country === 'BR' && { document: { type: 'CPF', number: '529.982.247-25' } }),
    },
    ...(method === 'sepa-direct-debit' && { paymentData: { iban: IBAN, accountHolder: 'Ada Lovelace' } }),
    ...fields,
  };
}
