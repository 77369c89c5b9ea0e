// Live updates of the cashier: server-sent events over several gateways on one database, their end, and the limits of
// listeners.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import test, { describe, type TestContext } from 'node:test';
import type { CashierState } from '../../../src/http/cashier/state/state.ts';
import {
  CARD_OPTION_ID,
  eventually,
  sharedTestGateway,
  startTestGateway,
  type TestGateway,
} from '../../stage/harness.ts';
import { CARD, type Link, openSession, optionOf, post, submit } from './shopper.ts';

interface Stream {
  status: number;
  headers: Record<string, unknown>;
  states: CashierState[];
  ended: boolean;
  close(): void;
}

/** Its own connection, like a browser's. */
function listen(
  t: TestContext,
  { url }: TestGateway,
  { path }: Link,
  { query = '', headers = {} } = {},
): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const call = request(`${url}${path}/events${query}`, { agent: false, headers }, (answer) => {
      let text = '';
      const stream: Stream = {
        status: answer.statusCode!,
        headers: answer.headers,
        states: [],
        ended: false,
        close: () => call.destroy(),
      };
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const events = text.split('\n\n');
        text = events.pop()!;
        for (const event of events) {
          const [, json] = /^event: state\ndata: (.*)$/s.exec(event) ?? [];
          if (json) stream.states.push(JSON.parse(json));
        }
      });
      answer.on('close', () => {
        stream.ended = true;
      });
      answer.on('error', () => {});
      resolve(stream);
    });
    call.on('error', reject);
    t.after(() => call.destroy());
    call.end();
  });
}

const names = ({ states }: Stream) => states.map(({ screen }) => screen.name);

// Each test has its own gateways and mostly waits for them.
describe('live updates', { concurrency: 3 }, () => {
  test('a page that listens to one gateway receives changes made at another', async (t) => {
    const tollgate = await startTestGateway(t, { workers: false, env: { SANDBOX_DELAY_MS: '600000' } });
    const other = await startTestGateway(t, {
      databaseUrl: tollgate.databaseUrl,
      workers: false,
      now: tollgate.now,
      env: { SANDBOX_DELAY_MS: '600000' },
    });
    const brand = await tollgate.createBrand();
    const link = await openSession(tollgate, brand);
    const german = await listen(t, tollgate, link, { query: '?lang=de' });
    const english = await listen(t, other, link);
    assert.equal(german.status, 200);
    assert.match(String(german.headers['content-type']), /^text\/event-stream/);
    assert.match(String(german.headers['cache-control']), /no-store/);
    // At once, and nothing more while nothing happens.
    await eventually(() => german.states.length === 1 && english.states.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    assert.deepEqual([names(german), names(english)], [['choose'], ['choose']]);

    await submit(tollgate, link, optionOf('sepa-transfer').id);
    await eventually(() => [german, english].every((one) => names(one).at(-1) === 'transfer'));
    const { version } = german.states.at(-1)!;
    await post(other, link, 'leave', { version });
    await eventually(() => [german, english].every((one) => names(one).at(-1) === 'choose'));
    await submit(other, link, CARD_OPTION_ID, { ...CARD, cardNumber: '4000000000000002' }, { attempt: 1 });
    const { screen } = await eventually(() =>
      german.states.find((state) => state.screen.name === 'choose' && state.screen.notice),
    );
    assert.match((screen as { notice: string }).notice, /abgelehnt/);
    await submit(tollgate, link, CARD_OPTION_ID, CARD, { attempt: 2 });
    // The end of the payment also ends the stream.
    await eventually(() => german.ended && english.ended);
    for (const stream of [german, english]) {
      assert.equal(names(stream).at(-1), 'end');
      const versions = stream.states.map((one) => one.version);
      assert.deepEqual(
        versions,
        versions.toSorted((a, b) => a - b),
      );
    }
    assert.deepEqual([...new Set(german.states.map(({ language }) => language))], ['de']);
  });

  test('a listener that connects after the end receives the state once', async (t) => {
    const tollgate = await sharedTestGateway({ workers: false })();
    const brand = await tollgate.createBrand();
    const link = await openSession(tollgate, brand);
    await submit(tollgate, link, CARD_OPTION_ID, CARD);
    const late = await listen(t, tollgate, link);
    await eventually(() => late.ended);
    assert.deepEqual(names(late), ['end']);
  });

  test('a stream sends the expiry without any call of the page', async (t) => {
    const tollgate = await startTestGateway(t, { workers: false });
    const brand = await tollgate.createBrand();
    const link = await openSession(tollgate, brand);
    const stream = await listen(t, tollgate, link);
    await eventually(() => stream.states.length === 1);
    tollgate.advance(3_600_000);
    await eventually(() => stream.ended);
    const { screen } = stream.states.at(-1)!;
    assert.equal(screen.name === 'end' && screen.outcome, 'expired');
  });

  test('an address has a limited number of listeners, and each listener that ends makes room', async (t) => {
    const tollgate = await startTestGateway(t, { workers: false, env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
    const { log } = tollgate.gateway.context;
    const errors: unknown[] = [];
    log.error = (...words: unknown[]) => void errors.push(words);
    const brand = await tollgate.createBrand();
    const link = await openSession(tollgate, brand);
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    const streams = await Promise.all(
      Array.from({ length: 100 }, () => listen(t, tollgate, link, from('203.0.113.5'))),
    );
    assert.ok(streams.every(({ status }) => status === 200));
    const refused = await listen(t, tollgate, link, from('203.0.113.5'));
    assert.equal(refused.status, 503);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.deepEqual(errors, [], 'a refusal is no fault of the gateway, and the database is not away');
    assert.equal((await listen(t, tollgate, link, from('203.0.113.6'))).status, 200);
    streams[0]!.close();
    await eventually(async () => (await listen(t, tollgate, link, from('203.0.113.5'))).status === 200);
  });

  test('a gateway that stops ends every stream without waiting', async (t) => {
    const tollgate = await startTestGateway(t, { workers: false });
    const brand = await tollgate.createBrand();
    const links = [await openSession(tollgate, brand), await openSession(tollgate, brand)];
    const streams = await Promise.all(links.map((link) => listen(t, tollgate, link)));
    await eventually(() => streams.every(({ states }) => states.length === 1));
    // If stopping waited for the streams, the test would time out: nobody else ends them.
    await tollgate.gateway.stop();
    await eventually(() => streams.every(({ ended }) => ended));
  });

  test('the database is queried only while somebody listens, and once for all listeners', async (t) => {
    const tollgate = await startTestGateway(t, { workers: false });
    const brand = await tollgate.createBrand();
    const { transactions } = tollgate.gateway.context;
    const asked: number[] = [];
    const versions = transactions.versions;
    transactions.versions = (wanted) => {
      asked.push(wanted.length);
      return versions(wanted);
    };
    const links = await Promise.all([1, 2, 3].map(() => openSession(tollgate, brand)));
    const streams = await Promise.all(
      links.flatMap((link) => [link, link]).map((link) => listen(t, tollgate, link)),
    );
    await eventually(() => asked.includes(3));
    assert.ok(asked.every((count) => count <= 3));
    for (const stream of streams) stream.close();
    await eventually(async () => {
      const before = asked.length;
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      return asked.length === before;
    });
  });

  test('a client that leaves before the first event leaves no listener behind', async (t) => {
    const tollgate = await startTestGateway(t, { workers: false });
    const brand = await tollgate.createBrand();
    const link = await openSession(tollgate, brand);
    const { transactions } = tollgate.gateway.context;
    let asked = 0;
    const { versions, findByCashierToken } = transactions;
    transactions.versions = (wanted) => {
      asked++;
      return versions(wanted);
    };
    let found = 0;
    transactions.findByCashierToken = async (...key) => {
      const transaction = await findByCashierToken(...key);
      await new Promise((resolve) => setTimeout(resolve, 200));
      found++;
      return transaction;
    };
    const call = request(`${tollgate.url}${link.path}/events`, { agent: false });
    call.on('error', () => {});
    call.end();
    await new Promise((resolve) => setTimeout(resolve, 100));
    call.destroy();
    await eventually(() => found === 1);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    assert.equal(asked, 0);
  });
});
