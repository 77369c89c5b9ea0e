// How many documents are read at once: a limited number, fewer from one source. The others wait or get a time to retry,
// and a hundred of them do not delay other requests.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import test from 'node:test';
import { Refusal } from '../../../src/domain/errors/refusal.ts';
import { takeForms } from '../../../src/http/request-body/multipart.ts';
import { UploadGate } from '../../../src/http/request-body/upload-gate.ts';
import { connectPostgres } from '../../../src/storage/database/connect.ts';
import { aCardPayin, eventually, startTestGateway } from '../../stage/harness.ts';
import { ASKING, askForReceipts } from '../../stage/receipt-provider.ts';
import { bareApp } from '../bare-app.ts';

const here = () => new EventEmitter();
const LONG = 60_000;

test('a limited number of forms is read at once, and a smaller number from one source', async () => {
  const gate = new UploadGate({ atOnce: 3, atOnceOfOne: 2, waitMs: LONG });
  const entered: string[] = [];
  const enter = async (source: string, name: string) => {
    const leave = await gate.enter(source, here());
    entered.push(name);
    return leave;
  };
  const first = await enter('a', 'a1');
  await enter('a', 'a2');
  const third = enter('a', 'a3');
  const other = await enter('b', 'b1');
  const last = enter('c', 'c1');
  await new Promise(setImmediate);
  assert.deepEqual(entered, ['a1', 'a2', 'b1']);
  // The third document of a source waits for the first two, and delays no other source.
  other();
  other();
  await last;
  assert.deepEqual(entered, ['a1', 'a2', 'b1', 'c1']);
  first();
  await third;
  assert.deepEqual(entered, ['a1', 'a2', 'b1', 'c1', 'a3']);
});

test('a form that waits too long or behind too many others is refused with a time to retry', async () => {
  const gate = new UploadGate({ atOnce: 1, waiting: 3, waitingOfOne: 2, waitMs: LONG });
  const leave = await gate.enter('a', here());
  const connections = [here(), here(), here()];
  const waiting = connections.map((one, i) => gate.enter(i < 2 ? 'a' : 'b', one));
  const refusal = (status: number) => (error: unknown) =>
    error instanceof Refusal && error.httpStatus === status && error.extras.retryAfterSeconds !== undefined;
  await assert.rejects(gate.enter('a', here()), refusal(429));
  await assert.rejects(gate.enter('b', here()), refusal(503));
  connections[0]!.emit('close');
  await assert.rejects(waiting[0]!, (error: Refusal) => error.httpStatus === 400);
  const late = gate.enter('c', here());
  leave();
  (await waiting[1]!)();
  (await waiting[2]!)();
  (await late)();
  const hasty = new UploadGate({ atOnce: 1, waitMs: 1 });
  await hasty.enter('a', here());
  await assert.rejects(hasty.enter('b', here()), refusal(503));
});

test('over HTTP a waiting body is not read, and a broken connection makes room for the next', async (t) => {
  const gate = new UploadGate({ atOnce: 2, waitMs: 200 });
  const app = await bareApp({
    addRoutes: (routes) =>
      routes.register(async (scope) => {
        takeForms(scope, { fileName: 'document', gate, sourceOf: ({ ip }) => ip });
        scope.post('/form', { schema: { body: { type: 'object' } } }, async ({ form }) => ({
          bytes: form?.file?.length ?? null,
        }));
      }),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const head =
    'POST /form HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n';
  const part = '--b\r\nContent-Disposition: form-data; name="document"; filename="r.pdf"\r\n\r\n%PDF';
  const stalled = [1, 2].map(() =>
    connect(port, '127.0.0.1', function (this: { write(text: string): void }) {
      this.write(head + part);
    }),
  );
  for (const socket of stalled) socket.on('error', () => {});
  const send = async () => {
    const body = new FormData();
    body.append('document', new Blob(['%PDF-1.7']), 'r.pdf');
    const answer = await fetch(`http://127.0.0.1:${port}/form`, { method: 'POST', body });
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      text: await answer.text(),
    };
  };
  const refused = await eventually(async () => {
    const answer = await send();
    return answer.status === 503 && answer;
  });
  assert.equal(refused.retryAfter, '2');
  assert.match(refused.text, /too many documents are being uploaded at this moment/);
  for (const socket of stalled) socket.destroy();
  await eventually(async () => (await send()).status === 200);
});

test('a hundred unfinished uploads do not delay payments or reads', async (t) => {
  const gate = await startTestGateway(t);
  askForReceipts(gate.gateway.context);
  const { apiKey } = await gate.createBrand();
  const pay = async (fields: object) =>
    (await gate.call('POST', '/v3/payment', { apiKey, body: { amount: 100, ...fields } })).body.result;
  const asking = await Promise.all(Array.from({ length: 20 }, () => pay(ASKING.p2p)));
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(1_000_000, 7)]);

  // Nothing can be written to confirmations until the lock is released.
  const beside = connectPostgres(gate.databaseUrl, { max: 2, onnotice: () => {} });
  t.after(() => beside.end());
  const lock = await beside.reserve();
  await lock`begin`;
  await lock`lock table confirmations in exclusive mode`;
  const uploads = Array.from({ length: 100 }, async (_, i) => {
    const body = new FormData();
    body.append('sessionId', asking[i % asking.length].sessionId);
    body.append('document', new Blob([bytes]), 'r.pdf');
    const init = { method: 'POST', headers: { 'x-api-key': apiKey }, body };
    return (await fetch(`${gate.url}/confirm-payment`, init)).status;
  });
  const blocked = async () =>
    await beside`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await eventually(async () => (await blocked()).length > 0);

  for (let round = 0; round < 10; round++) {
    const reference = `order-${round}`;
    const asked = await Promise.all([
      gate.call('POST', '/v3/payment', { apiKey, body: aCardPayin({ merchantReference: reference }) }),
      gate.call('GET', `/payments/${asking[round].transactionId}`, { apiKey }),
      gate.call('GET', '/health/ready'),
    ]);
    const found = await gate.call('GET', `/payments?merchantReference=${reference}`, { apiKey });
    assert.deepEqual(
      [...asked, found].map(({ status }) => status),
      [201, 200, 200, 200],
    );
    assert.equal(found.body.length, 1);
  }
  // All documents share one connection, whatever happens to it.
  assert.equal((await blocked()).length, 1);
  await lock`commit`;
  lock.release();

  const statuses = await Promise.all(uploads);
  for (const status of statuses) assert.ok([201, 400, 409, 429, 503].includes(status), String(status));
  const [stored] = await beside`select count(*)::int as documents from confirmations`;
  assert.equal(stored!.documents, statuses.filter((status) => status === 201).length);
  assert.ok(stored!.documents <= asking.length);
});
