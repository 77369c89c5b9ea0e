// Verification of webhooks: right messages, wrong ones and the reason, and the ready receivers.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import test from 'node:test';
import fastify from 'fastify';
import { sharedTestGateway } from '../../gateway/test/stage/harness.ts';
import { sign as signText } from '../src/signing.ts';
import { Tollgate, webhooks } from '../src/tollgate.ts';

const { memoryStore, sign, verify, WebhookError } = webhooks;
const SECRET = 'tgs_secret_of_the_tests';
const EVENT = {
  eventId: '0197c2f4-5c33-7d18-8f2a-6b7c8d9e0f1a',
  eventType: 'payin.completed',
  amount: 49.9,
  extra: { of: 'later' },
};

const faultOf = async (...args: Parameters<typeof verify>): Promise<string> => {
  try {
    await verify(...args);
    return 'none';
  } catch (error) {
    assert.ok(error instanceof WebhookError, String(error));
    for (const secret of [args[2]].flat())
      if (secret) assert.ok(!error.message.includes(secret.trim()), error.message);
    return error.fault;
  }
};

test('the books of a shop have what came for a payment, not what was asked for', () => {
  const booked = (fields: object) =>
    webhooks.movementOf({
      eventType: 'payin.completed',
      type: 'PAYIN',
      status: 'COMPLETED',
      captureMode: 'automatic',
      ...fields,
    } as webhooks.WebhookEvent);
  const payment = (amount: number) => ({ subject: 'payment', amount });
  assert.deepEqual(booked({ amount: 55, amountCaptured: 54 }), payment(54));
  assert.deepEqual(booked({ amount: 55 }), payment(55), 'an event of release 0.2.0');
  const payout = { eventType: 'payout.completed', type: 'PAYOUT', amount: 55, amountCaptured: 0 };
  assert.deepEqual(booked(payout), payment(-55));
});

test('the SDK signs every test vector correctly', async () => {
  const { groups } = JSON.parse(
    readFileSync(new URL('../../openapi/signature-vectors.json', import.meta.url), 'utf8'),
  );
  let count = 0;
  for (const { vectors } of Object.values(groups) as { vectors: Record<string, string>[] }[])
    for (const { secret, stringToSign, signature } of vectors) {
      if (stringToSign === undefined) continue;
      assert.equal(await signText(secret!, stringToSign), signature);
      count++;
    }
  assert.ok(count > 20, `${count} vectors`);
});

test('`verify` accepts a genuine message in every form, with the old and with the new secret', async () => {
  const { body, headers } = await sign(EVENT, SECRET);
  const whsec = `whsec_${Buffer.from(SECRET).toString('base64')}`;
  for (const raw of [body, Buffer.from(body), new TextEncoder().encode(body).buffer])
    for (const given of [headers, new Headers(headers), { 'X-Signature': headers['x-signature']! }])
      for (const secrets of [SECRET, ['tgs_new', SECRET], whsec])
        assert.equal((await verify(raw, given, secrets)).eventId, EVENT.eventId);
});

test('`verify` names what is wrong with a message', async () => {
  const { body, headers } = await sign(EVENT, SECRET);
  const parsed = JSON.parse(body);
  assert.equal(await faultOf(parsed, headers, SECRET), 'body_parsed');
  assert.equal(await faultOf(undefined as never, headers, SECRET), 'body_parsed');
  assert.equal(await faultOf(JSON.stringify(parsed, null, 2), headers, SECRET), 'body_changed');
  assert.equal(await faultOf(`${body}\n`, headers, SECRET), 'body_changed');
  assert.equal(await faultOf(body, headers, `${SECRET}\n`), 'secret_whitespace');
  assert.equal(await faultOf(body, headers, 'tgs_of_another_brand'), 'wrong_secret');
  assert.equal(await faultOf(body, headers, 'tg_test_key'), 'wrong_secret');
  assert.equal(await faultOf(body, headers, []), 'no_secret');
  assert.equal(await faultOf(body, {}, SECRET), 'no_signature');
  assert.equal(await faultOf(body.replace('49.9', '4.99'), headers, SECRET), 'wrong_secret');
  for (const seconds of [-400, 400]) {
    const old = await sign(EVENT, SECRET, { at: new Date(Date.now() + seconds * 1000) });
    assert.equal(await faultOf(old.body, old.headers, SECRET), 'clock');
  }
  // A right signature does not excuse a wrong one beside it.
  assert.equal(await faultOf(body, { ...headers, 'webhook-signature': 'v1,AAAA' }, SECRET), 'wrong_secret');
  assert.equal(await faultOf(body, { ...headers, 'x-signature': 'AAAA' }, SECRET), 'wrong_secret');
  assert.equal(await faultOf(body, { ...headers, 'webhook-id': 'another' }, SECRET), 'wrong_secret');
});

test('`verify` signs once for each key, and reads only the first signatures of a header', async (t) => {
  const { body, headers } = await sign(EVENT, SECRET);
  const junk = (count: number) => Array.from({ length: count }, (_, at) => `v1,junk${at}`);
  const standard = (entries: string[]) => ({ ...headers, 'webhook-signature': entries.join(' ') });
  const right = headers['webhook-signature']!;
  assert.equal((await verify(body, standard([...junk(3), right]), SECRET)).eventId, EVENT.eventId);
  const { mock } = t.mock.method(crypto.subtle, 'sign');
  await verify(body, standard([...junk(3), right]), ['tgs_new', SECRET]);
  assert.equal(mock.callCount(), 4, 'two headers, two keys');
  mock.resetCalls();
  assert.equal(await faultOf(body, standard([...junk(1_000), right]), SECRET), 'wrong_secret');
  const ofMany = mock.callCount();
  mock.resetCalls();
  assert.equal(await faultOf(body, standard(junk(1)), SECRET), 'wrong_secret');
  assert.equal(ofMany, mock.callCount());
});

/** A receiver in each form, as `post(body, headers)`. */
async function forms(t: test.TestContext, options: webhooks.ReceiverOptions) {
  const node = createServer(webhooks.nodeHandler(options) as never);
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  t.after(() => node.close().closeAllConnections());
  const app = fastify();
  app.register(webhooks.fastifyPlugin as never, options as never);
  app.post('/json', async (request) => request.body);
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => app.close());
  const over = (url: string) => (body: string, headers: Record<string, string>) =>
    fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
  const handle = webhooks.fetchHandler(options);
  const fastifyUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const plain = await over(`${fastifyUrl}/json`)('{"a":1}', {});
  assert.deepEqual(await plain.json(), { a: 1 }, 'other routes parse JSON as before');
  return {
    node: over(`http://127.0.0.1:${(node.address() as AddressInfo).port}/webhooks`),
    fastify: over(`${fastifyUrl}/webhooks`),
    fetch: (body: string, headers: Record<string, string>) =>
      handle(new Request('http://shop.example/webhooks', { method: 'POST', body, headers })),
  };
}

test('each receiver handles an event once, refuses a forged event, and gets a failed event again', async (t) => {
  const handled: string[] = [];
  const told: unknown[] = [];
  let fails = true;
  const store = memoryStore();
  const receivers = await forms(t, {
    secrets: SECRET,
    store,
    async onEvent({ eventId }) {
      if (fails) throw new Error('the database is away');
      handled.push(eventId);
    },
    onError: (error) => void told.push(error),
  });
  for (const [name, post] of Object.entries(receivers)) {
    const event = { ...EVENT, eventId: `event of ${name}` };
    const { body, headers } = await sign(event, SECRET);
    fails = true;
    assert.equal((await post(body, headers)).status, 500, name);
    fails = false;
    const answers = await Promise.all([post(body, headers), post(body, headers)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
      name,
    );
    const forged = await post(body.replace('49.9', '1'), headers);
    assert.equal(forged.status, 403, name);
    assert.match(await forged.text(), /wrong_secret/);
  }
  assert.deepEqual(handled, ['event of node', 'event of fastify', 'event of fetch']);
  assert.equal(told.length, 6);
});

test("onEvent writes in the store's transaction", async () => {
  const rows: string[] = [];
  const store: webhooks.OnceStore<string[]> = {
    async once(eventId, work) {
      if (rows.includes(eventId)) return false;
      const written = [eventId];
      await work(written);
      rows.push(...written);
      return true;
    },
  };
  let fails = true;
  const handle = webhooks.fetchHandler({
    secrets: SECRET,
    store,
    onError() {},
    onEvent(event, tx) {
      tx.push(`booked ${event.amount}`);
      if (fails) throw new Error('after the first write');
    },
  });
  const { body, headers } = await sign(EVENT, SECRET);
  const post = async () =>
    (await handle(new Request('http://shop.example/', { method: 'POST', body, headers }))).status;
  assert.deepEqual([await post(), rows], [500, []]);
  fails = false;
  assert.deepEqual([await post(), await post()], [200, 200]);
  assert.deepEqual(rows, [EVENT.eventId, 'booked 49.9']);
});

test('a receiver refuses a body that is cut off or too large, and continues', async (t) => {
  const told: unknown[] = [];
  const ends: Promise<void>[] = [];
  const handler = webhooks.nodeHandler({
    secrets: SECRET,
    store: memoryStore(),
    onEvent() {},
    onError: (error) => void told.push(error),
  });
  const server = createServer((request, response) => void ends.push(handler(request, response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const begin = async (length: number) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: ${length}\r\n\r\n{"a":`);
    return socket;
  };
  const cut = await begin(1_000);
  while (ends.length === 0) await new Promise(setImmediate);
  cut.destroy();
  await ends[0];
  assert.equal((told[0] as webhooks.WebhookError).fault, 'body_unread');
  const large = await begin(3_000_000);
  const [said] = (await once(large, 'data')) as [Buffer];
  assert.match(String(said), /^HTTP\/1.1 413 [\s\S]*connection: close/i);
  large.destroy();
  const { body, headers } = await sign(EVENT, SECRET);
  const genuine = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers });
  assert.equal(genuine.status, 200);
  assert.equal(ends.length, 3);
});

test('a handler never rejects its promise, whatever fails', async () => {
  const { body, headers } = await sign(EVENT, SECRET);
  const fault = () => {
    throw new Error('a fault');
  };
  const options = { secrets: SECRET, store: memoryStore(), onEvent() {}, onError() {} };
  const endless = {
    async *[Symbol.asyncIterator]() {
      for (;;) yield Buffer.alloc(100_000);
    },
  };
  const broken = { headers, [Symbol.asyncIterator]: fault };
  const unread = { headers, async *[Symbol.asyncIterator]() {} };
  const request = { ...unread, body: Buffer.from(body) };
  let ended: (number | string)[] = [];
  const response = {
    headersSent: false,
    writeHead: (status: number) => void ended.push(status),
    end: () => void ended.push('end'),
  };
  const cases: [name: string, options: object, request: object, response: object, ends: unknown[]][] = [
    ['nothing', options, request, response, [200, 'end']],
    ['onEvent throws', { ...options, store: memoryStore(), onEvent: fault }, request, response, [500, 'end']],
    ['the store throws', { ...options, store: { once: fault } }, request, response, [500, 'end']],
    ['there is no store', { ...options, store: undefined }, request, response, [500, 'end']],
    ['there are no secrets', { ...options, secrets: undefined }, request, response, [500, 'end']],
    ['onError throws', { ...options, onError: fault, secrets: 'no' }, request, response, [403, 'end']],
    [
      'onError rejects',
      { ...options, onError: async () => fault(), store: { once: fault } },
      ...[request, response, [500, 'end']],
    ],
    ['there are no options', undefined, request, response, [500, 'end']],
    ['the body cannot be read', options, broken, response, [400, 'end']],
    [
      'onError does not end',
      { ...options, onError: () => new Promise(() => {}) },
      ...[broken, response, [400, 'end']],
    ],
    ['the body does not end', options, { ...endless, headers }, response, [413, 'end']],
    ['there are no headers', options, { body }, response, [403, 'end']],
    ['the body is an object', options, { ...unread, body: { a: 1 } }, response, [500, 'end']],
    ['somebody has answered', options, request, { ...response, headersSent: true }, []],
    ['the sender is gone', options, request, { ...response, destroyed: true }, []],
    ['the answer fails', options, request, { ...response, writeHead: fault }, []],
  ] as never;
  for (const [name, options, request, response, ends] of cases) {
    ended = [];
    await webhooks.nodeHandler(options as never)(request as never, response as never);
    assert.deepEqual(ended, ends, name);
  }
  const post = (given: object, more: object = {}) =>
    webhooks.fetchHandler({ ...options, ...more } as never)(given as never);
  const fresh = (init: RequestInit) => new Request('http://shop.example/', { method: 'POST', ...init });
  const used = fresh({ body, headers });
  await used.text();
  const stream = (start: (controller: ReadableStreamDefaultController) => void, more = {}) =>
    fresh({ body: new ReadableStream({ start, ...more }), headers, duplex: 'half' } as RequestInit);
  const cut = stream((controller) => controller.error(new Error('reset')));
  const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(100_000));
  for (const [given, status] of [
    [used, 500],
    [cut, 400],
    [stream(() => {}, { pull }), 413],
    [fresh({}), 403],
    // A Request of another library, whose body is another kind of stream.
    [{ headers: new Headers(headers), body: {}, arrayBuffer: async () => Buffer.from(body).buffer }, 403],
    [{}, 400],
  ] as const)
    assert.equal((await post(given)).status, status);
  assert.equal(
    (await post(fresh({ body, headers }), { onError: fault, store: { once: fault } })).status,
    500,
  );
});

test('a slow receiver asks for the event again, and handles it once', async () => {
  let finish = () => {};
  let handled = 0;
  const handle = webhooks.fetchHandler({
    secrets: SECRET,
    store: memoryStore(),
    answerWithinMs: 20,
    onEvent: () => {
      handled++;
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    },
  });
  const { body, headers } = await sign(EVENT, SECRET);
  const post = () => handle(new Request('http://shop.example/', { method: 'POST', body, headers }));
  const late = await post();
  assert.deepEqual([late.status, late.headers.get('retry-after')], [503, '30']);
  finish();
  assert.equal((await post()).status, 200);
  assert.equal(handled, 1);
});

test('a receiver answers 500 if a framework has already parsed the body', async () => {
  const told: unknown[] = [];
  const handler = webhooks.nodeHandler({
    secrets: SECRET,
    store: memoryStore(),
    onEvent() {},
    onError: (error) => void told.push(error),
  });
  const { body, headers } = await sign(EVENT, SECRET);
  let status = 0;
  const response = {
    writeHead(code: number) {
      status = code;
    },
    end() {},
  };
  await handler(
    { headers, body: JSON.parse(body), readableEnded: true, async *[Symbol.asyncIterator]() {} },
    response,
  );
  assert.equal(status, 500);
  assert.match(String(told[0]), /before express\.json/);
  await handler(
    { headers, body: Buffer.from(body), readableEnded: true, async *[Symbol.asyncIterator]() {} },
    response,
  );
  assert.equal(status, 200);
});

test('a receiver handles a webhook of a real gateway', async (t) => {
  const gate = await sharedTestGateway()();
  const events: webhooks.WebhookEvent[] = [];
  let options: webhooks.ReceiverOptions | undefined;
  const server = createServer(
    (request, response) => void webhooks.nodeHandler(options!)(request as never, response),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  const notificationUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  const brand = await gate.createBrand({ notificationUrl });
  let arrived = () => {};
  const done = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  options = {
    secrets: brand.signingSecret,
    store: memoryStore(),
    onEvent: (event) => {
      events.push(event);
      arrived();
    },
  };
  const tollgate = new Tollgate({ baseUrl: gate.url, apiKey: brand.apiKey });
  const link = await tollgate.links.create({ currency: 'EUR', amount: 5, merchantReference: 'hooked' });
  await tollgate.links.cancel(link.transactionId);
  await done;
  assert.deepEqual([events[0]!.eventType, events[0]!.merchantReference], ['payin.declined', 'hooked']);
});
