import assert from 'node:assert/strict';
import type { LookupFunction } from 'node:net';
import test from 'node:test';
import { isPublicAddress } from '@tollgate/provider-kit/http/addresses';
import { type ConnectionRules, guardedLookup } from '@tollgate/provider-kit/http/guarded-connector';
import { type Answer, HttpTransport } from '../../../src/worker/webhooks/webhook-transport.ts';
import { startWebhookReceiver } from '../../stage/webhook-receiver.ts';
import { createStage, until } from '../webhook-stage.ts';

const REFUSED = 'the address is private or reserved';

async function sendOnce(options: Partial<ConnectionRules>, url: string): Promise<Answer> {
  const transport = new HttpTransport({
    timeoutMs: 2_000,
    requireHttps: false,
    isAllowedAddress: () => true,
    ...options,
  });
  const answer = await new Promise<Answer>((resolve) => {
    transport.send(url, ['content-type', 'application/json'], '{}', resolve);
  });
  await transport.close();
  return answer;
}

/** A name server that answers each question with the next of these addresses. */
function answering(...addresses: string[]): LookupFunction & { asked: number } {
  const lookup = ((_hostname, options, callback) => {
    const address = addresses[lookup.asked++ % addresses.length]!;
    const family = address.includes(':') ? 6 : 4;
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  }) as LookupFunction & { asked: number };
  lookup.asked = 0;
  return lookup;
}

test('the beginning of every answer is stored, shorter for a success, without card numbers', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const excerpt = async (status: number, body: string) => {
    receiver.answer = { status, body };
    return (await sendOnce({}, receiver.url)).excerpt;
  };
  assert.equal(await excerpt(200, 'taken, card 4242 4242 4242 4242'), 'taken, card •••• •••• •••• ••••');
  assert.equal(await excerpt(200, ''), null);
  assert.equal((await excerpt(201, 'a'.repeat(5_000)))?.length, 256);
  assert.equal((await excerpt(500, 'a'.repeat(5_000)))?.length, 1_024);
});

test('an address literal that is private or reserved is refused, however it is written', async (t) => {
  const receiver = await startWebhookReceiver(t);
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '①②⑦.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '[fd00::1]',
    '[fe80::1]',
  ]) {
    const answer = await sendOnce({ isAllowedAddress: isPublicAddress }, `http://${host}:${receiver.port}/`);
    assert.deepEqual(answer, { statusCode: null, error: REFUSED, retryAfter: null, excerpt: null }, host);
  }
  assert.equal(receiver.received.length, 0);
});

test('a name that resolves to a private address is refused before any connection', async (t) => {
  const receiver = await startWebhookReceiver(t);
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    const options = { isAllowedAddress: isPublicAddress, lookup: answering(address) };
    const answer = await sendOnce(options, `http://hooks.example:${receiver.port}/`);
    assert.equal(answer.error, REFUSED, address);
  }
  assert.equal(receiver.received.length, 0);
});

test('DNS rebinding has no effect: every new connection checks the address it connects to', async (t) => {
  // 127.0.0.2 plays the public address, 127.0.0.1 the private one behind the same name and port.
  const open = await startWebhookReceiver(t, { host: '127.0.0.2' });
  const inner = await startWebhookReceiver(t, { host: '127.0.0.1', port: open.port });
  open.answer = { headers: { connection: 'close' } };
  const lookup = answering('127.0.0.2', '127.0.0.1');
  const options = { isAllowedAddress: (ip: string) => ip === '127.0.0.2', lookup };
  const transport = new HttpTransport({ timeoutMs: 2_000, requireHttps: false, ...options });
  t.after(() => transport.close());
  const answers: (string | number | null)[] = [];
  for (let i = 0; i < 6; i++) {
    const answer = await new Promise<Answer>((resolve) => {
      transport.send(`http://hooks.example:${open.port}/`, [], '{}', resolve);
    });
    answers.push(answer.statusCode ?? answer.error);
    // The closed connection must be gone before the next question.
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  assert.deepEqual(answers, [200, REFUSED, 200, REFUSED, 200, REFUSED]);
  assert.equal(lookup.asked, 6);
  assert.equal(open.received.length, 3);
  assert.equal(inner.received.length, 0);
});

test('only allowed addresses of several are tried', async () => {
  const lookup: LookupFunction = (_hostname, _options, callback) =>
    callback(null, [
      { address: '10.0.0.1', family: 4 },
      { address: '203.0.114.7', family: 4 },
      { address: '::1', family: 6 },
    ]);
  const guarded = guardedLookup(lookup, isPublicAddress);
  const all = await new Promise((resolve) =>
    guarded('x.example', { all: true }, (_, found) => resolve(found)),
  );
  assert.deepEqual(all, [{ address: '203.0.114.7', family: 4 }]);
  const one = await new Promise((resolve) => guarded('x.example', {}, (_, found) => resolve(found)));
  assert.equal(one, '203.0.114.7');
});

test('without insecure webhooks a sender sends neither to http nor to a private address', async (t) => {
  const stage = await createStage(t);
  const receiver = await startWebhookReceiver(t);
  const sender = stage.startSender({
    allowInsecure: false,
    transport: { lookup: answering('127.0.0.1') },
  });
  for (const [url, reason] of [
    [receiver.url, /https/],
    [`https://127.0.0.1:${receiver.port}/`, /private/],
    [`https://hooks.example:${receiver.port}/`, /private/],
  ] as const) {
    const event = stage.event({ url });
    await stage.commit(sender, event);
    await until(async () => (await stage.row(event)).tries === 1);
    const [tried] = await stage.tries(event);
    assert.equal(tried!.status_code, null);
    assert.match(tried!.error!, reason);
    assert.equal((await stage.row(event)).state, 'pending', 'it is tried again like any failure');
  }
  assert.equal(receiver.received.length, 0);
});

test('connections are kept open and reused', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const lookup = answering('127.0.0.1');
  const transport = new HttpTransport({
    timeoutMs: 2_000,
    requireHttps: false,
    isAllowedAddress: () => true,
    lookup,
  });
  t.after(() => transport.close());
  for (let i = 0; i < 5; i++) {
    await new Promise<Answer>((resolve) => {
      transport.send(`http://hooks.example:${receiver.port}/`, [], '{}', resolve);
    });
  }
  assert.equal(receiver.received.length, 5);
  // Two in turn: undici lets a connection rest for one turn of the event loop.
  assert.ok(lookup.asked <= 2, `${lookup.asked} connections`);
});

test('an aborted delivery reports nothing', async (t) => {
  const receiver = await startWebhookReceiver(t);
  receiver.answer = { delayMs: 50 };
  const transport = new HttpTransport({
    timeoutMs: 2_000,
    requireHttps: false,
    isAllowedAddress: () => true,
  });
  t.after(() => transport.close());
  let said = 0;
  const early = transport.send(receiver.url, [], '{}', () => said++);
  early.abort();
  const late = transport.send(receiver.url, [], '{}', () => said++);
  await receiver.waitFor(1);
  late.abort();
  await new Promise((resolve) => setTimeout(resolve, 150));
  assert.equal(said, 0);
  assert.equal(receiver.received.length, 1, 'what was aborted before its connection stood was never sent');
});
