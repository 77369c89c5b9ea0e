// `tollgate listen` gets what somebody sends again in the portal, while it listens and after it was away. Its place in
// the file never moves back, so nothing else comes a second time.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { openPortalStage } from '../../gateway/test/http/portal/portal-stage.ts';
import { eventually } from '../../gateway/test/stage/harness.ts';
import { startWebhookReceiver } from '../../gateway/test/stage/webhook-receiver.ts';
import { Tollgate } from '../src/tollgate.ts';
import { desk } from './desk.ts';

test('`listen` delivers a resend from the portal, and its cursor never moves back', async (t) => {
  const stage = await openPortalStage(t);
  const { apiKey, signingSecret } = stage.brand;
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-listen-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const client = new Tollgate({ baseUrl: stage.url, apiKey });
  const receiver = await startWebhookReceiver(t, { secrets: [signingSecret] });
  const cursor = join(folder, 'cursor.json');
  const keys = { TOLLGATE_URL: stage.url, TOLLGATE_API_KEY: apiKey, TOLLGATE_SIGNING_SECRET: signingSecret };
  const tollgate = desk(keys, folder);
  const developer = await stage.as('developer');
  const taken = () => receiver.received.map(({ body }) => body.merchantReference);
  const placeNow = () => JSON.parse(readFileSync(cursor, 'utf8')).after as string;
  const listenFor = async (work: (until: (count: number) => Promise<void>) => Promise<void>) => {
    const stop = new AbortController();
    const listening = tollgate(
      ['listen', '--forward-to', receiver.url, '--cursor', cursor, '--json'],
      stop.signal,
    );
    await eventually(() => listening.printed.err.includes('listening'));
    await work(async (count) => {
      await eventually(() => receiver.received.length >= count);
    });
    stop.abort();
    const ended = await listening;
    assert.equal(ended.code, 0, ended.err);
    return ended;
  };
  const transactions = new Map<string, string>();
  const pay = async (merchantReference: string) => {
    const link = await client.links.create({ currency: 'EUR', amount: 3, merchantReference });
    await client.links.cancel(link.transactionId);
    transactions.set(merchantReference, link.transactionId);
  };
  const resend = async (merchantReference: string) => {
    const path = `/brands/:brand/webhooks/deliveries/${transactions.get(merchantReference)}/1`;
    await eventually(async () => (await developer('GET', path)).body.state === 'unaddressed');
    assert.equal((await developer('POST', `${path}/resend`, {})).status, 202);
  };

  await pay('before');
  await eventually(async () => {
    for await (const _ of client.events.list()) return true;
    return false;
  });
  await resend('before');
  const first = await listenFor(async (until) => {
    await pay('one');
    await until(1);
    await pay('two');
    await until(2);
    await resend('one');
    await until(3);
  });
  assert.deepEqual(taken(), ['one', 'two', 'one'], 'nothing from before its first start');
  const [one, , again] = receiver.received;
  assert.equal(again!.rawBody, one!.rawBody);
  assert.equal(again!.headers['webhook-id'], one!.headers['webhook-id']);
  assert.ok(receiver.received.every(({ signatureValid }) => signatureValid));
  assert.deepEqual(
    first.json().map(({ isResend }) => isResend ?? false),
    [false, false, true],
  );
  const place = placeNow();
  // While `listen` is away: two payments, and a resend of the first one between them.
  await pay('three');
  await eventually(async () => {
    for await (const { merchantReference } of client.events.list())
      if (merchantReference === 'three') return true;
    return false;
  });
  await resend('one');
  await pay('four');
  await listenFor(async (until) => {
    await until(6);
    await pay('five');
    await until(7);
  });
  assert.deepEqual(taken().slice(3), ['three', 'one', 'four', 'five']);
  assert.notEqual(placeNow(), place);
  await listenFor(async (until) => {
    await pay('six');
    await until(8);
  });
  assert.deepEqual(taken().slice(7), ['six'], 'a restart repeats nothing');
});
