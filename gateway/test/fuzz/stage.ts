// A gateway to be treated badly: its own description, a brand with money and transactions in every state, a client that
// sends any bytes, and a count of everything stored. It runs no workers, so only requests write.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { storeItems } from '../../src/actions/notifications/receive-notification.ts';
import { hmacBase64 } from '../../src/domain/keys/signature.ts';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import {
  aCardPayin,
  OPERATOR_TOKEN,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../stage/harness.ts';
import { aPayout } from '../stage/payouts.ts';
import { ADYEN, providerKinds, STRIPE } from '../stage/provider-kinds.ts';
import { ASKING } from '../stage/receipt-provider.ts';
import { type Described, operationsOf, type Read } from './described.ts';
import { type Sources, validOf } from './from-schema.ts';

const DEBIT = optionsOf('PAYIN').find(({ type }) => type === 'DIRECT_DEBIT')!.id;

export type Scene = Record<string, unknown>;

export interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}
export interface Got {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface Stage {
  gate: TestGateway;
  brand: TestBrand;
  operations: Described[];
  sources: Sources;
  /** For each operation path: fields that fit together and let the call succeed. */
  scenes: Readonly<Record<string, readonly Scene[]>>;
  /** Makes more sessions and transactions, because calls use them up. */
  restock(): Promise<void>;
  send(sent: Sent): Promise<Got>;
  /** The headers that authenticate a caller. */
  keyFor(operation: Described): Record<string, string>;
  /** The address with ids of this stage; `wild`: sometimes with other ids. */
  pathOf(operation: Described, wild?: boolean): fc.Arbitrary<string>;
  /** Everything stored, as one text. It changes when a row is added or a transaction changes. */
  stored(): Promise<string>;
  /** The same, counted once after each `send`. For tests that send in no other way. */
  storedAfterSend(): Promise<string>;
}

export async function openStage(
  t: Pick<TestContext, 'after'>,
  settings: Record<string, unknown> = {},
): Promise<Stage> {
  const gate = await startTestGateway(t, { workers: false, providerKinds: providerKinds() });
  const brand = await gate.createBrand();
  const { apiKey, brandId } = brand;
  // Operators' calls change this brand, so that the brand of the other calls stays usable.
  const toy = await gate.createBrand();
  const users = `/operator/merchants/${toy.merchantId}/users`;
  const user = await gate.operator('POST', users, { email: 'toy@example.com', role: 'support' });
  assert.equal(user.status, 201, user.text);
  const description = gate.gateway.app.openApi('everyone') as Read;
  const known: Record<string, unknown[]> = {
    id: [toy.brandId, toy.merchantId, user.body.userId],
    transactionId: [],
    sessionId: [],
    merchantReference: ['absent-reference'],
    paymentOptionId: [],
    optionId: [],
    currency: ['EUR', 'EUR', 'INR', 'BRL', 'KES'],
    country: ['DE', 'IN', 'BR', 'KE'],
    provider: ['adyen', 'stripe'],
    notificationId: [],
    captureId: [],
    mandateId: [],
  };
  const scenes: Record<string, Scene[]> = {};
  for (const [path, used] of [
    ['/v3/payment-options', '/v3/payment'],
    ['/v3/payout-options', '/v3/payout'],
  ] as const) {
    const fitting: Scene[] = [];
    for (const option of (await gate.call('GET', path, { apiKey })).body) {
      const ids: string[] = [option.id, ...option.suboptions.map((one: { id: string }) => one.id)];
      known.paymentOptionId!.push(option.id);
      known.optionId!.push(...ids);
      for (const { code, currencies } of option.availableCountries) {
        const country = code.length === 2 ? code : 'DE';
        fitting.push(
          ...ids.map((paymentOptionId) => ({ paymentOptionId, country, currency: currencies[0] })),
        );
      }
    }
    scenes[used] = fitting;
  }
  for (const currency of ['EUR', 'INR', 'KES']) {
    const body = { currency, amount: 5_000_000, reference: `wire-${currency}` };
    await gate.operator('POST', `/operator/brands/${brandId}/funding`, body);
  }
  async function create(path: string, fields: Record<string, unknown>): Promise<Record<string, string>> {
    // A brand that signs all requests must send a reference; a v2 call that makes nothing ignores it.
    const body: Record<string, unknown> = { merchantReference: randomUUID(), ...fields };
    const card = `${body.paymentOptionId}:${body.merchantReference ?? ''}:${body.currency}:${body.amount}`;
    const headers = {
      'x-signature': hmacBase64(brand.signingSecret, JSON.stringify(body)),
      signature: hmacBase64(brand.signingSecret, card),
    };
    const answer = await gate.call('POST', path, { apiKey, headers, body });
    assert.equal(answer.status, 201, answer.text);
    const made = { ...answer.body, ...answer.body.result };
    for (const name of ['transactionId', 'sessionId', 'merchantReference']) {
      // A hosted session is known by its transaction alone.
      if (made[name]) known[name]!.push(made[name]);
    }
    return made;
  }
  /** A v2 session with the first option it offers. */
  async function open(kind: 'payment' | 'payout'): Promise<Scene> {
    const offered = { country: 'DE', currency: 'EUR', amount: 30 };
    const { sessionId, [`${kind}Options`]: options } = await create(`/v2/${kind}-options`, offered);
    const [option] = options as unknown as { paymentOptionId: string }[];
    return { sessionId, paymentOptionId: option!.paymentOptionId, optionId: null };
  }
  /** An authorised payment with a part captured, and a mandate. */
  async function later(): Promise<Scene> {
    const agreed = { captureMode: 'manual', userId: 'ada', mandate: { reason: 'RECURRING' } };
    const { transactionId } = await create('/v3/payment', aCardPayin(agreed));
    const part = {
      transactionId,
      merchantReference: null,
      amount: 1,
      final: false,
      captureReference: randomUUID(),
    };
    const { captureId } = await create('/capture-payment', part);
    known.captureId!.push(captureId);
    const { body } = await gate.call('GET', `/payments/${transactionId}`, { apiKey });
    known.mandateId!.push(body.mandate.mandateId);
    return { transactionId, merchantReference: null, country: null, amount: 1, final: false };
  }
  /** A refund that waits, and a debit that can come back. */
  async function afterEnd(): Promise<void> {
    const { merchantReference } = await create('/v3/payment', aCardPayin());
    const { refundId } = await create('/refund/by-reference', {
      merchantReference,
      amount: 1,
      refundReference: randomUUID(),
    });
    known.refundId!.push(refundId);
    const { transactionId } = await create('/v3/payment', {
      paymentOptionId: DEBIT,
      country: 'DE',
      currency: 'EUR',
      amount: 30,
      paymentData: { iban: 'DE89370400440532013000' },
    });
    const path = `/sandbox/transactions/${transactionId}/outcome`;
    const paid = await gate.call('POST', path, { apiKey, body: { outcome: 'COMPLETED' } });
    assert.equal(paid.status, 200, paid.text);
  }
  /** Notifications that wait for something that never comes, so that a person may decide about them. */
  async function tellSomething(): Promise<void> {
    const { sql } = gate.gateway.context;
    const to = { ...toy, accountId: toy.brandId, provider: 'sandbox' };
    const about = { reference: null, providerReference: null, amountMinor: null, currency: null };
    const items = Array.from({ length: 8 }, () => ({
      key: randomUUID(),
      kind: 'visit.declined',
      ...about,
      occurredAt: null,
      isForeignAccount: false,
      body: '{}',
    }));
    await storeItems(gate.gateway.context, to, items);
    const rows = await sql`select notification_id as id from notification_work where state = 'waiting'`;
    known.notificationId = rows.map(({ id }) => id);
  }
  let counted: string | null = null;
  async function restock(): Promise<void> {
    counted = null;
    await tellSomething();
    for (const name of [
      'transactionId',
      'sessionId',
      'merchantReference',
      'refundId',
      'captureId',
      'mandateId',
    ])
      known[name] = [];
    const rounds = [1, 2, 3];
    const upi = { ...ASKING.upiTransfer, amount: 250 };
    const session = await create('/payment-session', { country: 'DE', currency: 'EUR', amount: 30 });
    await create('/v3/payment', {
      ...ASKING.mPesa,
      amount: 250,
      paymentData: { phoneNumber: '+254712345678' },
    });
    await create('/v3/payment', { ...ASKING.p2p, amount: 250 });
    await create('/v3/payment', aCardPayin({}, { cardNumber: '4000000000003220' }));
    const made = await Promise.all(
      rounds.map(async () => ({
        payment: await create('/v3/payment', aCardPayin()),
        payout: await create('/v3/payout', aPayout()),
        asking: await create('/v3/payment', upi),
        payIn: await open('payment'),
        payOut: await open('payout'),
      })),
    );
    await afterEnd();
    const capturable = await later();
    const plain = { environment: 'test', cardEntry: null, optionIds: null, endpoint: null };
    Object.assign(scenes, {
      '/operator/brands/{id}/providers/{provider}': [
        { ...plain, credentials: ADYEN },
        { ...plain, credentials: STRIPE },
      ],
      '/settle-payout': made.map(({ payout: { transactionId } }) => ({ transactionId })),
      '/cancel-payment': [session, ...made.map(({ asking }) => asking)].map(({ transactionId }) => ({
        transactionId,
        merchantReference: null,
        country: null,
      })),
      '/capture-payment': [capturable],
      '/refund/by-reference': made.map(({ payment: { merchantReference } }) => ({
        merchantReference,
        country: null,
        currency: null,
        amount: 1,
      })),
      '/confirm-payment': made.map(({ asking: { sessionId } }) => ({
        sessionId,
        additionalEssentialKey: '412345678901',
      })),
      '/v2/payment-suboptions': made.map(({ payIn }) => payIn),
      '/v2/hybrid-payment': made.map(({ payIn }) => payIn),
      '/v2/payout-suboptions': made.map(({ payOut }) => payOut),
      '/v2/direct-payout': made.map(({ payOut }) => payOut),
    });
  }
  await restock();
  await gate.operator('PATCH', `/operator/brands/${brandId}`, settings);

  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  t.after(() => agent.destroy());
  const { port } = new URL(gate.url);
  const keys: Record<Described['access'], Record<string, string>> = {
    brand: { 'x-api-key': apiKey },
    operator: { authorization: `Bearer ${OPERATOR_TOKEN}` },
    open: {},
  };
  const sources: Sources = { components: description.components.schemas, known };
  return {
    gate,
    brand,
    operations: operationsOf(description),
    sources,
    scenes,
    restock,
    send(sent) {
      counted = null;
      return send(agent, Number(port), sent);
    },
    keyFor: ({ access }) => keys[access],
    pathOf: (operation, wild = false) => pathOf(operation, sources, wild),
    stored: () => stored(gate),
    storedAfterSend: async () => (counted ??= await stored(gate)),
  };
}

function pathOf(operation: Described, sources: Sources, wild: boolean): fc.Arbitrary<string> {
  const own = operation.parameters.filter((one) => one.in === 'path');
  const values = own.map(({ name, schema }) => {
    // Some things, such as blocks, do not exist here; then an id is made up.
    const there = sources.known[name];
    const known = there ? fc.nat().map((at) => there[at % there.length]) : fc.uuid();
    return wild ? fc.oneof(known, validOf(schema, sources)) : known;
  });
  return fc
    .tuple(...values)
    .map((given) =>
      own.reduce((path, { name }, at) => path.replace(`{${name}}`, () => encode(given[at])), operation.path),
    );
}

/** The description's example, or a new body, with some other fields. Mostly part of a scene that leads somewhere. */
export function goodBody(stage: Stage, operation: Described): fc.Arbitrary<Record<string, unknown>> {
  const made = validOf(operation.body!, stage.sources) as fc.Arbitrary<Record<string, unknown>>;
  const base = fc.tuple(made, fc.nat(), fc.nat(2)).map(([body, pick, few]) => {
    const { examples } = operation;
    if (examples.length === 0 || pick % 3 === 0) return body;
    const example = { ...(examples[pick % examples.length] as object) } as Record<string, unknown>;
    // The example's reference is taken after its first use.
    delete example.merchantReference;
    const others = Object.entries(body).filter(([name]) => !(name in example));
    return { ...example, ...Object.fromEntries(others.slice(0, few)) };
  });
  return fc.tuple(base, fc.nat(), fc.nat(3)).map(([body, pick, often]) => {
    const scenes = stage.scenes[operation.path] ?? [];
    return often > 0 && scenes.length > 0 ? { ...body, ...scenes[pick % scenes.length] } : body;
  });
}

/** Halves of surrogate pairs have no place in an address. */
export const encode = (value: unknown): string => encodeURIComponent(String(value).toWellFormed());

function send(agent: Agent, port: number, { method, path, headers, body }: Sent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const asked = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method,
        path,
        headers: {
          ...(bytes && { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
          ...headers,
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    asked.on('error', reject);
    asked.end(bytes);
  });
}

let tables: string[] | undefined;

/**
 * Tables that a call does not write itself, or that every request writes: sources of listings, notes of rows to fold (a
 * refused transaction leaves one without a meaning), and the log of requests.
 */
const NOT_OF_THE_CALL = new Set([
  'transaction_changes',
  'listing_heads',
  'facets',
  'listing',
  'daily_totals',
  'quarter_totals',
  'event_log',
  'request_log',
]);

async function stored({ gateway }: TestGateway): Promise<string> {
  const { sql } = gateway.context;
  // Counts partitions instead of their parent table: planning those counts costs more than counting.
  tables ??= (
    await sql<{ name: string }[]>`select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`
  )
    .map(({ name }) => name)
    .filter((name) => !NOT_OF_THE_CALL.has(name));
  const counts = tables.map((name) => `(select count(*) from ${name})`).join(', ');
  const touched = '(select sum(version) from transactions)';
  // A tagged statement is prepared. Planning all these counts anew takes five times as long as counting.
  const [row] =
    await sql`select array_to_string(array[${sql.unsafe(`${counts}, ${touched}`)}]::text[], ' ') as text`;
  const numbers = String(row!.text).split(' ');
  return [...tables, 'versions'].map((name, at) => `${name} ${numbers[at]}`).join('\n');
}
