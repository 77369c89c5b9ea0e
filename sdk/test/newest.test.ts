// Where a first start of `listen` and of the rehearsal begins. A gateway that is silent, or busy for a moment, neither
// ends nor blocks them. A gateway of release 0.2.0 knows neither `newest` nor `resends`.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { eventually } from '../../gateway/test/stage/harness.ts';
import { AbortedError, TimeoutError, Tollgate } from '../src/tollgate.ts';
import { desk } from './desk.ts';

async function open(t: TestContext, answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new Tollgate({ baseUrl, apiKey: 'tg_test_k', maxRetryDelayMs: 10 });
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-newest-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const keys = { TOLLGATE_URL: baseUrl, TOLLGATE_API_KEY: 'tg_test_k', TOLLGATE_SIGNING_SECRET: 'tgs_s' };
  return { asked, client, tollgate: desk(keys, folder) };
}

const refuse = (response: ServerResponse, status: number, message: string) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
const begin = (response: ServerResponse, text: string) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text);

test('a call to a silent gateway ends at its timeout, or as soon as the caller stops it', async (t) => {
  let isOpen = false;
  const { asked, client, tollgate } = await open(t, (_, response) => {
    // Sends only headers, or nothing.
    if (isOpen) begin(response, ': beat\n\n');
  });
  for (isOpen of [false, true]) {
    await assert.rejects(client.events.newest({ timeoutMs: 50, retries: 1 }), TimeoutError);
    const stop = new AbortController();
    const before = asked.length;
    const waiting = client.events.newest({ signal: stop.signal });
    await eventually(() => asked.length > before);
    stop.abort();
    await assert.rejects(waiting, AbortedError);
  }
  const stop = new AbortController();
  const before = asked.length;
  const listening = tollgate(['listen'], stop.signal);
  await eventually(() => asked.length > before);
  stop.abort();
  assert.equal((await listening).code, 0);
});

test('the client asks a busy gateway again, and begins with the oldest event if the brand has none yet', async (t) => {
  let first = '';
  const { asked, client } = await open(t, (_, response) => {
    if (asked.length % 2 === 1) refuse(response, 503, 'starting');
    else begin(response, `retry: 2000\nid: ${first}\n\n`);
  });
  for (const [id, place] of [
    ['0199', '0199'],
    ['00000000-0000-0000-0000-000000000000', ''],
  ] as const) {
    first = id;
    assert.equal(await client.events.newest(), place);
  }
  assert.deepEqual(asked, Array(4).fill('/events?after=newest'));
});

test('with a gateway of release 0.2.0 `listen` begins at the newest event and warns about resends', async (t) => {
  const { asked, tollgate } = await open(t, ({ url, headers }, response) => {
    if (url!.includes('newest')) return void refuse(response, 400, 'after: must be a UUID');
    if (url!.includes('resends'))
      return void refuse(response, 400, 'resends: is not known here; check its name');
    if (headers.accept !== 'text/event-stream')
      return void response.end(JSON.stringify([{ eventId: '1' }, { eventId: '2' }]));
    const event = {
      eventId: '3',
      eventType: 'payin.completed',
      merchantReference: 'an-order',
      amount: 1,
      currency: 'EUR',
      occurredAt: '2026-01-01T00:00:00.000Z',
    };
    assert.equal(headers['last-event-id'], '2');
    begin(response, `id: 3\ndata: ${JSON.stringify(event)}\n\n`);
  });
  const stop = new AbortController();
  const listening = tollgate(['listen'], stop.signal);
  await eventually(() => listening.printed.out.includes('an-order'));
  stop.abort();
  const ended = await listening;
  assert.equal(ended.code, 0, ended.err);
  assert.equal(ended.err.match(/has release 0\.2\.0: events resent in the portal do not arrive/g)?.length, 1);
  assert.deepEqual(asked, ['/events?after=newest', '/events?limit=100', '/events?resends=true', '/events']);
});

test('with --json an idle `listen` prints every minute that it is alive', async (t) => {
  const { tollgate } = await open(t, ({ url }, response) => {
    begin(response, 'retry: 2000\nid: 0199\n\n');
    if (url!.includes('newest')) return;
    const beats = setInterval(() => response.write(': beat\n\n'), 10);
    response.on('close', () => clearInterval(beats));
  });
  const stop = new AbortController();
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') });
  const listening = tollgate(['listen', '--json'], stop.signal);
  const said = () => listening.printed.out.split('\n').filter((line) => line !== '');
  await untilSo(() => listening.printed.err.includes('listening'));
  for (const minutes of [1, 2]) {
    t.mock.timers.setTime(Date.parse('2026-03-01T12:00:01Z') + minutes * 60_000);
    await untilSo(() => said().length === minutes);
  }
  stop.abort();
  await listening;
  assert.deepEqual(
    said().map((line) => JSON.parse(line)),
    ['2026-03-01T12:01:01.000Z', '2026-03-01T12:02:01.000Z'].map((alive) => ({ alive })),
  );
});

/** `eventually` uses the clock, which stands still here. */
async function untilSo(ask: () => boolean): Promise<void> {
  for (let asked = 0; !ask(); asked++) {
    if (asked === 3_000) throw new Error(`still not so: ${ask}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
