// The stand-in over real HTTP: routes, idempotency keys, each fault, and notifications.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { StandIn, type StandInOptions } from '@tollgate/provider-kit/stand-in';

async function open(t: TestContext, options: Partial<StandInOptions> = {}) {
  const payments: unknown[] = [];
  const standIn = await StandIn.start({
    routes: {
      'POST /v1/payments': ({ body }) => {
        payments.push(body);
        return { status: 201, json: { id: `pay_${payments.length}`, amount: body?.amount } };
      },
      'GET /v1/payments/{id}': ({ params, query }) => ({ json: { id: params.id, ...query } }),
      'GET /v1/payments/all': () => ({ form: { count: payments.length, list: ['a', 'b'] } }),
      'DELETE /v1/payments/{id}': () => ({ status: 204 }),
      'POST /v1/broken': () => {
        throw new Error('no such case');
      },
    },
    ...options,
  });
  t.after(() => standIn.close());
  const pay = (headers: Record<string, string> = {}) =>
    fetch(`${standIn.url}/v1/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"amount":"10.00"}',
    });
  return { standIn, payments, pay };
}

const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id;

test('a stand-in answers JSON and forms, and records each request', async (t) => {
  const { standIn, pay } = await open(t);
  const paid = await pay();
  assert.deepEqual([paid.status, await paid.json()], [201, { id: 'pay_1', amount: '10.00' }]);
  const found = await fetch(`${standIn.url}/v1/payments/a%2Fb?embed=refunds`);
  assert.deepEqual(await found.json(), { id: 'a/b', embed: 'refunds' });
  const all = await fetch(`${standIn.url}/v1/payments/all`);
  assert.equal(await all.text(), 'count=1&list%5B0%5D=a&list%5B1%5D=b');
  const form = { method: 'POST', body: new URLSearchParams('amount=5&line[0][name]=tea&line[1][name]=milk') };
  assert.equal((await fetch(`${standIn.url}/v1/payments`, form)).status, 201);
  assert.deepEqual(standIn.requests.at(-1)!.body, { amount: '5', line: [{ name: 'tea' }, { name: 'milk' }] });
  assert.equal((await fetch(`${standIn.url}/v1/payments/1`, { method: 'DELETE' })).status, 204);
  assert.equal((await fetch(`${standIn.url}/v1/nothing`)).status, 404);
  assert.deepEqual(
    standIn.requests.map(({ method, template, status }) => [method, template, status]),
    [
      ['POST', '/v1/payments', 201],
      ['GET', '/v1/payments/{id}', 200],
      ['GET', '/v1/payments/all', 200],
      ['POST', '/v1/payments', 201],
      ['DELETE', '/v1/payments/{id}', 204],
      ['GET', null, 404],
    ],
  );
});

test('a request with a known idempotency key gets the first answer and changes nothing', async (t) => {
  const keyOf: StandInOptions['keyOf'] = ({ headers }) => (headers['idempotency-key'] as string) ?? null;
  const { payments, pay } = await open(t, { keyOf });
  const answers = await Promise.all([1, 2, 3].map(() => pay({ 'idempotency-key': 'order-1' })));
  for (const answer of answers) assert.equal(await idOf(answer), 'pay_1');
  assert.equal(await idOf(await pay({ 'idempotency-key': 'order-2' })), 'pay_2');
  assert.equal(payments.length, 2);
});

test('a refused key ends a request, and a contradiction to the description is noted', async (t) => {
  const { standIn, payments, pay } = await open(t, {
    admit: ({ headers }) => (headers.authorization === 'Bearer key' ? null : { status: 401, json: {} }),
    check: ({ template, body }) => (body.currency ? [] : [`${template}: currency is missing`]),
  });
  assert.equal((await pay()).status, 401);
  assert.deepEqual([payments.length, standIn.violations.length], [0, 0]);
  assert.equal((await pay({ authorization: 'Bearer key' })).status, 201);
  assert.deepEqual(standIn.violations, ['/v1/payments: currency is missing']);
});

test('a lost answer cuts the connection before or after the call was carried out', async (t) => {
  const { standIn, payments, pay } = await open(t);
  standIn.fault({ fault: { kind: 'lost', when: 'before' } });
  await assert.rejects(pay());
  assert.equal(payments.length, 0);
  standIn.fault({ on: /^POST \/v1\/payments$/, fault: { kind: 'lost', when: 'after' } });
  await assert.rejects(pay());
  assert.equal(payments.length, 1);
  standIn.fault({ fault: { kind: 'half' } });
  await assert.rejects((await pay()).json());
  assert.equal(payments.length, 2);
  assert.equal((await pay()).status, 201);
  assert.deepEqual(
    standIn.requests.map(({ status }) => status),
    [0, 0, 201, 201],
  );
});

test('a held answer comes when the test releases it, a slow answer by itself', async (t) => {
  const { standIn, payments, pay } = await open(t);
  standIn.fault({ fault: { kind: 'held' } });
  const held = pay();
  standIn.fault({ on: /nothing fits/, fault: { kind: 'page' } });
  while (standIn.heldCount === 0) await new Promise(setImmediate);
  assert.equal(payments.length, 1);
  standIn.release();
  assert.equal((await held).status, 201);
  standIn.fault({ fault: { kind: 'slow', delayMs: 1 } });
  assert.equal((await pay()).status, 201);
});

test('a planned answer, a page and changed fields replace the true answer', async (t) => {
  const { standIn, payments, pay } = await open(t);
  standIn.fault({ times: 2, fault: { kind: 'answer', answer: { status: 503, text: 'busy' } } });
  for (const _ of [1, 2]) assert.equal((await pay()).status, 503);
  assert.equal(payments.length, 0);
  standIn.fault({ fault: { kind: 'answer', when: 'after', answer: { status: 500, json: {} } } });
  assert.equal((await pay()).status, 500);
  assert.equal(payments.length, 1);
  standIn.fault({ fault: { kind: 'page' } });
  assert.match(await (await pay()).text(), /Please wait/);
  standIn.fault({ fault: { kind: 'changed', fields: { amount: '99.00' } } });
  assert.deepEqual(await (await pay()).json(), { id: 'pay_3', amount: '99.00' });
  standIn.fault({ times: 9, fault: { kind: 'page' } });
  standIn.noFaults();
  assert.equal((await pay()).status, 201);
});

test('a stand-in refuses connections, and listens again at the same address with its memory', async (t) => {
  const { standIn, pay } = await open(t);
  await pay();
  const { url } = standIn;
  await standIn.stopListening();
  await assert.rejects(pay());
  await standIn.listen();
  assert.equal(standIn.url, url);
  assert.equal(await idOf(await pay()), 'pay_2');
});

test('an exception of a route ends the connection and is noted', async (t) => {
  const { standIn } = await open(t);
  await assert.rejects(fetch(`${standIn.url}/v1/broken`, { method: 'POST' }));
  assert.match(standIn.violations[0]!, /no such case/);
});

test('a route without a method is refused', async () => {
  await assert.rejects(StandIn.start({ routes: { '/v1/payments': () => ({}) } }), /is no route/);
});

test('notifications are sent in order, doubled and reversed', async (t) => {
  const { standIn } = await open(t);
  const came: string[] = [];
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    came.push(`${request.headers['x-signature']} ${Buffer.concat(chunks)}`);
    response.writeHead(came.length > 4 ? 503 : 200).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  t.after(() => receiver.close());
  const to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/notifications`;
  for (const body of ['first', 'second']) standIn.tell({ headers: { 'x-signature': 's' }, body });
  assert.deepEqual(
    await standIn.deliver({ to, times: 2, isReversed: true, delayMs: 1 }),
    [200, 200, 200, 200],
  );
  assert.deepEqual(came, ['s second', 's second', 's first', 's first']);
  assert.deepEqual(await standIn.deliver({ to }), []);
  assert.deepEqual(await standIn.deliver({ to }, [{ body: 'third' }]), [503]);
});
