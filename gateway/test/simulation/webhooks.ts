// The merchant's end of the webhooks, and workers that send them, without sockets and on the simulation's clock.
// Addresses change, break and are corrected; secrets end; workers learn of a change late or stop during a delivery. At
// the end every event must have reached, in its order, an address of its merchant that was valid then, under a
// signature that was valid then. The stored tries must match.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import { hmacBase64 } from '../../src/domain/keys/signature.ts';
import type { Brand, SigningSecret } from '../../src/domain/merchants/brand.ts';
import { renewBrandEndpoint, resumeEndpoints } from '../../src/storage/webhooks/webhook-renewals.ts';
import { Dispatch } from '../../src/worker/webhooks/webhook-dispatch.ts';
import { WebhookEndpoints } from '../../src/worker/webhooks/webhook-endpoints.ts';
import { WebhookLines } from '../../src/worker/webhooks/webhook-lines.ts';
import type { SenderParts } from '../../src/worker/webhooks/webhook-parts.ts';
import { WebhookPoll } from '../../src/worker/webhooks/webhook-poll.ts';
import { WebhookQueue } from '../../src/worker/webhooks/webhook-queue.ts';
import type { Answer, Transport } from '../../src/worker/webhooks/webhook-transport.ts';
import { randomOf } from './random.ts';
import type { World } from './world.ts';

export interface Webhooks {
  /** Some payments name an address themselves. */
  ownAddress(): string | null;
  /** Something that happens besides a move of the play. */
  move(said: string[]): Promise<void>;
  /** The address is right and every server works: all undelivered events must arrive. */
  comeToRest(): Promise<void>;
}

/** A change of a brand reaches every process within this time (contract 2). */
const KNOWN_AFTER_MS = 2_000;
const OWN = 'https://own.example/hook';

/** Earlier settings of the brand, valid until `untilMs`. */
interface FormerBrand {
  notificationUrl: string | null;
  signingSecrets: SigningSecret[];
  untilMs: number;
}

interface Told {
  body: string;
  accepted: boolean;
  /** Its first try has ended, with any result. */
  tried: boolean;
  /** Tries that ended, well or badly. A worker that stopped earlier has noted nothing. */
  tries: { url: string; secretId: string }[];
  /** The signature of the latest try. */
  xSignature: string | null;
}

export function openWebhooks(world: World, seed: number): Webhooks {
  // Its own source of chance, so the seed's other moves stay the same without webhooks.
  const random = randomOf(seed * 7_919);
  const { context, database, brand } = world;
  const told = new Map<string, Told>();
  const former: FormerBrand[] = [];
  let addresses = 0;
  let calm = false;

  /** The brand settings that a process may still use, the current ones first. */
  const believable = (): Pick<FormerBrand, 'notificationUrl' | 'signingSecrets'>[] => [
    brand,
    ...former.filter(({ untilMs }) => untilMs + KNOWN_AFTER_MS >= world.now().getTime()),
  ];

  async function change(fields: Partial<Pick<Brand, 'notificationUrl' | 'signingSecrets'>>): Promise<void> {
    const { notificationUrl, signingSecrets } = brand;
    former.unshift({ notificationUrl, signingSecrets, untilMs: world.now().getTime() });
    Object.assign(brand, fields);
    if (brand.notificationUrl !== notificationUrl)
      await database.sql.begin((tx) => renewBrandEndpoint(tx, brand, world.now()));
  }

  const readdress = (kind: 'right' | 'gone' | 'broken' | 'away') =>
    change({ notificationUrl: `https://shop.example/${kind}/${++addresses}?key=${addresses}` });

  function rotate(): Promise<void> {
    const end = new Date(world.now().getTime() + random.pick([0, 0, 3_600_000]));
    const kept = brand.signingSecrets.map((one) => ({ ...one, expiresAt: one.expiresAt ?? end }));
    const secret = { id: randomUUIDv7(), secret: `tgs_${randomUUIDv7()}`, expiresAt: null };
    return change({ signingSecrets: [secret, ...kept] });
  }

  /** The answer of the server at an address; null: it never answers. */
  function answerOf(url: string): Answer | null {
    const says = (statusCode: number | null): Answer => ({
      statusCode,
      error: statusCode === null ? 'connection refused' : null,
      retryAfter: null,
      excerpt: null,
    });
    if (calm) return says(200);
    if (random.chance(0.1)) return null;
    if (url.includes('/gone/')) return says(410);
    if (url.includes('/broken/')) return says(500);
    if (url.includes('/away/')) return says(null);
    if (url === OWN) return says(random.pick([200, 200, 410, 500]));
    return says(random.chance(0.8) ? 200 : 503);
  }

  /** Checks a delivery as a merchant would, and remembers it. */
  function receive(url: string, xSignature: string, body: string, isLate: boolean) {
    const { eventId, transactionId, sequence } = JSON.parse(body);
    const name = `event ${sequence} of ${transactionId}`;
    const nowMs = world.now().getTime();
    assert(
      url === OWN || believable().some((one) => one.notificationUrl === url),
      `${name} went to ${url}, which is not the address any more`,
    );
    const valid = believable().flatMap((one) =>
      one.signingSecrets.filter(({ expiresAt }) => expiresAt === null || expiresAt.getTime() > nowMs),
    );
    const secret = valid.find((one) => hmacBase64(one.secret, body) === xSignature);
    assert(secret, `${name} is signed with no secret that is valid`);
    const known = told.get(eventId);
    if (!known) {
      const before = [...told.values()].map((one) => ({ ...one, event: JSON.parse(one.body) }));
      const its = before.find(
        ({ event }) => event.transactionId === transactionId && event.sequence === sequence - 1,
      );
      assert(sequence === 1 || its?.tried, `${name} came before its former`);
      const event: Told = { body, accepted: false, tried: false, tries: [], xSignature: null };
      told.set(eventId, event);
      return { event, secretId: secret.id };
    }
    assert.equal(body, known.body, `${name} came with other bytes`);
    const stillValid = brand.signingSecrets.some(
      ({ id, expiresAt }) =>
        id === known.tries.at(-1)?.secretId && (expiresAt === null || expiresAt.getTime() > nowMs),
    );
    if (stillValid && !isLate)
      assert.equal(xSignature, known.xSignature, `${name} came with another signature`);
    return { event: known, secretId: secret.id };
  }

  /** A worker process from its start to its end. */
  async function work(rounds: number): Promise<void> {
    const [late] = former;
    const isLate = late !== undefined && believable().length > 1 && random.chance(0.5);
    const view = (id: string) => {
      const present = context.brands.byId(id);
      return present && isLate ? { ...present, ...late } : present;
    };
    const faults: unknown[] = [];
    let answered = 0;
    let noted = 0;
    const transport: Transport = {
      send(url, list, body, done) {
        const xSignature = list[list.indexOf('x-signature') + 1]!;
        try {
          const { event, secretId } = receive(url, xSignature, body, isLate);
          const answer = answerOf(url);
          if (answer) {
            answered++;
            event.tries.push({ url: url.split('?')[0]!, secretId });
            event.xSignature = xSignature;
            if (answer.statusCode === 200) event.accepted = true;
            setImmediate(() => {
              event.tried = true;
              done(answer);
            });
          }
        } catch (error) {
          faults.push(error);
        }
        return { abort() {} };
      },
      async close() {},
    };
    const parts = partsOf(world, view);
    const dispatch = new Dispatch(parts, transport, { noted: () => noted++, refill() {} });
    const poll = new WebhookPoll(parts, (endpointId) => dispatch.pump(endpointId));
    dispatch.start();
    for (let round = 0; round < rounds; round++) {
      await poll.turn();
      for (let waits = 0; noted < answered && waits < 10_000; waits++) await rest(2);
      await parts.lines.settled();
    }
    await dispatch.stop(0);
    await parts.lines.settled();
    if (faults.length > 0) throw faults[0];
    assert.equal(noted, answered, 'a try was not noted');
  }

  async function comeToRest(): Promise<void> {
    calm = true;
    if (!brand.notificationUrl?.includes('/right/')) await readdress('right');
    world.advance(KNOWN_AFTER_MS + 1);
    await database.sql.begin((tx) => resumeEndpoints(tx, brand, world.now()));
    for (let turn = 0; turn < 30; turn++) {
      await work(3);
      const [left] = await database.sql`select count(*)::int as events from webhook_events
        where merchant_id = ${brand.merchantId} and state <> 'delivered'`;
      if (left!.events === 0) return await checkStored(world, told);
      world.advance(turn < 10 ? 10_000 : 3_600_000);
    }
    const left =
      await database.sql`select transaction_id, sequence, state, tries, next_try_at, endpoint_id = brand_id as follows
      from webhook_events where merchant_id = ${brand.merchantId} and state <> 'delivered'`;
    assert.fail(`events that never arrive: ${JSON.stringify(left)}`);
  }

  return {
    ownAddress: () => (random.chance(0.3) ? OWN : null),
    comeToRest,
    async move(said) {
      calm = false;
      const name = random.weighted({
        work: 8,
        wrong: 3,
        right: 2,
        none: 1,
        secret: 2,
        resume: 2,
        nothing: 4,
      });
      if (name === 'nothing') return;
      said.push(`webhooks: ${name}`);
      if (name === 'work') await work(random.between(1, 2));
      else if (name === 'wrong') await readdress(random.pick(['gone', 'broken', 'away']));
      else if (name === 'right') await readdress('right');
      else if (name === 'none') await change({ notificationUrl: null });
      else if (name === 'secret') await rotate();
      else await database.sql.begin((tx) => resumeEndpoints(tx, brand, world.now()));
      // Often a worker sends before everybody knows of the change.
      if (name !== 'work' && random.chance(0.5)) await work(1);
    },
  };
}

/** The same parts as in worker/webhooks/webhook-sender.ts, without the loop and the sockets. */
function partsOf({ context, database, now }: World, brand: SenderParts['brand']): SenderParts {
  const { config, log } = context;
  const brandUrl = (id: string) => brand(id)?.notificationUrl;
  const addressOf: SenderParts['addressOf'] = ({ brandId, url }) => url ?? brandUrl(brandId);
  const endpoints = new WebhookEndpoints(brandUrl);
  const shared = { sql: database.sql, pipeline: database.notes, log, now, endpoints, addressOf };
  const lines = new WebhookLines(shared);
  return { ...shared, config, brand, queue: new WebhookQueue(), lines };
}

/** Every event was accepted, and the stored tries match what the merchant saw. */
async function checkStored({ brand, database }: World, told: ReadonlyMap<string, Told>): Promise<void> {
  const events = await database.sql`select e.event_id, e.body, e.x_signature,
      (select json_agg(json_build_object('url', t.url, 'secretId', t.signing_secret_id) order by t.try_number)
       from webhook_tries t where t.merchant_id = e.merchant_id and t.transaction_id = e.transaction_id
         and t.sequence = e.sequence) as tries
    from webhook_events e where e.merchant_id = ${brand.merchantId}`;
  for (const { event_id, body, x_signature, tries } of events) {
    const its = told.get(event_id);
    assert(its?.accepted, `event ${event_id} is noted as delivered, and nobody accepted it`);
    assert.equal(body, its.body, `event ${event_id} is stored with other bytes than were sent`);
    assert.equal(x_signature, its.xSignature, `event ${event_id}: stored is not the signature sent last`);
    assert.deepEqual(tries, its.tries, `event ${event_id}: its tries are not those that were made`);
  }
  assert.equal(told.size, events.length, 'events were sent that are not stored');
}
